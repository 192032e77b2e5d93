/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* How sure a guess may be: the power, what it does to beliefs, and what is learnt of it. */
#include "belief/calibration.h"

#include "belief/belief.h"
#include "cmocka_all.h"
#include "learn/calibration_learn.h"
#include "lifelike.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the power --- */

TEST(test_curves)
{
    int start = 0;
    for (int i = 0; i < CALIBRATION_CURVES; i++) {
        const struct calibration_curve *curve = &calibration_curves[i];
        assert_true((int)curve->sign < CALIBRATION_SIGNS && (int)curve->sum < CALIBRATION_SUMS);
        assert_true(((int)curve->sign < SIGNS_OWN) == (i < CURVES_OWN));
        assert_int_equal(curve->start, start);
        assert_true(curve->count >= 2 && curve->count <= CALIBRATION_KNOTS_MAX);
        start += curve->count;
        for (int knot = 1; knot < curve->count; knot++)
            assert_true(curve->at[knot] > curve->at[knot - 1]);
    }
    assert_int_equal(start, CALIBRATION_KNOTS);
}

/* The curve of a sign that adds to a sum. */
static const struct calibration_curve *curve_of(enum calibration_sign sign, enum calibration_sum sum)
{
    int i = 0;
    while (i < CALIBRATION_CURVES - 1 &&
           (calibration_curves[i].sign != sign || calibration_curves[i].sum != sum))
        i++;
    return &calibration_curves[i];
}

/* The own curves of several pieces at once come out as those of each, to the last bit. */
static void check_own(const struct calibration *calibration, const float signs[CALIBRATION_SIGNS])
{
    enum { COUNT = 6 };
    float sign[SIGNS_OWN][PIECES_A_SIDE], sum[CALIBRATION_SUMS][PIECES_A_SIDE];
    for (int i = 0; i < (COUNT + 3) / 4 * 4; i++) {
        for (int k = 0; k < SIGNS_OWN; k++)
            sign[k][i] = signs[k] * (float)(i + 1) / 2;
        sum[SUM_POWER][i] = sum[SUM_BEHAVIOUR][i] = (float)i;
    }
    calibration_add_own(calibration, COUNT, (const float (*)[PIECES_A_SIDE])sign, sum);
    for (int i = 0; i < COUNT; i++) {
        float alone[CALIBRATION_SIGNS], added[CALIBRATION_SUMS] = {(float)i, (float)i};
        for (int k = 0; k < SIGNS_OWN; k++)
            alone[k] = sign[k][i];
        calibration_add(calibration, alone, 0, CURVES_OWN, added);
        for (int k = 0; k < CALIBRATION_SUMS; k++)
            assert_true(added[k] == sum[k][i]);
    }
}

/* A sum at one sign, all others far below their first knots, where the curves are 0: found at once, and in
 * two goes, which is to be the same. */
static float sum_at(const struct calibration *calibration, enum calibration_sum which,
                    enum calibration_sign sign, float value)
{
    float signs[CALIBRATION_SIGNS], sum[CALIBRATION_SUMS], added[CALIBRATION_SUMS] = {0};
    struct calibration_place place;
    for (int i = 0; i < CALIBRATION_SIGNS; i++)
        signs[i] = -1e9f;
    signs[sign] = value;
    calibration_locate(signs, &place);
    calibration_compute_sums(calibration, &place, sum);
    calibration_add(calibration, signs, CURVES_OWN, CALIBRATION_CURVES, added);
    calibration_add(calibration, signs, 0, CURVES_OWN, added);
    for (int i = 0; i < CALIBRATION_SUMS; i++)
        assert_true(fabsf(sum[i] - added[i]) < 1e-5f);
    check_own(calibration, signs);
    return sum[which];
}

