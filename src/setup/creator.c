/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/creator.h"

#include "base/clock.h"
#include "base/plural.h"
#include "base/stop.h"
#include "setup/near.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Max tries for each candidate to get a flag of the wanted kind (bombed in or open). After these the
 * best setup of the other kind is returned, because the statistics may never produce the wanted kind. */
enum { TRIES_A_CANDIDATE = 100 };

/* Max tries to get a setup in which a piece can move: the statistics may never produce one. */
enum { TRIES_PLAYABLE = 100 };

/* Max tries to open a way out if all movable pieces are kept and few places are free; large enough that the
 * single solution is practically always found. */
enum { TRIES_FENCED = 200000 };

/* Rows on which flag_behind leaves no flag. */
enum { FRONT_ROWS = 2 };

/* Number of tried exchanges in create_judged. */
enum { JUDGED_STEPS = 400 };

/* Upper limit of a place's probability before it is converted to odds: the updates may raise it to 1 or
 * more. */
static const float CERTAIN = 0.97f;

/* --- options --- */

enum {
    OPTION_GENERATOR, OPTION_ORDER, OPTION_DRAW, OPTION_BEST_OF, OPTION_MIRROR, OPTION_OPEN_FLAGS,
    OPTION_FLAG_BEHIND, OPTION_SWEEPS, OPTION_NUMBERS,
    OPTION_STATISTICS = OPTION_NUMBERS, OPTION_MODEL, OPTION_ROWS
};

static const char *const generator_words[] = {"semi-random", "faithful", "random", NULL};
static const char *const order_words[] = {"de-boer", "impact", NULL};
static const char *const draw_words[] = {"odds", "plain", NULL};
static const char *const statistics_names[] = {"human", NULL};
static const char *const model_names[] = {"human-model", NULL};

static const struct option options[OPTION_ROWS] = {
    [OPTION_GENERATOR] = {"generator", OPTION_CHOICE, 0, 2, 0, generator_words, "",
                          "how a candidate is made: piece by piece from the statistics, as a draw"
                          " from the joint model, or with equal chances",
                          "De Boer 2007, 4.3.2"},
    [OPTION_ORDER] = {"order", OPTION_CHOICE, 0, 1, 0, order_words, "",
                      "semi-random: the ranks in De Boer's order, or those first whose neighbour"
                      " ratios lie farthest from 1",
                      "De Boer 2007, 4.3.2 and 7.2.5"},
    [OPTION_DRAW] = {"draw", OPTION_CHOICE, 0, 1, 0, draw_words, "",
                     "semi-random: a place is drawn in proportion to the odds of its probability,"
                     " or to the probability itself as figure 7.7 prints it",
                     "De Boer 2007, figure 7.7"},
    [OPTION_BEST_OF] = {"best_of", OPTION_INT, 1, 100000, 50, NULL, "setups",
                        "how many candidates are judged and the best taken: more is stronger, fewer"
                        " is harder to foresee",
                        "De Boer 2007, 4.3.4"},
    [OPTION_MIRROR] = {"mirror", OPTION_NUMBER, 0, 1, 0.5, NULL, "",
                       "semi-random: the probability that left and right are exchanged", ""},
    [OPTION_OPEN_FLAGS] = {"open_flags", OPTION_NUMBER, -1, 1, -1, NULL, "",
                           "the share of setups whose flag is not bombed in; below 0: as it comes",
                           "De Boer 2007, 4.3.4, H3"},
    [OPTION_FLAG_BEHIND] = {"flag_behind", OPTION_FLAG, 0, 1, 0, NULL, "",
                            "the flag never stands on the two front rows, where people have it once in thirty"
                            " games", ""},
    [OPTION_SWEEPS] = {"sweeps", OPTION_INT, 1, 10000, 50, NULL, "sweeps",
                       "faithful: forty exchanges of two pieces are one sweep", ""},
    [OPTION_STATISTICS] = {"statistics", OPTION_FILE, 0, 0, 0, statistics_names, "",
                           "the statistics that setups are made by; 'setup learn' writes such a file",
                           ""},
    [OPTION_MODEL] = {"model", OPTION_FILE, 0, 0, 0, model_names, "",
                      "faithful: the joint model that setups are drawn from; 'setup fit' writes such a file",
                      ""},
};

