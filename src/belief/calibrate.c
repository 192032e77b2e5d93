/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/calibrate.h"

#include "belief/belief.h"
#include "belief/mixture.h"
#include "belief/players.h"
#include "belief/rank_vector.h"

#include <string.h>

void calibrate_start(struct belief *belief)
{
    for (int rank = 0; rank < RANKS; rank++)
        belief->calibrated.level_scale[rank] = 1;
}

void calibrate_watch_fact(struct belief *belief, int row, int place, int state)
{
    const uint8_t *unknown_count = belief->public_state.unknown_count[belief->side];
    struct calibrated *calibrated = &belief->calibrated;
    /* The weights just before the fact: before calibration, without known setups, by the plain table. */
    const float *level = calibrated->level[row], *fresh = mixture_new_p(&belief->mixture)[row];
    float table[RANKS];
    fast_exp_all(belief->knowledge->prior[place], table, RANKS);
    const float *army = belief->knowledge->army;
    /* The table of ranks by place, scaled to the part of each rank that was hidden before the fact. The
     * public state includes the fact, so one piece of the rank that was seen (`state`) is added again. */
    for (int rank = 0; rank < RANKS; rank++)
        table[rank] = level[rank] > 0
                          ? table[rank] * (float)(unknown_count[rank] + (rank == state)) / army[rank] : 0;
    if (state == NETWORK_MOVED)
        calibration_watch_first(&calibrated->record, fresh, table);
    else
        calibration_watch(&calibrated->record, state, level, fresh, table);
}

/* Returns the ratio, 0.001 or more, of the likeliest rank's probability `top` to its probability by the plain
 * table. The plain table is the share of each rank on the piece's place in the statistics, scaled to the part
 * of the rank that is still hidden. If several ranks have `top`, the one with the largest probability in the
 * table counts. */
static float ratio_to_table(const struct belief *belief, int row, float top)
{
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    const float *share = belief->knowledge->share[place < PIECES_A_SIDE ? place : PIECES_A_SIDE];
    struct rank_vector level = ranks_load(belief->calibrated.level[row]);
    struct rank_vector left = ranks_load(belief->calibrated.left);
    struct rank_vector table = ranks_where(level, ranks_times(ranks_load(share), left));
    /* The table's weight of the likeliest rank, relative to the table's sum. */
    float best = ranks_max(ranks_at_least(level, top, table));
    float ratio = top * ranks_sum(table) / (best > 1e-6f ? best : 1e-6f);
    return ratio > 1e-3f ? ratio : 1e-3f;
}

/* Computes the signs (inputs of the calibration curves) of one row. SIGN_APART is the ratio itself: the
 * caller takes its logarithm, for four rows at once where possible. */
static void find_own_signs(const struct belief *belief, int row, float sign[SIGNS_OWN])
{
    int number = side_base(belief->side) + row;
    uint8_t known[DIRECTIONS];
    sign[SIGN_TOP] = ranks_max(ranks_load(belief->calibrated.level[row]));
    sign[SIGN_KNOWN] = mixture_known_part(&belief->mixture, row);
    sign[SIGN_MOVED] = belief->public_state.piece[number].moved;
    sign[SIGN_JUST] = steps_up_to(&belief->public_state, number, known) > 0;
    sign[SIGN_TOP_NEW] = sign[SIGN_TOP] * mixture_novelty(&belief->mixture, SETUP_NEW);
    sign[SIGN_APART] = ratio_to_table(belief, row, sign[SIGN_TOP]);
}

/* Computes the signs (inputs of the calibration curves) that are the same for all rows of the side: how new
 * its setup is, how much is hidden, and how well its revealed ranks and first moves were predicted. */
static void find_side_signs(const struct belief *belief, float sign[CALIBRATION_SIGNS])
{
    const struct calibration_record *record = &belief->calibrated.record;
    int hidden = 0;
    for (int rank = 0; rank < RANKS; rank++)
        hidden += belief->public_state.unknown_count[belief->side][rank];
    sign[SIGN_NEW] = mixture_novelty(&belief->mixture, SETUP_NEW);
    sign[SIGN_NEAR] = mixture_novelty(&belief->mixture, SETUP_NEAR);
    sign[SIGN_HIDDEN] = (float)hidden;
    /* How likely the revealed ranks were by the belief, how much likelier than by the plain table, and how
     * likely by that table; then the same as the second for which pieces moved. */
    sign[SIGN_LUCK] = calibration_rate(record->revealed, record->luck_sum);
    sign[SIGN_GAIN] = calibration_rate(record->revealed, record->gain_sum);
    sign[SIGN_TABLE_LUCK] = calibration_rate(record->revealed, record->table_luck_sum);
    sign[SIGN_FIRST_MOVES] = calibration_rate(record->first_moves, record->first_move_sum);
    sign[SIGN_ANYONE] = players_posterior(&belief->players, PLAYER_ANYONE);
}

void calibrate_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS])
{
    find_side_signs(belief, sign);
    find_own_signs(belief, row, sign);
    sign[SIGN_APART] = fast_log(sign[SIGN_APART]);
}

void calibrate_behaviour(const struct belief *belief, int row, float logs[RANKS])
{
    mixture_behaviour(belief, row, logs);
    ranks_store(ranks_scaled(ranks_load(logs), 1 - mixture_known_part(&belief->mixture, row)), logs);
}

/* Adds the learnt logarithms of the factors for a step up to known pieces, weighted by the probability of
 * each kind of player. PLAYER_ANYONE counts half as people and half as programs. */