/* From knot to knot it goes straight, beyond the ends it stays, and it stays within bounds. */
TEST(test_places)
{
    for (int which = 0; which < CALIBRATION_SUMS; which++) {
        struct calibration calibration = {.games = 1};
        const struct calibration_curve *curve = curve_of(SIGN_HIDDEN, which);
        int other = which == SUM_POWER ? SUM_BEHAVIOUR : SUM_POWER;
        calibration.height[curve->start + 1] = 0.5f;
        calibration.height[curve->start + 2] = -0.25f;
        calibration.height[curve->start + curve->count - 1] = 1;
        float middle = (curve->at[1] + curve->at[2]) / 2;
        float middle_height = curve->count == 3 ? 0.75f : 0.125f;
        assert_true(fabsf(sum_at(&calibration, which, SIGN_HIDDEN, curve->at[1]) - 0.5f) < 1e-6f);
        assert_true(fabsf(sum_at(&calibration, which, SIGN_HIDDEN, middle) - middle_height) < 1e-6f);
        assert_true(sum_at(&calibration, which, SIGN_HIDDEN, -1e30f) == 0);
        assert_true(sum_at(&calibration, which, SIGN_HIDDEN, 1e30f) == 1);
        assert_true(sum_at(&calibration, other, SIGN_HIDDEN, 1e30f) == 0);
        assert_true(isfinite(sum_at(&calibration, which, SIGN_HIDDEN, NAN)));
    }
    assert_true(calibration_bound(-5) == -CALIBRATION_MAX && calibration_bound(5) == CALIBRATION_MAX);
    assert_true(calibration_bound(0.25f) == 0.25f);
}

/* The ranks' order stays, what is impossible stays so, and nothing becomes infinite. */
TEST(test_raise)
{
    const float row[RANKS] = {0.5f, 0.2f, 0, 0.1f, 0.09f, 0.05f, 0.03f, 0.02f, 0.009f, 1e-3f, 1e-20f, 1e-38f};
    const float powers[] = {0.2f, 0.7f, 1, 1.6f, 4.5f};
    static const float none[RANKS] = {0}, more[RANKS] = {[1] = 0.5f, [2] = 3};
    float lifted[RANKS];
    memcpy(lifted, row, sizeof lifted);
    calibration_raise(lifted, 1, more);
    assert_true(fabsf(lifted[1] - 0.2f * expf(0.5f)) < 1e-5f && lifted[2] == 0);
    assert_true(fabsf(lifted[0] - 0.5f) < 1e-5f);
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
        float raised[RANKS];
        memcpy(raised, row, sizeof raised);
        calibration_raise(raised, powers[i], none);
        assert_true(raised[2] == 0);
        for (int rank = 0; rank < RANKS; rank++) {
            assert_true(isfinite(raised[rank]) && raised[rank] >= 0);
            for (int other = 0; other < RANKS; other++)
                assert_true(row[rank] <= row[other] || raised[rank] >= raised[other]);
            float expected = powf(row[rank], powers[i]);
            assert_true(rank > 9 || fabsf(raised[rank] - expected) < 1e-4f * expected + 1e-12f);
        }
    }
}

/* Ranks that were all but certain and came out surprise it little for the better, the others much for the
 * worse; what was ruled out is not counted. */
TEST(test_record)
{
    const float believed[RANKS] = {9, 1}, table[RANKS] = {1, 1};
    struct calibration_record good = {0}, bad = {0};
    calibration_watch(&good, 0, believed, believed, table);
    calibration_watch(&bad, 1, believed, believed, table);
    float spread = -0.9f * logf(0.9f) - 0.1f * logf(0.1f);
    assert_true(good.revealed == 1 && fabsf(good.luck_sum - (logf(0.9f) + spread)) < 1e-5f);
    assert_true(fabsf(bad.luck_sum - (logf(0.1f) + spread)) < 1e-5f);
    assert_true(fabsf(good.gain_sum - logf(1.8f)) < 1e-5f && fabsf(bad.gain_sum - logf(0.2f)) < 1e-5f);
    calibration_watch(&good, 2, believed, believed, table);
    assert_true(good.revealed == 1);
    assert_true(calibration_rate(bad.revealed, bad.luck_sum) < 0);
    assert_true(fabsf(calibration_rate(1, 5) - 5 / sqrtf(5)) < 1e-5f);
    assert_true(fabsf(good.table_luck_sum) < 1e-5f); /* to the table both were alike */
}

/* That the flag's and the bombs' places did not move was foretold better than by the table. */
TEST(test_first_moves)
{
    const float fresh[RANKS] = {[BOMB] = 1, [MINER] = 9}, table[RANKS] = {[BOMB] = 1, [MINER] = 1};
    struct calibration_record record = {0};
    calibration_watch_first(&record, fresh, table);
    assert_true(record.first_moves == 1 && record.revealed == 0);
    assert_true(fabsf(record.first_move_sum - logf(1.8f)) < 1e-5f);
}

/* --- steps up --- */

