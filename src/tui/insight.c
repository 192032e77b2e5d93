/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/insight.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void study_free(struct study *study)
{
    plan_table_free(&study->table);
    mind_free(&study->mind);
    view_free(&study->view);
    free(study->context);
    *study = (struct study){0};
}

void insight_free(struct insight *insight)
{
    study_free(&insight->here);
    study_free(&insight->before);
}

/* What `side` knew after `plies` plies. What was learnt later must not be in it, so the past is played out
 * anew. */
static bool study_view(struct study *study, const struct seat *seat, uint32_t plies, enum side side)
{
    const struct board *present = &seat->game.view[side].board;
    struct position position = {0};
    if (plies == present->plies) {
        view_copy(&study->view, &seat->game.view[side]);
        return true;
    }
    enum status status = record_replay(&seat->game.record, plies - present->recalled, &position, NULL,
                                       NULL);
    if (status == STATUS_OK) {
        view_free(&study->view);
        study->view = (struct view){0};
        view_init(&study->view, &position, side);
    }
    position_free(&position);
    return status == STATUS_OK;
}

/* Gives the study the mind of a side; `rng` gets what that side has for chance after so many plies. */
static void study_mind(struct study *study, const struct seat *seat, const struct session *session,
                       enum side side, uint32_t plies, struct rng *rng)
{
    struct settings own = {0};
    rng_seed(rng, session->seed, 0);
    game_mover(&seat->game.record, side, plies, &session->settings, &own, rng, NULL);
    if (!study->minded)
        mind_init(&study->mind, &own);
    else if (study->side != side)
        mind_reload(&study->mind, &own);
    settings_free(&own);
    study->minded = true;
    study->side = side;
}

/* Brings a study to a position of the game, with values and beliefs. */
static bool study_go(struct study *study, const struct seat *seat, const struct session *session,
                     uint32_t plies, enum side side)
{
    const struct board *present = &seat->game.view[side].board;
    uint64_t placing = plies ? present->history[plies - 1].placing : 0;
    if (study->made && study->plies == plies && study->side == side && study->placing == placing)
        return true;
    study->planned = false;
    study_mind(study, seat, session, side, plies, &study->rng);
    study->made = study_view(study, seat, plies, side);
    if (!study->made)
        return false;
    study->plies = plies;
    study->placing = placing;
    mind_follow(&study->mind, &study->view);
    return true;
}

/* Makes the table; the view's side is to move. */
static bool study_plan(struct study *study, const struct session *session)
{
    if (study->planned)
        return study->best >= 0;
    if (!study->context)
        study->context = memory_new(1, sizeof *study->context);
    struct rng before = study->rng;
    mind_context(&study->mind, &study->view, &study->rng, study->context);
    study->context->notation = session_notation(session);
    study->best = planner_table(&study->mind.planner, study->context, &study->table);
    study->rng = before;
    study->planned = true;
    return study->best >= 0;
}

static int study_find(const struct study *study, struct move move)
{
    for (int i = 0; i < study->table.moves; i++)
        if (move_equal(study->context->moves[i].move, move))
            return i;
    return -1;
}

/* One more line of a sheet, the heaviest first. */
static void add_line(struct sheet *sheet, const struct plan_context *context,
                     const struct plan_column *column, double value)
{
    bool full = sheet->count == SHEET_LINES;
    if (full && fabs(sheet->line[SHEET_LINES - 1].value) >= fabs(value))
        return;
    int at = full ? SHEET_LINES - 1 : sheet->count++;
    for (; at > 0 && fabs(sheet->line[at - 1].value) < fabs(value); at--)
        sheet->line[at] = sheet->line[at - 1];
    plan_head(context, column->kind, column->subject, sheet->line[at].head);
    sheet->line[at].value = value;
}

