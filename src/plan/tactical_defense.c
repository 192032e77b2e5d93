/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps one own movable piece safe (De Boer 2007, 5.4.2): not next to enemy pieces that may capture it, and
 * not where one of them alone would win a chase because of the two-squares rule. A piece that may still be
 * taken for a bomb stays: to run away would reveal that it is movable and worth hunting. */
#include "plan/plans.h"
#include "plan/plan_common.h"
#include "plan/zone.h"

#include <math.h>

enum { WEIGHT, MIN, NEXT, LINE, SIDE, TRAPPED, WIDE, DECAY, UNMOVED, BELIEVED, ROUND,
       FIRST, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [MIN] = {"min", OPTION_NUMBER, 0, 1, 0.15, NULL, "probability",
             "an enemy piece is a danger from this probability on that it takes the piece", "", "least"},
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

/* An enemy piece that may capture the guarded piece. */
struct hunter {
    int number, square;
    double threat;           /* probability that it attacks and wins */
    double avenged;          /* its value in points: the opponent loses it if an own piece guards the
                              * square */
    bitboard feared;         /* squares of own pieces that it does not attack */
    bitboard guards;         /* squares of own movable pieces that beat it */
    bitboard watched;        /* squares next to `guards` */
    struct two_square_run run;
    bitboard touching;       /* squares whose change may matter to it while the guarded piece stays */
    bitboard watching;       /* squares that matter if a guard enters or leaves them */
    double share;            /* share of the value that it puts at stake before the move */
    enum zone zone;          /* its zone before the move */
};

/* The data for all moves about one guarded piece. */
struct guarded {
    const struct plan_context *context;
    const double *option;
    int piece, square;       /* its number and its square */
    double value;            /* its value in points */
    int count;
    struct hunter hunter[PIECES_A_SIDE];
    struct two_square_run run;
    bitboard touching;       /* union of `touching` and `watching` of all hunters */
};

/* Returns the probability that an attack by enemy piece `enemy` fails, as the opponent may believe it.
 * `fails`: from compute_fails. */
static double believed_to_fail(const struct plan_context *context, const double fails[RANKS], int enemy)
{
    const struct plan_piece *piece = &context->piece[enemy];
    double fail_chance = 0;
    for (int rank = SPY; rank < RANKS; rank++) /* other ranks cannot attack */
        fail_chance += piece->p[rank] * fails[rank];
    return piece->mobile > 0 ? fail_chance / piece->mobile : 0;
}

/* Computes fails[rank]: the probability that an attack by `rank` on the piece fails, as the enemy may believe
 * it. It fails if the piece is a bomb and the attacker no miner, or if the piece is higher (except the
 * marshal against the spy, battle_table). A piece that has never moved is judged for its first move, which
 * reveals that it is movable: bomb and flag are then excluded. */
static void compute_fails(const struct plan_piece *piece, double fails[RANKS])
{
    bool is_first_move = !piece->moved && !piece->known;
    double p_movable = 1;
    if (is_first_move)
        p_movable = 1 - piece->p[FLAG] - piece->p[BOMB];
    for (int attacker = SPY; attacker < RANKS; attacker++)
        fails[attacker] = is_first_move || attacker == MINER ? 0 : piece->p[BOMB];
    for (int rank = SPY + 1; rank < RANKS; rank++)
        for (int attacker = rank < MARSHAL ? SPY : SPY + 1; attacker < rank; attacker++)
            fails[attacker] += piece->p[rank];
    for (int attacker = SPY; attacker < RANKS && is_first_move; attacker++)
        fails[attacker] = p_movable > 0 ? fails[attacker] / p_movable : 0;
}

/* Returns a superset of the squares from which a hunter may have the piece in a zone after a move
 * (chase_zone_squares). `stays`: includes moves of other pieces, after which the guarded piece is where it
 * was. The squares that are barred in every chase count as closed here: hidden own pieces, and enemy pieces
 * that can neither move away nor be captured. */
static bitboard hunting_grounds(const struct guarded *guarded, bool stays)
{
    const struct plan_context *context = guarded->context;
    bitboard reach = context->own_reach[guarded->piece - context->own_first], taken = reach;
    bitboard hidden = context->own_hidden & ~bit(guarded->square);
    if (stays) {
        hidden &= ~context->sources;
        taken = context->targets;
        reach |= bit(guarded->square);
    }
    bitboard hard = BITS_LAKES | hidden | (context->foe & ~taken);
    return chase_zone_squares(reach, hard);
}

/* Returns the squares of own pieces of those ranks; bit r of `ranks` is rank r. */
static bitboard squares_of_ranks(const struct plan_context *context, unsigned ranks)
{
    bitboard set = 0;
    for (; ranks; ranks &= ranks - 1)
        set |= context->own_rank[__builtin_ctz(ranks)];
    return set;
}

/* Appends a hunter with three sets of squares. `feared`: the other own pieces that it does not attack, hidden
 * ones and those that probably beat it. `guards`: those that probably capture it. `watched`: the squares
 * beside the guards. find_touching fills in its sets `touching` and `watching`. */
static void add_hunter(struct guarded *guarded, int number, double threat)
{
    const struct plan_context *context = guarded->context;
    const struct plan_piece *piece = &context->piece[number];
    struct hunter *hunter = &guarded->hunter[guarded->count++];
    hunter->number = number;
    hunter->square = piece->square;
    hunter->threat = threat;
    hunter->share = 0; /* filled in by compute_current_danger */
    hunter->zone = ZONE_NONE;
    bitboard others = context->own & ~bit(guarded->square), shown = others & ~context->own_hidden;
    const struct plan_stoppers *stoppers = &context->stoppers[number - context->enemy_first];
    hunter->feared = (others & context->own_hidden) | (shown & squares_of_ranks(context, stoppers->feared));
    hunter->guards = shown & squares_of_ranks(context, stoppers->guards);
    hunter->watched = bits_around(hunter->guards);
    hunter->avenged = piece->value;
    hunter->run = two_square_run_of(context, number);
}

/* Lists the hunters that stand on `grounds`, in the order of their numbers. Returns whether an enemy piece
 * can harm the guarded piece: one on `grounds`, or with `far_too` any. */
static bool find_hunters(struct guarded *guarded, bitboard grounds, bool far_too)
{
    const struct plan_context *context = guarded->context;
    int own_rank = context->piece[guarded->piece].rank;
    double fails[RANKS];
    bool any = false, computed = false; /* `fails` is computed: often it is not needed */
    uint64_t near_movers = 0; /* enemy pieces on the grounds that may move; bits as in context->foe_movers */
    for (grounds &= context->foe; grounds;)
        near_movers |= UINT64_C(1) << (plan_at(context, bits_pop(&grounds)) - context->enemy_first);
    near_movers &= context->foe_movers;
    uint64_t movers = far_too ? context->foe_movers : near_movers;
    if (!movers)
        return false;
    for (; movers; movers &= movers - 1) {
        int row = __builtin_ctzll(movers);
        const struct plan_odds *odds = &context->odds[own_rank][row];
        double threat = odds->falls + odds->both_fall * 0.5; /* an exchange is half a loss */
        if (threat < guarded->option[MIN])
            continue;
        if (!computed)
            compute_fails(&context->piece[guarded->piece], fails);
        computed = true;
        /* The enemy does not attack if it believes that the attack would fail. */
        const int number = context->enemy_first + row;
        if (believed_to_fail(context, fails, number) >= guarded->option[BELIEVED])
            continue;
        any = true;
        threat *= context->piece[number].moved ? 1 : guarded->option[UNMOVED];
        if (near_movers >> row & 1)
            add_hunter(guarded, number, threat);
    }
    return any;
}

/* A move and its result (BATTLE_WON for a quiet move). A null pointer to it stands for the position before
 * the move. */
struct ended {
    const struct plan_move *move;
    enum battle battle;
};

/* Returns what a set of own pieces' squares becomes by the move with this result. A set without the moving
 * piece does not change. */
static bitboard set_after_move(bitboard set, const struct ended *ended)
{
    struct move move = ended->move->move;
    bitboard arrives = ended->battle == BATTLE_WON ? bit(move.to) : 0;
    return bit_in(set, move.from) ? (set & ~bit(move.from)) | arrives : set;
}

/* Returns the own pieces that the hunter does not attack, after another piece's move. A piece that has moved
 * is no bomb: the hunter fears only its rank. */
static bitboard feared_after(const struct guarded *guarded, const struct hunter *hunter,
                             const struct ended *ended)
{
    const struct plan_context *context = guarded->context;
    const struct plan_stoppers *stoppers = &context->stoppers[hunter->number - context->enemy_first];
    const struct plan_move *move = ended->move;
    bool feared = stoppers->feared >> context->piece[move->piece].rank & 1 && ended->battle == BATTLE_WON;
    return (hunter->feared & ~bit(move->move.from)) | (feared ? bit(move->move.to) : 0);
}

/* Returns whether the hunter may have to stay on its square to block a way to its flag. */
static bool is_tied(const struct guarded *guarded, const struct hunter *hunter)
{
    const struct flag_way *way = &guarded->context->flag_way;
    return way->exists && bit_in(way->closers, hunter->square);
}

/* Returns the zone of the hunter if it does not make steps that open a way to its own flag. Leaving out these
 * steps can only end a danger, and finding them needs path searches. So they are found last, only for a
 * hunter that has the prey in a zone. */
static enum zone untied_zone(const struct guarded *guarded, const struct hunter *hunter,
                             const struct ended *ended, const struct chase *chase)
{
    enum zone zone = chase_zone(chase);
    if (zone == ZONE_NONE)
        return ZONE_NONE;
    bitboard tied = 0; /* steps towards the prey that open a way to the hunter's flag */
    if (is_tied(guarded, hunter)) {
        struct flag_way way = guarded->context->flag_way;
        if (ended)
            flag_way_move(&way, ended->move->move, ended->battle);
        tied = flag_way_opening_steps(&way, hunter->square, bits_box(chase->prey, chase->hunter));
    }
    if (zone == ZONE_NEXT)
        return bit_in(tied, chase->prey) ? ZONE_NONE : zone;
    if (!tied)
        return zone;
    struct chase without = *chase;
    without.barred |= tied;
    return chase_zone(&without);
}

/* Returns the chase of the guarded piece on `square` after a move (NULL: before the move). Steps that open a
 * way to the hunter's flag are still included. `watched` gets the squares that own pieces guard then. */
static struct chase make_chase(const struct guarded *guarded, const struct hunter *hunter, int square,
                               const struct ended *ended, bitboard *watched)
{
    const struct plan_context *context = guarded->context;
    bitboard own = context->own & ~bit(guarded->square), foe = context->foe, feared = hunter->feared;
    *watched = hunter->watched;
    if (ended && ended->battle != BATTLE_LOST)
        foe &= ~bit(ended->move->move.to);
    if (ended && ended->move->piece != guarded->piece) {
        own = set_after_move(own, ended);
        feared = feared_after(guarded, hunter, ended);
        *watched = bits_around(set_after_move(hunter->guards, ended));
    }
    struct chase chase = {
        .prey = square, .hunter = hunter->square,
        .barred = BITS_LAKES | feared | (foe & ~bit(hunter->square)) | (*watched & ~bit(square)),
        .closed = BITS_LAKES | own | foe,
        .prey_run = guarded->run, .hunter_run = hunter->run,
    };
    if (square != guarded->square) { /* its own step counts for its run between the two squares */
        bitboard pair = bit(square) | bit(guarded->square);
        chase.prey_run.times = pair == guarded->run.pair ? guarded->run.times + 1 : 1;
        chase.prey_run.pair = pair;
    }
    return chase;
}

/* Returns the share of the piece's value, 0 .. 1, that one hunter puts at stake in this chase after a move
 * (NULL: before the move). `zone` gets its zone. */
static double compute_danger(const struct guarded *guarded, const struct hunter *hunter,
                             const struct ended *ended, const struct chase *chase, bitboard watched,
                             enum zone *zone)
{
    static const uint8_t share_option[ZONES] = {[ZONE_NEXT] = NEXT, [ZONE_LINE] = LINE,
                                                [ZONE_SIDE] = SIDE, [ZONE_TRAPPED] = TRAPPED};
    const double *option = guarded->option;
    *zone = untied_zone(guarded, hunter, ended, chase);
    if (*zone == ZONE_NONE)
        return 0;
    double decay = 1; /* by the distance */
    for (int i = square_distance(chase->prey, chase->hunter); i > 1; i--)
        decay *= option[DECAY];
    double share = option[share_option[*zone]] * decay;
    if (*zone != ZONE_NEXT && !chase_is_narrow(chase))
        share *= option[WIDE];
    if (bit_in(watched, chase->prey)) /* the hunter would be captured in return */
        share *= fmax(0, 1 - hunter->avenged / fmax(guarded->value, 1e-9));
    return share * hunter->threat;
}

/* The hunter that puts the highest share at stake. */
struct worst {
    double share;
    const struct hunter *hunter;
    enum zone zone;
};

/* Returns the share of the piece's value at stake from all hunters together after a move with this result
 * (NULL: before the move), if the guarded piece is still on the board. Updates `worst` with each hunter's
 * share times `chance`, the probability of the result. */
static double compute_danger_after(const struct guarded *guarded, const struct ended *ended, double chance,
                                   struct worst *worst)
{
    const struct plan_move *move = ended ? ended->move : NULL;
    bool is_own_move = move && move->piece == guarded->piece, takes = ended && ended->battle != BATTLE_LOST;
    int square = is_own_move ? move->move.to : guarded->square;
    bitboard touched = move ? bit(move->move.from) | bit(move->move.to) : 0;
    double safe = 1;
    for (int i = 0; i < guarded->count; i++) {
        const struct hunter *hunter = &guarded->hunter[i];
        enum zone zone = hunter->zone;
        double share = hunter->share;
        if (takes && move->victim == hunter->number)
            continue;
        if (is_own_move && chase_is_far(square, hunter->square))
            continue; /* no zone at this distance */
        /* The move of another own piece may matter to the hunter on these squares. */
        bool matters = (touched & hunter->touching) ||
                       ((touched & hunter->guards) && (touched & hunter->watching));
        if (is_own_move || matters) {
            bitboard watched;
            const struct chase chase = make_chase(guarded, hunter, square, ended, &watched);
            share = compute_danger(guarded, hunter, ended, &chase, watched, &zone);
        }
        safe *= 1 - share;
        if (chance * share > worst->share)
            *worst = (struct worst){chance * share, hunter, zone};
    }
    return 1 - safe;
}

/* Returns the mean of compute_danger_after over the results of a move. A guarded piece that is captured in
 * its own attack is not in danger: ImmediateCapture counts that loss. */
static double compute_mean_danger(const struct guarded *guarded, const struct plan_move *move,
                                  struct worst *worst)
{
    struct ended ended = {move, BATTLE_WON};
    if (move->victim == NO_PIECE)
        return compute_danger_after(guarded, &ended, 1, worst);
    const struct plan_results results = plan_results(guarded->context, move);
    const int last = move->piece == guarded->piece ? BATTLE_WON : BATTLE_BOTH;
    double lost = 0;
    for (int battle = BATTLE_WON; battle <= last; battle++) {
        double chance = results.chance[battle];
        ended.battle = (enum battle)battle;
        if (chance > 0)
            lost += chance * compute_danger_after(guarded, &ended, chance, worst);
    }
    return lost;
}

/* Explains the danger after the move: the hunter that puts the highest share at stake, and the points at
 * stake from all hunters. */
static void explain(const struct guarded *guarded, int move, double points_at_stake,
                    const struct worst *worst)
{
    const struct plan_context *context = guarded->context;
    static const char *const zone_text[ZONES] = {"", "next to", NULL, NULL, "trapped by"};
    const struct plan_move *made = &context->moves[move];
    char name[PLAN_PIECE], hunter[PLAN_PIECE], line[ZONE_TEXT];
    int square = made->piece == guarded->piece ? made->move.to : guarded->square;
    if (context->explanation && worst->hunter)
        plan_explain(context, move, -points_at_stake, "%s %s %s %s|, worth %.2f points",
                     plan_is_certain(context, made) ? "leaves" : "may leave",
                     plan_piece_after(context, guarded->piece, move, name),
                     zone_text[worst->zone] ? zone_text[worst->zone]
                                            : zone_words(worst->zone, square, worst->hunter->square, line),
                     plan_piece_on(context, worst->hunter->number, worst->hunter->square, hunter),
                     guarded->value);
}

/* Computes the squares on which a change matters to the hunter while the guarded piece stays. `touching`: the
 * squares of chase_relevant_squares and the hunter's own; in a zone at a distance also the squares near the
 * piece, as chase_is_narrow looks two squares far. `watching`: the squares on which the move of a guard
 * matters. They are next to the relevant squares, and in a zone also next to the piece, which the guard would
 * avenge. */
static void find_touching(const struct guarded *guarded, const struct chase *chase, struct hunter *hunter)
{
    const bitboard square = bit(guarded->square), relevant = chase_relevant_squares(chase);
    const enum zone zone = chase_zone(chase);
    hunter->watching = 0;
    if (zone != ZONE_NONE && is_tied(guarded, hunter)) {
        /* The piece's row and file, and the squares around them from which these can be guarded. Moves
         * farther away may open a way to the flag too; ignoring them is an approximation. */
        int file = square_file(guarded->square), row = square_row(guarded->square);
        hunter->touching = bits_around(bits_around((BITS_FILE_A << file) | BITS_ROW(row)));
        return;
    }
    hunter->touching = relevant | bit(hunter->square);
    if (zone != ZONE_NONE && zone != ZONE_NEXT)
        hunter->touching |= bits_around(square | bits_around(square));
    if (hunter->guards)
        hunter->watching = bits_around(zone == ZONE_NONE ? relevant : relevant | square);
}

/* Computes each hunter's danger before the move, and the squares whose change matters to it. */
static void compute_current_danger(struct guarded *guarded)
{
    for (int i = 0; i < guarded->count; i++) {
        struct hunter *hunter = &guarded->hunter[i];
        bitboard watched;
        const struct chase chase = make_chase(guarded, hunter, guarded->square, NULL, &watched);
        hunter->share = compute_danger(guarded, hunter, NULL, &chase, watched, &hunter->zone);
        find_touching(guarded, &chase, hunter);
        guarded->touching |= hunter->touching | hunter->watching;
    }
}

/* Returns how many positions the more-squares rule already forbids the opponent if it continues to chase the
 * piece. Returns 0 if no enemy piece has just come next to it. */
static int count_forbidden_positions(const struct plan_context *context, const struct plan_piece *piece)
{
    const struct board *board = &context->view->board;
    if (!board->rules.more_squares || board->plies <= board->chase_start[context->enemy] ||
        !plan_was_approached(context, piece->square))
        return 0;
    return (int)(board->plies - board->chase_start[context->enemy] + 1) / 2;
}

/* Scores the first moves of a hidden piece: while it stays, the enemy does not know that it is no bomb. */
static bool score_first_moves(struct guarded *guarded, double *value)
{
    const struct plan_context *context = guarded->context;
    double stake = guarded->option[FIRST] * guarded->value;
    if (!context->own_reach[guarded->piece - context->own_first] ||
        !find_hunters(guarded, hunting_grounds(guarded, false), false))
        return false;
    for (int i = 0; i < context->count; i++) {
        struct worst worst = {0};
        if (context->moves[i].piece != guarded->piece)
            continue;
        double lost = compute_mean_danger(guarded, &context->moves[i], &worst);
        value[i] = -stake * lost;
        explain(guarded, i, stake * lost, &worst);
    }
    return true;
}

/* Takes off points for the danger to own piece `subject` after each move. */
static bool evaluate_tactical_defense(const struct plan_context *context, const double *option, int subject,
                                      double *value)
{
    const struct plan_piece *piece = &context->piece[subject];
    struct guarded guarded; /* `hunter` is not initialised, to save time: most pieces have no hunter */
    guarded.context = context;
    guarded.option = option;
    guarded.piece = subject;
    guarded.square = piece->square;
    guarded.value = piece->value;
    guarded.count = 0;
    guarded.touching = 0;
    guarded.run = two_square_run_of(context, subject);
    /* A piece that has not moved may pass for a bomb: only its own moves put it in danger. */
    if (!piece->moved && !piece->known)
        return option[FIRST] > 0 && score_first_moves(&guarded, value);
    double chase_points = option[ROUND] * count_forbidden_positions(context, piece);
    if (!find_hunters(&guarded, hunting_grounds(&guarded, true), chase_points > 0))
        return false;
    /* The danger if the position does not change; most moves leave it as it is. */
    compute_current_danger(&guarded);
    struct worst worst_if_unchanged = {0};
    double danger_if_unchanged = compute_danger_after(&guarded, NULL, 1, &worst_if_unchanged);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        struct worst worst = worst_if_unchanged;
        double lost = danger_if_unchanged;
        if (move->piece == subject || ((bit(move->move.from) | bit(move->move.to)) & guarded.touching)) {
            worst = (struct worst){0};
            lost = compute_mean_danger(&guarded, move, &worst);
        } else if (move->victim != NO_PIECE && danger_if_unchanged > 0) {
            /* The attack does not change the danger, but it may end the game. The sum has the same order as
             * in compute_mean_danger, so that rounding is the same. */
            const struct plan_results results = plan_results(context, move);
            lost = 0;
            for (int battle = BATTLE_WON; battle <= BATTLE_BOTH; battle++)
                lost += results.chance[battle] * danger_if_unchanged;
        }
        value[i] = -piece->value * lost;
        explain(&guarded, i, piece->value * lost, &worst);
        if (chase_points > 0 && move->piece != subject && move->victim == NO_PIECE) {
            value[i] -= chase_points;
            plan_explain(context, i, -chase_points,
                         "ends a chase that the rules would soon forbid the enemy");
        }
    }
    return true;
}

const struct plan_kind plan_tactical_defense = {
    .name = "TacticalDefense", .column = "TDef",
    .words = "out of danger",
    .help = "keeps own pieces that move out of danger",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_MOVER,
    .options = {"plan_tactical_defense",
                "the plan TacticalDefense: the safety of own pieces that move", rows, OPTIONS},
    .evaluate = evaluate_tactical_defense,
};