static void add_steps(const struct belief *belief, int row, float logs[RANKS])
{
    const struct calibration *calibration = belief->knowledge->calibration;
    uint8_t known[DIRECTIONS];
    int count = steps_up_to(&belief->public_state, side_base(belief->side) + row, known);
    for (int i = 0; i < count; i++)
        for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
            float part = calibrate_step_part(belief, player);
            for (int rank = 0; rank < RANKS; rank++) {
                enum step_strength strength = step_strength(rank, known[i]);
                if ((int)strength < STEP_WEIGHTS) /* weaker ranks: 0 */
                    logs[rank] += part * calibration->step[player][known[i]][strength];
            }
        }
}

float calibrate_part(const struct belief *belief)
{
    return (float)belief->knowledge->options.calibration * players_posterior(&belief->players, PLAYER_PEOPLE);
}

float calibrate_step_part(const struct belief *belief, enum player_kind player)
{
    float half = players_posterior(&belief->players, PLAYER_ANYONE) / 2;
    return (float)belief->knowledge->options.calibration *
           (players_posterior(&belief->players, player) + half);
}

/* Fills `level`, the probabilities before calibration: copies `mixed`, sets ranks that are ruled out to 0,
 * and scales towards the normal form. Also computes `left`, the part of each rank's pieces that is hidden. */
static void fill_level(struct belief *belief)
{
    const uint8_t *count = belief->public_state.unknown_count[belief->side];
    struct calibrated *calibrated = &belief->calibrated;
    const float (*mixed)[RANKS] = mixture_rows(&belief->mixture);
    float (*level)[RANKS] = calibrated->level;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        uint16_t mask = facts_ranks(&belief->facts, row);
        ranks_store(ranks_choose(mask, ranks_load(mixed[row]), ranks_all(0)), level[row]);
    }
    mixture_scale(belief, (const float (*)[RANKS])level, level, calibrated->level_scale);
    for (int rank = 0; rank < RANKS; rank++)
        calibrated->left[rank] = (float)count[rank] / belief->knowledge->army[rank];
}

/* The rows to be calibrated, their signs and the sums of their curves; [..][i] belongs to row[i]. */
struct curve_rows {
    int count;
    uint8_t row[PIECES_A_SIDE];
    float sign[SIGNS_OWN][PIECES_A_SIDE], sum[CALIBRATION_SUMS][PIECES_A_SIDE];
};

/* Computes the sums of the curves for all hidden rows, four rows at once. SUM_POWER gets the power to which a
 * row is raised: the exponential of its sum. SUM_BEHAVIOUR gets the weight of the surplus of behaviour. The
 * curves of the whole side are the same for all rows and are added first. */
static void add_up_curves(const struct belief *belief, struct curve_rows *rows)
{
    const struct calibration *calibration = belief->knowledge->calibration;
    float sign[CALIBRATION_SIGNS], side_sum[CALIBRATION_SUMS] = {0};
    /* The curves of the whole side. */
    find_side_signs(belief, sign);
    calibration_add(calibration, sign, CURVES_OWN, CALIBRATION_CURVES, side_sum);
    /* The signs of each hidden row. */
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        find_own_signs(belief, row, sign);
        for (int i = 0; i < SIGNS_OWN; i++)
            rows->sign[i][rows->count] = sign[i];
        rows->row[rows->count++] = (uint8_t)row;
    }
    /* Fill the last vector of four with neutral signs. */
    int padded_count = (rows->count + 3) / 4 * 4;
    for (int i = rows->count; i < padded_count; i++)
        for (int k = 0; k < SIGNS_OWN; k++)
            rows->sign[k][i] = 1;
    /* Add the curves of the rows to those of the side. */
    for (int sum = 0; sum < CALIBRATION_SUMS; sum++)
        for (int i = 0; i < padded_count; i++)
            rows->sum[sum][i] = side_sum[sum];
    fast_log_all(rows->sign[SIGN_APART], rows->sign[SIGN_APART], padded_count);
    calibration_add_own(calibration, rows->count, (const float (*)[PIECES_A_SIDE])rows->sign, rows->sum);
    /* Bound the sums and reduce them to the part of the calibration that counts. */
    float part = calibrate_part(belief);
    for (int sum = 0; sum < CALIBRATION_SUMS; sum++)
        for (int i = 0; i < padded_count; i++)
            rows->sum[sum][i] = part * calibration_bound(rows->sum[sum][i]);
    fast_exp_all(rows->sum[SUM_POWER], rows->sum[SUM_POWER], padded_count);
}

/* Fills `p` with the calibrated weights of the hidden rows: `level` to the row's power, times the factors of
 * the surplus of behaviour and of a step up. The curves were learnt from people's games, so their weight is
 * the probability that people play. */
void calibrate_weigh(struct belief *belief)
{
    struct calibrated *calibrated = &belief->calibrated;
    struct curve_rows rows;
    rows.count = 0;
    fill_level(belief);
    add_up_curves(belief, &rows);
    for (int i = 0; i < rows.count; i++) {
        int row = rows.row[i];
        float raised[RANKS], log_factor[RANKS]; /* the row's weights; by behaviour and a step up, by rank */
        calibrate_behaviour(belief, row, log_factor);
        ranks_store(ranks_scaled(ranks_load(log_factor), rows.sum[SUM_BEHAVIOUR][i]), log_factor);
        if (rows.sign[SIGN_JUST][i] > 0)
            add_steps(belief, row, log_factor);
        memcpy(raised, calibrated->level[row], sizeof raised);
        calibration_raise(raised, rows.sum[SUM_POWER][i], log_factor);
        memcpy(calibrated->raised[row], raised, sizeof raised);
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = (double)raised[rank];
    }
}
