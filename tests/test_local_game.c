/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* A game at the screen, on a disk that takes its time: a move is shown when it is in the journal, and whoever
 * plays never waits for the disk. */
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "file/file.h"
#include "folder.h"
#include "play/local_game.h"
#include "shortcuts.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct wake bell;
static struct local_game local;

/* The disk: while it is shut no write comes to its end. */
static pthread_mutex_t disk_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t disk_opened = PTHREAD_COND_INITIALIZER;
static bool disk_is_shut, disk_fails;
static pthread_t player;
static int syncs, syncs_of_player;

static atomic_llong game_time; /* of the games with clocks, in milliseconds */

/* Stands in for the system's. */
int fdatasync(int file)
{
    pthread_mutex_lock(&disk_mutex);
    syncs++;
    syncs_of_player += pthread_equal(pthread_self(), player) != 0;
    while (disk_is_shut)
        pthread_cond_wait(&disk_opened, &disk_mutex);
    bool fails = disk_fails;
    pthread_mutex_unlock(&disk_mutex);
    return fails ? -1 : (int)syscall(SYS_fdatasync, file);
}

static int count_syncs(void)
{
    pthread_mutex_lock(&disk_mutex);
    int count = syncs;
    pthread_mutex_unlock(&disk_mutex);
    return count;
}

static void set_disk(bool shut, bool fails)
{
    pthread_mutex_lock(&disk_mutex);
    disk_is_shut = shut;
    disk_fails = fails;
    pthread_cond_broadcast(&disk_opened);
    pthread_mutex_unlock(&disk_mutex);
}

/* Lets the game go on until nothing is under way; what happened, and the last error. */
static unsigned settle(struct error *error)
{
    struct error now;
    unsigned happened = 0;
    *error = (struct error){0};
    for (;;) {
        happened |= local_game_advance(&local, &now);
        if (now.status != STATUS_OK)
            *error = now;
        if (!local.thought.on && !local_game_is_writing(&local))
            return happened;
        assert_true(wake_wait(&bell, 10000));
    }
}

/* Waits until so many writes have come as far as the disk. */
static void await_syncs(int count)
{
    for (int i = 0; count_syncs() < count && i < 20000; i++)
        usleep(1000);
    assert_int_equal(count_syncs(), count);
}

/* The same for a while, in which the disk is shut. */
static unsigned advance_a_while(void)
{
    struct error error;
    unsigned happened = 0;
    for (int i = 0; i < 10; i++) {
        wake_wait(&bell, 5);
        happened |= local_game_advance(&local, &error);
        assert_int_equal(error.status, STATUS_OK);
    }
    return happened;
}

/* How many moves the journal has. */
static size_t in_journal(void)
{
    struct file_content content = {0};
    assert_int_equal(file_read(local.journal.journal.path, &content, NULL), STATUS_OK);
    size_t plies = content.record.plies;
    file_content_free(&content);
    return plies;
}

static double show_time(void *context)
{
    (void)context;
    return (double)atomic_load(&game_time) / 1000;
}

/* Begins a game; `clock` NULL: without clocks, else by the time that the test lets pass. */
static void begin_timed(const char *opponent, const char *clock)
{
    static const struct time_source source = {show_time, NULL};
    struct error error;
    struct game_terms terms = {.player = {NULL, opponent}, .rules = *rules_find("isf"), .seed = 4,
                               .settings = &settings, .library = library, .time_source = &source};
    if (clock)
        assert_int_equal(time_terms_read(clock, &terms.time, NULL, NULL), STATUS_OK);
    assert_int_equal(local_game_begin(&local, &terms, NULL), STATUS_OK);
    assert_int_equal(settle(&error), LOCAL_GAME_BEGUN);
    assert_int_equal(error.status, STATUS_OK);
}

static void begin_untimed(const char *opponent)
{
    begin_timed(opponent, NULL);
}

/* A legal move that is no attack. */
static struct move quiet_move(void)
{
    struct move moves[MOVES_MAX];
    const struct board *board = local_game_board(&local);
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++)
        if (board->at[moves[i].to] == NO_PIECE && square_distance(moves[i].from, moves[i].to) == 1)
            return moves[i];
    return MOVE_NONE;
}

