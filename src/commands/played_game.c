/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/played_game.h"

#include "base/memory.h"
#include "console/load.h"
#include "game/ending.h"
#include "play/local_game.h"
#include "play/people_setup.h"
#include "play/unfinished.h"
#include "report/play_words.h"
#include "setup/random_setup.h"

#include <stdlib.h>
#include <string.h>

enum {
    STREAM_SETUP = (1 << 30) + 1, /* the random stream of the person's setup; games use the low numbers */
    WAIT = 200,                   /* max ms between two looks at the stop flag */
};

/* Max seconds for an agent's setup. */
#define SETUP_SECONDS 1.0

struct played_game {
    struct wake wake;
    struct local_game local;
    uint32_t printed;       /* moves of the board's history that were printed, or played before */
    enum ending ending;     /* the ending that was printed; ENDING_OPEN: none */
    bool offered, finished; /* the opponent's offer of a draw, and the end, were printed */
};

/* --- what happens, in sentences --- */

/* Prints a sentence for each move that was not printed. */
static void print_moves(struct session *session)
{
    struct played_game *played = session->played;
    const struct board *board = local_game_board(&played->local);
    for (; played->printed < board->plies; played->printed++) {
        struct text line = {0};
        words_add_sentence(board, played->printed, played->local.shown.person, session_notation(session),
                           &line);
        session_printf(session, "%s\n", text_string(&line));
        text_free(&line);
    }
}

/* Prints the end of the game, and where it is kept. */
static void print_end(struct session *session)
{
    struct played_game *played = session->played;
    const struct local_game *local = &played->local;
    const struct record *record = &local->game.record;
    struct outcome outcome = local_game_outcome(local);
    char words[256];
    if (played->finished)
        return;
    played->finished = true;
    words_write_outcome(outcome, local->shown.person, words, sizeof words);
    session_printf(session, "%s.\n", words);
    bool failed = outcome.reason == REASON_FAILED || outcome.reason == REASON_NO_ANSWER ||
                  outcome.reason == REASON_ILLEGAL;
    /* The last comment of the game then has what the agent did wrong. */
    const char *why = failed ? record_comment_at(record, record->plies) : NULL;
    if (why)
        session_print_line(session, "%s", why);
    session->shown_file = local_game_file(local);
    if (session->shown_file)
        session_print_line(session, "The game is kept as %s", session->shown_file);
    session_printf(session, "'show --all' shows all pieces, 'new' begins another game.\n");
}

/* Prints what the person should know before the next move: the clocks, an offer, an ending. */
static void print_turn(struct session *session)
{
    struct played_game *played = session->played;
    struct local_game *local = &played->local;
    enum side person = local->shown.person;
    char yours[CLOCK_TEXT], theirs[CLOCK_TEXT];
    int64_t left[SIDES] = {game_clock_left(&local->game.clock, RED),
                           game_clock_left(&local->game.clock, BLUE)};
    bool offered = local_game_draw_offered(local);
    enum ending ending = ending_of(local_game_board(local));
    if (local->game.clock.is_set)
        session_printf(session, "Clocks: you %s, %s %s.\n",
                       left[person] == INT64_MAX ? "none" : clock_write_time(left[person], yours),
                       side_name(side_other(person)),
                       left[side_other(person)] == INT64_MAX ? "none"
                                                             : clock_write_time(left[side_other(person)],
                                                                                theirs));
    if (offered && !played->offered)
        session_printf(session, "A draw is offered: 'draw' agrees.\n");
    else if (ending != ENDING_OPEN && ending != played->ending)
        session_printf(session, "%s%s.\n", ending_text(ending),
                       ending == ENDING_DEAD ? ": 'draw' offers a draw" : "");
    played->offered = offered;
    played->ending = ending;
}

/* Lets the game go on until the person is to move or the finished game is stored, and prints what happens.
 * After Ctrl-C the opponent moves at once. */
static void go_on(struct session *session)
{
    struct played_game *played = session->played;
    struct local_game *local = &played->local;
    for (bool waits = true; waits;) {
        struct error error = {0};
        local_game_advance(local, &error);
        if (error.status)
            session_notice(session, "%s", error.text);
        print_moves(session);
        if (session_stopped(session) && local->thought.on && !local->thought.hurried)
            local_game_hurry(local);
        /* Wait while something is written or an agent thinks; then for the file of a finished game to be
         * stored, or in a running one until the person is to move. */
        bool over = local_game_is_decided(local);
        waits = local_game_is_writing(local) || local->thought.on ||
                (over ? !local->end.finished : !local_game_to_move(local));
        if (waits)
            wake_wait(&played->wake, WAIT);
    }
    if (local_game_is_decided(local))
        print_end(session);
    else
        print_turn(session);
}

/* --- beginning and leaving --- */

