/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a running game, on disks that fail too, and the journals that were left behind. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "play/game.h"
#include "play/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct settings settings;
static char folder[] = "/tmp/vedette-journal-XXXXXX";

static struct game_terms terms_for(const char *red, const char *blue, uint64_t seed)
{
    return (struct game_terms){.player = {red, blue}, .rules = *rules_find("deepnash"),
                               .seed = seed, .settings = &settings};
}

/* The newest journal that can be gone on with. */
static bool journal_find(char *path, size_t room)
{
    struct unfinished_list list = {0};
    unfinished_find(&list);
    bool found = list.count > 0 && list.games[0].state == UNFINISHED_SOUND;
    if (found)
        snprintf(path, room, "%s", list.games[0].path);
    unfinished_free(&list);
    return found;
}

static void test_journal(void **state)
{
    (void)state;
    struct game game;
    struct journal journal, other;
    struct record record = {0}, found = {0};
    char path[4096];
    struct error error;
    struct game_terms terms = terms_for(NULL, "random", 7);
    assert_false(journal_find(path, sizeof path));
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(journal_start(&journal, &game.record, NULL), STATUS_OK);
    game.journal = &journal;
    for (int i = 0; i < 10; i++) {
        struct move moves[MOVES_MAX];
        board_moves(&game.position.board, moves);
        assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
    }
    /* While it is being played nobody else may have it, and nobody is offered it. */
    record_clear(&record);
    assert_int_equal(journal_resume(&other, journal.path, &record, &error), STATUS_NO);
    assert_false(journal_find(path, sizeof path));
    /* Its program dies in the middle of a line. */
    assert_int_equal(write(journal.file, "  a4-", 5), 5);
    close(journal.file);
    assert_true(journal_find(path, sizeof path));
    assert_string_equal(path, journal.path);
    record_clear(&found);
    assert_int_equal(journal_resume(&journal, path, &found, NULL), STATUS_OK);
    assert_int_equal(found.plies, 10);
    assert_memory_equal(found.moves, game.record.moves, 10 * sizeof *found.moves);
    game_end(&game);

    assert_int_equal(game_resume(&game, &found, &terms, NULL), STATUS_OK);
    assert_false(game.player[RED].is_agent);
    assert_true(game.player[BLUE].is_agent);
    game.journal = &journal;
    assert_int_equal(game_to_move(&game), RED);
    struct move moves[MOVES_MAX];
    board_moves(&game.position.board, moves);
    assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_equal(game.record.plies, 12);
    journal_close(&journal, true);
    assert_true(journal_find(path, sizeof path));
    assert_int_equal(journal_resume(&journal, path, &found, NULL), STATUS_OK);
    assert_int_equal(found.plies, 12);
    journal_close(&journal, false);
    assert_false(journal_find(path, sizeof path));
    record_clear(&found);
    record_clear(&record);
    game_end(&game);
}

/* Plays the first of the legal moves. */
static enum status play_first(struct game *game, struct error *error)
{
    struct move moves[MOVES_MAX];
    board_moves(&game->position.board, moves);
    return game_play(game, moves[0], NULL, error);
}

static void remove_journals(void)
{
    struct unfinished_list list = {0};
    unfinished_find(&list);
    for (size_t i = 0; i < list.count; i++)
        unlink(list.games[i].path);
    unfinished_free(&list);
}

/* A game between two persons of so many moves, and its journal. */
static void start_journalled(struct game *game, struct journal *journal, int plies)
{
    struct game_terms terms = terms_for(NULL, NULL, 9);
    assert_int_equal(game_start(game, &terms, NULL), STATUS_OK);
    assert_int_equal(journal_start(journal, &game->record, NULL), STATUS_OK);
    game->journal = journal;
    while (plies-- > 0)
        assert_int_equal(play_first(game, NULL), STATUS_OK);
}

/* How many moves of the game are in its journal, all of them its first; -1 where it does not read. */
static long in_journal(const struct game *game)
{
    struct thing thing = {0};
    long plies = -1;
    if (file_read(game->journal->path, &thing, NULL) == STATUS_OK) {
        plies = (long)thing.record.plies;
        assert_true(thing.record.plies <= game->record.plies);
        for (long i = 0; i < plies; i++)
            assert_true(move_equal(thing.record.moves[i].move, game->record.moves[i].move));
    }
    thing_free(&thing);
    return plies;
}

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The notes of the journal as it is on the disk are those of the game. */
static void assert_notes_kept(const struct game *game)
{
    struct thing thing = {0};
    assert_int_equal(file_read(game->journal->path, &thing, NULL), STATUS_OK);
    assert_memory_equal(thing.record.note, game->record.note, sizeof game->record.note);
    assert_int_equal(thing.record.plies, game->record.plies);
    thing_free(&thing);
}

