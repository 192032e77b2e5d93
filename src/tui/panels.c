/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels of figures: where a rank is, what pieces are worth, the plans' values. Nothing is computed
 * while all of them are closed. */
#include "tui/panels.h"

#include "agent/agent.h"
#include "game/notation.h"
#include "tui/lessons.h"
#include "tui/screen.h"

#include <math.h>
#include <stdio.h>

/* Returns the side whose pieces the heatmap is about. */
static enum side believed_side(const struct tui *tui)
{
    enum side person = local_game_own_side(&tui->local);
    return tui->panels.heat_of_own ? person : side_other(person);
}

/* Fills in the request for figures about the board shown. */
static void make_figures_request(const struct tui *tui, struct figures_request *request)
{
    const struct session *session = tui->session;
    struct analysis_request *requests[] = {&request->here, &request->before};
    figures_request_shown(&tui->local, request);
    for (int i = 0; i < 2; i++) {
        requests[i]->settings = &session->settings;
        requests[i]->library = session->library;
        requests[i]->seed = session->seed;
        requests[i]->notation = session_notation(session);
    }
}

const struct figures *panels_figures(const struct tui *tui)
{
    struct figures_request request;
    make_figures_request(tui, &request);
    return analyst_figures(&tui->analyst, &request);
}

/* Returns the side whose agent's options the figures use in a game between agents. In another game returns
 * SIDES: the session's options. */
static enum side figures_owner(const struct tui *tui)
{
    struct figures_request request;
    make_figures_request(tui, &request);
    const struct analysis_request *here = &request.here;
    return here->as_player && agent_index(here->record->player[here->side]) >= 0 ? here->side : SIDES;
}

/* Writes the heading of the list of likeliest squares, which has `cols` columns. */
static void write_heat_heading(const struct tui *tui, int cols, char *text, size_t capacity)
{
    const char *rank = rank_table[tui->panels.rank].name;
    enum side side = believed_side(tui), agent_side = figures_owner(tui);
    /* A shorter heading where the question does not fit. */
    if (agent_side == SIDES &&
        snprintf(text, capacity, "Where is the %s of %s?", rank, side_name(side)) > cols)
        snprintf(text, capacity, "%s's %s is on", side == RED ? "Red" : "Blue", rank);
    else if (agent_side != SIDES)
        snprintf(text, capacity, "%s %s %s's %s", side == BLUE ? "Red" : "Blue",
                 agent_side == side ? "may guess" : "guesses", side_name(side), rank);
}

/* Writes the text in place of figures that are not ready: "thinking... 40 %", or the error if they failed. */
static const char *write_waiting_text(const struct tui *tui, char *text, size_t capacity)
{
    double progress = analyst_progress(&tui->analyst);
    if (!analyst_is_busy(&tui->analyst) && tui->analyst.error.status != STATUS_OK)
        snprintf(text, capacity, "%s", tui->analyst.error.text);
    else if (progress < 1)
        snprintf(text, capacity, "thinking... %.0f %%", 100 * progress);
    else
        snprintf(text, capacity, "thinking...");
    return text;
}

/* Updates the plans' values of the move under the cursor and of the last move. */
static void update_breakdowns(struct tui *tui, const struct figures *figures)
{
    struct panels *panels = &tui->panels;
    struct move before = panels->has_cursor_move ? panels->cursor_move.move : MOVE_NONE;
    panels->has_cursor_move = panels->has_played = false;
    if (!figures)
        return;
    /* The move under the cursor is that of the chosen piece; if none is chosen, the best of the piece
     * there. */
    const struct board_cursor *cursor = &tui->cursor;
    struct move move = {(uint8_t)cursor->chosen, (uint8_t)cursor->square};
    if (cursor->chosen == SQUARE_NONE || !bit_in(cursor->targets, cursor->square))
        move = analysis_best(&figures->here, cursor->chosen != SQUARE_NONE ? cursor->chosen : cursor->square);
    panels->has_cursor_move = !move_is_none(move) &&
                              analysis_breakdown(&figures->here, move, &panels->cursor_move);
    panels->has_played = figures->has_played;
    panels->played = figures->played;
    /* If the panel has no area, the message line shows the move under the cursor when it changes. */
    if (panels->has_cursor_move && !tui->layout.panel.rows && !move_equal(before, move)) {
        char words[512];
        breakdown_words(&panels->cursor_move, session_notation(tui->session), words, sizeof words);
        message_show(tui, false, "%s", words);
    }
}