/* Makes the state of a game that is begun or resumed next; drop_state frees it. */
static enum status make_state(struct session *session, struct error *error)
{
    struct played_game *played = memory_new(1, sizeof *played);
    enum status status = wake_init(&played->wake, error);
    local_game_init(&played->local, &played->wake);
    if (status)
        free(played);
    else
        session->played = played;
    return status;
}

/* Leaves the game and frees its state. */
static void drop_state(struct session *session)
{
    struct played_game *played = session->played;
    session_show_game(session, NULL);
    session->played = NULL;
    local_game_leave(&played->local);
    wake_free(&played->wake);
    free(played);
}

void played_game_leave(struct session *session)
{
    if (!session->played)
        return;
    if (game_outcome(&session->played->local.game).result == RESULT_OPEN)
        session_notice(session, "the game is kept: 'resume' goes on with it, or the menu of the screen");
    drop_state(session);
}

enum status played_game_refuse(struct session *session, const char *command, struct error *error)
{
    if (session_is_playing(session) && !session->played)
        return error_set(error, STATUS_BAD, "%s: a game is on the screen: leave it first", command);
    if (session->played && game_outcome(session->game).result == RESULT_OPEN)
        return error_set(error, STATUS_BAD, "%s: a game is being played here: 'leave' leaves it", command);
    return STATUS_OK;
}

enum status played_game_make_way(struct session *session, const char *command, struct error *error)
{
    enum status status = played_game_refuse(session, command, error);
    if (!status)
        played_game_leave(session);
    return status;
}

/* Makes the game current, prints who plays and the board, and lets it go on. */
static void show_game(struct session *session)
{
    struct played_game *played = session->played;
    const struct local_game *local = &played->local;
    const struct record *record = &local->game.record;
    enum side person = local->shown.person, other = side_other(person);
    const struct board *board = local_game_board(local);
    char name[PLAYER_WORDS], words[] = "show";
    session_show_game(session, &played->local.game);
    session->seated = true;
    session->seat = person;
    ladder_player_name(ladders_for_variant(session->ladders, record->start.variant), record->player[other],
                       name);
    session_print_line(session, "You play %s against %s (%s, rules %s).", side_name(person), name,
                       variant_at(record->start.variant)->name, record->rules.name);
    /* The last move of a resumed game is printed again. */
    played->printed = board->plies > board->prior_plies ? board->plies - 1 : board->plies;
    command_run(session, 1, (char *[]){words, NULL}, NULL);
    go_on(session);
}

/* Returns the terms that the session sets for any game. */
static struct game_terms session_terms(const struct session *session)
{
    return (struct game_terms){
        .settings = &session->settings, .library = session->library, .seed = session->seed,
        .stream = session->games_begun, .threads = session->jobs, .setup_seconds = SETUP_SECONDS,
        .time.counted = !settings_flag(&session->settings, clock_group.name, "enforced"),
    };
}

/* Creates the person's setup: as people make them. */
static enum status create_setup(struct session *session, const struct variant *variant, struct setup *setup,
                                struct error *error)
{
    struct rng rng;
    uint8_t army[RANKS];
    rng_seed(&rng, game_seed(session->seed, session->games_begun), STREAM_SETUP);
    memcpy(army, variant->count, sizeof army);
    if (variant->any_army)
        army_draw(variant, &rng, army);
    return people_setup(library_for_variant(session->library, variant), &session->settings, army, &rng, setup,
                        error);
}

enum status played_game_begin(struct session *session, const struct play_request *request,
                              struct error *error)
{
    const struct variant *variant = variant_at(request->variant);
    const struct ladder *ladder = ladders_for_variant(session->ladders, request->variant);
    struct game_terms terms = session_terms(session);
    enum side side = request->side, other = side_other(side);
    struct setup created, *pool = NULL;
    terms.variant = request->variant;
    terms.rules = request->rules;
    terms.practice = request->practice;
    terms.player[other] = request->against ? request->against : ladder->levels[0].agent;
    terms.setup[side] = request->setup ? request->setup : &created;
    /* --clock has the person's time first, whichever side the person plays. */
    terms.time.side[side] = request->clock.side[RED];
    terms.time.side[other] = request->clock.side[BLUE];
    enum status status = played_game_make_way(session, "new", error);
    if (!status && !request->setup)
        status = create_setup(session, variant, &created, error);
    if (!status)
        status = load_setups(variant, 0, NULL, &pool, &terms.pool_count, error);
    terms.pool = pool;
    if (!status)
        status = make_state(session, error);
    if (!status) {
        status = local_game_begin(&session->played->local, &terms, error);
        if (status)
            drop_state(session);
    }
    free(pool);
    session->games_begun += !status;
    if (!status)
        show_game(session);
    return status;
}