/* A note is in the journal at once, stays when moves are played and taken back, and when the game is gone on
 * with; a full disk keeps it for the next write. */
static void test_notes(void **state)
{
    (void)state;
    struct game game, again;
    struct journal journal;
    struct record record = {0};
    struct error error = {0};
    char path[sizeof journal.path];
    struct game_terms terms = terms_for(NULL, NULL, 9);
    start_journalled(&game, &journal, 2);
    int number = game.position.board.at[square_at(4, 9)], own = game.position.board.at[square_at(0, 0)];
    assert_int_equal(game_note(&game, number, 1 << FLAG | 1 << BOMB, NULL), STATUS_OK);
    assert_int_equal(game.record.note[square_at(4, 9)], 1 << FLAG | 1 << BOMB);
    assert_notes_kept(&game);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_notes_kept(&game);
    assert_int_equal(game_take_back(&game, 4, NULL), STATUS_OK);
    assert_int_equal(game.record.note[square_at(4, 9)], 1 << FLAG | 1 << BOMB);
    assert_notes_kept(&game);

    limit_files((rlim_t)journal.whole);
    assert_int_equal(game_note(&game, own, 1 << SPY, &error), STATUS_FAILED);
    limit_files(RLIM_INFINITY);
    assert_true(journal.behind);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_notes_kept(&game);

    journal_close(&journal, true);
    record_clear(&record);
    snprintf(path, sizeof path, "%s", journal.path);
    assert_int_equal(journal_resume(&journal, path, &record, NULL), STATUS_OK);
    assert_int_equal(game_resume(&again, &record, &terms, NULL), STATUS_OK);
    again.journal = &journal;
    assert_memory_equal(again.record.note, game.record.note, sizeof game.record.note);
    /* All ranks say as much as none: the note is taken back. */
    assert_int_equal(game_note(&again, number, (1 << RANKS) - 1, NULL), STATUS_OK);
    assert_int_equal(game_note(&again, own, 0, NULL), STATUS_OK);
    for (int square = 0; square < SQUARES; square++)
        assert_int_equal(again.record.note[square], 0);
    assert_notes_kept(&again);
    journal_close(&journal, false);
    record_clear(&record);
    game_end(&again);
    game_end(&game);
}

/* Without room for more the journal stays readable up to the last move it has; with room again, the next
 * move brings all that it missed. */
static void test_journal_without_room(void **state)
{
    (void)state;
    for (int torn = 0; torn < 8; torn++) {
        struct game game;
        struct journal journal;
        struct error error = {0};
        start_journalled(&game, &journal, 6);
        limit_files((rlim_t)journal.whole + (rlim_t)torn);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(play_first(&game, &error), STATUS_FAILED);
            assert_non_null(strstr(error.text, strerror(EFBIG)));
            assert_int_equal(in_journal(&game), 6);
        }
        /* A take-back that cannot be written leaves the file as it was. */
        if (torn % 2)
            assert_int_equal(game_take_back(&game, 1, &error), STATUS_FAILED);
        assert_true(journal.behind);
        limit_files(RLIM_INFINITY);
        assert_int_equal(play_first(&game, NULL), STATUS_OK);
        assert_false(journal.behind);
        assert_int_equal(in_journal(&game), (long)game.record.plies);
        assert_int_equal(play_first(&game, NULL), STATUS_OK);
        assert_int_equal(in_journal(&game), torn % 2 ? 10 : 11);
        journal_close(&journal, false);
        game_end(&game);
    }
}

