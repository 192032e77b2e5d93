/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/judge.h"

#include <string.h>

enum { LAYERS = PIECES_A_SIDE };

/* A setup prepared for the functions of judge_table. */
struct judged_setup {
    const struct judge *judge;
    placeset places[RANKS + 1];   /* the places of each rank; [PLACE_EMPTY]: the empty places */
    placeset layer[LAYERS];   /* the places at each distance to freedom */
    int layers;               /* number of distances that occur */
    placeset part[JUDGE_PARTS];   /* the places of each part */
    placeset trapped;         /* places without a way out */
    int flag;                 /* the flag's place; PIECES_A_SIDE: there is none */
};

/* Returns the number of places in a set. */
static int place_count(placeset set)
{
    return __builtin_popcountll(set);
}

/* Adds to the finding one occurrence for each of the places. */
static void add_each(struct judge_finding *finding, placeset places)
{
    finding->places |= places;
    finding->times += place_count(places);
}

/* Adds to the finding one occurrence with all places, if `holds`. */
static void add_once(struct judge_finding *finding, bool holds, placeset places)
{
    if (holds) {
        finding->places |= places;
        finding->times++;
    }
}

/* Returns the places with a movable piece. */
static placeset mobile_places(const placeset places[RANKS + 1])
{
    return PLACES_ALL & ~(places[BOMB] | places[FLAG] | places[PLACE_EMPTY]);
}

/* Returns the set and all places that can be reached from it through empty places. */
static placeset reach_through_empty(placeset set, placeset empty)
{
    for (placeset before = 0; before != set;) {
        before = set;
        set |= places_around(set & empty);
    }
    return set;
}

/* Computes the layers of a breadth-first search from the exits, for H1; returns their number. */
static int find_layers(const placeset places[RANKS + 1], placeset layer[LAYERS])
{
    placeset mobile = mobile_places(places), empty = places[PLACE_EMPTY], seen = 0, frontier = PLACES_EXITS;
    int layers = 0;
    while (frontier != 0) { /* each round adds a place to `seen`: at most 40 */
        if (empty)
            frontier = reach_through_empty(frontier, empty) & ~seen;
        seen |= frontier;
        layer[layers++] = frontier;
        frontier = places_around(frontier & mobile) & ~seen;
    }
    return layers;
}

/* Computes the places of each rank and the empty places. */
static void find_ranks(const struct setup *setup, placeset places[RANKS + 1])
{
    memset(places, 0, (RANKS + 1) * sizeof places[0]);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        places[setup->rank[place]] |= PLACE_BIT(place);
}

/* Prepares a setup for the functions of judge_table. */
static void judged_setup_init(struct judged_setup *judged, const struct judge *judge,
                              const struct setup *setup)
{
    judged->judge = judge;
    find_ranks(setup, judged->places);
    judged->layers = find_layers(judged->places, judged->layer);
    judged->part[JUDGE_FRONT] = PLACES_ROW(0);
    judged->part[JUDGE_OPENING] = judged->layer[0] | (judged->layers > 1 ? judged->layer[1] : 0);
    placeset out = 0;
    for (int i = 0; i < judged->layers; i++)
        out |= judged->layer[i];
    judged->trapped = PLACES_ALL & ~out;
    judged->flag = __builtin_ctzll(judged->places[FLAG] | PLACE_BIT(PIECES_A_SIDE));
    /* De Boer's table 4.2 has three files in both rows for the outer sides, and e f in the upper and d e f g
     * in the lower row for the middle. We read the rows as the owner's two front rows, the upper one in
     * front, because there an attack is met. This fits the missing d and g, which the lakes
     * block on the front row. A bit for each file: 0x7 is a-c, 0x380 h-j, 0x30 e f, 0x78 d-g. */
    enum { LEFT = 0x7 | 0x7 << FILES, RIGHT = 0x380 | 0x380 << FILES, MIDDLE = 0x30 | 0x78 << FILES };
    int file = place_file(judged->flag);
    judged->part[JUDGE_DEFENCE] = (placeset)(file < 3 ? LEFT : file > 6 ? RIGHT : MIDDLE);
}