/* A hidden red piece goes from e4 to e5, where blue's colonel stands on e6 and one of unknown rank on f5. */
TEST(test_steps_up)
{
    struct public_state public_state = {.to_move = BLUE, .plies = 7};
    uint8_t known[DIRECTIONS];
    enum { MOVER = 3, COLONEL_PIECE = 45, OTHER = 46 };
    int to = 4 * FILES + 4, beyond = 5 * FILES + 4, beside = 4 * FILES + 5;
    memset(public_state.at, NO_PIECE, sizeof public_state.at);
    for (int i = 0; i < PIECES; i++)
        public_state.piece[i] = (struct public_piece){.square = SQUARE_NONE, .rank = RANK_UNKNOWN};
    public_state.at[to] = MOVER;
    public_state.at[beyond] = COLONEL_PIECE;
    public_state.at[beside] = OTHER;
    public_state.piece[MOVER] = (struct public_piece){
        .square = (uint8_t)to, .rank = RANK_UNKNOWN, .moved = 1, .from = (uint8_t)(to - FILES), .last = 7};
    public_state.piece[COLONEL_PIECE] = (struct public_piece){
        .square = (uint8_t)beyond, .rank = COLONEL, .moved = 1, .last = 4};
    public_state.piece[OTHER] = (struct public_piece){.square = (uint8_t)beside, .rank = RANK_UNKNOWN};
    assert_int_equal(steps_up_to(&public_state, MOVER, known), 1);
    assert_int_equal(known[0], COLONEL);
    public_state.plies = 8; /* blue has moved another piece */
    public_state.to_move = RED;
    assert_int_equal(steps_up_to(&public_state, MOVER, known), 1);
    public_state.piece[COLONEL_PIECE].last = 8; /* it was the colonel that came */
    assert_int_equal(steps_up_to(&public_state, MOVER, known), 0);
    public_state.piece[COLONEL_PIECE].last = 4;
    public_state.plies = 9; /* red has moved another */
    public_state.to_move = BLUE;
    assert_int_equal(steps_up_to(&public_state, MOVER, known), 0);
    assert_int_equal(step_strength(GENERAL, COLONEL), STEP_STRONGER);
    assert_int_equal(step_strength(COLONEL, COLONEL), STEP_EQUAL);
    assert_int_equal(step_strength(MAJOR, COLONEL), STEP_WEAKER);
    assert_int_equal(step_strength(BOMB, COLONEL), STEP_WEAKER);
    assert_int_equal(step_strength(SPY, MARSHAL), STEP_STRONGER);
}

/* --- beliefs --- */

/* Follows one game with guessers that differ in their calibration, and holds red's beliefs together. */
struct watched {
    struct belief_knowledge knowledge;
    struct belief belief;
};

static void watch(struct watched *watched, const struct belief_model *model, double part,
                  const struct lifelike *game)
{
    static struct setup_statistics statistics;
    struct belief_options options;
    shipped_statistics(&statistics);
    belief_options_default(&options);
    options.calibration = part;
    assert_int_equal(belief_knowledge_init(&watched->knowledge, &options, &statistics, model, NULL),
                     STATUS_OK);
    belief_init_public(&watched->belief, &watched->knowledge, &game->public_state, RED);
}

static double difference(const struct belief *one, const struct belief *other)
{
    double max = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            max = fmax(max, fabs(one->p[row][rank] - other->p[row][rank]));
    return max;
}

static void check_sums(const struct belief *belief)
{
    double column[RANKS] = {0};
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        double sum = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            double p = belief->p[row][rank];
            assert_true(isfinite(p) && p >= 0 && p <= 1 + 1e-6);
            sum += p;
            column[rank] += belief_is_hidden(belief, row) ? p : 0;
        }
        assert_true(belief->public_state.piece[row].square == SQUARE_NONE || fabs(sum - 1) < 1e-6);
    }
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(fabs(column[rank] - belief->public_state.unknown_count[RED][rank]) < 1e-4);
}

/* None, one that is not applied, and one that is flat are the same; one of the steepest curves keeps every
 * sum, and says something else. */