/* What keeps the journal from being written is no fault of the agent whose move it was. */
static void test_journal_failure_forfeits_nothing(void **state)
{
    (void)state;
    struct game game;
    struct journal journal;
    struct game_terms terms = terms_for("random", "random", 3);
    sigset_t none;
    sigemptyset(&none);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(journal_start(&journal, &game.record, NULL), STATUS_OK);
    game.journal = &journal;
    close(journal.file);
    journal.file = signalfd(-1, &none, SFD_CLOEXEC); /* a write gives EINVAL */
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_FAILED);
    assert_int_equal(game.record.plies, 1);
    assert_int_equal(game_outcome(&game).result, RESULT_OPEN);
    /* The same where the folder is gone: ENOENT, in other places the user's mistake. */
    snprintf(journal.path, sizeof journal.path, "%s/nowhere/x.game", folder);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_FAILED);
    assert_int_equal(game.record.plies, 2);
    assert_int_equal(game_outcome(&game).result, RESULT_OPEN);
    assert_int_equal(game_take_back(&game, 1, NULL), STATUS_FAILED);
    journal_close(&journal, true);
    game_end(&game);
    remove_journals();
}

/* Stands in for the system's; refuses where the test wants it. */
static bool no_locks;

int flock(int file, int operation)
{
    if (no_locks) {
        errno = ENOLCK;
        return -1;
    }
    return (int)syscall(SYS_flock, file, operation);
}

static int next_descriptor(void)
{
    int file = dup(STDIN_FILENO);
    close(file);
    return file;
}

