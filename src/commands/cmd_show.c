/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws positions, and requests moves from agents: show, move. */
#include "commands/table.h"

#include "commands/move_request.h"
#include "commands/setups.h"
#include "console/load.h"
#include "play/named_game.h"
#include "report/play_words.h"
#include "report/show.h"

struct show_args {
    const char *path;
    int side;  /* SIDE_NOT_GIVEN: the side to move */
    bool all;
    int to;    /* PICTURE_TEXT, PICTURE_SVG */
};

/* Prints the answer's text, which is SVG if that is requested, and ends the JSON answer with it. */
static void end_answer(struct session *session, const struct show_args *args, struct text *out)
{
    json_printf(session->answer, "svg: %s}", args->to == PICTURE_SVG ? text_string(out) : NULL);
    session_print_text(session, out);
}

/* Prints the board from the view of `side`, or with all known ranks if --all is given, the outcome or the
 * side to move, and the comment on the moment (NULL: none). */
static void print_position(struct session *session, const struct show_args *args,
                           const struct position *position, struct outcome outcome, const char *comment,
                           enum side side)
{
    struct text out = {0};
    struct view view = {0};
    char words[OUTCOME_WORDS];
    enum notation notation = session_notation(session);
    const struct board *board = args->all ? &position->board : &view.board;
    if (!args->all)
        view_init(&view, position, side);
    if (args->to == PICTURE_SVG) {
        show_board_svg(board, outcome, side, notation, &out);
    } else {
        show_board(board, side, notation, &out);
        if (position->start.variant != VARIANT_STANDARD)
            text_printf(&out, "variant: %s\n", variant_at(position->start.variant)->name);
        if (outcome.result == RESULT_OPEN)
            text_printf(&out, "%s to move\n", side_name(board->to_move));
        else
            text_printf(&out, "over: %s\n", outcome_write(outcome, words));
        words_add_comment_text(comment, &out);
    }
    json_printf(session->answer, "{variant: %s, setup: null", variant_at(position->start.variant)->name);
    show_board_json(board, notation, "board", session->answer);
    show_outcome_json(outcome, session->answer);
    json_add_text(session->answer, "comment", comment);
    end_answer(session, args, &out);
    view_free(&view);
}

/* Prints the setup of a file. */
static void print_setup(struct session *session, const struct show_args *args,
                        const struct file_content *content)
{
    struct text out = {0};
    const struct setup *setup = &content->setup;
    const struct variant *variant = content->setup_variant ? content->setup_variant : setup_variant(setup);
    struct json *json = session->answer;
    session->answer = NULL; /* setups_print would add a whole document, but here it is a member */
    if (args->to == PICTURE_SVG)
        show_setup_svg(setup, content->setup_side, session_notation(session), &out);
    else
        setups_print(session, setup, variant, SETUP_ROWS, content->setup_side);
    session->answer = json;
    json_printf(json, "{variant: %s, setup: {", variant->name);
    setups_add_json(setup, content->setup_side, json);
    json_printf(json, "}, board: null, result: null, reason: null, comment: null");
    end_answer(session, args, &out);
}

/* Returns the side whose view is shown, at the bottom of the board: that of --side. Without --side it is that
 * of load_viewer. */
static enum side choose_viewer(const struct session *session, const struct show_args *args,
                               const struct record *record, const struct position *position)
{
    return args->side != SIDE_NOT_GIVEN ? (enum side)args->side
                                        : load_viewer(session, args->path, record, position);
}

/* Prints the current game. Refused if that would show ranks that the user may not know. */
static enum status show_current_game(struct session *session, const struct show_args *args,
                                     struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, &command_show, NULL, &record, &position, error);
    enum side viewer = status ? RED : choose_viewer(session, args, &record, &position);
    if (!status)
        status = load_check_visible(session, NULL, NULL, viewer, error);
    if (!status && args->all)
        status = load_check_visible(session, NULL, NULL, side_other(viewer), error);
    if (!status)
        print_position(session, args, &position, record.outcome, record_comment_at(&record, record.plies),
                       viewer);
    position_free(&position);
    record_clear(&record);
    return status;
}