const struct option_group setup_option_group = {
    "setup", "how setups are created", options, OPTION_ROWS};

void setup_options_init(struct setup_options *to, const struct settings *settings)
{
    double values[OPTION_NUMBERS];
    settings_group(settings, setup_option_group.name, values, OPTION_NUMBERS);
    *to = (struct setup_options){
        .generator = (enum setup_generator)(int)values[OPTION_GENERATOR],
        .order = (enum placing_order)(int)values[OPTION_ORDER],
        .draw = (enum place_draw)(int)values[OPTION_DRAW],
        .best_of = (int)values[OPTION_BEST_OF],
        .mirror = values[OPTION_MIRROR],
        .open_flags = values[OPTION_OPEN_FLAGS],
        .flag_behind = values[OPTION_FLAG_BEHIND] != 0,
        .sweeps = (int)values[OPTION_SWEEPS],
    };
    memset(to->keep, RANK_UNKNOWN, sizeof to->keep);
    judge_from_settings(&to->judge, settings);
    memcpy(to->army, variant_at(VARIANT_STANDARD)->count, sizeof to->army);
}

/* Returns whether the user has set an option. */
static bool is_option_set(const struct settings *settings, const char *key)
{
    return settings_is_given(settings, settings_find(settings, key));
}

void setup_settings_like_people(struct settings *to, const struct settings *from)
{
    static const char generator[] = "setup.generator", best_of[] = "setup.best_of";
    settings_copy(to, from);
    if (is_option_set(from, generator) || is_option_set(from, best_of))
        return;
    settings_set(to, generator, "faithful", "default", NULL);
    settings_set(to, best_of, "1", "default", NULL);
}

/* Returns whether the kept pieces allow a flag that is bombed in (`bombed`), or an open flag if not.
 * `bombs_left`: remaining bombs; `others_left`: remaining movable pieces and empty places. */
static bool is_flag_possible(const struct setup_options *requested, bool bombed, int bombs_left,
                             int others_left)
{
    placeset bombs = 0, empty = 0, flag = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = requested->keep[place];
        bombs |= rank == BOMB ? PLACE_BIT(place) : 0;
        empty |= rank == RANK_UNKNOWN ? PLACE_BIT(place) : 0;
        flag |= rank == FLAG ? PLACE_BIT(place) : 0;
    }
    for (placeset rest = flag != 0 ? flag : empty; rest != 0; rest &= rest - 1) {
        int place = __builtin_ctzll(rest);
        placeset gaps = places_around(PLACE_BIT(place)) & ~bombs;
        bool front = place_row(place) == 0, barred = (gaps & ~empty) != 0; /* by a kept piece, no bomb */
        /* A flag that is bombed in has a bomb in every gap. An open flag is on the front row, or a piece that
         * is not a bomb stands in a gap. */
        if (bombed ? !front && !barred && __builtin_popcountll(gaps) <= bombs_left
                   : front || barred || (gaps != 0 && others_left > 0))
            return true;
    }
    return false;
}

/* Returns the min number of free places that a kept movable piece must cross to leave the four rows. Returns
 * -1 if no such piece can leave. Searches breadth-first from the exits inwards. */
static int min_places_to_exit(placeset movers, placeset free)
{
    placeset seen = 0, frontier = PLACES_EXITS;
    for (int crossed = 0; frontier != 0; crossed++) {
        if (frontier & movers)
            return crossed;
        seen |= frontier;
        frontier = places_around(frontier & free) & ~seen;
    }
    return -1;
}

/* The places and pieces that remain beside the kept pieces. */
struct leftover {
    placeset free, movers;       /* places without a kept piece; with a kept movable piece */
    int left[RANKS], mobile, immobile; /* remaining pieces: by rank, movable, immovable */
    int empty;                   /* number of places that stay empty */
};