TEST(test_beliefs)
{
    enum { NONE, NOT_APPLIED, FLAT, STEEP, KINDS };
    static struct watched watched[KINDS];
    static struct lifelike game;
    static struct setup_statistics statistics;
    struct belief_model *model[KINDS];
    struct rng rng;
    struct event event;
    double max = 0;
    rng_seed(&rng, 5, 0);
    for (int i = 0; i < KINDS; i++) {
        model[i] = shipped_belief_model();
        model[i]->calibration = (struct calibration){.games = i != NONE};
        for (int knot = 0; knot < CALIBRATION_KNOTS && (i == STEEP || i == NOT_APPLIED); knot++)
            model[i]->calibration.height[knot] = knot % 3 ? 1.5f : -2.5f;
        for (int known = 0; known < RANKS && (i == STEEP || i == NOT_APPLIED); known++)
            model[i]->calibration.step[PLAYER_PEOPLE][known][STEP_STRONGER] = 2;
    }
    shipped_statistics(&statistics);
    lifelike_start(&game, model[NONE], &statistics, &rng);
    for (int i = 0; i < KINDS; i++)
        watch(&watched[i], model[i], i != NOT_APPLIED, &game);
    for (int ply = 0; ply < 250 && lifelike_play(&game, PLAYER_PEOPLE, &rng, &event); ply++) {
        for (int i = 0; i < KINDS; i++)
            belief_observe(&watched[i].belief, &event);
        assert_true(difference(&watched[NONE].belief, &watched[NOT_APPLIED].belief) == 0);
        assert_true(difference(&watched[NONE].belief, &watched[FLAT].belief) < 1e-4);
        max = fmax(max, difference(&watched[NONE].belief, &watched[STEEP].belief));
        check_sums(&watched[STEEP].belief);
    }
    assert_true(watched[STEEP].belief.calibrated.record.revealed > 3 && max > 0.1);
    lifelike_end(&game);
    for (int i = 0; i < KINDS; i++)
        belief_model_free(model[i]);
}

/* --- learning --- */

/* A side, in normal form, whose ranks come true by the power 0.7 of what is believed where pieces have not
 * moved, and by 1.5 where they have. */
static void make_side(struct calibration_samples *samples, int fold, struct rng *rng)
{
    struct calibration_row rows[3 * RANKS];
    float base[RANKS];
    struct calibration_side side = {.novelty = GUESS_MET, .weight = 1, /* whose gaps in bins do not count */
                                    .fold = fold, .count = 3 * RANKS, .curve_weight = 1, .step_weight = {1}};
    for (int rank = 0; rank < RANKS; rank++)
        base[rank] = (float)exp(2 * rng_unit(rng));
    for (int i = 0; i < side.count; i++) {
        float sum = 0, sign[CALIBRATION_SIGNS] = {[SIGN_NEW] = 1, [SIGN_HIDDEN] = 30}, true_p[RANKS];
        static const float none[RANKS] = {0};
        rows[i].steps = 0;
        memset(rows[i].behaviour, 0, sizeof rows[i].behaviour);
        double draw;
        int best = 0;
        for (int rank = 0; rank < RANKS; rank++)
            sum += rows[i].level[rank] = base[(rank + i / 3) % RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            rows[i].level[rank] /= sum;
            best = rows[i].level[rank] > rows[i].level[best] ? rank : best;
        }
        sign[SIGN_TOP] = rows[i].level[best];
        sign[SIGN_MOVED] = (float)(i % 2);
        calibration_locate(sign, &rows[i].place);
        memcpy(true_p, rows[i].level, sizeof true_p);
        calibration_raise(true_p, i % 2 ? 1.5f : 0.7f, none);
        sum = 0;
        for (int rank = 0; rank < RANKS; rank++)
            sum += true_p[rank];
        draw = rng_unit(rng) * (double)sum;
        rows[i].truth = 0;
        while (rows[i].truth < RANKS - 1 && (draw -= (double)true_p[rows[i].truth]) > 0)
            rows[i].truth++;
    }
    calibration_samples_put(samples, &side, rows);
}

/* The power's logarithm for a new, not near, not known piece of a middling game. */
static float learnt_sum(const struct calibration *calibration, float moved)
{
    float sign[CALIBRATION_SIGNS] = {
        [SIGN_TOP] = 0.25f, [SIGN_NEW] = 1, [SIGN_HIDDEN] = 30, [SIGN_MOVED] = moved};
    struct calibration_place place;
    float sum[CALIBRATION_SUMS];
    calibration_locate(sign, &place);
    calibration_compute_sums(calibration, &place, sum);
    return sum[SUM_POWER];
}

/* The powers that come true, both a little surer: the ranks' counts, which the normal form knows, separate
 * something too. */