bool judge_row_applies(int row, const struct setup *setup)
{
    uint8_t army[RANKS];
    bool is_short = setup_army(setup, army) <= JUDGE_SHORT_MAX;
    return judge_table[row].armies == JUDGE_ANY || (judge_table[row].armies == JUDGE_SHORT) == is_short;
}

void setup_compute_distances(const struct setup *setup, uint8_t distance[PIECES_A_SIDE])
{
    placeset places[RANKS + 1], layer[LAYERS];
    find_ranks(setup, places);
    int layers = find_layers(places, layer);
    memset(distance, DISTANCE_NONE, PIECES_A_SIDE);
    for (int i = 0; i < layers; i++)
        for (placeset rest = layer[i]; rest != 0; rest &= rest - 1)
            distance[__builtin_ctzll(rest)] = (uint8_t)i;
}

/* --- H2 --- */

/* H2 (confined pieces): returns the places with pieces that H2 applies to: all but sergeants, lieutenants and
 * the flag. */
static placeset find_h2_places(const struct judged_setup *judged)
{
    return PLACES_ALL & ~(judged->places[SERGEANT] | judged->places[LIEUTENANT] | judged->places[FLAG] |
                          judged->places[PLACE_EMPTY]);
}

/* H2 (confined pieces): finds pieces without a way out. */
static void find_trapped(const struct judged_setup *judged, struct judge_finding *finding)
{
    add_each(finding, judged->trapped & find_h2_places(judged));
}

/* H2 (confined pieces): finds pieces whose distance to freedom is above confined_beyond. */
static void find_confined(const struct judged_setup *judged, struct judge_finding *finding)
{
    for (int i = judged->judge->confined_beyond + 1; i < judged->layers; i++)
        add_each(finding, judged->layer[i] & find_h2_places(judged));
}

/* --- H3 --- */

/* H3 (a bombed-in flag): finds a flag that is bombed in on all sides and not on the front row. */
static void find_flag_bombed(const struct judged_setup *judged, struct judge_finding *finding)
{
    placeset flag = judged->places[FLAG], around = places_around(flag);
    bool walled = (around & ~judged->places[BOMB]) == 0 && (flag & PLACES_ROW(0)) == 0;
    add_once(finding, walled, flag | around);
}

/* --- H4 --- */

/* H4 (defence of the flag's side): the general stands on the flag's side and the marshal does not. */
static void find_flag_general(const struct judged_setup *judged, struct judge_finding *finding)
{
    if ((judged->places[MARSHAL] & judged->part[JUDGE_DEFENCE]) == 0)
        add_each(finding, judged->places[GENERAL] & judged->part[JUDGE_DEFENCE]);
}

/* H4 (defence of the flag's side): finds several sergeants, miners or lieutenants on the flag's side. */
static void find_flag_weak(const struct judged_setup *judged, struct judge_finding *finding)
{
    static const uint8_t weak[] = {SERGEANT, MINER, LIEUTENANT};
    placeset many = 0;
    for (size_t i = 0; i < sizeof weak; i++) {
        placeset places = judged->places[weak[i]] & judged->part[JUDGE_DEFENCE];
        if (place_count(places) > 1)
            many |= places;
    }
    add_once(finding, many != 0, many);
}

/* --- H5, H6 --- */

/* Returns the places next to a set, as H5 and H6 read it: on all four sides, or with `beside_only` left and
 * right only. */
static placeset places_next_to(const struct judged_setup *judged, placeset set)
{
    placeset around = places_around(set);
    if (judged->judge->beside_only)
        around &= ((set & ~PLACES_FILE(9)) << 1) | ((set & ~PLACES_FILE(0)) >> 1);
    return around;
}

/* H5 (what blocks the spy): finds majors and higher pieces next to the spy with a larger distance to freedom
 * than the spy. */
static void find_spy_blocks(const struct judged_setup *judged, struct judge_finding *finding)
{
    placeset spy = judged->places[SPY];
    placeset important = judged->places[MAJOR] | judged->places[COLONEL] | judged->places[GENERAL] |
                         judged->places[MARSHAL];
    placeset near = 0; /* places at distances 0 .. i; the trapped ones are in no layer, so farther */
    for (int i = 0; i < judged->layers; i++) {
        near |= judged->layer[i];
        if ((judged->layer[i] & spy) != 0)
            add_each(finding, important & places_next_to(judged, spy) & ~near);
    }
}