/* Counts what the kept pieces leave; left[rank] is negative if too many are kept. */
static void find_leftover(const struct setup_options *requested, struct leftover *leftover)
{
    *leftover = (struct leftover){.empty = PIECES_A_SIDE};
    for (int rank = 0; rank < RANKS; rank++) {
        leftover->left[rank] = requested->army[rank];
        leftover->empty -= requested->army[rank];
    }
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = requested->keep[place];
        if (rank == RANK_UNKNOWN) {
            leftover->free |= PLACE_BIT(place);
        } else {
            leftover->left[rank]--;
            leftover->movers |= rank_moves(rank) ? PLACE_BIT(place) : 0;
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        if (rank_moves(rank))
            leftover->mobile += leftover->left[rank];
        else
            leftover->immobile += leftover->left[rank];
    }
}

/* Returns STATUS_BAD if the share of open flags is impossible with the kept pieces. */
static enum status check_open_flags(const struct setup_options *requested, const struct leftover *leftover,
                                    struct error *error)
{
    int bombs_left = leftover->left[BOMB], others_left = leftover->mobile + leftover->empty;
    if (requested->open_flags >= 0 && requested->open_flags < 1 &&
        !is_flag_possible(requested, true, bombs_left, others_left))
        return error_set(error, STATUS_BAD,
                         "%s no bombed-in flag, a share of %g open ones requested",
                         army_size(requested->army) < PIECES_A_SIDE ? "the army and the kept pieces leave"
                                                                  : "the kept pieces leave",
                         requested->open_flags);
    if (requested->open_flags > 0 && !is_flag_possible(requested, false, bombs_left, others_left))
        return error_set(error, STATUS_BAD,
                         "the kept pieces leave no open flag, a share of %g open ones requested",
                         requested->open_flags);
    return STATUS_OK;
}

enum status setup_options_check(const struct setup_options *requested, struct error *error)
{
    struct leftover leftover;
    find_leftover(requested, &leftover);
    for (int rank = 0; rank < RANKS; rank++)
        if (leftover.left[rank] < 0)
            return error_set(error, STATUS_BAD, "found %d kept %s%s, expected at most %d of the army",
                             requested->army[rank] - leftover.left[rank], rank_table[rank].name,
                             plural((uint64_t)(requested->army[rank] - leftover.left[rank])),
                             requested->army[rank]);
    /* Some movable piece must have a way out: a remaining one on a free exit or, if none remains, a kept one
     * across places that can stay empty. */
    int places_to_exit = min_places_to_exit(leftover.movers, leftover.free);
    bool kept_out = places_to_exit == 0 || (places_to_exit > 0 && leftover.mobile == 0 &&
                                            places_to_exit <= leftover.empty);
    if (!kept_out && ((leftover.free & PLACES_EXITS) == 0 || leftover.mobile == 0))
        return error_set(error, STATUS_BAD, "the kept pieces leave none that could make a first move");
    return check_open_flags(requested, &leftover, error);
}

/* --- one candidate --- */

/* What remains to be placed: free places, and pieces by rank. */
struct remaining {
    placeset empty;
    uint8_t left[RANKS];
};

/* Puts the kept pieces into `out`. `remaining` gets the empty places and the pieces of the army for them. */
static void put_kept_pieces(struct remaining *remaining, const uint8_t army[RANKS],
                            const uint8_t keep[PIECES_A_SIDE], struct setup *out)
{
    remaining->empty = 0;
    memcpy(remaining->left, army, RANKS);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        out->rank[place] = keep[place];
        if (keep[place] == RANK_UNKNOWN)
            remaining->empty |= PLACE_BIT(place);
        else
            remaining->left[keep[place]]--;
    }
}

/* Fills the free places so that each arrangement is equally likely, by Fisher-Yates over the remaining pieces
 * and `spare` empty places. */