/* Neither the person's move nor the answer is shown before it is in the journal. */
TEST(test_shown_when_journalled)
{
    struct error error;
    begin_untimed("random");
    const struct board *board = local_game_board(&local);
    uint64_t key = board->key;
    struct move move = quiet_move();
    set_disk(true, false);
    assert_int_equal(local_game_move(&local, move, &error), STATUS_OK);
    assert_int_equal(advance_a_while(), 0);
    board = local_game_board(&local);
    assert_int_equal(board->plies, 0);
    assert_true(board->key == key);
    assert_false(local_game_to_move(&local));
    assert_true(local_game_is_writing(&local));
    assert_int_equal(local_game_move(&local, move, &error), STATUS_NO);
    local_game_step(&local, 1);
    assert_int_equal(local_game_board(&local)->plies, 0);
    set_disk(false, false);
    do {
        wake_wait(&bell, 1000);
        key = local_game_board(&local)->plies;
    } while (!(local_game_advance(&local, &error) & LOCAL_GAME_MOVED));
    assert_int_equal(key, 0);
    assert_true(in_journal() >= 1);
    settle(&error);
    assert_int_equal(local_game_board(&local)->plies, 2);
    assert_int_equal(in_journal(), 2);
    assert_int_equal(syncs_of_player, 0);
    assert_true(syncs >= 3);
    local_game_leave(&local);
}

#define PLAIN_BOARD \
    ".  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  b3   .  .  .  .  .  .  .  .  .  ." \
    "  .  bF .  .  .  .  .  .  .  .   r6 .  ~  ~  .  .  ~  ~  .  .   .  r5 ~  ~  .  .  ~  ~  .  ." \
    "  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  ." \
    "  rF .  .  .  .  .  .  .  .  ."

/* A file whose result cannot be is a game that is not over: the board says so, not the file. */
TEST(test_false_result_is_none)
{
    static const struct outcome ends[] = {{RESULT_RED, REASON_FLAG}, {RESULT_BLUE, REASON_NO_MOVES},
                                          {RESULT_DRAW, REASON_MOVE_LIMIT}, {RESULT_DRAW, REASON_RESIGNED}};
    struct game_terms terms = {.settings = &settings, .library = library};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct error error;
        struct record record = {0};
        struct text text = {0};
        char path[128];
        record_clear(&record);
        placement_draw(&record.start, RED, PLAIN_BOARD);
        snprintf(record.player[RED], PLAYER_NAME_MAX, "you");
        snprintf(record.player[BLUE], PLAYER_NAME_MAX, "random");
        record.outcome = ends[i];
        game_write(&record, &text);
        snprintf(path, sizeof path, "%s/false.game", folder);
        assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
        assert_int_equal(local_game_load(&local, path, &terms, NULL), STATUS_OK);
        settle(&error);
        assert_false(local.end.finished);
        assert_int_equal(local_game_outcome(&local).result, RESULT_OPEN);
        local_game_leave(&local);
        text_free(&text);
        record_clear(&record);
    }
}