/* H6 (what lower pieces block): finds pieces next to one that is one or two ranks higher and has a larger
 * distance to freedom. */
static void find_lower_blocks(const struct judged_setup *judged, struct judge_finding *finding)
{
    /* H6 excludes lower pieces at distance 0 or 1, the opening. */
    placeset farther = PLACES_ALL & ~judged->part[JUDGE_OPENING];
    for (int i = 2; i < judged->layers; i++) {
        placeset layer = judged->layer[i];
        farther &= ~layer;
        for (int rank = SCOUT; rank < MARSHAL; rank++) {
            placeset lower = judged->places[rank] & layer;
            placeset higher = judged->places[rank + 1] | (rank + 2 < RANKS ? judged->places[rank + 2] : 0);
            if (lower != 0)
                add_each(finding, lower & places_next_to(judged, higher & farther));
        }
    }
}

/* --- H8 --- */

/* Returns the places with a sergeant or lieutenant next to them: on the four sides, or with `corners` on
 * the eight places around. */
static placeset places_next_to_guards(const struct judged_setup *judged, bool corners)
{
    placeset guards = judged->places[SERGEANT] | judged->places[LIEUTENANT];
    return corners ? places_near(guards) : places_around(guards);
}

/* H8 (guarded bombs): finds bombs with a guard. */
static void find_bomb_guarded(const struct judged_setup *judged, struct judge_finding *finding)
{
    bool corners = judged->judge->nearby == NEARBY_EIGHT;
    add_each(finding, judged->places[BOMB] & places_next_to_guards(judged, corners));
}

/* H8 (guarded bombs): finds scouts and the spy next to a bomb. */
static void find_bomb_scout(const struct judged_setup *judged, struct judge_finding *finding)
{
    add_each(finding, (judged->places[SCOUT] | judged->places[SPY]) & places_around(judged->places[BOMB]));
}

/* H8 (guarded bombs): finds bombs next to the flag without a guard. */
static void find_flag_bomb_bare(const struct judged_setup *judged, struct judge_finding *finding)
{
    bool corners = judged->judge->nearby != NEARBY_FOUR;
    placeset guarded = places_next_to_guards(judged, corners);
    add_each(finding, judged->places[BOMB] & places_around(judged->places[FLAG]) & ~guarded);
}

/* --- short armies: heuristic 10 (H10) --- */

/* H10 (short armies): finds the sides of the flag that neither an edge nor a bomb closes. The front side (row
 * 0) counts as open. */
static void find_flag_ways(const struct judged_setup *judged, struct judge_finding *finding)
{
    placeset flag = judged->places[FLAG];
    add_each(finding, places_around(flag) & ~judged->places[BOMB]);
    add_each(finding, flag & PLACES_ROW(0));
}

/* Returns the places of the strongest movable rank below `rank`, without the spy. If there is no such rank,
 * returns the spy's place, or 0. */
static placeset strongest_below(const struct judged_setup *judged, int rank)
{
    while (--rank > SPY)
        if (judged->places[rank])
            return judged->places[rank];
    return judged->places[SPY];
}

/* H10 (short armies): finds pieces of the strongest rank in the flag's half of the board. */
static void find_strongest_on_flag_half(const struct judged_setup *judged, struct judge_finding *finding)
{
    enum { LEFT = 0x1f }; /* files a-e of one row */
    placeset left = (placeset)LEFT | (placeset)LEFT << FILES | (placeset)LEFT << 2 * FILES |
                    (placeset)LEFT << 3 * FILES;
    placeset half = judged->places[FLAG] & left ? left : PLACES_ALL & ~left;
    placeset strongest = strongest_below(judged, RANKS) & half;
    add_once(finding, strongest != 0, strongest);
}

/* H10 (short armies): finds the strongest piece, if it is the only one of its rank, next to pieces of the
 * next rank. */