static inline void create_random(const struct remaining *remaining, int spare, struct rng *rng,
                                 struct setup *out)
{
    uint8_t bag[PIECES_A_SIDE];
    uint32_t size = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < remaining->left[rank]; i++)
            bag[size++] = (uint8_t)rank;
    for (int i = 0; i < spare; i++)
        bag[size++] = PLACE_EMPTY;
    for (placeset rest = remaining->empty; rest != 0; rest &= rest - 1) {
        uint32_t pick = rng_below(rng, size);
        out->rank[__builtin_ctzll(rest)] = bag[pick];
        bag[pick] = bag[--size];
    }
}

/* The state of the semi-random generator: prob[s][r] of De Boer 2007, figure 7.7. */
struct rank_weights {
    const struct setup_statistics *statistics;
    float of[PIECES_A_SIDE][RANKS];
};

/* Multiplies the probabilities of the free places next to a placed piece by the neighbour ratios. */
static void update_neighbours(struct rank_weights *weights, const struct remaining *remaining, int place,
                              int rank)
{
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = place_next[place][side];
        if (next < 0 || (remaining->empty & PLACE_BIT(next)) == 0)
            continue;
        const double *ratio = weights->statistics->ratio[place_relation[side]][rank];
        for (int other = 0; other < RANKS; other++)
            weights->of[next][other] *= (float)ratio[other];
    }
}

/* Draws a free place for a piece of `rank`, of which `left` pieces remain. All places are equally likely if
 * the statistics give no probabilities. */
static int draw_place(const struct rank_weights *weights, placeset empty, int rank, int left,
                      enum place_draw draw, struct rng *rng)
{
    float share[PIECES_A_SIDE], weight_sum = 0, share_sum = 0;
    for (placeset rest = empty; rest != 0; rest &= rest - 1)
        weight_sum += weights->of[__builtin_ctzll(rest)][rank];
    /* Scale the weights so that their sum is the number of pieces left: then each is the probability that the
     * place gets one of them. */
    bool known = weight_sum > FLT_MIN && weight_sum < FLT_MAX;
    float scale = known ? (float)left / weight_sum : 0;
    for (placeset rest = empty; rest != 0; rest &= rest - 1) {
        int place = __builtin_ctzll(rest);
        float p = known ? weights->of[place][rank] * scale : 1;
        if (draw == DRAW_ODDS && known) {
            p = p < CERTAIN ? p : CERTAIN;
            p = p / (1 - p);
        }
        share[place] = p;
        share_sum += p;
    }
    /* Draw a place in proportion to share[]; the last one if rounding leaves a rest. */
    float random = (float)rng_unit(rng) * share_sum;
    int place = 0;
    for (placeset rest = empty; rest != 0; rest &= rest - 1) {
        if (share[__builtin_ctzll(rest)] > 0) {
            place = __builtin_ctzll(rest);
            random -= share[place];
            if (random < 0)
                break;
        }
    }
    return place;
}

/* Creates a candidate by De Boer 2007, figure 7.7. `order`: the ranks in the order of placing. */
static void create_semi_random(const struct setup_statistics *statistics,
                               const struct setup_options *chosen, const uint8_t order[RANKS],
                               struct remaining *remaining, struct rng *rng, struct setup *out)
{
    struct rank_weights weights = {.statistics = statistics};
    /* Start with the shares of the ranks by place, then apply the ratios of the kept pieces. */
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            weights.of[place][rank] = (float)statistics->placement[rank][place];
    for (placeset placed = PLACES_ALL & ~remaining->empty; placed != 0; placed &= placed - 1) {
        int place = __builtin_ctzll(placed);
        update_neighbours(&weights, remaining, place, out->rank[place]);
    }
    /* Draw a place for each remaining piece, rank by rank. */
    for (int i = 0; i < RANKS; i++) {
        int rank = order[i];
        for (; remaining->left[rank] > 0; remaining->left[rank]--) {
            int place =
                draw_place(&weights, remaining->empty, rank, remaining->left[rank], chosen->draw, rng);
            out->rank[place] = (uint8_t)rank;
            remaining->empty &= ~PLACE_BIT(place);
            if (i + 1 < RANKS) /* no rank is drawn after the last one */
                update_neighbours(&weights, remaining, place, rank);
        }
    }
}