/* The end of the game is a move too: neither the winner nor the pieces are shown before. */
TEST(test_end_is_held_back)
{
    struct error error;
    struct record record = {0};
    struct text text = {0};
    char path[128];
    record_clear(&record);
    placement_draw(&record.start, RED, PLAIN_BOARD);
    snprintf(record.player[RED], PLAYER_NAME_MAX, "you");
    snprintf(record.player[BLUE], PLAYER_NAME_MAX, "random");
    game_write(&record, &text);
    snprintf(path, sizeof path, "%s/last.game", folder);
    assert_int_equal(disk_write(path, text_string(&text), text.size, NULL), STATUS_OK);
    struct game_terms terms = {.settings = &settings, .library = library};
    assert_int_equal(local_game_load(&local, path, &terms, NULL), STATUS_OK);
    settle(&error);
    set_disk(true, false);
    int flag = square_at(1, 6);
    assert_int_equal(local_game_move(&local,
                                     (struct move){(uint8_t)square_at(0, 5), (uint8_t)square_at(0, 6)},
                                     &error), STATUS_OK);
    set_disk(false, false);
    settle(&error);
    assert_int_equal(local_game_board(&local)->plies, 2);
    set_disk(true, false);
    assert_int_equal(local_game_move(&local, (struct move){(uint8_t)square_at(0, 6), (uint8_t)flag}, &error),
                     STATUS_OK);
    assert_int_equal(advance_a_while(), 0);
    assert_false(local_game_over(&local));
    assert_int_equal(local_game_outcome(&local).result, RESULT_OPEN);
    const struct board *board = local_game_board(&local);
    assert_int_equal(board->piece[board->at[flag]].rank, RANK_UNKNOWN);
    set_disk(false, false);
    assert_int_equal(settle(&error), LOCAL_GAME_MOVED | LOCAL_GAME_FINISHED);
    assert_true(local_game_over(&local));
    assert_int_equal(local_game_outcome(&local).reason, REASON_FLAG);
    assert_int_equal(access(local.end.kept, F_OK), 0);
    local_game_leave(&local);
    assert_int_equal(syncs_of_player, 0);
    text_free(&text);
    record_clear(&record);
}

/* While a move is written, notes can be put down and the move be taken back; the journal ends as the game
 * does. */