/* A journal that cannot be begun leaves neither a file nor an open descriptor. */
static void test_journal_that_cannot_begin(void **state)
{
    (void)state;
    struct game game;
    struct journal journal;
    struct error error;
    struct unfinished_list list = {0};
    struct game_terms terms = terms_for(NULL, NULL, 9);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    int next = next_descriptor();
    no_locks = true;
    assert_int_equal(journal_start(&journal, &game.record, &error), STATUS_FAILED);
    no_locks = false;
    assert_true(journal.file < 0);
    limit_files(100);
    assert_int_equal(journal_start(&journal, &game.record, &error), STATUS_FAILED);
    limit_files(RLIM_INFINITY);
    assert_true(journal.file < 0);
    assert_int_equal(next_descriptor(), next);
    unfinished_find(&list);
    assert_int_equal(list.count, 0);
    unfinished_free(&list);
    game_end(&game);
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A journal that is damaged anywhere: the fault is named by its line, and the moves before it are there. */
static void test_damaged_journal(void **state)
{
    (void)state;
    struct game game;
    struct journal journal;
    struct text whole = {0};
    struct record record = {0};
    struct error fault;
    char place[4200];
    start_journalled(&game, &journal, 40);
    journal_close(&journal, true);
    assert_int_equal(disk_read(journal.path, FILE_LIMIT, &whole, NULL), STATUS_OK);
    record_clear(&record);
    static const char wrongs[] = "#\t\x01:[\xff";
    size_t line = 1, moves = 0, damaged = 0;
    for (size_t at = 0; at < whole.size; line++) {
        size_t end = at + (size_t)(strchr(whole.bytes + at, '\n') - (whole.bytes + at));
        bool is_move = moves > 0;
        for (size_t w = 0; is_move && w < sizeof wrongs - 1; w++) {
            char kept = whole.bytes[at + 4];
            whole.bytes[at + 4] = wrongs[w];
            write_file(journal.path, whole.bytes, whole.size);
            assert_int_equal(unfinished_look(journal.path, &record, &fault), UNFINISHED_DAMAGED);
            assert_int_equal(record.plies, moves - 1);
            assert_memory_equal(record.moves, game.record.moves, record.plies * sizeof *record.moves);
            snprintf(place, sizeof place, "%s:%zu:", journal.path, line);
            assert_int_equal(strncmp(fault.text, place, strlen(place)), 0);
            whole.bytes[at + 4] = kept;
            damaged++;
        }
        moves += is_move || strncmp(whole.bytes + at, "moves:", 6) == 0;
        at = end + 1;
    }
    assert_int_equal(damaged, 40 * (sizeof wrongs - 1));

    /* A move that can be read but not played. */
    text_add(&whole, "  a1-a2\n  a4-a5\n");
    write_file(journal.path, whole.bytes, whole.size);
    assert_int_equal(unfinished_look(journal.path, &record, &fault), UNFINISHED_DAMAGED);
    assert_int_equal(record.plies, 40);
    snprintf(place, sizeof place, "%s:%zu:", journal.path, line);
    assert_int_equal(strncmp(fault.text, place, strlen(place)), 0);

    /* Without its head nothing of it can be played, but it is not overlooked. */
    whole.bytes[0] = '!';
    write_file(journal.path, whole.bytes, whole.size);
    assert_int_equal(unfinished_look(journal.path, &record, &fault), UNFINISHED_LOST);
    assert_non_null(strstr(fault.text, ":1:"));
    struct unfinished_list list = {0};
    unfinished_find(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.games[0].state, UNFINISHED_LOST);
    unfinished_free(&list);

    /* Put away, it is the same file elsewhere. */
    struct text after = {0};
    char away[4096];
    assert_int_equal(unfinished_put_away(journal.path, away, sizeof away, NULL), STATUS_OK);
    assert_int_equal(access(journal.path, F_OK), -1);
    assert_int_equal(disk_read(away, FILE_LIMIT, &after, NULL), STATUS_OK);
    assert_int_equal(after.size, whole.size);
    assert_memory_equal(after.bytes, whole.bytes, whole.size);
    unlink(away);
    text_free(&after);
    text_free(&whole);
    record_clear(&record);
    game_end(&game);
}

/* Looking changes no journal and keeps nobody from playing it; the newest comes first; what is over is put
 * away with its end; what is being played is left alone. */
static void test_unfinished(void **state)
{
    (void)state;
    struct game game[3];
    struct journal journal[3];
    struct unfinished_list list = {0};
    struct stat before, after;
    struct thing thing = {0};
    char away[4096];
    for (int i = 0; i < 3; i++) {
        start_journalled(&game[i], &journal[i], 2 + i);
        assert_int_equal(utimensat(AT_FDCWD, journal[i].path,
                                   (struct timespec[]){{100 * i, 0}, {100 * i, 0}}, 0), 0);
    }
    unfinished_find(&list);
    assert_int_equal(list.count, 0);
    assert_int_equal(unfinished_put_away(journal[0].path, away, sizeof away, NULL), STATUS_NO);
    assert_int_equal(access(journal[0].path, F_OK), 0);
    assert_int_equal(write(journal[2].file, "  a4-", 5), 5);
    assert_int_equal(futimens(journal[2].file, (struct timespec[]){{200, 0}, {200, 0}}), 0);
    journal_close(&journal[0], true);
    journal_close(&journal[2], true);
    /* Another who also looks does not hide them. */
    int other = open(journal[2].path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(flock(other, LOCK_SH), 0);
    assert_int_equal(stat(journal[2].path, &before), 0);
    unfinished_find(&list);
    close(other);
    assert_int_equal(stat(journal[2].path, &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.games[0].path, journal[2].path);
    assert_int_equal(list.games[0].plies, 4);
    assert_int_equal(list.games[1].plies, 2);
    assert_string_equal(list.games[1].date, game[0].record.date);
    unfinished_free(&list);

    game_resign(&game[1], RED);
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    assert_int_equal(journal_finish(&journal[1], &game[1].record, away, sizeof away, NULL),
                     STATUS_FAILED);
    assert_string_equal(away, journal[1].path);
    journal_close(&journal[1], true);
    setenv("XDG_DATA_HOME", folder, 1);
    unfinished_find(&list);
    assert_int_equal(list.count, 3);
    assert_int_equal(list.games[0].state, UNFINISHED_OVER);
    assert_int_equal(unfinished_put_away(list.games[0].path, away, sizeof away, NULL), STATUS_OK);
    unfinished_free(&list);
    assert_int_equal(access(journal[1].path, F_OK), -1);
    assert_int_equal(file_read(away, &thing, NULL), STATUS_OK);
    assert_int_equal(thing.record.outcome.result, RESULT_BLUE);
    assert_int_equal(thing.record.outcome.reason, REASON_RESIGNED);
    thing_free(&thing);
    unlink(away);
    for (int i = 0; i < 3; i++)
        game_end(&game[i]);
    remove_journals();
}

static int set_up(void **state)
{
    (void)state;
    settings_init(&settings, option_groups);
    signal(SIGXFSZ, SIG_IGN);
    return mkdtemp(folder) && setenv("XDG_STATE_HOME", folder, 1) == 0 &&
                   setenv("XDG_DATA_HOME", folder, 1) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char path[64];
    settings_free(&settings);
    static const char *const inner[] = {"/vedette/games", "/vedette/finished", "/vedette", ""};
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        snprintf(path, sizeof path, "%s%s", folder, inner[i]);
        rmdir(path);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_journal),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_journal_without_room),
        cmocka_unit_test(test_journal_failure_forfeits_nothing),
        cmocka_unit_test(test_journal_that_cannot_begin),
        cmocka_unit_test(test_damaged_journal),
        cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