/* --- the order --- */

/* Computes the order in which ranks are placed; `kind`: De Boer's order or by impact. */
static void order_ranks(const struct setup_statistics *statistics, const uint8_t army[RANKS],
                        enum placing_order kind, uint8_t order[RANKS])
{
    static const uint8_t de_boer[RANKS] = {FLAG,    BOMB,  MARSHAL, GENERAL,
                                           SPY,     COLONEL, MAJOR, CAPTAIN,
                                           LIEUTENANT, SERGEANT, MINER, SCOUT};
    memcpy(order, de_boer, RANKS);
    if (kind == ORDER_DE_BOER)
        return;
    /* The impact of a rank: the sum of |ratio - 1| over all ranks, weighted by the numbers of other pieces:
     * how much a piece of this rank changes the probabilities of the others next to it. */
    double impact[RANKS] = {0};
    for (int rank = 0; rank < RANKS; rank++)
        for (int where = 0; where < NEIGHBOURS; where++)
            for (int other = 0; other < RANKS; other++)
                impact[rank] += (army[other] - (rank == other && army[rank] > 0)) *
                                fabs(statistics->ratio[where][rank][other] - 1);
    for (int i = 1; i < RANKS; i++) /* insertion sort: stable, twelve items */
        for (int j = i; j > 0 && impact[order[j - 1]] < impact[order[j]]; j--) {
            uint8_t moved = order[j];
            order[j] = order[j - 1];
            order[j - 1] = moved;
        }
}

/* --- the best of many --- */

/* What all candidates of one setup share. */
struct creation {
    const struct setup_statistics *statistics;
    const struct setup_options *options;
    uint8_t keep[PIECES_A_SIDE];
    uint8_t order[RANKS];
    placeset free;
    int spare;                      /* number of places that stay empty: 0 .. 39 */
    enum setup_generator generator; /* semi-random replaces faithful if no model fits the army */
    bool by_judge;                  /* semi-random, but the statistics do not fit the army */
};

/* Returns a random place of a set that is not empty. */
static int pick_place(placeset set, struct rng *rng)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcountll(set)); skip > 0; skip--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* Returns the places in `free` with a movable piece. */
static placeset free_movers(const struct setup *setup, placeset free)
{
    placeset mobile = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] != PLACE_EMPTY && rank_moves(setup->rank[place]))
            mobile |= PLACE_BIT(place);
    return free & mobile;
}

/* Returns whether a movable piece can leave the four rows, if others move away first. With empty places it is
 * not enough that a piece can make a first move: bombs may enclose the places between which it can move. */
static bool can_get_out(const struct setup *setup)
{
    uint8_t distance[PIECES_A_SIDE];
    if (setup_has_exit(setup))
        return true;
    if (setup_playable(setup, NULL) != STATUS_OK)
        return false; /* no piece has a first move, so none moves away */
    setup_compute_distances(setup, distance);
    for (placeset movers = free_movers(setup, PLACES_ALL); movers != 0; movers &= movers - 1)
        if (distance[__builtin_ctzll(movers)] != DISTANCE_NONE)
            return true;
    return false;
}

/* Changes a setup in which no piece can get out. `free`: the places without a kept piece. Exchanges what
 * stands on a free exit with a free movable piece. If all movable pieces are kept, shuffles the others until
 * one has a way out, which exists after setup_options_check. */
static void open_exit(struct setup *setup, placeset free, struct rng *rng)
{
    placeset mobile = free_movers(setup, free);
    if (mobile & ~PLACES_EXITS && free & PLACES_EXITS) {
        int exit = pick_place(free & PLACES_EXITS, rng), other = pick_place(mobile, rng);
        setup_swap(setup, exit, other);
        return;
    }
    for (int tries = 0; tries < TRIES_FENCED && !can_get_out(setup); tries++) {
        uint32_t places_left = (uint32_t)__builtin_popcountll(free);
        for (placeset rest = free; places_left > 1; places_left--, rest &= rest - 1) { /* Fisher-Yates */
            placeset other = rest;
            for (uint32_t skip = rng_below(rng, places_left); skip > 0; skip--)
                other &= other - 1;
            setup_swap(setup, __builtin_ctzll(rest), __builtin_ctzll(other));
        }
    }
}

