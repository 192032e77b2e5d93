/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the panel of best lines (struct lines_picture). */
#include "tui/draw.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "report/policy_text.h"
#include "report/study_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    NUMBER_COLS = 9,  /* columns of a value */
    BEST_MIN = 3,     /* min number of best moves shown, if the agent reports that many */
    RANKS_SHOWN = 3,  /* ranks shown for an unknown piece in a battle */
    SPACED_ROWS = 14, /* rows of a panel from which on blank rows separate its parts */
    TABLE_COLS = 40,  /* max columns of the table */
    PERCENT_COLS = 11, /* columns of "100 % done" after a bar */
};

/* Draws the best moves from row `row`: those with an exact value, and at least BEST_MIN others with an
 * upper bound. Returns the row after them. */
static int draw_moves_found(struct canvas *canvas, const struct area *panel, int row,
                            const struct lines_picture *picture)
{
    struct root_move best[LINES_BEST];
    struct area table = *panel;
    const struct area *area = &table;
    int count = advice_best(picture->advice, LINES_BEST, best), max = area->rows / 4;
    if (table.cols > TABLE_COLS)
        table.cols = TABLE_COLS;
    /* At most a quarter of the rows: the expected play follows. */
    if (max < BEST_MIN)
        max = BEST_MIN;
    canvas_text(canvas, row, area->col, area->cols, ROLE_HEADING, "Best moves");
    canvas_text(canvas, row, area->col + area->cols - 6, 6, ROLE_HEADING, " score");
    row++;
    for (int i = 0; i < count && i < max && row < area->row + area->rows; i++) {
        const struct root_move *root = &best[i];
        bool attack = picture->board->at[root->move.to] != NO_PIECE;
        enum role role = root->is_upper_bound ? ROLE_DIM : ROLE_TEXT;
        char name[MOVE_TEXT], value[32];
        if (root->is_upper_bound && i >= BEST_MIN)
            continue;
        snprintf(value, sizeof value, "%s%.2f", root->is_upper_bound ? "<= " : "",
                 decimal_plain_zero(root->value, 2));
        canvas_text(canvas, row, area->col + 1, area->cols - 1, role,
                    move_write(root->move, attack, canvas->notation, name));
        canvas_printf(canvas, row++, area->col + area->cols - NUMBER_COLS, NUMBER_COLS, role, "%*s",
                      NUMBER_COLS, value);
    }
    return row;
}

/* Draws a table of at most `max` moves of the rollouts, the chosen move first and highlighted, in as many
 * columns as fit. A move has its chance to win, the error of that, and the share of worlds in which no other
 * move was better. The move that is described in words has a sign. Returns the row after them. */
static int draw_study_table(struct canvas *canvas, const struct area *area, int row,
                            const struct rollout_study *study, int described_move, int max)
{
    enum { WITH_ERROR = 22, WITH_BEST = 28 };
    int order[HALVING_ARMS], count = study_order(study, order);
    canvas_printf(canvas, row++, area->col, area->cols, ROLE_HEADING, "Played out   win%s%s",
                  area->cols >= WITH_ERROR ? " error" : "", area->cols >= WITH_BEST ? "  best" : "");
    for (int i = 0; i < count && i < max && row < area->row + area->rows; i++) {
        const struct rollout_account *account = &study->move[order[i]];
        char name[MOVE_TEXT], percent[16] = "", error[16] = "", best[16] = "",
            sign = order[i] == described_move ? '>' : ' ';
        bool has_chance = account->counted && account->chance >= 0;
        if (has_chance)
            snprintf(percent, sizeof percent, "%.0f%%", 100 * account->chance);
        if (has_chance && account->counted > 1 && area->cols >= WITH_ERROR)
            snprintf(error, sizeof error, "+-%.0f", 100 * account->chance_error);
        if (study->made && account->worlds && area->cols >= WITH_BEST)
            snprintf(best, sizeof best, "%.0f%%", 100.0 * account->best / account->worlds);
        move_write(account->move, account->attack, canvas->notation, name);
        canvas_printf(canvas, row++, area->col, area->cols, i ? ROLE_TEXT : ROLE_HEADING,
                      "%c%-9s%6s%*s%*s", sign, name, percent, area->cols >= WITH_ERROR ? 6 : 0, error,
                      area->cols >= WITH_BEST ? 6 : 0, best);
    }
    return row;
}