static void find_strongest_pair(const struct judged_setup *judged, struct judge_finding *finding)
{
    int rank = MARSHAL;
    while (rank > SPY && !judged->places[rank])
        rank--;
    placeset next_rank = rank > SPY ? strongest_below(judged, rank) & ~judged->places[SPY] : 0;
    placeset adjacent = next_rank & places_around(judged->places[rank]);
    bool is_only_one = place_count(judged->places[rank]) == 1;
    add_once(finding, is_only_one && adjacent != 0, adjacent | judged->places[rank]);
}

/* H10 (short armies): finds the spy next to pieces of the strongest rank below the marshal. */
static void find_covered_by_spy(const struct judged_setup *judged, struct judge_finding *finding)
{
    placeset covered = strongest_below(judged, MARSHAL) & places_around(judged->places[SPY]);
    add_once(finding, covered != 0, covered | judged->places[SPY]);
}

/* H10 (short armies): finds movable pieces on exits of the front row, which earn points. */
static void find_movers_on_exits(const struct judged_setup *judged, struct judge_finding *finding)
{
    add_each(finding, mobile_places(judged->places) & PLACES_EXITS);
}

/* H10 (short armies): finds movable pieces on the front row in front of a lake, which cost points. */
static void find_movers_at_lakes(const struct judged_setup *judged, struct judge_finding *finding)
{
    add_each(finding, mobile_places(judged->places) & PLACES_ROW(0) & ~PLACES_EXITS);
}

/* H10 (short armies): finds a bomb at four or more steps from the flag. */
static void find_decoy_bombs(const struct judged_setup *judged, struct judge_finding *finding)
{
    placeset near = judged->places[FLAG]; /* grows to the places within three steps */
    for (int step = 0; step < 3; step++)
        near |= places_around(near);
    placeset far = judged->places[BOMB] & ~near;
    add_once(finding, far != 0, far);
}

/* --- the table --- */