/* Creates a candidate from the model, in one of three ways, each with its probability: a known setup, a
 * changed known setup, or a walk through the model. The walk starts at a known setup, or at a semi-random one
 * if no known setup has the kept pieces. */
static void create_faithful(const struct creation *creation, struct remaining *remaining, struct rng *rng,
                            struct setup *out)
{
    const struct setup_options *chosen = creation->options;
    const struct known_setups *known = &chosen->model->known;
    bool as_it_is = rng_unit(rng) < known->share, changed = rng_unit(rng) < known->near_share;
    if (as_it_is && known_draw(known, KNOWN_AS_IT_IS, creation->keep, rng, out))
        return;
    if (changed && known_draw(known, KNOWN_CHANGED, creation->keep, rng, out)) {
        near_change(chosen->model, out, creation->free, chosen->sweeps, rng);
        return;
    }
    if (!known_draw(known, KNOWN_AS_IT_IS, creation->keep, rng, out))
        create_semi_random(creation->statistics, chosen, creation->order, remaining, rng, out);
    setup_model_draw(chosen->model, out, creation->free, chosen->sweeps, NULL, rng);
}

/* Creates a candidate by Metropolis steps from a random setup. A step exchanges two free places, or not,
 * depending on the change of the judge's score. A setup's probability becomes proportional to exp(score). */
static void create_judged(const struct creation *creation, struct remaining *remaining, struct rng *rng,
                          struct setup *out)
{
    const struct judge *judge = &creation->options->judge;
    create_random(remaining, creation->spare, rng, out);
    double points = judge_score(judge, out);
    placeset pieces = creation->free & ~setup_places(out, PLACE_EMPTY);
    for (int step = 0; step < JUDGED_STEPS && pieces != 0; step++) {
        int from = pick_place(pieces, rng), to = pick_place(creation->free, rng);
        setup_swap(out, from, to);
        double new_points = judge_score(judge, out);
        if (new_points < points && rng_unit(rng) >= exp(new_points - points)) {
            setup_swap(out, from, to);
            continue;
        }
        points = new_points;
        if (out->rank[from] == PLACE_EMPTY)
            pieces = (pieces & ~PLACE_BIT(from)) | PLACE_BIT(to);
    }
}

/* Creates a candidate in which a piece can get out, and with flag_behind the flag is not in front. After
 * TRIES_PLAYABLE tries takes the last candidate, and opens a way out if it has none. */
static void create_candidate(const struct creation *creation, struct rng *rng, struct setup *out)
{
    const struct setup_options *chosen = creation->options;
    bool playable = false;
    for (int tries = 0; tries < TRIES_PLAYABLE; tries++) {
        struct remaining remaining;
        put_kept_pieces(&remaining, chosen->army, creation->keep, out);
        if (creation->generator == GENERATOR_RANDOM) {
            create_random(&remaining, creation->spare, rng, out);
        } else if (creation->generator == GENERATOR_FAITHFUL) {
            create_faithful(creation, &remaining, rng, out);
        } else if (creation->by_judge) {
            create_judged(creation, &remaining, rng, out);
        } else {
            create_semi_random(creation->statistics, chosen, creation->order, &remaining, rng, out);
        }
        playable = can_get_out(out);
        /* If flag_behind is set, only a kept flag may stand on the two front rows. */
        const uint8_t *flag = chosen->flag_behind ? memchr(out->rank, FLAG, FRONT_ROWS * FILES) : NULL;
        if (playable && (!flag || creation->keep[flag - out->rank] == FLAG))
            return;
    }
    if (!playable)
        open_exit(out, creation->free, rng); /* the statistics produce no playable setup */
}

