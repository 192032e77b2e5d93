/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks after the safety of one own piece that moves (De Boer 2007, 5.4.2): not next to enemy pieces that may
 * take it, and not where one of them, alone, would win the race over two squares. A piece that may still pass
 * for a bomb stays: to run would tell the enemy two things at once. */
#include "plan/plans.h"
#include "plan/plan_common.h"
#include "plan/zone.h"

#include <math.h>

enum { WEIGHT, MIN, NEXT, LINE, SIDE, TRAPPED, WIDE, DECAY, UNMOVED, BELIEVED, ROUND,
       FIRST, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [MIN] = {"least", OPTION_NUMBER, 0, 1, 0.15, NULL, "probability",
               "an enemy piece is a danger from this probability on that it takes the piece", ""},
    [NEXT] = {"next", OPTION_NUMBER, 0, 1, 0.9, NULL, "times",
              "part of the piece's value that is at stake with a dangerous enemy piece next to it", ""},
    [LINE] = {"line", OPTION_NUMBER, 0, 1, 0.6, NULL, "times",
              "part of the value at stake with such an enemy piece in line, nothing between",
              "De Boer 2007, figure 5.4: \"D\""},
    [SIDE] = {"side", OPTION_NUMBER, 0, 1, 0.45, NULL, "times",
              "part of the value at stake with such an enemy piece one step beside that line, where the "
              "piece has no answer",
              "De Boer 2007, figure 5.5: \"d\""},
    [TRAPPED] = {"trapped", OPTION_NUMBER, 0, 1, 0.4, NULL, "times",
                 "part of the value at stake with such an enemy piece before the only exit",
                 "De Boer 2007, figure 5.6: \"L\""},
    [WIDE] = {"wide", OPTION_NUMBER, 0, 1, 0.15, NULL, "times",
              "factor on `line`, `side` and `trapped` where the piece has more than two squares to run to",
              "De Boer 2007, 5.4.2: there it may not be lost"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.93, NULL, "times",
               "factor on what is at stake for each square between the two",
               "De Boer 2007, 5.4.2: \"slightly less when the enemy is further away\""},
    [UNMOVED] = {"unmoved", OPTION_NUMBER, 0, 1, 0.5, NULL, "times",
                 "factor on what is at stake from an enemy piece that has never moved", ""},
    [BELIEVED] = {"believed", OPTION_NUMBER, 0, 1.01, 0.35, NULL, "probability",
                  "an enemy piece does not attack where the opponent thinks with this probability that the "
                  "attack fails",
                  "De Boer 2007, 9.1.4: \"a reasonable chance that the opponent will believe\""},
    [ROUND] = {"round", OPTION_NUMBER, 0, 100, 1, NULL, "points",
               "points taken off for each position that the more-squares rule forbids the chaser, if "
               "another piece moves than the chased one: the rule ends a chase only while the chased piece "
               "runs on",
               "De Boer 2007, A3: the more-squares rule"},
    [FIRST] = {"first", OPTION_NUMBER, 0, 1, 0, NULL, "times",
               "factor on what is at stake where a piece that may still pass for a bomb makes its first move",
               ""},
};

/* An enemy piece that may take the piece. */
struct hunter {
    int number, square;
    double threat;           /* the probability that it attacks and wins */
    double avenged;          /* points that the opponent loses where another own piece guards the square */
    bitboard feared;         /* own pieces that it does not dare to attack */
    bitboard guards;         /* own pieces that move and beat it */
    bitboard watched;        /* squares next to these */
    struct two_square_run run;
    bitboard touching;       /* squares whose change may matter to it while the piece stays, */
    bitboard watching;       /* and those that matter where a guard comes or goes */
    double part;             /* what it puts at stake as things stand, and how */
    enum zone zone;
};

/* What is the same for all moves. */
struct guarded {
    const struct plan_context *context;
    const double *option;
    int piece, square;
    double value;
    int count;
    struct hunter hunter[PIECES_A_SIDE];
    struct two_square_run run;
    bitboard touching;       /* those of all hunters */
};

/* What the opponent may believe: the probability that enemy piece `enemy` fails against ours. */
static double believed(const struct plan_context *context, const double fails[RANKS], int enemy)
{
    const struct plan_piece *piece = &context->piece[enemy];
    double sum = 0;
    for (int rank = SPY; rank < RANKS; rank++) /* the others do not attack */
        sum += piece->p[rank] * fails[rank];
    return piece->mobile > 0 ? sum / piece->mobile : 0;
}