/* Appends to the message a note that the facts contradict by now, while the heatmap is open. Each note is
 * reported once. */
static void show_note_conflicts(struct tui *tui, const struct analysis *analysis)
{
    struct panels *panels = &tui->panels;
    enum side enemy = side_other(tui->local.shown.person);
    int faults = analysis->faults[enemy];
    if (panels->heat && faults > panels->faults) {
        struct error line;
        struct text text = {0};
        note_fault_write(&analysis->fault[enemy][faults - 1], session_notation(tui->session), &text);
        error_set(&line, STATUS_NO, "%s", text_string(&text));
        text_free(&text);
        message_add_error(tui, &line);
    }
    panels->faults = panels->heat ? faults : 0;
}

static void run_awaited(struct tui *tui, const struct figures *figures);

/* Requests figures for the board shown, unless that was done. Returns them if they are ready. */
static const struct figures *request_figures(struct tui *tui)
{
    struct figures_request request;
    make_figures_request(tui, &request);
    analyst_request(&tui->analyst, &request);
    analyst_poll(&tui->analyst);
    return analyst_figures(&tui->analyst, &request);
}

void panels_update(struct tui *tui)
{
    struct panels *panels = &tui->panels;
    lines_update(tui);
    if (!tui->local.has_game || !(panels->heat || panels->values || panels->plans ||
                               panels->awaited & ~(unsigned)AWAIT_ADVICE || tui->table.open ||
                               square_info_wants_figures(tui)))
        return;
    const struct figures *figures = request_figures(tui);
    if (figures) {
        show_note_conflicts(tui, &figures->here);
        run_awaited(tui, figures);
        figures = request_figures(tui); /* a stored note changes the request */
    } else if (panels->awaited & ~(unsigned)AWAIT_ADVICE && !analyst_is_busy(&tui->analyst)) {
        message_error(tui, &tui->analyst.error);
        panels->awaited &= AWAIT_ADVICE;
        panels->pending_count = 0;
    }
    square_info_update(tui);
    if (panels->plans)
        update_breakdowns(tui, figures);
}

bool panels_heat(const struct tui *tui, double heat[SQUARES])
{
    const struct board *board = local_game_board(&tui->local);
    const struct figures *figures = tui->panels.heat ? panels_figures(tui) : NULL;
    if (!figures)
        return false;
    const struct belief *belief = &figures->here.belief[believed_side(tui)];
    belief_heat(belief, tui->panels.rank, heat);
    /* A piece that both sides know needs no probability. */
    for (int square = 0; square < SQUARES; square++)
        if (heat[square] >= 0 && !belief_is_hidden(belief, board->at[square]))
            heat[square] = -1;
    return true;
}

/* Returns whether two areas overlap. */
static bool areas_meet(const struct area *a, const struct area *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows && a->col < b->col + b->cols &&
           b->col < a->col + a->cols;
}

/* Finds the armies of the game, as far as the screen knows them. */
static void find_armies(const struct tui *tui, struct game_armies *armies)
{
    draw_find_armies(&tui->local.game.record.start, local_game_board(&tui->local), armies);
}

int panels_ranks(const struct tui *tui)
{
    struct game_armies armies;
    find_armies(tui, &armies);
    return army_ranks(armies.max_count);
}

/* Draws below the plans' values why they prefer another move than the hint that stands. Returns the area
 * above it. */