/* Draws the sentences, one a line of `words`, that fit whole above row `end`; the first one in any case. */
static void draw_sentences(struct canvas *canvas, const struct area *area, int row, int end, char *words)
{
    char *saved = NULL;
    bool first = true;
    for (char *line = strtok_r(words, "\n", &saved); line; line = strtok_r(NULL, "\n", &saved)) {
        if (first || row + canvas_lines(canvas, line, area->cols) <= end)
            row = draw_text_lines(canvas, area, row, ROLE_TEXT, line);
        first = false;
    }
}

/* Returns the number of rows that all sentences need, one a line of `words`. */
static int count_sentence_rows(const struct canvas *canvas, const char *words, int cols)
{
    int rows = 0;
    for (size_t size; *words; words += size + 1) {
        char line[512];
        size = strcspn(words, "\n");
        snprintf(line, sizeof line, "%.*s", (int)size, words);
        rows += canvas_lines(canvas, line, cols);
    }
    return rows;
}

/* Draws the table of the rollouts, and one move described in words. The table has a third of the rows, or
 * fewer moves if the words need more; sentences that do not fit whole are left out. */
static void draw_study(struct canvas *canvas, const struct area *area, int row, int gap,
                       const struct rollout_study *study, int described_move)
{
    struct text words = {0};
    char name[MOVE_TEXT];
    const struct rollout_account *account = &study->move[described_move];
    int end = area->row + area->rows, moves = area->rows / 3 < study->count ? area->rows / 3 : study->count;
    study_add_sentences(study, described_move, false, canvas->notation, &words);
    /* The rows for the table's moves and the words, without both headings and the gap. */
    int left = end - row - 2 - gap, needed = count_sentence_rows(canvas, text_string(&words), area->cols);
    while (moves > BEST_MIN && moves + needed > left)
        moves--;
    moves = moves < BEST_MIN ? BEST_MIN : moves;
    row = draw_study_table(canvas, area, row, study, described_move, moves) + gap;
    if (row < end)
        canvas_text(canvas, row++, area->col, area->cols, ROLE_HEADING,
                    move_write(account->move, account->attack, canvas->notation, name));
    if (words.size)
        draw_sentences(canvas, area, row, end, words.bytes);
    text_free(&words);
}

static const float shown_min = 0.0005f; /* a move less probable before and after all steps has no row */

/* Draws the result of a learnt policy: the chance to win, per move the probability of the network and the
 * final one, and the effect of each test-time step. */