enum { CORNER_BOMBS = 2 }; /* min bombs for a bombed-in flag: in a corner */

/* Creates candidates until best_of of them have the wanted kind of flag. Returns the one with the highest
 * score; if none has the wanted kind, the best of the other kind. At least one candidate is made, whatever
 * the deadline. */
static void create_best(const struct creation *creation, struct rng *rng, struct setup *out)
{
    const struct setup_options *chosen = creation->options;
    bool controls_kind = chosen->open_flags >= 0 && chosen->army[BOMB] >= CORNER_BOMBS;
    bool want_open = controls_kind && rng_unit(rng) < chosen->open_flags;
    long tries = (long)chosen->best_of * (controls_kind ? TRIES_A_CANDIDATE : 1);
    int candidates = 0;
    double best = -HUGE_VAL, best_other = -HUGE_VAL;
    for (; tries > 0 && candidates < chosen->best_of; tries--) {
        struct setup candidate;
        create_candidate(creation, rng, &candidate);
        bool wanted = !controls_kind || flag_is_bombed(&candidate) != want_open;
        double score = chosen->best_of > 1 ? judge_score(&chosen->judge, &candidate) : 0;
        /* The first candidate of the wanted kind replaces one of the other kind, whatever its score. */
        if (wanted && (candidates++ == 0 || score > best)) {
            best = score;
            *out = candidate;
        } else if (!wanted && candidates == 0 && score > best_other) {
            best_other = score;
            *out = candidate;
        }
        if (stop_requested(chosen->stop) || (chosen->deadline > 0 && clock_now() >= chosen->deadline))
            break;
    }
}

void setup_create(const struct setup_statistics *statistics, const struct setup_options *chosen,
                  struct rng *rng, struct setup *out)
{
    struct creation creation = {.statistics = statistics, .options = chosen, .free = 0,
                                .spare = PIECES_A_SIDE - army_size(chosen->army)};
    int size = army_size(chosen->army);
    bool has_model = chosen->model && /* a model fits one variant's army only */
                     memcmp(chosen->army, variant_at(chosen->model->variant)->count, RANKS) == 0;
    creation.generator = chosen->generator;
    if (creation.generator == GENERATOR_FAITHFUL && !has_model)
        creation.generator = GENERATOR_SEMI_RANDOM;
    /* Statistics fit short armies only if they were learnt from short ones, and large ones only if from large
     * ones. Otherwise the judge is used. */
    double learnt_size = 0; /* of the army that they were learnt from */
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++)
            learnt_size += statistics->placement[rank][place];
    bool is_like = (learnt_size < JUDGE_SHORT_MAX + 0.5) == (size <= JUDGE_SHORT_MAX);
    bool statistics_fit = statistics->count > 0 && (size == PIECES_A_SIDE || is_like);
    creation.by_judge = creation.generator == GENERATOR_SEMI_RANDOM && !statistics_fit;
    /* The kept pieces are mirrored now, the whole setup at the end: so they stand on their places again. */
    bool mirrored = creation.generator == GENERATOR_SEMI_RANDOM && rng_unit(rng) < chosen->mirror;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        creation.keep[place] = chosen->keep[mirrored ? place_mirrored(place) : place];
        if (creation.keep[place] == RANK_UNKNOWN)
            creation.free |= PLACE_BIT(place);
    }
    order_ranks(statistics, chosen->army, chosen->order, creation.order);
    create_best(&creation, rng, out);
    if (mirrored)
        setup_mirror(out, out);
}

void setup_create_once(const struct settings *settings, const struct setup_sources *sources,
                       const uint8_t army[RANKS], double deadline, struct rng *rng, struct setup *out)
{
    struct setup_options chosen;
    setup_options_init(&chosen, settings);
    memcpy(chosen.army, army, sizeof chosen.army);
    chosen.model = sources->model;
    chosen.deadline = deadline;
    setup_create(sources->statistics, &chosen, rng, out);
}