static struct area draw_preferred(const struct tui *tui, struct canvas *canvas, const struct figures *figures)
{
    struct area area = message_area_above(tui, canvas, &tui->layout.panel);
    const struct panels *panels = &tui->panels;
    char name[MOVE_TEXT], words[96];
    if (!figures || !figures->here.planned || !panels->has_cursor_move || !panels->hint_is_shown ||
        !lines_hint_stands(tui))
        return area;
    const struct plan_context *context = figures->here.context;
    struct move best = context->moves[figures->hint.best].move;
    if (move_equal(best, panels->cursor_move.move))
        return area;
    move_write(best, plan_attacks(context, figures->hint.best), canvas->notation, name);
    snprintf(words, sizeof words, "By points the plans prefer %s. The hint is the best of moves played out.",
             name);
    int rows = canvas_lines(canvas, words, area.cols);
    if (area.rows < 4 * rows)
        return area;
    area.rows -= rows;
    const struct area below = {area.row + area.rows, area.col, rows, area.cols};
    draw_text_lines(canvas, &below, below.row, ROLE_DIM, words);
    return area;
}

/* Draws the plans' values. `waiting`: the text to draw if they are not ready; NULL if they are. */
static void draw_plans(const struct tui *tui, struct canvas *canvas, const struct figures *figures,
                       const char *waiting)
{
    const struct panels *panels = &tui->panels;
    const struct local_game *local = &tui->local;
    const char *none = "no piece that can move is here", *unplayed = "no move yet";
    if (waiting)
        none = unplayed = waiting;
    else if (local_game_over(local) && !local->shown.back)
        none = "the game is over";
    else if (!local_game_over(local) && !local_game_is_open(local) &&
             local_game_board(local)->to_move != local->shown.person)
        none = "your opponent is to move";
    const struct area area = draw_preferred(tui, canvas, figures);
    draw_breakdowns(canvas, &area,
                    panels->has_cursor_move && !waiting ? &panels->cursor_move : NULL, none,
                    panels->has_played && !waiting ? &panels->played : NULL, unplayed);
}

void panels_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct panels *panels = &tui->panels;
    const struct layout *layout = &tui->layout;
    const struct board *board = local_game_board(&tui->local);
    const struct area *panel = &layout->panel, moves = message_area_above(tui, canvas, &layout->moves);
    bool covered = (panels->plans || panels->lines) && panel->rows;
    /* The list of likeliest squares replaces the moves below the captured pieces; on a small screen, which
     * has no moves, the captured pieces themselves. */
    bool below = layout->moves.rows > 0, has_square_info = false;
    char words[sizeof tui->analyst.error.text], heading[64];
    const struct figures *figures = panels_figures(tui);
    struct game_armies armies;
    find_armies(tui, &armies);
    const struct belief *belief = figures ? &figures->here.belief[believed_side(tui)] : NULL;
    write_heat_heading(tui, (below ? layout->moves : layout->captured).cols, heading, sizeof heading);
    const char *waiting = write_waiting_text(tui, words, sizeof words);
    if (covered && panels->plans)
        draw_plans(tui, canvas, figures, figures ? NULL : waiting);
    lines_draw(tui, canvas);
    if (!covered || !areas_meet(panel, &layout->captured)) {
        if (panels->heat && !below)
            draw_likeliest(canvas, &layout->captured, heading, panels->rank, belief, waiting);
        else if (panels->values)
            draw_values(canvas, &layout->captured, figures ? &figures->here.worth : NULL, armies.max_count,
                        tui->local.shown.person, waiting);
        else
            draw_captured(canvas, &layout->captured, board, &armies);
    }
    if (!covered || !areas_meet(panel, &layout->moves)) {
        if (panels->heat && below)
            draw_likeliest(canvas, &layout->moves, heading, panels->rank, belief, waiting);
        else
            draw_moves(canvas, &moves, board,
                       tui->local.shown.trial.on ? NULL : &tui->local.game.record);
    }
    if (!covered || !areas_meet(panel, &layout->square_info))
        has_square_info = square_info_draw(tui, canvas);
    if ((!covered || !areas_meet(panel, &layout->log)) && !(has_square_info && layout->square_info_over_log))
        draw_log(canvas, &layout->log, board, game_viewer(tui));
}

void panels_await(struct tui *tui, unsigned what)
{
    tui->panels.awaited |= what;
    message_show(tui, false, "Thinking...");
    panels_update(tui);
}

void panels_cancel_awaited(struct tui *tui)
{
    struct panels *panels = &tui->panels;
    if (panels->awaited & (AWAIT_STATE | AWAIT_HINT))
        message_clear(tui);
    panels->awaited &= AWAIT_NOTE | AWAIT_ADVICE; /* a note that was typed is not lost */
}