static bool study_sheet(const struct study *study, struct move move, struct sheet *sheet)
{
    int index = study_find(study, move);
    if (index < 0)
        return false;
    *sheet = (struct sheet){.move = move, .attack = plan_attacks(study->context, index),
                            .total = study->table.total[index], .place = 1, .of = study->table.moves};
    for (int i = 0; i < study->table.moves; i++)
        sheet->place += study->table.total[i] > sheet->total;
    for (int i = 0; i < study->table.columns; i++)
        if (study->table.column[i].value[index] != 0)
            add_line(sheet, study->context, &study->table.column[i],
                     study->table.column[i].value[index]);
    return true;
}

/* Whose knowledge a board is looked at with: the person's while the game is on. */
static enum side watcher(const struct seat *seat, enum side to_move)
{
    return seat_over(seat) ? to_move : seat->person;
}

void insight_look(struct insight *insight, const struct seat *seat, const struct session *session)
{
    const struct board *board = seat_board(seat);
    struct notes notes;
    study_go(&insight->here, seat, session, board->plies, watcher(seat, board->to_move));
    notes_from_record(&notes, &seat->game.record);
    for (int side = RED; side < SIDES; side++) {
        struct note_fault fault[NOTE_FAULTS];
        bool enemy = side != (int)seat->person;
        insight->noted[side] = insight->here.mind.belief[side];
        int faults = notes_apply(&notes, &insight->noted[side], enemy ? insight->fault : fault);
        if (enemy)
            insight->faults = faults;
    }
}

const struct belief *insight_belief(const struct insight *insight, enum side side)
{
    return &insight->noted[side];
}

const struct worth *insight_worth(const struct insight *insight)
{
    return &insight->here.mind.worth;
}

bool insight_plan(struct insight *insight, const struct seat *seat, const struct session *session)
{
    const struct board *board = seat_board(seat);
    enum side side = watcher(seat, board->to_move);
    if (side != board->to_move || (seat_over(seat) && !seat->back))
        return false;
    insight_look(insight, seat, session);
    return insight->here.made && study_plan(&insight->here, session);
}

struct move insight_best(const struct insight *insight, int from)
{
    const struct study *study = &insight->here;
    int best = -1;
    for (int i = 0; i < study->table.moves; i++)
        if ((from == SQUARE_NONE || study->context->moves[i].move.from == from) &&
            (best < 0 || study->table.total[i] > study->table.total[best]))
            best = i;
    return best < 0 ? MOVE_NONE : study->context->moves[best].move;
}

bool insight_sheet(const struct insight *insight, struct move move, struct sheet *sheet)
{
    return study_sheet(&insight->here, move, sheet);
}

bool insight_played(struct insight *insight, const struct seat *seat, const struct session *session,
                    struct sheet *sheet)
{
    const struct board *board = seat_board(seat);
    enum side mover = side_other(board->to_move);
    uint32_t back = watcher(seat, mover) == mover ? 1 : 2;
    if (board->plies < board->recalled + back)
        return false;
    uint32_t ply = board->plies - back;
    return study_go(&insight->before, seat, session, ply, watcher(seat, mover)) &&
           study_plan(&insight->before, session) &&
           study_sheet(&insight->before, board->history[ply].move, sheet);
}

/* The line of an explanation that begins with a head; NULL: there is none. */
static const char *line_about(const char *lines, const char *head)
{
    size_t size = strlen(head);
    while (*lines) {
        if (!strncmp(lines, head, size) && lines[size] == ' ')
            return lines;
        lines += strcspn(lines, "\n");
        lines += *lines == '\n';
    }
    return NULL;
}

void insight_reason(struct insight *insight, struct move move, struct text *out)
{
    struct study *study = &insight->here;
    struct text all = {0};
    struct sheet sheet;
    struct rng before = study->rng;
    int index = study_find(study, move), best = 0;
    if (index < 0 || !study_sheet(study, move, &sheet) || !sheet.count)
        return;
    for (int i = 1; i < sheet.count; i++)
        if (sheet.line[i].value > sheet.line[best].value)
            best = i;
    planner_explain(&study->mind.planner, study->context, index, &all);
    study->rng = before;
    const char *line = line_about(text_string(&all), sheet.line[best].head);
    if (line)
        text_append(out, line, strcspn(line, "\n"));
    text_free(&all);
}