/* The rows of judge_table: index, heuristic, key, armies, De Boer's points, meaning, choice, condition. */
#define RANK_BIT(rank) (1u << (rank))
#define JUDGE_LIST(X) \
    X(JUDGE_TRAPPED, 2, "h2_trapped", ANY, -2, \
      "each piece but a sergeant, lieutenant or the flag that has no way out past bombs and " \
      "flag", \
      "The flag is a wall like the bombs, since H1 says of both that they cannot be moved.", \
      .find = find_trapped) \
    X(JUDGE_CONFINED, 2, "h2_confined", ANY, -1, \
      "each such piece with a way out that is longer than h2_beyond", \
      "The exceptions hold here too: the text excludes sergeant and lieutenant \"from this " \
      "rule\".", \
      .find = find_confined) \
    X(JUDGE_FLAG_BOMBED, 3, "h3_bombed", ANY, 5, \
      "the flag is wholly bombed in", \
      "On the front row it never is: the enemy, or a piece that goes round a lake, stands " \
      "before it.", \
      .find = find_flag_bombed) \
    X(JUDGE_FLAG_MARSHAL, 4, "h4_marshal", LARGE, 3, \
      "the marshal stands on a field that defends the flag's side", \
      "Table 4.2 is taken as left a-c, middle e f and d-g, right h-j of the owner's two front " \
      "rows, since attacks are met in front; d and g of the upper row are empty. The flag's side " \
      "goes by files a-c, d-g, h-j.", \
      .ranks = RANK_BIT(MARSHAL), .part = JUDGE_DEFENCE) \
    X(JUDGE_FLAG_GENERAL, 4, "h4_general", LARGE, 2, \
      "the general stands on such a field and the marshal does not", \
      "", \
      .find = find_flag_general) \
    X(JUDGE_FLAG_MAJOR, 4, "h4_major", LARGE, 1, \
      "each major or colonel on such a field", \
      "Each counts: with one point for all of them no setup could reach the 22 and 24 points " \
      "that appendix D and table 4.3 report (5 + 4 + 6 x 2 = 21).", \
      .ranks = RANK_BIT(MAJOR) | RANK_BIT(COLONEL), .part = JUDGE_DEFENCE) \
    X(JUDGE_FLAG_SCOUTS, 4, "h4_scouts", LARGE, -2, \
      "more than two scouts on such fields", \
      "", \
      .ranks = RANK_BIT(SCOUT), .part = JUDGE_DEFENCE, .allowed = 2, .once = true) \
    X(JUDGE_FLAG_WEAK, 4, "h4_weak", LARGE, -1, \
      "more than one sergeant, or miner, or lieutenant on such fields", \
      "Counted rank by rank and given once: \"this situation is worth\" speaks of one " \
      "situation.", \
      .find = find_flag_weak) \
    X(JUDGE_SPY_BLOCKS, 5, "h5_spy", LARGE, -1, \
      "each major or higher next to the spy with a longer way out than the spy's", \
      "Next to means left or right: the text sets the word against \"in front of\" and " \
      "\"behind\" (option h5_h6_next_to).", \
      .find = find_spy_blocks) \
    X(JUDGE_LOWER_BLOCKS, 6, "h6_lower", LARGE, -1, \
      "each piece next to one that is one or two ranks higher and has a longer way out", \
      "Once for each lower piece, whatever it blocks; it is the lower piece whose distance 0 " \
      "or 1 excludes it. Scouts up to generals: the spy has H5. Next to as in H5.", \
      .find = find_lower_blocks) \
    X(JUDGE_FRONT_MINER, 7, "h7_miner", LARGE, -1, \
      "each miner on the front row", \
      "All ten places, those behind the lakes too.", \
      .ranks = RANK_BIT(MINER), .part = JUDGE_FRONT) \
    X(JUDGE_BOMB_GUARDED, 8, "h8_guarded", LARGE, 2, \
      "each bomb with a sergeant or lieutenant nearby", \
      "Nearby means any of the eight places around. H8 says next to where a bomb has a guard and " \
      "nearby where it has none, and means one thing: a guard across the corner reaches the bomb " \
      "in two moves (option h8_nearby).", \
      .find = find_bomb_guarded) \
    X(JUDGE_BOMB_SCOUT, 8, "h8_scout", LARGE, -1, \
      "each scout or spy next to a bomb", \
      "Any of the four sides: from there it is met first once the bomb is taken. Once for each " \
      "scout or spy, however many bombs it touches.", \
      .find = find_bomb_scout) \
    X(JUDGE_FLAG_BOMB_BARE, 8, "h8_bare", LARGE, -3, \
      "each bomb next to the flag without a sergeant or lieutenant nearby", \
      "Nearby as in h8_guarded, so that each bomb either has a guard or has none. Next to the " \
      "flag means any of its four sides.", \
      .find = find_flag_bomb_bare) \
    X(JUDGE_OPENING_BOMBS, 9, "h9_bombs", LARGE, -1, \
      "each bomb beyond two among the pieces with distance 0 or 1", \
      "A bomb's distance is the steps by which it is reached, though it cannot leave. Distance 1 " \
      "holds the front places behind the lakes.", \
      .ranks = RANK_BIT(BOMB), .part = JUDGE_OPENING, .allowed = 2) \
    X(JUDGE_OPENING_MINERS, 9, "h9_miners", LARGE, -1, \
      "each miner beyond one among them", \
      "", \
      .ranks = RANK_BIT(MINER), .part = JUDGE_OPENING, .allowed = 1) \
    X(JUDGE_OPENING_COLONELS, 9, "h9_colonels", LARGE, -1, \
      "both colonels among them", \
      "", \
      .ranks = RANK_BIT(COLONEL), .part = JUDGE_OPENING, .allowed = 1, .once = true) \
    X(JUDGE_OPENING_FLAG, 9, "h9_flag", ANY, -10, \
      "the flag on the front row", \
      "The text's own gloss is \"flag in front row\"; the row behind it is not meant.", \
      .ranks = RANK_BIT(FLAG), .part = JUDGE_FRONT) \
    X(JUDGE_OPENING_MAJORS, 9, "h9_majors", LARGE, -2, \
      "three majors among them", \
      "\"More than 2 majors or colonels\" counts each rank for itself, as \"more than 3 " \
      "sergeants, lieutenants or captains\" must; the text's example is three majors.", \
      .ranks = RANK_BIT(MAJOR) | RANK_BIT(COLONEL), .part = JUDGE_OPENING, .allowed = 2, .once = true) \
    X(JUDGE_OPENING_SAME, 9, "h9_same", LARGE, -2, \
      "each of sergeants, lieutenants, captains with more than three among them", \
      "Each rank for itself: the reason given is \"not diverse enough\".", \
      .ranks = RANK_BIT(SERGEANT) | RANK_BIT(LIEUTENANT) | RANK_BIT(CAPTAIN), .part = JUDGE_OPENING, \
      .allowed = 3, .once = true) \
    X(JUDGE_OPENING_SCOUTS, 9, "h9_scouts", LARGE, -1, \
      "more than five scouts among them", \
      "", \
      .ranks = RANK_BIT(SCOUT), .part = JUDGE_OPENING, .allowed = 5, .once = true)