/* Runs `show`: draws a setup, or the final position of a file or of the current game. */
static enum status run_show(struct session *session, const void *arguments, struct error *error)
{
    const struct show_args *args = arguments;
    struct file_content content = {0};
    struct position position = {0};
    if (!args->path)
        return show_current_game(session, args, error);
    enum status status = named_game_read(args->path, false, &content, error);
    if (!status && (content.kind == FILE_SETUP || content.kind == FILE_LETTERS)) {
        print_setup(session, args, &content);
    } else if (!status) {
        status = load_cut(session, &command_show, args->path, &content.record, error);
        if (!status)
            status = load_replay(session, args->path, &content, &position, error);
        enum side viewer = choose_viewer(session, args, &content.record, &position);
        if (!status)
            status = load_check_visible(session, args->path, &content.record, viewer, error);
        if (!status && args->all)
            status = load_check_visible(session, args->path, &content.record, side_other(viewer), error);
        if (!status)
            print_position(session, args, &position, record_outcome(&content.record, &position),
                           record_comment_at(&content.record, content.record.plies), viewer);
    }
    position_free(&position);
    file_content_free(&content);
    return status;
}

const struct command command_show = {
    .name = "show", .group = GROUP_LOOK,
    .keywords = "board diagram display print view draw picture SVG image export",
    .words = ARGUMENTS(
        WORD_FILE(struct show_args, path, "FILE", "a setup, a position or a game", .optional = true,
                  .standard = "the game at hand")),
    .flags = ARGUMENTS(
        FLAG_SIDE(struct show_args, side, "whose side is nearest: the one that looks", "the side to move"),
        FLAG_SWITCH(struct show_args, all, "all", "shows every rank"),
        FLAG_PICTURE(struct show_args, to)),
    .at = true, .out = true,
    DEFAULTS(struct show_args, .side = SIDE_NOT_GIVEN),
    .help = "draws a setup, a position or the end of a game",
    .details = "The board shows what that side knows. A cell is r or b and the rank, * if the piece has\n"
               "moved, ! if the enemy knows it, ? for a rank that is not known. 'show FILE --at 40 --to svg\n"
               "--out board.svg' makes a picture: red's pieces are circles, blue's squares; a dot in the\n"
               "corner is *, a bar below the rank is !, a diamond is ?.",
    .run = run_show,
};

struct move_args {
    const char *agent, *path;
    uint64_t depth, nodes;   /* limits of the agent; 0: none */
    double seconds;          /* limit; 0: none */
};

/* Runs `move`: prints the move that an agent chooses. */
static enum status run_move(struct session *session, const void *arguments, struct error *error)
{
    const struct move_args *args = arguments;
    struct move_request request = {.command = &command_move, .agent = args->agent, .path = args->path,
                                   .think = {.depth = (int)args->depth, .nodes = args->nodes,
                                             .hard_seconds = args->seconds}};
    return move_request_run(session, &request, error);
}

const struct command command_move = {
    .name = "move", .group = GROUP_PLAN,
    .keywords = "engine AI bot computer best think ask",
    .words = ARGUMENTS(
        WORD_AGENT(struct move_args, agent, "AGENT", "the agent that chooses"),
        WORD_GAME(struct move_args, path)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct move_args, depth, "depth", 1, 100, "looks so many plies ahead",
                   .standard = "as it likes"),
        FLAG_WHOLE(struct move_args, nodes, "nodes", 1, UINT64_MAX, "looks at so many positions",
                   .standard = "no limit"),
        FLAG_NUMBER(struct move_args, seconds, "time", 0.001, 86400, "thinks for S seconds", .value = "S",
                    .unit = "s", .standard = "no limit")),
    .at = true, .out = true, .args_size = sizeof(struct move_args),
    .help = "prints the move that an agent plays there",
    .details = "The agent gets only what the side to move may know. 'agents' lists the agents. Prints\n"
               "'resign' where it gives up. One that plays by chance, as random, may play another move\n"
               "each time without --seed. In a game where an agent of this program moves, its random\n"
               "numbers are those of that game, else those of --seed. Where the game says that the agent\n"
               "of this name moves there, it has the options of the game, over them those that you give\n"
               "here, and over both those behind its name.",
    .run = run_move,
};