/* For each rank that attacks the piece: the probability that it falls, as far as its owner knows: by bombs,
 * but for the miner, and by higher ranks, but for the spy by the marshal (battle_table). A piece that never
 * moved is asked about for its first move, which tells that it is one of the ranks that do. */
static void compute_fails(const struct plan_piece *piece, double fails[RANKS])
{
    bool first = !piece->moved && !piece->known;
    double moves = 1;
    if (first)
        moves = 1 - piece->p[FLAG] - piece->p[BOMB];
    for (int attacker = SPY; attacker < RANKS; attacker++)
        fails[attacker] = first || attacker == MINER ? 0 : piece->p[BOMB];
    for (int rank = SPY + 1; rank < RANKS; rank++)
        for (int attacker = rank < MARSHAL ? SPY : SPY + 1; attacker < rank; attacker++)
            fails[attacker] += piece->p[rank];
    for (int attacker = SPY; attacker < RANKS && first; attacker++)
        fails[attacker] = moves > 0 ? fails[attacker] / moves : 0;
}

/* The squares from which a hunter may have the piece in a zone after the move, and some others:
 * chase_grounds. `stays`: moves of others count too, which leave the piece where it is. What is closed here
 * must be barred in every chase that danger() asks about: pieces that may pass for bombs and the enemy's own,
 * without those hidden pieces that may move away and those enemies that may be taken. */
static bitboard hunting_grounds(const struct guarded *guarded, bool stays)
{
    const struct plan_context *context = guarded->context;
    bitboard reach = context->own_reach[guarded->piece - context->own_first], taken = reach;
    bitboard hidden = context->own_hidden & ~bit(guarded->square);
    if (stays) {
        hidden &= ~context->movers;
        taken = context->goals;
        reach |= bit(guarded->square);
    }
    bitboard hard = BITS_LAKES | hidden | (context->foe & ~taken);
    return chase_grounds(reach, hard);
}

/* Own pieces of those ranks, a bit for each. */
static bitboard of_ranks(const struct plan_context *context, unsigned ranks)
{
    bitboard set = 0;
    for (; ranks; ranks &= ranks - 1)
        set |= context->own_rank[__builtin_ctz(ranks)];
    return set;
}

static void add_hunter(struct guarded *guarded, int number, double threat)
{
    const struct plan_context *context = guarded->context;
    const struct plan_piece *piece = &context->piece[number];
    struct hunter *hunter = &guarded->hunter[guarded->count++]; /* its squares: find_touching */
    hunter->number = number;
    hunter->square = piece->square;
    hunter->threat = threat;
    hunter->part = 0; /* until survey */
    hunter->zone = ZONE_NONE;
    bitboard others = context->own & ~bit(guarded->square), shown = others & ~context->own_hidden;
    const struct plan_stoppers *stoppers = &context->stoppers[number - context->enemy_first];
    hunter->feared = (others & context->own_hidden) | (shown & of_ranks(context, stoppers->feared));
    hunter->guards = shown & of_ranks(context, stoppers->guards);
    hunter->watched = bits_around(hunter->guards);
    hunter->avenged = piece->value;
    hunter->run = two_square_run_of(context, number);
}

/* The hunters, in the order of their numbers, that stand on `grounds`. False where nobody at all
 * can do the piece harm, or only others and `far_too` is not set. */
static bool find_hunters(struct guarded *guarded, bitboard grounds, bool far_too)
{
    const struct plan_context *context = guarded->context;
    int own_rank = context->piece[guarded->piece].rank;
    double fails[RANKS];
    bool any = false, computed = false; /* `fails`: many have nobody to fear */
    uint64_t near_movers = 0; /* enemy pieces on the grounds that may move, as in context->foe_movers */
    for (grounds &= context->foe; grounds;)
        near_movers |= UINT64_C(1) << (plan_at(context, bits_pop(&grounds)) - context->enemy_first);
    near_movers &= context->foe_movers;
    uint64_t movers = far_too ? context->foe_movers : near_movers;
    if (!movers)
        return false;
    for (; movers; movers &= movers - 1) {
        int row = __builtin_ctzll(movers);
        const struct plan_odds *odds = &context->odds[own_rank][row];
        double threat = odds->falls + odds->both_fall * 0.5;
        if (threat < guarded->option[MIN])
            continue;
        if (!computed)
            compute_fails(&context->piece[guarded->piece], fails);
        computed = true;
        /* The enemy does not attack where the attack would probably fail, as far as it can know. */
        const int number = context->enemy_first + row;
        if (believed(context, fails, number) >= guarded->option[BELIEVED])
            continue;
        any = true;
        threat *= context->piece[number].moved ? 1 : guarded->option[UNMOVED];
        if (near_movers >> row & 1)
            add_hunter(guarded, number, threat);
    }
    return any;
}