/* The rows that De Boer does not have, as in JUDGE_LIST; doc/setups.md describes how they were measured. */
#define JUDGE_SHORT_LIST(X) \
    X(JUDGE_SHORT_WAYS, 10, "h10_ways", SHORT, -2, \
      "each side of the flag that neither an edge nor a bomb closes", \
      "The front of the front row is open, behind a lake too.", \
      .find = find_flag_ways) \
    X(JUDGE_SHORT_HALF, 10, "h10_half", SHORT, 2, \
      "one of the strongest rank stands on the flag's half", \
      "Halves are files a-e and f-j.", \
      .find = find_strongest_on_flag_half) \
    X(JUDGE_SHORT_PAIR, 10, "h10_pair", SHORT, -1, \
      "the strongest piece stands next to one of the next rank below it", \
      "Any of the four sides; only where there is one strongest piece.", \
      .find = find_strongest_pair) \
    X(JUDGE_SHORT_SPY, 10, "h10_spy", SHORT, 1, \
      "the spy stands next to a piece of the strongest rank below the marshal", \
      "What the enemy's marshal comes for; any of the four sides.", \
      .find = find_covered_by_spy) \
    X(JUDGE_SHORT_EXITS, 10, "h10_exits", SHORT, 0.5, \
      "each piece that moves on the front row before no lake", \
      "", \
      .find = find_movers_on_exits) \
    X(JUDGE_SHORT_LAKES, 10, "h10_lakes", SHORT, -0.5, \
      "each piece that moves on the front row before a lake", \
      "", \
      .find = find_movers_at_lakes) \
    X(JUDGE_SHORT_DECOY, 10, "h10_decoy", SHORT, 1.5, \
      "a bomb stands four steps or more from the flag", \
      "Once: one bomb that could be another flag's is a decoy, more of them are missing at the flag.", \
      .find = find_decoy_bombs)

