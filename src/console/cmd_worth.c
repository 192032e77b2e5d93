/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pieces are worth: show values, explain value. */
#include "console/commands.h"

#include "console/arguments.h"
#include "console/guesser.h"
#include "console/load.h"
#include "worth/worth.h"

/* The view of the side to move, of a file or of the game at hand: what is asked here is public. */
static enum status load_view(struct session *session, const struct command *command, int argc,
                             char **argv, struct view *view, struct error *error)
{
    if (argc > 1)
        return usage_error(command, error);
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, command, argc ? argv[0] : NULL, UINT64_MAX, &record, &position,
                                     error);
    if (!status)
        view_init(view, &position, position.board.to_move);
    position_free(&position);
    record_clear(&record);
    return status;
}

static enum status run_show_values(struct session *session, int argc, char **argv,
                                   struct error *error)
{
    struct view view = {0};
    enum status status = arguments_parse(&command_show_values, NULL, 0, &argc, argv, error);
    if (!status)
        status = load_view(session, &command_show_values, argc, argv, &view, error);
    if (!status) {
        struct worth_options options;
        struct text out = {0};
        worth_options_read(&options, &session->settings);
        worth_table(&options, &view, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    view_free(&view);
    return status;
}

const struct command command_show_values = {
    .name = "show values",
    .arguments = "[FILE]",
    .help = "prints what each piece of both sides is worth, and the state of the game",
    .details = "For each rank how many are left, what one is worth (the strongest moving piece 1), and\n"
               "what its secret is worth: what it costs to have an unknown one revealed. The strength is\n"
               "not quite the sum of the values above it: the lines below the table say what it is\n"
               "(doc/worth.md). The state is own strength : the enemy's; above 1 that side is ahead. Both\n"
               "players can reckon all of it. Without FILE: the game at hand. The numbers behind it are the\n"
               "options worth.*.",
    .completes = "file",
    .run = run_show_values,
};

static enum status run_explain_value(struct session *session, int argc, char **argv,
                                     struct error *error)
{
    const char *side_text = NULL;
    const struct flag flags[] = {{.name = "side", .kind = FLAG_TEXT, .value = &side_text}};
    enum side side = RED;
    struct view view = {0};
    enum status status = arguments_parse(&command_explain_value, flags, 1, &argc, argv, error);
    if (!status && argc < 1)
        status = usage_error(&command_explain_value, error);
    int rank = 0;
    if (!status)
        status = guess_read_rank(&command_explain_value, session_notation(session), argv[0], &rank, error);
    if (!status && side_text && !argument_side(side_text, &side))
        status = error_set(error, STATUS_BAD,
                           "explain value: found --side '%s', expected red or blue", side_text);
    if (!status)
        status = load_view(session, &command_explain_value, argc - 1, argv + 1, &view, error);
    if (!status) {
        struct worth_options options;
        struct text out = {0};
        worth_options_read(&options, &session->settings);
        worth_explain(&options, &view, side_text ? side : view.board.to_move, rank, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    view_free(&view);
    return status;
}

const struct command command_explain_value = {
    .name = "explain value",
    .arguments = "RANK [FILE] [--side red|blue]",
    .help = "tells step by step how the value of a piece comes about",
    .details = "RANK is F B S 2 .. 9 X or a name (colonel). The piece is one of the side to move, or of\n"
               "--side. Each line is a step: = sets the value, x multiplies it, + adds to it. Without\n"
               "FILE: the game at hand.",
    .completes = "rank file",
    .run = run_explain_value,
};