/* A move and how it ended: a quiet one has won. Where there is none (NULL) things stand as they do. */
struct ended {
    const struct plan_move *move;
    enum battle battle;
};

static bitboard moved_in(bitboard set, const struct ended *ended)
{
    struct move move = ended->move->move;
    bitboard arrives = ended->battle == BATTLE_WON ? bit(move.to) : 0;
    return bit_in(set, move.from) ? (set & ~bit(move.from)) | arrives : set;
}

/* A piece that moves is no bomb: it is feared for its rank or not at all. */
static bitboard feared_after(const struct guarded *guarded, const struct hunter *hunter,
                             const struct ended *ended)
{
    const struct plan_context *context = guarded->context;
    const struct plan_stoppers *stoppers = &context->stoppers[hunter->number - context->enemy_first];
    const struct plan_move *move = ended->move;
    bool feared = stoppers->feared >> context->piece[move->piece].rank & 1 && ended->battle == BATTLE_WON;
    return (hunter->feared & ~bit(move->move.from)) | (feared ? bit(move->move.to) : 0);
}

/* Whether the hunter may be needed where it is, so that no way to its flag opens. */
static bool is_tied(const struct guarded *guarded, const struct hunter *hunter)
{
    const struct flag_way *way = &guarded->context->flag_way;
    return way->exists && bit_in(way->closers, hunter->square);
}

/* The zone in which the hunter has the prey, but for steps that open a way to its own flag. A step that is
 * barred only ever ends a danger, so these are looked for last: each asks for a way across the board. */
static enum zone untied_zone(const struct guarded *guarded, const struct hunter *hunter,
                             const struct ended *ended, const struct chase *chase)
{
    enum zone zone = chase_zone(chase);
    if (zone == ZONE_NONE)
        return ZONE_NONE;
    bitboard tied = 0; /* the steps towards the prey with which the hunter would open a way to its flag */
    if (is_tied(guarded, hunter)) {
        struct flag_way way = guarded->context->flag_way;
        if (ended)
            flag_way_move(&way, ended->move->move, ended->battle);
        tied = flag_way_ties(&way, hunter->square, bits_box(chase->prey, chase->hunter));
    }
    if (zone == ZONE_NEXT)
        return bit_in(tied, chase->prey) ? ZONE_NONE : zone;
    if (!tied)
        return zone;
    struct chase without = *chase;
    without.barred |= tied;
    return chase_zone(&without);
}

/* The chase of the piece on `square` after a move (NULL: as things stand), but for steps that open a way to
 * the hunter's flag; `watched` gets the squares that own pieces guard then. */
static struct chase make_chase(const struct guarded *guarded, const struct hunter *hunter, int square,
                               const struct ended *ended, bitboard *watched)
{
    const struct plan_context *context = guarded->context;
    bitboard own = context->own & ~bit(guarded->square), foe = context->foe, feared = hunter->feared;
    *watched = hunter->watched;
    if (ended && ended->battle != BATTLE_LOST)
        foe &= ~bit(ended->move->move.to);
    if (ended && ended->move->piece != guarded->piece) {
        own = moved_in(own, ended);
        feared = feared_after(guarded, hunter, ended);
        *watched = bits_around(moved_in(hunter->guards, ended));
    }
    struct chase chase = {
        .prey = square,
        .hunter = hunter->square,
        .barred = BITS_LAKES | feared | (foe & ~bit(hunter->square)) | (*watched & ~bit(square)),
        .closed = BITS_LAKES | own | foe,
        .prey_run = guarded->run,
        .hunter_run = hunter->run,
    };
    if (square != guarded->square) { /* its own step is one more between these two */
        bitboard pair = bit(square) | bit(guarded->square);
        chase.prey_run.times = pair == guarded->run.pair ? guarded->run.times + 1 : 1;
        chase.prey_run.pair = pair;
    }
    return chase;
}

/* The share of the piece's value that one hunter puts at stake in such a chase after a move (NULL: as things
 * stand). */