static void check_learnt(const struct calibration *calibration)
{
    float unmoved = learnt_sum(calibration, 0), moved = learnt_sum(calibration, 1);
    assert_true(unmoved < -0.05f && moved > 0.2f);
    assert_true(fabsf(moved - unmoved - logf(1.5f / 0.7f)) < 0.2f);
}

TEST(test_learn)
{
    struct calibration few, one, again, other;
    struct calibration_samples *samples = calibration_samples_new();
    struct rng rng;
    rng_seed(&rng, 9, 0);
    for (int i = 0; i < 1000; i++)
        make_side(samples, i % 2, &rng);
    calibration_fit(&one, samples, -1, NULL);
    assert_true(one.games == 0); /* of no games that are counted */
    calibration_samples_count(samples, 0, 300, 250);
    calibration_samples_count(samples, 1, 250, 150);
    calibration_fit(&few, samples, -1, NULL);
    assert_true(few.games == 550);
    calibration_samples_count(samples, 1, 5000, 0);
    calibration_fit(&one, samples, -1, NULL);
    calibration_fit(&again, samples, -1, NULL);
    assert_memory_equal(&one, &again, sizeof one);
    assert_true(one.games == 5550);
    check_learnt(&one);
    /* Of few games, the same way but not so far. */
    assert_true(learnt_sum(&few, 1) > 0.02f && learnt_sum(&few, 1) < learnt_sum(&one, 1) - 0.05f);
    calibration_fit(&other, samples, 1, NULL); /* without the fold of number 1 */
    assert_true(other.games == 300 && memcmp(other.height, one.height, sizeof one.height) != 0);
    calibration_fit(&other, samples, 0, NULL); /* too few new games */
    assert_true(other.games == 0);
    calibration_samples_free(samples);
}

/* Sides of which a piece has just stepped up to a major, as likely each rank as any other: a general is the
 * truth of so many of ten, a major of two, else a scout. */
static void put_steps(struct calibration_samples *samples, enum player_kind player, int generals)
{
    for (int i = 0; i < 1000; i++) {
        struct calibration_side side = {.novelty = GUESS_NEAR, .weight = 1, .count = 3, .steps = true,
                                        .player = player, .curve_weight = player == PLAYER_PEOPLE,
                                        .step_weight = {[PLAYER_PEOPLE] = player == PLAYER_PEOPLE,
                                                      [PLAYER_PROGRAMS] = player == PLAYER_PROGRAMS}};
        struct calibration_row rows[3];
        const uint8_t truth = i % 10 < generals ? GENERAL : i % 10 < generals + 2 ? MAJOR : SCOUT;
        static const uint8_t ranks[3] = {GENERAL, MAJOR, SCOUT};
        float sign[CALIBRATION_SIGNS] = {[SIGN_NEW] = 1, [SIGN_HIDDEN] = 30};
        memset(rows, 0, sizeof rows);
        for (int k = 0, other = 0; k < 3; k++) {
            for (int j = 0; j < 3; j++)
                rows[k].level[ranks[j]] = 1.0f / 3;
            calibration_locate(sign, &rows[k].place);
            while (k > 0 && ranks[other] == truth)
                other++;
            rows[k].truth = k ? ranks[other++] : truth;
        }
        rows[0].steps = 1;
        rows[0].known[0] = MAJOR;
        calibration_samples_put(samples, &side, rows);
    }
}

/* What it says of steps up comes true, for people and for programs. */
TEST(test_learn_steps)
{
    struct calibration calibration;
    struct calibration_samples *samples = calibration_samples_new();
    calibration_samples_count(samples, 0, 300, 250);
    put_steps(samples, PLAYER_PEOPLE, 5);
    put_steps(samples, PLAYER_PROGRAMS, 7);
    calibration_fit(&calibration, samples, -1, NULL);
    const float *people = calibration.step[PLAYER_PEOPLE][MAJOR];
    const float *programs = calibration.step[PLAYER_PROGRAMS][MAJOR];
    assert_true(people[STEP_STRONGER] > 0.2f && programs[STEP_STRONGER] > people[STEP_STRONGER] + 0.5f);
    assert_true(people[STEP_EQUAL] < -0.1f);
    assert_true(calibration.step[PLAYER_PEOPLE][MARSHAL][STEP_STRONGER] == 0);
    calibration_samples_free(samples);
}

TESTS_MAIN(NULL, NULL)