#define ROW(index, heuristic, key, armies, points, meaning, choice, ...) \
    [index] = {heuristic, key, JUDGE_##armies, points, meaning, choice, __VA_ARGS__},
#define OPTION(index, heuristic, key, armies, points, meaning, choice, ...) \
    [index] = {key, OPTION_NUMBER, -100, 100, points, NULL, "points", meaning, \
               "De Boer 2007, 4.3.4, H" #heuristic},
#define SHORT_OPTION(index, heuristic, key, armies, points, meaning, choice, ...) \
    [index] = {key, OPTION_NUMBER, -100, 100, points, NULL, "points", "armies of up to twenty: " meaning, ""},

const struct judge_row judge_table[JUDGE_ROWS] = {JUDGE_LIST(ROW) JUDGE_SHORT_LIST(ROW)};

enum { OPTION_BEYOND = JUDGE_ROWS, OPTION_NEXT_TO, OPTION_NEARBY, JUDGE_OPTIONS };

static const char *const next_to_words[] = {"any", "beside", NULL};
static const char *const nearby_words[] = {"eight", "four", "mixed", NULL};

static const struct option options[JUDGE_OPTIONS] = {
    JUDGE_LIST(OPTION)
    JUDGE_SHORT_LIST(SHORT_OPTION)
    [OPTION_BEYOND] = {"h2_beyond", OPTION_INT, 0, PIECES_A_SIDE, 5, NULL, "pieces",
                       "the distance to freedom above which h2_confined applies", "De Boer 2007, 4.3.4, H2"},
    [OPTION_NEXT_TO] = {"h5_h6_next_to", OPTION_CHOICE, 0, 1, 1, next_to_words, "",
                        "what \"next to\" means in H5 and H6: any of the four sides, or left and"
                        " right only",
                        "De Boer 2007, 4.3.4, H5 and H6"},
    [OPTION_NEARBY] = {"h8_nearby", OPTION_CHOICE, 0, 2, NEARBY_EIGHT, nearby_words, "",
                       "where a bomb's guard stands in H8: on one of the eight places around, of"
                       " the four sides, or of four for having one and eight for having none",
                       "De Boer 2007, 4.3.4, H8"},
};

const struct option_group judge_option_group = {
    "judge", "the points that heuristics H1-H10 give a setup", options, JUDGE_OPTIONS};

const char *judge_heuristic_name(int heuristic)
{
    static const char *const names[] = {
        "",
        "Distance to freedom",
        "Shut in by bombs",
        "Flag bombed in",
        "Flag defence",
        "Blocked by the spy",
        "Blocked by lower pieces",
        "Miners on the front row",
        "Bomb protection",
        "Starting pieces",
        "Short armies",
    };
    return names[heuristic >= 1 && heuristic <= JUDGE_HEURISTICS ? heuristic : 0];
}

void judge_init(struct judge *judge)
{
    for (int row = 0; row < JUDGE_ROWS; row++)
        judge->points[row] = judge_table[row].points;
    judge->confined_beyond = (int)options[OPTION_BEYOND].standard;
    judge->beside_only = options[OPTION_NEXT_TO].standard > 0;
    judge->nearby = (enum judge_nearby)(int)options[OPTION_NEARBY].standard;
}

void judge_from_settings(struct judge *judge, const struct settings *settings)
{
    double values[JUDGE_OPTIONS];
    settings_group(settings, judge_option_group.name, values, JUDGE_OPTIONS);
    memcpy(judge->points, values, sizeof judge->points);
    judge->confined_beyond = (int)values[OPTION_BEYOND];
    judge->beside_only = (int)values[OPTION_NEXT_TO] == 1;
    judge->nearby = (enum judge_nearby)(int)values[OPTION_NEARBY];
}

/* Finds the pieces in a row's part of the setup that exceed `allowed`. With `once`, each rank of the row that
 * has more pieces than `allowed` is one occurrence. Without it, the row's ranks count together, and each
 * piece too many is an occurrence. */
static void find_counted(const struct judged_setup *judged, const struct judge_row *row,
                         struct judge_finding *finding)
{
    placeset all = 0;
    for (unsigned ranks = row->ranks; ranks != 0; ranks &= ranks - 1) {
        placeset places = judged->places[__builtin_ctz(ranks)] & judged->part[row->part];
        if (row->once)
            add_once(finding, place_count(places) > row->allowed, places);
        else
            all |= places;
    }
    if (place_count(all) > row->allowed) {
        finding->places = all;
        finding->times = place_count(all) - row->allowed;
    }
}

/* Returns the score; fills in the findings of the rows that apply and leaves the others unchanged. */
static double score_rows(const struct judge *judge, const struct setup *setup,
                         struct judge_finding findings[JUDGE_ROWS])
{
    struct judged_setup judged;
    judged_setup_init(&judged, judge, setup);
    bool is_short = place_count(judged.places[PLACE_EMPTY]) >= PIECES_A_SIDE - JUDGE_SHORT_MAX;
    int rows = is_short ? JUDGE_ROWS : JUDGE_LARGE_ROWS; /* the rows for short armies are the last */
    double total = 0;
    for (int row = 0; row < rows; row++) {
        if (is_short && judge_table[row].armies == JUDGE_LARGE)
            continue;
        findings[row] = (struct judge_finding){0};
        if (judge_table[row].find)
            judge_table[row].find(&judged, &findings[row]);
        else
            find_counted(&judged, &judge_table[row], &findings[row]);
        total += findings[row].times * judge->points[row];
    }
    return total;
}

double judge_explain(const struct judge *judge, const struct setup *setup,
                     struct judge_finding findings[JUDGE_ROWS])
{
    memset(findings, 0, JUDGE_ROWS * sizeof findings[0]);
    return score_rows(judge, setup, findings);
}

double judge_score(const struct judge *judge, const struct setup *setup)
{
    struct judge_finding findings[JUDGE_ROWS];
    return score_rows(judge, setup, findings);
}