/* Shows a message on what the heatmap shows. */
static void show_heat_message(struct tui *tui)
{
    const struct panels *panels = &tui->panels;
    const char *rank = rank_table[panels->rank].name;
    enum side side = believed_side(tui), agent_side = figures_owner(tui);
    const char *owner = side_name(side), *other = side_name(side_other(side));
    if (!panels->heat)
        game_show_instructions(tui);
    else if (agent_side == side)
        message_show(tui, false, "What %s may believe, as %s reckons: where %s's %s is, in percent", other,
                     owner, owner, rank);
    else if (agent_side != SIDES)
        message_show(tui, false, "Where %s's agent guesses %s's %s, in percent; + and - choose the rank",
                     other, owner, rank);
    else if (panels->heat_of_own)
        message_show(tui, false, "Your %s, as %s may believe, in percent; %s: %s's", rank, other,
                     key_for(ACTION_OTHER_SIDE, ON_GAME).text, other);
    else if (library_has_belief(shown_library(tui)))
        message_show(tui, false, "Where %s's %s may be, in percent; + and - choose the rank", owner, rank);
    else
        message_show(tui, false, "Where %s's %s may be, by counts and moves alone: %s has no model", owner,
                     rank, shown_variant(tui)->name);
}

void panels_begin(struct tui *tui)
{
    struct game_armies armies;
    find_armies(tui, &armies);
    tui->panels = (struct panels){.rank = MARSHAL, .replaced = MOVE_NONE};
    while (tui->panels.rank > FLAG && !armies.max_count[tui->panels.rank])
        tui->panels.rank--;
    preferences_get_panels(tui, &tui->panels);
}

/* Opens the heatmap. If it is open, changes to the next rank of the armies, upward (1) or downward (-1). */
static void cycle_rank(struct tui *tui, int step)
{
    struct panels *panels = &tui->panels;
    struct game_armies armies;
    find_armies(tui, &armies);
    for (int n = 0; panels->heat && n < RANKS; n++) {
        panels->rank = (panels->rank + step + RANKS) % RANKS;
        if (armies.max_count[panels->rank])
            break;
    }
    panels->heat = true;
    show_heat_message(tui);
}

void panels_choose_move(struct tui *tui, struct move move)
{
    tui->cursor.chosen = move.from;
    tui->cursor.square = move.to;
    tui->cursor.targets = game_targets(tui, move.from);
    tui->panels.hinted = move;
}

/* Shows the planner's best move with its reason, and chooses it. */
static void show_hint(struct tui *tui, const struct figures *figures)
{
    struct text whole = {0};
    text_printf(&whole, "Hint: %s",
                text_string(lessons_beginner(tui) ? &figures->hint.plain : &figures->hint.text));
    if (!isnan(figures->chance) && !lessons_beginner(tui))
        text_printf(&whole, " Chance to win %.0f %%.", 100 * figures->chance);
    panels_choose_move(tui, figures->here.context->moves[figures->hint.best].move);
    tui->panels.hint_is_shown = true;
    message_show_sentences(tui, text_string(&whole));
    text_free(&whole);
}

/* Shows which ranks the piece under the cursor may have. For an own piece shows what the enemy may
 * believe. */
static void show_piece_ranks(struct tui *tui, const struct analysis *analysis)
{
    const struct board *board = local_game_board(&tui->local);
    int number = board->at[tui->cursor.square];
    char text[sizeof tui->message / 2] = "", name[SQUARE_TEXT];
    if (number >= PIECES) {
        game_show_instructions(tui);
        return;
    }
    enum side side = piece_side(number);
    bool own = side == tui->local.shown.person;
    const char *rank = own || board->piece[number].rank != RANK_UNKNOWN
                           ? rank_table[board->piece[number].rank].name : NULL;
    square_write(tui->cursor.square, session_notation(tui->session), name);
    if (!belief_is_hidden(&analysis->belief[side], number)) {
        message_show(tui, false, "%s, %s's %s: both sides know it", name, side_name(side),
                     rank ? rank : "piece");
        return;
    }
    int ranks[RANKS], count = square_info_sort_ranks(&analysis->belief[side], number, ranks);
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %.0f %%", i ? ", " : "",
                                 rank_table[ranks[i]].name,
                                 100 * belief_get(&analysis->belief[side], number, ranks[i]));
    if (own)
        message_show(tui, false, "%s, your %s; %s may take it for: %s", name, rank,
                     side_name(side_other(side)), text);
    else
        message_show(tui, false, "%s, %s's %s: %s", name, side_name(side), rank ? rank : "piece", text);
}