TEST(test_meanwhile)
{
    struct error error;
    struct file_content content = {0};
    begin_untimed("random");
    assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
    settle(&error);
    int number = PIECES_A_SIDE, square = record_start_square(&local.game.record, number);
    set_disk(true, false);
    assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
    local_game_note(&local, number, 1 << BOMB | 1 << FLAG);
    assert_int_equal(local_game_take_back(&local, &error), STATUS_OK);
    assert_int_equal(local_game_board(&local)->plies, 2);
    assert_true(local_game_to_move(&local));
    local_game_note(&local, number, 1 << FLAG);
    set_disk(false, false);
    settle(&error);
    assert_int_equal(error.status, STATUS_OK);
    assert_int_equal(file_read(local.journal.journal.path, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.plies, 2);
    assert_int_equal(content.record.note[square], 1 << FLAG);
    file_content_free(&content);
    assert_true(local_game_is_saved(&local));
    local_game_leave(&local);
}

/* A disk that fails: the move is shown, with a message; what is missing is written when it can be, at the
 * latest when the game is left. */
TEST(test_failing_disk)
{
    struct error error;
    struct file_content content = {0};
    begin_untimed("random");
    set_disk(false, true);
    assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
    assert_int_equal(settle(&error), LOCAL_GAME_MOVED);
    assert_int_equal(error.status, STATUS_FAILED);
    assert_non_null(strstr(error.text, "Not in the journal: "));
    assert_int_equal(local_game_board(&local)->plies, 2);
    assert_false(local_game_is_saved(&local));
    local_game_retry_save(&local);
    settle(&error);
    assert_int_equal(error.status, STATUS_OK);
    assert_false(local_game_is_saved(&local));
    set_disk(false, false);
    local_game_retry_save(&local);
    settle(&error);
    assert_true(local_game_is_saved(&local));
    assert_int_equal(in_journal(), 2);
    set_disk(false, true);
    local_game_note(&local, PIECES_A_SIDE, 1 << FLAG);
    settle(&error);
    assert_non_null(strstr(error.text, "Not in the journal: "));
    char path[sizeof local.journal.journal.path];
    memcpy(path, local.journal.journal.path, sizeof path);
    set_disk(false, false);
    local_game_leave(&local);
    assert_int_equal(file_read(path, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.plies, 2);
    assert_int_equal(content.record.note[record_start_square(&content.record, PIECES_A_SIDE)], 1 << FLAG);
    file_content_free(&content);
    assert_int_equal(syncs_of_player, 0);
}

/* Damages the journal of a game that was left, and goes on with it; what is said of that. */
static void resume_damaged(char *path, struct error *error)
{
    struct text text = {0};
    struct game_terms terms = {.player = {NULL, "random"}, .settings = &settings, .library = library};
    assert_int_equal(disk_read(path, 1 << 20, &text, NULL), STATUS_OK);
    text_add(&text, "  a1-j9\n");
    assert_int_equal(disk_write(path, text.bytes, text.size, NULL), STATUS_OK);
    text_free(&text);
    assert_int_equal(local_game_resume(&local, path, &terms, error), STATUS_OK);
    assert_true(settle(error) & LOCAL_GAME_BEGUN);
    assert_int_equal(local_game_board(&local)->plies, 2);
    assert_true(local_game_is_saved(&local));
    assert_string_not_equal(local.journal.journal.path, path);
    snprintf(path, sizeof local.journal.journal.path, "%s", local.journal.journal.path);
    local_game_leave(&local);
}

/* A damaged journal goes on as a new one, and what becomes of the old one is said. */
TEST(test_damaged)
{
    struct error error;
    char path[sizeof local.journal.journal.path], old[sizeof path];
    begin_untimed("random");
    assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
    settle(&error);
    snprintf(path, sizeof path, "%s", local.journal.journal.path);
    snprintf(old, sizeof old, "%s", path);
    local_game_leave(&local);
    resume_damaged(path, &error);
    assert_int_equal(error.status, STATUS_BAD);
    assert_non_null(strstr(error.text, "Resumed after the last sound move, 2. The damaged file is "));
    assert_int_equal(access(old, F_OK), -1);
    assert_int_equal(setenv("XDG_DATA_HOME", "/dev/null", 1), 0);
    snprintf(old, sizeof old, "%s", path);
    resume_damaged(path, &error);
    assert_int_equal(setenv("XDG_DATA_HOME", folder, 1), 0);
    assert_int_equal(error.status, STATUS_FAILED);
    assert_non_null(strstr(error.text, "Resumed after the last sound move, 2. The damaged file stays: "));
    assert_int_equal(access(old, F_OK), 0);
    assert_int_equal(unlink(path) + unlink(old), 0);
}

/* What the disk takes is nobody's time: neither an agent's that has answered meanwhile, nor the person's that
 * does not see the answer. */
TEST(test_disk_takes_no_time)
{
    struct error error;
    begin_timed("random", "1h,5s");
    for (int i = 0; i < 3; i++) {
        set_disk(true, false);
        atomic_fetch_add(&game_time, 2000);
        assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
        for (int n = 0; local.game.clock.runs && n < 1000; n++) {
            wake_wait(&bell, 10);
            local_game_advance(&local, &error);
        }
        assert_false(local.game.clock.runs);
        atomic_fetch_add(&game_time, 60 * 1000);
        assert_int_equal(advance_a_while(), 0);
        assert_int_equal(game_clock_left(&local.game.clock, BLUE), 5000);
        set_disk(false, false);
        settle(&error);
        assert_int_equal(game_outcome(&local.game).result, RESULT_OPEN);
        assert_int_equal(local.game.record.plies, 2 * i + 2);
        assert_int_equal(record_move_time(&local.game.record, (size_t)(2 * i)), 2000);
        assert_int_equal(record_move_time(&local.game.record, (size_t)(2 * i + 1)), 0);
        assert_int_equal(game_clock_left(&local.game.clock, BLUE), 5000);
        assert_int_equal(game_clock_left(&local.game.clock, RED), 3600 * 1000 - 2000 * (i + 1));
        assert_true(local.game.clock.runs);
    }
    local_game_leave(&local);
}

/* An agent that has not answered has lost when its time is over, whatever the disk does. */
TEST(test_thought_takes_time)
{
    struct error error;
    begin_timed("random:wait=forever", "1h,5s");
    set_disk(true, false);
    assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
    assert_int_equal(advance_a_while(), 0);
    atomic_fetch_add(&game_time, 4999);
    advance_a_while();
    assert_int_equal(game_outcome(&local.game).result, RESULT_OPEN);
    atomic_fetch_add(&game_time, 1);
    advance_a_while();
    set_disk(false, false);
    settle(&error);
    assert_int_equal(local_game_outcome(&local).result, RESULT_RED);
    assert_int_equal(local_game_outcome(&local).reason, REASON_TIME);
    assert_int_equal(record_move_time(&local.game.record, 1), 5000);
    local_game_leave(&local);
}

/* The journal has the time that runs, each second of it, before a move is made. */
TEST(test_running_time_is_kept)
{
    struct error error;
    struct file_content content = {0};
    begin_timed("random", "1h");
    int before = count_syncs();
    atomic_fetch_add(&game_time, 999);
    settle(&error);
    assert_int_equal(count_syncs(), before);
    atomic_fetch_add(&game_time, 2501);
    set_disk(true, false);
    advance_a_while();
    await_syncs(before + 1);
    atomic_fetch_add(&game_time, 5000);
    advance_a_while();
    assert_int_equal(count_syncs(), before + 1);
    assert_int_equal(local.journal.under_way, 1);
    set_disk(false, false);
    settle(&error);
    assert_int_equal(count_syncs(), before + 2);
    assert_int_equal(file_read(local.journal.journal.path, &content, NULL), STATUS_OK);
    assert_int_equal(record_move_time(&content.record, 0), 8500);
    assert_int_equal(local.game.record.spent_count, 0);
    file_content_free(&content);
    assert_int_equal(syncs_of_player, 0);
    local_game_leave(&local);
}

/* Waits until an agent has thought of all it wanted to while the person is to move. */
static void await_ponderer(void)
{
    struct worker *worker = &local.game.ponderer.worker;
    assert_true(local.game.ponderer.on);
    for (bool busy = true; busy;) {
        pthread_mutex_lock(&worker->lock);
        busy = worker->waiting || worker->running;
        pthread_mutex_unlock(&worker->lock);
        if (busy)
            wake_wait(&bell, 100);
    }
}

/* Plays some quiet moves against the opponent, with all that can happen while the person is to move. The
 * moves made go into `record`. */
static void play_some(const char *opponent, bool ponders, struct record *record)
{
    struct error error;
    begin_untimed(opponent);
    for (int i = 0; i < 5; i++) {
        local_game_advance(&local, &error);
        assert_true(local.game.ponderer.on == ponders);
        if (ponders && i != 2)
            await_ponderer(); /* else the move comes in the midst of it */
        if (i == 1) {
            assert_false(local_game_offer_draw(&local));
            assert_false(local.game.ponderer.on); /* the agent has its turn */
            assert_int_equal(local_game_take_back(&local, &error), STATUS_OK);
        }
        if (i == 3)
            assert_int_equal(game_reload(&local.game, &settings, &error), STATUS_OK);
        assert_int_equal(local_game_move(&local, quiet_move(), &error), STATUS_OK);
        settle(&error);
    }
    record_copy(record, &local.game.record);
    local_game_leave(&local);
}

/* Who thinks on the person's time moves as one who does not, where worlds bound it, and is free again
 * at every call. */
TEST(test_thinks_on_the_persons_time)
{
    struct record one = {0}, two = {0};
    play_some("vedette:worlds=2,plies=4", false, &one);
    play_some("vedette:worlds=2,plies=4,ponder=1", true, &two);
    assert_int_equal(one.plies, two.plies);
    assert_true(one.plies >= 8);
    for (size_t i = 0; i < one.plies; i++)
        assert_true(move_equal(one.moves[i].move, two.moves[i].move));
    record_clear(&one);
    record_clear(&two);
}

static int set_up_local_game(void **state)
{
    player = pthread_self();
    if (engine_set_up(state) || folder_set_up(state) || wake_init(&bell, NULL))
        return -1;
    local_game_init(&local, &bell);
    return 0;
}

static int tear_down_local_game(void **state)
{
    local_game_leave(&local);
    wake_free(&bell);
    return engine_tear_down(state) || folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown_when_journalled),
        cmocka_unit_test(test_end_is_held_back),
        cmocka_unit_test(test_false_result_is_none),
        cmocka_unit_test(test_meanwhile),
        cmocka_unit_test(test_failing_disk),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_disk_takes_no_time),
        cmocka_unit_test(test_thought_takes_time),
        cmocka_unit_test(test_running_time_is_kept),
        cmocka_unit_test(test_thinks_on_the_persons_time),
    };
    return cmocka_run_group_tests(tests, set_up_local_game, tear_down_local_game);
}