/* Opens the game of a file, or of the newest journal if `path` is NULL. */
static enum status open_game(struct session *session, const char *path, struct error *error)
{
    struct local_game *local = &session->played->local;
    struct game_terms terms = session_terms(session);
    struct unfinished_list list = {0};
    /* The opponent if the file names no players, on whichever side the person is not (local_game_load). */
    terms.player[BLUE] = ladders_for_variant(session->ladders, VARIANT_STANDARD)->levels[0].agent;
    if (path)
        return local_game_load(local, path, &terms, error);
    unfinished_find(&list);
    size_t index = 0;
    while (index < list.count &&
           list.games[index].state != UNFINISHED_SOUND && list.games[index].state != UNFINISHED_DAMAGED)
        index++;
    enum status status = index < list.count
                             ? local_game_resume(local, list.games[index].path, &terms, error)
                             : error_set(error, STATUS_NO, "resume: there is no unfinished game");
    unfinished_free(&list);
    return status;
}

enum status played_game_resume(struct session *session, const char *path, struct error *error)
{
    enum status status = played_game_make_way(session, "resume", error);
    if (!status)
        status = make_state(session, error);
    if (status)
        return status;
    const struct local_game *local = &session->played->local;
    char words[OUTCOME_WORDS];
    status = open_game(session, path, error);
    if (!status && game_outcome(&local->game).result != RESULT_OPEN)
        status = error_set(error, STATUS_NO, "resume: the game is over: %s; 'load' takes it to look at",
                           outcome_write(game_outcome(&local->game), words));
    else if (!status && local_game_seating(local) != SEATING_AGAINST)
        status = error_set(error, STATUS_BAD, "resume: no person plays an agent in it: 'play --resume FILE' "
                           "shows it on the screen");
    if (status)
        drop_state(session);
    else
        show_game(session);
    return status;
}

/* --- playing --- */

/* Checks that `word` can act on a running game here. */
static enum status check_running(struct session *session, const char *word, struct error *error)
{
    char words[OUTCOME_WORDS];
    if (session->on_screen && session->game)
        return error_set(error, STATUS_BAD, "%s: type it alone in the line, below the game's board", word);
    if (!session->played)
        return error_set(error, STATUS_BAD, "%s: no game is being played here: 'new' begins one", word);
    /* The opponent may have moved, or the time may be up. */
    if (game_outcome(session->game).result == RESULT_OPEN)
        go_on(session);
    struct outcome outcome = game_outcome(session->game);
    return outcome.result == RESULT_OPEN
               ? STATUS_OK
               : error_set(error, STATUS_NO, "%s: the game is over: %s; 'new' begins another", word,
                           outcome_write(outcome, words));
}

enum status played_game_move(struct session *session, const char *text, struct error *error)
{
    struct move_with_ranks entered;
    struct error why = {0};
    enum status status = STATUS_OK;
    if (!session->played && !session->on_screen && session->game)
        status = error_set(error, STATUS_BAD, "%s: no game is being played here: 'new' begins one, 'game "
                           "enter' puts a move into the game at hand", text);
    else
        status = check_running(session, text, error);
    if (status)
        return status;
    if (move_read(text, session_notation(session), &entered, NULL, &why))
        return error_set(error, STATUS_BAD, "%s: %s", text, why.text);
    entered.attacker = entered.defender = RANK_UNKNOWN; /* typed ranks do not count: the game has them */
    if (local_game_move_with_ranks(&session->played->local, entered, &why))
        return error_set(error, STATUS_NO, "%s: %s", text, why.text);
    go_on(session);
    return STATUS_OK;
}

enum status played_game_undo(struct session *session, struct error *error)
{
    struct error why = {0};
    enum status status = check_running(session, "undo", error);
    if (status)
        return status;
    struct played_game *played = session->played;
    if (local_game_take_back(&played->local, &why))
        return error_set(error, STATUS_NO, "undo: %s", why.text);
    const struct board *board = local_game_board(&played->local);
    played->printed = board->plies;
    session_printf(session, "Taken back: move %u is yours again.\n", board_move_number(board, board->plies));
    go_on(session);
    return STATUS_OK;
}

enum status played_game_redo(struct session *session, struct error *error)
{
    struct error why = {0};
    enum status status = check_running(session, "redo", error);
    if (!status && local_game_put_back(&session->played->local, &why))
        status = error_set(error, STATUS_NO, "redo: %s", why.text);
    if (!status)
        go_on(session);
    return status;
}

enum status played_game_resign(struct session *session, struct error *error)
{
    enum status status = check_running(session, "resign", error);
    if (!status) {
        local_game_resign(&session->played->local);
        go_on(session);
    }
    return status;
}

enum status played_game_draw(struct session *session, struct error *error)
{
    enum status status = check_running(session, "draw", error);
    if (!status && !local_game_offer_draw(&session->played->local))
        session_printf(session, "The draw is declined.\n");
    if (!status)
        go_on(session);
    return status;
}
