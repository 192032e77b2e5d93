/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions for the eye and for agents: show, move. */
#include "console/commands.h"

#include "base/memory.h"
#include "console/arguments.h"
#include "console/load.h"
#include "console/show.h"
#include "file/notation.h"

static void print_setup(struct session *session, const struct setup *setup)
{
    struct text out = {0};
    setup_write(setup, &out);
    session_write(session, out.bytes, out.size);
    text_free(&out);
}

/* Prints the board as `side` sees it, or with every rank that anybody knows, and the outcome. */
static void print_position(struct session *session, const struct position *position,
                           struct outcome outcome, enum side side, bool all)
{
    struct text out = {0};
    struct view view = {0};
    if (!all)
        view_init(&view, position, side);
    show_board(all ? &position->board : &view.board, side, session_notation(session), &out);
    if (outcome.result == RESULT_OPEN)
        text_printf(&out, "%s to move\n", side_name(position->board.to_move));
    else
        text_printf(&out, "over: %s%s%s\n", result_name(outcome.result),
                    outcome.reason == REASON_NONE ? "" : " ",
                    outcome.reason == REASON_NONE ? "" : reason_name(outcome.reason));
    session_write(session, out.bytes, out.size);
    view_free(&view);
    text_free(&out);
}

/* The game at hand; what it hides from the person it does not show. `side` NULL: the side to move. */
static enum status show_at_hand(struct session *session, const enum side *side, bool all,
                                struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, &command_show, NULL, UINT64_MAX, &record, &position, error);
    enum side viewer = side ? *side : position.board.to_move;
    if (!status)
        status = load_may_show(session, NULL, viewer, error);
    if (!status && all)
        status = load_may_show(session, NULL, side_other(viewer), error);
    if (!status)
        print_position(session, &position, record_outcome(&record, &position), viewer, all);
    position_free(&position);
    record_clear(&record);
    return status;
}

static enum status run_show(struct session *session, int argc, char **argv, struct error *error)
{
    const char *side_text = NULL;
    bool all = false;
    const struct flag flags[] = {
        {.name = "side", .kind = FLAG_TEXT, .value = &side_text},
        {.name = "all", .kind = FLAG_BARE, .value = &all},
    };
    enum side side = RED;
    enum status status = arguments_parse(&command_show, flags, sizeof flags / sizeof flags[0],
                                         &argc, argv, error);
    if (status)
        return status;
    if (argc > 1)
        return usage_error(&command_show, error);
    if (side_text && !argument_side(side_text, &side))
        return error_set(error, STATUS_BAD, "show: found --side '%s', expected red or blue",
                         side_text);
    struct thing thing = {0};
    struct position position = {0};
    if (argc == 0)
        return show_at_hand(session, side_text ? &side : NULL, all, error);
    status = file_read(argv[0], &thing, error);
    if (!status && (thing.kind == FILE_SETUP || thing.kind == FILE_LETTERS)) {
        print_setup(session, &thing.setup);
    } else if (!status) {
        status = load_replay(session, argv[0], &thing, &position, error);
        if (!status)
            print_position(session, &position, record_outcome(&thing.record, &position),
                           side_text ? side : position.board.to_move, all);
    }
    position_free(&position);
    thing_free(&thing);
    return status;
}

const struct command command_show = {
    .name = "show",
    .arguments = "[FILE] [--side red|blue] [--all]",
    .help = "draws a setup, a position or the end of a game",
    .details = "The board lies before the side to move, or --side, and shows what that side knows; --all\n"
               "shows every rank. A cell is r or b and the rank, * if the piece has moved, ! if the\n"
               "enemy knows it, ? for a rank that is not known. Without FILE: the game at hand.",
    .completes = "file",
    .run = run_show,
};

/* Asks the agent and prints its move. Only the view goes to it. */
static enum status ask(struct session *session, struct agent *agent,
                       const struct position *position, struct think *think)
{
    struct view view = {0};
    char text[MOVE_TEXT];
    view_init(&view, position, position->board.to_move);
    struct move move = agent_move(agent, &view, think);
    view_free(&view);
    if (move_is_none(move))
        session_printf(session, "resign\n");
    else
        session_printf(session, "%s\n", move_write(move, false, session_notation(session), text));
    return STATUS_OK;
}

static enum status run_move(struct session *session, int argc, char **argv, struct error *error)
{
    uint64_t depth = 0;
    struct rng rng;
    struct think think = {.rng = &rng, .stop = session->stop};
    const struct flag flags[] = {
        {.name = "depth", .kind = FLAG_WHOLE, .value = &depth, .least = 1, .most = 100},
        {.name = "nodes", .kind = FLAG_WHOLE, .value = &think.nodes, .least = 1, .most = UINT64_MAX},
        {.name = "time", .kind = FLAG_NUMBER, .value = &think.seconds, .low = 0.001, .high = 86400},
    };
    enum status status = arguments_parse(&command_move, flags, sizeof flags / sizeof flags[0],
                                         &argc, argv, error);
    if (!status && argc != 1 && argc != 2)
        status = usage_error(&command_move, error);
    const char *path = argc == 2 ? argv[1] : NULL;
    struct record record = {0};
    struct position position = {0};
    struct agent agent = {0};
    if (!status)
        status = agent_start(&agent, argv[0], &session->settings, error);
    if (status)
        return status;
    status = load_record(session, &command_move, path, UINT64_MAX, &record, &position, error);
    struct outcome outcome = status ? (struct outcome){0} : position_outcome(&position);
    if (!status)
        status = load_may_show(session, path, position.board.to_move, error);
    if (!status && outcome.result != RESULT_OPEN)
        status = error_set(error, STATUS_NO, "%s: the game is over: %s %s", path ? path : command_move.name,
                           result_name(outcome.result), reason_name(outcome.reason));
    think.depth = (int)depth;
    rng_seed(&rng, session->seed, 0);
    if (!status)
        status = ask(session, &agent, &position, &think);
    position_free(&position);
    record_clear(&record);
    agent_end(&agent);
    return status;
}

const struct command command_move = {
    .name = "move",
    .arguments = "AGENT [FILE] [--depth N | --nodes N | --time S]",
    .help = "prints the move that an agent plays there",
    .details = "The agent is told only what the side to move may know. 'agents' lists the agents. Prints\n"
               "'resign' where it gives up. Without FILE: the game at hand.",
    .completes = "agent file",
    .run = run_move,
};