static double danger(const struct guarded *guarded, const struct hunter *hunter,
                     const struct ended *ended, const struct chase *chase, bitboard watched,
                     enum zone *zone)
{
    static const uint8_t share[ZONES] = {[ZONE_NEXT] = NEXT, [ZONE_LINE] = LINE, [ZONE_SIDE] = SIDE,
                                         [ZONE_TRAPPED] = TRAPPED};
    const double *option = guarded->option;
    *zone = untied_zone(guarded, hunter, ended, chase);
    if (*zone == ZONE_NONE)
        return 0;
    double left = 1; /* of what is at stake, over so many squares */
    for (int i = square_distance(chase->prey, chase->hunter); i > 1; i--)
        left *= option[DECAY];
    double part = option[share[*zone]] * left;
    if (*zone != ZONE_NEXT && !chase_is_close(chase))
        part *= option[WIDE];
    if (bit_in(watched, chase->prey)) /* the hunter would be taken in turn */
        part *= fmax(0, 1 - hunter->avenged / fmax(guarded->value, 1e-9));
    return part * hunter->threat;
}

/* The hunter that puts most at stake. */
struct worst {
    double part;
    const struct hunter *hunter;
    enum zone zone;
};

/* How likely the piece is lost after a move that ended so (NULL: as things stand), all hunters together. The
 * piece itself still stands; what it does to a hunter's danger is weighed `chance` times for `worst`. */
static double danger_after(const struct guarded *guarded, const struct ended *ended, double chance,
                           struct worst *worst)
{
    const struct plan_move *move = ended ? ended->move : NULL;
    bool own = move && move->piece == guarded->piece, takes = ended && ended->battle != BATTLE_LOST;
    int square = own ? move->move.to : guarded->square;
    bitboard touched = move ? bit(move->move.from) | bit(move->move.to) : 0;
    double safe = 1;
    for (int i = 0; i < guarded->count; i++) {
        const struct hunter *hunter = &guarded->hunter[i];
        enum zone zone = hunter->zone;
        double part = hunter->part;
        if (takes && move->victim == hunter->number)
            continue;
        if (own && chase_is_far(square, hunter->square))
            continue; /* they have nothing to do with each other */
        /* The move of another own piece may matter to the hunter on these squares. */
        bool touches = (touched & hunter->touching) ||
                       ((touched & hunter->guards) && (touched & hunter->watching));
        if (own || touches) {
            bitboard watched;
            const struct chase chase = make_chase(guarded, hunter, square, ended, &watched);
            part = danger(guarded, hunter, ended, &chase, watched, &zone);
        }
        safe *= 1 - part;
        if (chance * part > worst->part)
            *worst = (struct worst){chance * part, hunter, zone};
    }
    return 1 - safe;
}

/* The same for all that may come of a move: where it attacks, each end as likely as it is. A piece that is
 * lost in its own attack is in no danger any more: that is paid for elsewhere. */
static double all_danger(const struct guarded *guarded, const struct plan_move *move, struct worst *worst)
{
    struct ended ended = {move, BATTLE_WON};
    if (move->victim == NO_PIECE)
        return danger_after(guarded, &ended, 1, worst);
    const struct plan_results results = plan_results(guarded->context, move);
    const int last = move->piece == guarded->piece ? BATTLE_WON : BATTLE_BOTH;
    double lost = 0;
    for (int battle = BATTLE_WON; battle <= last; battle++) {
        double chance = results.of[battle];
        ended.battle = (enum battle)battle;
        if (chance > 0)
            lost += chance * danger_after(guarded, &ended, chance, worst);
    }
    return lost;
}

static void explain(const struct guarded *guarded, int move, double lost, const struct worst *worst)
{
    const struct plan_context *context = guarded->context;
    static const char *const how[ZONES] = {"", "next to", "in line with", "beside the line of",
                                           "trapped by"};
    char square[SQUARE_TEXT];
    if (context->explanation && worst->hunter)
        plan_explain(context, move, -lost, "a piece worth %.2f %s be %s the enemy piece on %s",
                     guarded->value, plan_is_certain(context, &context->moves[move]) ? "would" : "could",
                     how[worst->zone], plan_square(context, worst->hunter->square, square));
}

/* Fills in which squares matter while the piece stays where it is. A change on them may bring the two into
 * another zone. In a zone from afar the room that the piece has matters too (chase_is_close: two squares). A
 * guard matters on the squares next to these, and in a zone next to the piece, which it avenges. */