/* Does the actions that waited for these figures. */
static void run_awaited(struct tui *tui, const struct figures *figures)
{
    unsigned awaited = tui->panels.awaited;
    tui->panels.awaited &= AWAIT_ADVICE;
    if (awaited & AWAIT_NOTE)
        panels_store_notes(tui, &figures->here);
    if (awaited & AWAIT_STATE) {
        if (isnan(figures->chance))
            message_show(tui, false, "The chance to win is not known here");
        else
            message_show(tui, false, "Your chance to win is %.0f %% (a draw is half a win)",
                         100 * figures->chance);
    }
    if (awaited & AWAIT_PIECE)
        show_piece_ranks(tui, &figures->here);
    if (awaited & AWAIT_HINT && local_game_to_move(&tui->local) && figures->here.planned &&
        !(awaited & AWAIT_ADVICE && tui->panels.hint_is_shown)) /* the agent's may have come first */
        show_hint(tui, figures);
    if (awaited & AWAIT_CHANCE)
        lines_update(tui);
}

unsigned panels_handle_action(struct tui *tui, enum action action)
{
    struct panels *panels = &tui->panels;
    switch (action) {
    case ACTION_HEAT:
        panels->heat = !panels->heat;
        show_heat_message(tui);
        return 0;
    case ACTION_OTHER_SIDE:
        /* Opens the heatmap for the own pieces. If it is open, changes its side. */
        panels->heat_of_own = panels->heat ? !panels->heat_of_own : true;
        panels->heat = true;
        show_heat_message(tui);
        if (!panels->heat_of_own && figures_owner(tui) == SIDES)
            message_append(tui, "%s: no map", key_for(ACTION_HEAT, ON_GAME).text);
        return 0;
    case ACTION_PIECE_RANKS:
        panels->shows_piece_ranks = !panels->shows_piece_ranks;
        if (panels->shows_piece_ranks)
            panels_await(tui, AWAIT_PIECE);
        else
            game_show_instructions(tui);
        return 0;
    case ACTION_SQUARE_INFO: preferences_toggle_square_info(tui); return 0;
    case ACTION_RANK_UP: cycle_rank(tui, 1); return 0;
    case ACTION_RANK_DOWN: cycle_rank(tui, -1); return 0;
    case ACTION_VALUES:
        panels->values = !panels->values;
        if (panels->values)
            panels_await(tui, AWAIT_STATE);
        else
            game_show_instructions(tui);
        return 0;
    case ACTION_PLANS:
        panels->plans = !panels->plans;
        panels->lines = false; /* both use the same area */
        panels->has_cursor_move = false;
        game_show_instructions(tui);
        return 0;
    case ACTION_MOVES: moves_table_toggle(tui); return 0;
    case ACTION_HINT:
        if (lines_hint(tui))
            return 0;
        if (local_game_to_move(&tui->local))
            panels_await(tui, AWAIT_HINT);
        else if (local_game_over(&tui->local) && tui->local.shown.back)
            message_show(tui, true, "A hint on a finished game needs hint.agent=star, vedette or rnad");
        else
            message_show(tui, true, "There is a hint only when it is your turn");
        return 0;
    case ACTION_LINES:
        panels->lines = !panels->lines;
        panels->plans = false; /* both use the same area */
        if (panels->lines && !tui->layout.panel.rows)
            message_show(tui, false, "The lines do not fit: the message line has the best move");
        else
            game_show_instructions(tui);
        return 0;
    case ACTION_NOTE: panels_prompt_note(tui); return 0;
    default: return DID_NOTHING;
    }
}