static void draw_policy(struct canvas *canvas, const struct area *area, int row, int gap,
                        const struct policy_study *policy, const struct board *board)
{
    int order[MOVES_MAX], max_rows, end = area->row + area->rows;
    char name[MOVE_TEXT], won[16] = "";
    if (row < end)
        canvas_printf(canvas, row++, area->col, area->cols, ROLE_TEXT, "Chance to win %.0f %%",
                      100 * policy->chance);
    row += gap;
    if (row < end)
        canvas_printf(canvas, row++, area->col, area->cols, ROLE_HEADING, "Policy, %%  network  drawn%s",
                      policy->worlds ? "    won" : "");
    policy_study_order(policy, order);
    max_rows = end - row - gap;
    for (int stage = POLICY_NETWORK + 1; stage < POLICY_STAGES; stage++)
        max_rows -= policy->on[stage]; /* each step gets a row */
    for (int i = 0, rows = 0; i < policy->count && rows < max_rows && row < end; i++) {
        int move = order[i];
        if (policy->probability[POLICY_NETWORK][move] < shown_min &&
            policy->probability[POLICY_STAGES - 1][move] < shown_min)
            continue;
        rows++;
        bool attack = board->at[policy->move[move].to] != NO_PIECE;
        if (policy->worlds && !isnan(policy->won[move]))
            snprintf(won, sizeof won, "%7.1f", 100 * policy->won[move]);
        bool chosen = move == policy->chosen;
        canvas_printf(canvas, row++, area->col, area->cols, chosen ? ROLE_HEADING : ROLE_TEXT,
                      "%c%-9s%8.1f%7.1f%s", chosen ? '>' : ' ',
                      move_write(policy->move[move], attack, canvas->notation, name),
                      100 * (double)policy->probability[POLICY_NETWORK][move],
                      100 * (double)policy->probability[POLICY_STAGES - 1][move], won);
        won[0] = '\0';
    }
    row += gap;
    for (int stage = POLICY_NETWORK + 1; stage < POLICY_STAGES && row < end; stage++) {
        struct text words = {0};
        policy_add_step_text(policy, (enum policy_stage)stage, board, canvas->notation, &words);
        if (policy->on[stage])
            row = draw_text_lines(canvas, area, row, ROLE_TEXT, text_string(&words));
        text_free(&words);
    }
}

void draw_lines(struct canvas *canvas, const struct area *area, const struct lines_picture *picture)
{
    struct text play = {0};
    char effort[THINK_STATS_TEXT];
    int row = area->row, gap = area->rows >= SPACED_ROWS;
    int used = canvas_text(canvas, row, area->col, area->cols, ROLE_HEADING, picture->heading);
    canvas_printf(canvas, row, area->col + used, area->cols - used, ROLE_DIM, "  %s", picture->state);
    if (picture->done_part > 0 && ++row < area->row + area->rows) { /* a bar: "======----  40 % done" */
        double done = picture->done_part > 1 ? 1 : picture->done_part;
        int width = (area->cols < TABLE_COLS ? area->cols : TABLE_COLS) - PERCENT_COLS;
        int full = (int)(done * width + 0.5);
        for (int i = 0; i < width; i++)
            canvas_put(canvas, row, area->col + i, i < full ? ROLE_METER : ROLE_DIM, i < full ? '=' : '-');
        canvas_printf(canvas, row, area->col + width, PERCENT_COLS, ROLE_DIM, "%4.0f %% done", 100 * done);
    }
    think_stats_write(picture->effort, effort);
    if (picture->advice && picture->advice->has_study) {
        const struct rollout_study *study = &picture->advice->study;
        int moves = (study->plies + 1) / 2;
        snprintf(effort, sizeof effort, "played out %llu time%s, %d move%s deep",
                 (unsigned long long)study->trials, plural(study->trials), moves, plural((uint64_t)moves));
    }
    row = draw_text_lines(canvas, area, row + 1, ROLE_TEXT, effort);
    if (picture->note)
        draw_text_lines(canvas, area, row + gap, ROLE_DIM, picture->note);
    if (!picture->advice || picture->note)
        return;
    if (picture->advice->has_study) {
        draw_study(canvas, area, row + gap, gap, &picture->advice->study, picture->described_move);
        return;
    }
    if (picture->advice->has_policy) {
        draw_policy(canvas, area, row + gap, gap, &picture->advice->policy, picture->board);
        return;
    }
    if (picture->advice->has_value)
        row = draw_moves_found(canvas, area, row + gap, picture) + gap;
    if (row < area->row + area->rows)
        canvas_text(canvas, row++, area->col, area->cols, ROLE_HEADING, "Expected play");
    int plies = picture->advice->progress.length, left = area->row + area->rows - row;
    do { /* as many plies as fit whole */
        text_clear(&play);
        advice_play(picture->advice, RANKS_SHOWN, plies, canvas->notation, &play);
    } while (--plies > 0 && canvas_lines(canvas, text_string(&play), area->cols) > left);
    draw_text_lines(canvas, area, row, ROLE_TEXT, text_string(&play));
    text_free(&play);
}