static void find_touching(const struct guarded *guarded, const struct chase *chase, struct hunter *hunter)
{
    const bitboard square = bit(guarded->square), hangs = chase_hangs_on(chase);
    const enum zone zone = chase_zone(chase);
    hunter->watching = 0;
    if (zone != ZONE_NONE && is_tied(guarded, hunter)) {
        /* The piece's row and file, and the squares around them from which these may be guarded. Moves
         * farther off may open a way to the flag too; that they do not count is an approximation. */
        int file = square_file(guarded->square), row = square_row(guarded->square);
        hunter->touching = bits_around(bits_around((BITS_FILE_A << file) | BITS_ROW(row)));
        return;
    }
    hunter->touching = hangs | bit(hunter->square);
    if (zone != ZONE_NONE && zone != ZONE_NEXT)
        hunter->touching |= bits_around(square | bits_around(square));
    if (hunter->guards)
        hunter->watching = bits_around(zone == ZONE_NONE ? hangs : hangs | square);
}

/* What holds for all hunters. */
static void survey(struct guarded *guarded)
{
    for (int i = 0; i < guarded->count; i++) {
        struct hunter *hunter = &guarded->hunter[i];
        bitboard watched;
        const struct chase chase = make_chase(guarded, hunter, guarded->square, NULL, &watched);
        hunter->part = danger(guarded, hunter, NULL, &chase, watched, &hunter->zone);
        find_touching(guarded, &chase, hunter);
        guarded->touching |= hunter->touching | hunter->watching;
    }
}

/* How many positions the more-squares rule forbids the opponent when it goes on chasing the piece; 0 where no
 * enemy piece has just come next to it. */
static int chased(const struct plan_context *context, const struct plan_piece *piece)
{
    const struct board *board = &context->view->board;
    if (!board->rules.more_squares || board->plies <= board->chase_start[context->enemy] ||
        !plan_touched(context, piece->square))
        return 0;
    return (int)(board->plies - board->chase_start[context->enemy] + 1) / 2;
}

/* The first moves of a piece: while it stays, nobody knows that it is no bomb. */
static bool judge_first(struct guarded *guarded, double *value)
{
    const struct plan_context *context = guarded->context;
    double stake = guarded->option[FIRST] * guarded->value;
    bool any = false;
    if (!context->own_reach[guarded->piece - context->own_first] ||
        !find_hunters(guarded, hunting_grounds(guarded, false), false))
        return false;
    for (int i = 0; i < context->count; i++) {
        struct worst worst = {0};
        if (context->moves[i].piece != guarded->piece)
            continue;
        double lost = all_danger(guarded, &context->moves[i], &worst);
        value[i] = -stake * lost;
        explain(guarded, i, stake * lost, &worst);
        any = any || value[i] != 0;
    }
    return any;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    const struct plan_piece *piece = &context->piece[subject];
    struct guarded guarded; /* the hunters' places are left as they are: most pieces have none */
    bool any = false;
    guarded.context = context;
    guarded.option = option;
    guarded.piece = subject;
    guarded.square = piece->square;
    guarded.value = piece->value;
    guarded.count = 0;
    guarded.touching = 0;
    guarded.run = two_square_run_of(context, subject);
    if (!piece->moved && !piece->known)
        return option[FIRST] > 0 && judge_first(&guarded, value);
    double stops = option[ROUND] * chased(context, piece);
    if (!find_hunters(&guarded, hunting_grounds(&guarded, true), stops > 0))
        return false;
    survey(&guarded);
    struct worst stays_worst = {0};
    double stays = danger_after(&guarded, NULL, 1, &stays_worst);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        struct worst worst = stays_worst;
        double lost = stays;
        if (move->piece == subject || ((bit(move->move.from) | bit(move->move.to)) & guarded.touching)) {
            worst = (struct worst){0};
            lost = all_danger(&guarded, move, &worst);
        } else if (move->victim != NO_PIECE && stays > 0) {
            /* The attack does nothing to the danger, but it may decide the game; summed up as in
             * all_danger. */
            const struct plan_results results = plan_results(context, move);
            lost = 0;
            for (int battle = BATTLE_WON; battle <= BATTLE_BOTH; battle++)
                lost += results.of[battle] * stays;
        }
        value[i] = -piece->value * lost;
        explain(&guarded, i, piece->value * lost, &worst);
        if (stops > 0 && move->piece != subject && move->victim == NO_PIECE) {
            value[i] -= stops;
            plan_explain(context, i, -stops, "gives up a chase that the enemy must soon break off");
        }
        any = any || value[i] != 0;
    }
    return any;
}

const struct plan_kind plan_tactical_defense = {
    .name = "TacticalDefense",
    .column = "TDef",
    .words = "out of danger",
    .help = "keeps own pieces that move out of danger",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_MOVER,
    .options = {"plan_tactical_defense",
                "the plan TacticalDefense: the safety of own pieces that move", rows, OPTIONS},
    .evaluate = evaluate,
};
