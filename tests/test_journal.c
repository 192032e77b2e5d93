/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* The journal of a running game, on disks that fail too, and the journals that were left behind. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "engine.h"
#include "file_limit.h"
#include "file/file.h"
#include "folder.h"
#include "play/game.h"
#include "play/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The newest journal that can be gone on with. */
static bool journal_find(char *path, size_t capacity)
{
    struct unfinished_list list = {0};
    unfinished_find(&list);
    bool found = list.count > 0 && list.games[0].state == UNFINISHED_SOUND;
    if (found)
        snprintf(path, capacity, "%s", list.games[0].path);
    unfinished_free(&list);
    return found;
}

/* Nobody waits for the writers of these tests. */
static const struct wake nobody = {{-1, -1}};

/* What came of the writes posted so far: STATUS_OK where each could be done. */
static enum status written(struct journal_writer *writer, struct error *error)
{
    struct journal_result news;
    enum status status = STATUS_OK;
    journal_writer_wait(writer);
    while (journal_writer_poll(writer, &news)) {
        status = status ? status : news.status;
        if (news.status && error)
            *error = news.error;
    }
    assert_int_equal(writer->under_way, 0);
    return status;
}

/* Plays the first of the legal moves; what came of its write. */
static enum status play_first(struct game *game, struct error *error)
{
    struct move moves[MOVES_MAX];
    board_moves(&game->position.board, moves);
    assert_int_equal(game_play(game, moves[0], NULL, error), STATUS_OK);
    return written(game->journal, error);
}

/* A writer for a game, without a journal yet. */
static void give_writer(struct game *game, struct journal_writer *writer)
{
    journal_writer_init(writer, &nobody);
    game->journal = writer;
}

TEST(test_journal)
{
    struct game game;
    struct journal_writer writer;
    struct journal *journal = &writer.journal, other;
    struct record record = {0}, found = {0};
    char path[4096];
    struct error error;
    struct game_terms terms = engine_game_terms(NULL, "random", 7);
    assert_false(journal_find(path, sizeof path));
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    give_writer(&game, &writer);
    assert_int_equal(journal_writer_post(&writer, JOURNAL_BEGIN, &game.record), 1);
    for (int i = 0; i < 10; i++) {
        struct move moves[MOVES_MAX];
        board_moves(&game.position.board, moves);
        assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
        assert_int_equal(game.move_write, i + 2);
    }
    assert_int_equal(written(&writer, NULL), STATUS_OK);
    assert_true(journal_writer_is_whole(&writer));
    /* While it is being played nobody else may have it, and nobody is offered it. */
    record_clear(&record);
    assert_int_equal(journal_resume(&other, journal->path, &record, &error), STATUS_NO);
    assert_false(journal_find(path, sizeof path));
    /* Its program dies in the middle of a line. */
    assert_int_equal(write(journal->file, "  a4-", 5), 5);
    close(journal->file);
    /* And it had begun to write the file anew. */
    char beside[sizeof journal->path + 4];
    snprintf(beside, sizeof beside, "%s.new", journal->path);
    assert_int_equal(disk_write(beside, "format:", 7, NULL), STATUS_OK);
    assert_true(journal_find(path, sizeof path));
    assert_string_equal(path, journal->path);
    record_clear(&found);
    assert_int_equal(journal_resume(journal, path, &found, NULL), STATUS_OK);
    assert_int_equal(found.plies, 10);
    assert_memory_equal(found.moves, game.record.moves, 10 * sizeof *found.moves);
    assert_int_equal(access(beside, F_OK), -1);
    game_end(&game);

    assert_int_equal(game_resume(&game, &found, &terms, NULL), STATUS_OK);
    assert_false(game.player[RED].is_agent);
    assert_true(game.player[BLUE].is_agent);
    game.journal = &writer;
    assert_int_equal(game_to_move(&game), RED);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_equal(game.record.plies, 12);
    journal_writer_free(&writer);
    assert_true(journal_find(path, sizeof path));
    assert_int_equal(journal_resume(journal, path, &found, NULL), STATUS_OK);
    assert_int_equal(found.plies, 12);
    journal_close(journal, false);
    assert_false(journal_find(path, sizeof path));
    record_clear(&found);
    record_clear(&record);
    game_end(&game);
}

/* The test's time, in seconds. */
static double now;

static double journal_time(void *context)
{
    (void)context;
    return now;
}

/* A program dies at any moment of a game with clocks: its journal has what each side had left after the last
 * move, and what was put down when the game was left. */
TEST(test_clocks_stay)
{
    static const struct time_source source = {journal_time, NULL};
    struct game game, again;
    struct journal_writer writer;
    struct journal *journal = &writer.journal;
    struct record found = {0};
    char path[sizeof journal->path];
    struct game_terms terms = engine_game_terms(NULL, NULL, 7);
    terms.time_source = &source;
    assert_int_equal(time_terms_read("60s+2s,90s", &terms.time, NULL, NULL), STATUS_OK);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    give_writer(&game, &writer);
    journal_writer_post(&writer, JOURNAL_BEGIN, &game.record);
    game_clock_run(&game.clock);
    for (int i = 0; i < 12; i++) {
        int64_t left[SIDES];
        now += 0.25 * (i + 1);
        if (i == 6) /* once it was left in between */
            game_pause(&game);
        else
            assert_int_equal(play_first(&game, NULL), STATUS_OK);
        assert_int_equal(written(&writer, NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++)
            left[side] = game_clock_left(&game.clock, side);
        now += 7.5;
        record_clear(&found);
        close(journal->file); /* it dies, and the clock of the next move has run for a while */
        snprintf(path, sizeof path, "%s", journal->path);
        assert_int_equal(journal_resume(journal, path, &found, NULL), STATUS_OK);
        assert_int_equal(game_resume(&again, &found, &terms, NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++)
            assert_int_equal(game_clock_left(&again.clock, side), left[side]);
        game_end(&game);
        game = again;
        game.journal = &writer;
        game_clock_run(&game.clock);
    }
    assert_int_equal(game.record.plies, 11);
    assert_int_equal(game_clock_left(&game.clock, RED),
                     60000 - 250 * (1 + 3 + 5 + 7 + 8 + 10 + 12) + 6 * 2000);
    journal_close(journal, false);
    journal_writer_free(&writer);
    record_clear(&found);
    game_end(&game);
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
static void start_journalled(struct game *game, struct journal_writer *writer, int plies)
{
    struct game_terms terms = engine_game_terms(NULL, NULL, 9);
    assert_int_equal(game_start(game, &terms, NULL), STATUS_OK);
    give_writer(game, writer);
    journal_writer_post(writer, JOURNAL_BEGIN, &game->record);
    assert_int_equal(written(writer, NULL), STATUS_OK);
    while (plies-- > 0)
        assert_int_equal(play_first(game, NULL), STATUS_OK);
}

/* How many moves of the game are in its journal, all of them its first; -1 where it does not read. */
static long in_journal(const struct game *game)
{
    struct file_content content = {0};
    long plies = -1;
    if (file_read(game->journal->journal.path, &content, NULL) == STATUS_OK) {
        plies = (long)content.record.plies;
        assert_true(content.record.plies <= game->record.plies);
        for (long i = 0; i < plies; i++)
            assert_true(move_equal(content.record.moves[i].move, game->record.moves[i].move));
    }
    file_content_free(&content);
    return plies;
}

/* The notes of the journal as it is on the disk are those of the game. */
static void assert_notes_kept(const struct game *game)
{
    struct file_content content = {0};
    assert_int_equal(file_read(game->journal->journal.path, &content, NULL), STATUS_OK);
    assert_memory_equal(content.record.note, game->record.note, sizeof game->record.note);
    assert_int_equal(content.record.plies, game->record.plies);
    file_content_free(&content);
}

/* A note is in the journal at once, stays when moves are played and taken back, and when the game is gone on
 * with; a full disk keeps it for the next write. */
TEST(test_notes)
{
    struct game game, again;
    struct journal_writer writer;
    struct journal *journal = &writer.journal;
    struct record record = {0};
    struct error error = {0};
    char path[sizeof journal->path];
    struct game_terms terms = engine_game_terms(NULL, NULL, 9);
    start_journalled(&game, &writer, 2);
    int number = game.position.board.at[square_at(4, 9)], own = game.position.board.at[square_at(0, 0)];
    game_note(&game, number, 1 << FLAG | 1 << BOMB);
    assert_int_equal(written(&writer, NULL), STATUS_OK);
    assert_int_equal(game.record.note[square_at(4, 9)], 1 << FLAG | 1 << BOMB);
    assert_notes_kept(&game);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_notes_kept(&game);
    assert_int_equal(game_take_back(&game, 4, NULL), STATUS_OK);
    assert_int_equal(written(&writer, NULL), STATUS_OK);
    assert_int_equal(game.record.note[square_at(4, 9)], 1 << FLAG | 1 << BOMB);
    assert_notes_kept(&game);

    limit_files((rlim_t)journal->whole);
    game_note(&game, own, 1 << SPY);
    assert_int_equal(written(&writer, &error), STATUS_FAILED);
    limit_files(RLIM_INFINITY);
    assert_true(journal->behind);
    assert_int_equal(play_first(&game, NULL), STATUS_OK);
    assert_notes_kept(&game);

    snprintf(path, sizeof path, "%s", journal->path);
    journal_writer_free(&writer);
    record_clear(&record);
    journal_writer_init(&writer, &nobody);
    assert_int_equal(journal_resume(journal, path, &record, NULL), STATUS_OK);
    assert_int_equal(game_resume(&again, &record, &terms, NULL), STATUS_OK);
    again.journal = &writer;
    assert_memory_equal(again.record.note, game.record.note, sizeof game.record.note);
    /* All ranks say as much as none: the note is taken back. */
    game_note(&again, number, (1 << RANKS) - 1);
    game_note(&again, own, 0);
    assert_int_equal(written(&writer, NULL), STATUS_OK);
    for (int square = 0; square < SQUARES; square++)
        assert_int_equal(again.record.note[square], 0);
    assert_notes_kept(&again);
    journal_close(journal, false);
    journal_writer_free(&writer);
    record_clear(&record);
    game_end(&again);
    game_end(&game);
}

/* Without room for more the journal stays readable up to the last move it has; with room again, the next
 * move brings all that it missed. */
TEST(test_journal_without_space)
{
    for (int torn = 0; torn < 8; torn++) {
        struct game game;
        struct journal_writer writer;
        struct journal *journal = &writer.journal;
        struct error error = {0};
        start_journalled(&game, &writer, 6);
        limit_files((rlim_t)journal->whole + (rlim_t)torn);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(play_first(&game, &error), STATUS_FAILED);
            assert_non_null(strstr(error.text, strerror(EFBIG)));
            assert_int_equal(in_journal(&game), 6);
        }
        /* A take-back that cannot be written leaves the file as it was. */
        if (torn % 2) {
            assert_int_equal(game_take_back(&game, 1, &error), STATUS_OK);
            assert_int_equal(written(&writer, &error), STATUS_FAILED);
        }
        assert_true(journal->behind);
        limit_files(RLIM_INFINITY);
        assert_int_equal(play_first(&game, NULL), STATUS_OK);
        assert_false(journal->behind);
        assert_int_equal(in_journal(&game), (long)game.record.plies);
        assert_int_equal(play_first(&game, NULL), STATUS_OK);
        assert_int_equal(in_journal(&game), torn % 2 ? 10 : 11);
        journal_close(journal, false);
        journal_writer_free(&writer);
        game_end(&game);
    }
}

/* What keeps the journal from being written is no fault of the agents whose moves they are: the game goes
 * on to its end, and each write reports that it failed. */
TEST(test_journal_failure_forfeits_nothing)
{
    struct game game;
    struct journal_writer writer;
    struct journal *journal = &writer.journal;
    struct journal_result news;
    struct game_terms terms = engine_game_terms("random", "random", 3);
    sigset_t none;
    size_t writes = 0;
    sigemptyset(&none);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    give_writer(&game, &writer);
    journal_writer_post(&writer, JOURNAL_BEGIN, &game.record);
    assert_int_equal(written(&writer, NULL), STATUS_OK);
    close(journal->file);
    journal->file = signalfd(-1, &none, SFD_CLOEXEC); /* a write gives EINVAL */
    /* And where the folder is gone: ENOENT, in other places the user's mistake. */
    snprintf(journal->path, sizeof journal->path, "%s/nowhere/x.game", folder);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_not_equal(game_outcome(&game).result, RESULT_OPEN);
    assert_int_not_equal(game_outcome(&game).reason, REASON_ILLEGAL);
    assert_int_not_equal(game_outcome(&game).reason, REASON_RESIGNED);
    journal_writer_wait(&writer);
    for (; journal_writer_poll(&writer, &news); writes++) {
        assert_int_equal(news.write, JOURNAL_MOVE);
        assert_int_equal(news.number, writes + 2);
        assert_int_equal(news.status, STATUS_FAILED);
    }
    assert_int_equal(writes, game.record.plies);
    assert_true(journal->behind);
    journal_writer_free(&writer);
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

/* On a file system without locks a game is kept all the same: begun, left, found, resumed, written anew and
 * finished. */
TEST(test_journal_without_locks)
{
    struct game game;
    struct journal journal;
    struct record found = {0};
    char path[4096], kept[4096];
    struct game_terms terms = engine_game_terms(NULL, NULL, 9);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    record_clear(&found);
    no_locks = true;
    assert_int_equal(journal_start(&journal, &game.record, NULL), STATUS_OK);
    struct move moves[MOVES_MAX];
    board_moves(&game.position.board, moves);
    assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
    assert_int_equal(journal_move(&journal, &game.record, NULL), STATUS_OK);
    journal_close(&journal, true);
    assert_true(journal_find(path, sizeof path));
    assert_int_equal(journal_resume(&journal, path, &found, NULL), STATUS_OK);
    assert_int_equal(found.plies, 1);
    assert_int_equal(journal_rewrite(&journal, &game.record, NULL), STATUS_OK);
    assert_int_equal(journal_finish(&journal, &game.record, kept, sizeof kept, NULL), STATUS_OK);
    no_locks = false;
    unlink(kept);
    record_clear(&found);
    game_end(&game);
}

/* The game that is over on a disk that took no journal: it is said that it is kept nowhere, and with room
 * again it is kept. */
TEST(test_end_without_journal)
{
    for (int capacity = 0; capacity < 2; capacity++) {
        struct game game;
        struct journal_writer writer;
        struct journal_result news;
        struct game_terms terms = engine_game_terms(NULL, NULL, 9);
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        give_writer(&game, &writer);
        limit_files(100);
        journal_writer_post(&writer, JOURNAL_BEGIN, &game.record);
        assert_int_equal(written(&writer, NULL), STATUS_FAILED);
        assert_int_equal(play_first(&game, NULL), STATUS_OK);
        game_resign(&game, RED);
        if (capacity)
            limit_files(RLIM_INFINITY);
        journal_writer_post(&writer, JOURNAL_FINISH, &game.record);
        journal_writer_wait(&writer);
        assert_true(journal_writer_poll(&writer, &news));
        limit_files(RLIM_INFINITY);
        assert_int_equal(news.status, capacity ? STATUS_OK : STATUS_FAILED);
        assert_int_equal(news.kept[0] != '\0', capacity);
        if (capacity) {
            struct file_content content = {0};
            assert_int_equal(file_read(news.kept, &content, NULL), STATUS_OK);
            assert_int_equal(content.record.plies, 1);
            assert_int_equal(content.record.outcome.reason, REASON_RESIGNED);
            file_content_free(&content);
            unlink(news.kept);
        }
        journal_writer_free(&writer);
        game_end(&game);
    }
}

/* A journal that cannot be begun leaves neither a file nor an open descriptor. */
TEST(test_journal_that_cannot_begin)
{
    struct game game;
    struct journal journal;
    struct error error;
    struct unfinished_list list = {0};
    struct game_terms terms = engine_game_terms(NULL, NULL, 9);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    int next = next_descriptor();
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

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A journal that is damaged anywhere: the fault is named by its line, and the moves before it are there. */
TEST(test_damaged_journal)
{
    struct game game;
    struct journal_writer writer;
    struct journal *journal = &writer.journal;
    struct text whole = {0};
    struct record record = {0};
    struct error fault;
    char place[4200];
    start_journalled(&game, &writer, 40);
    journal_writer_free(&writer);
    assert_int_equal(disk_read(journal->path, FILE_LIMIT, &whole, NULL), STATUS_OK);
    record_clear(&record);
    static const char wrongs[] = "#\t\x01:[\xff";
    size_t line = 1, moves = 0, damaged = 0;
    for (size_t at = 0; at < whole.size; line++) {
        size_t end = at + (size_t)(strchr(whole.bytes + at, '\n') - (whole.bytes + at));
        bool is_move = moves > 0;
        for (size_t w = 0; is_move && w < sizeof wrongs - 1; w++) {
            char kept = whole.bytes[at + 4];
            whole.bytes[at + 4] = wrongs[w];
            write_bytes(journal->path, whole.bytes, whole.size);
            assert_int_equal(unfinished_read(journal->path, &record, &fault), UNFINISHED_DAMAGED);
            assert_int_equal(record.plies, moves - 1);
            assert_memory_equal(record.moves, game.record.moves, record.plies * sizeof *record.moves);
            snprintf(place, sizeof place, "%s:%zu:", journal->path, line);
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
    write_bytes(journal->path, whole.bytes, whole.size);
    assert_int_equal(unfinished_read(journal->path, &record, &fault), UNFINISHED_DAMAGED);
    assert_int_equal(record.plies, 40);
    snprintf(place, sizeof place, "%s:%zu:", journal->path, line);
    assert_int_equal(strncmp(fault.text, place, strlen(place)), 0);

    /* Without its head nothing of it can be played, but it is not overlooked. */
    whole.bytes[0] = '!';
    write_bytes(journal->path, whole.bytes, whole.size);
    assert_int_equal(unfinished_read(journal->path, &record, &fault), UNFINISHED_LOST);
    assert_non_null(strstr(fault.text, ":1:"));
    struct unfinished_list list = {0};
    unfinished_find(&list);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.games[0].state, UNFINISHED_LOST);
    unfinished_free(&list);

    /* Put away, it is the same file elsewhere. */
    struct text after = {0};
    char away[4096];
    assert_int_equal(unfinished_move_to_finished(journal->path, away, sizeof away, NULL), STATUS_OK);
    assert_int_equal(access(journal->path, F_OK), -1);
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
TEST(test_unfinished)
{
    struct game game[3];
    struct journal_writer writer[3];
    struct unfinished_list list = {0};
    struct stat before, after;
    struct file_content content = {0};
    char away[4096];
    for (int i = 0; i < 3; i++) {
        start_journalled(&game[i], &writer[i], 2 + i);
        assert_int_equal(utimensat(AT_FDCWD, writer[i].journal.path,
                                   (struct timespec[]){{100 * i, 0}, {100 * i, 0}}, 0), 0);
    }
    unfinished_find(&list);
    assert_int_equal(list.count, 0);
    assert_int_equal(list.busy, 3);
    unfinished_free(&list);
    assert_int_equal(unfinished_move_to_finished(writer[0].journal.path, away, sizeof away, NULL), STATUS_NO);
    assert_int_equal(access(writer[0].journal.path, F_OK), 0);
    assert_int_equal(write(writer[2].journal.file, "  a4-", 5), 5);
    assert_int_equal(futimens(writer[2].journal.file, (struct timespec[]){{200, 0}, {200, 0}}), 0);
    journal_close(&writer[0].journal, true);
    journal_close(&writer[2].journal, true);
    /* Another who also looks does not hide them. */
    int other = open(writer[2].journal.path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(flock(other, LOCK_SH), 0);
    assert_int_equal(stat(writer[2].journal.path, &before), 0);
    unfinished_find(&list);
    close(other);
    assert_int_equal(stat(writer[2].journal.path, &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.games[0].path, writer[2].journal.path);
    assert_int_equal(list.games[0].brief.plies, 4);
    assert_int_equal(list.games[1].brief.plies, 2);
    assert_string_equal(list.games[1].brief.date, game[0].record.date);
    unfinished_free(&list);

    game_resign(&game[1], RED);
    setenv("XDG_DATA_HOME", "/dev/null", 1);
    assert_int_equal(journal_finish(&writer[1].journal, &game[1].record, away, sizeof away, NULL),
                     STATUS_FAILED);
    assert_string_equal(away, writer[1].journal.path);
    journal_close(&writer[1].journal, true);
    setenv("XDG_DATA_HOME", folder, 1);
    unfinished_find(&list);
    assert_int_equal(list.count, 3);
    assert_int_equal(list.games[0].state, UNFINISHED_OVER);
    assert_int_equal(unfinished_move_to_finished(list.games[0].path, away, sizeof away, NULL), STATUS_OK);
    unfinished_free(&list);
    assert_int_equal(access(writer[1].journal.path, F_OK), -1);
    assert_int_equal(file_read(away, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.outcome.result, RESULT_BLUE);
    assert_int_equal(content.record.outcome.reason, REASON_RESIGNED);
    file_content_free(&content);
    unlink(away);
    for (int i = 0; i < 3; i++) {
        journal_writer_free(&writer[i]);
        game_end(&game[i]);
    }
    remove_journals();
}

static int set_up_journal(void **state)
{
    signal(SIGXFSZ, SIG_IGN);
    return engine_set_up(state) || folder_set_up(state);
}

static int tear_down_journal(void **state)
{
    return engine_tear_down(state) || folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_journal),
        cmocka_unit_test(test_clocks_stay),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_journal_without_space),
        cmocka_unit_test(test_journal_failure_forfeits_nothing),
        cmocka_unit_test(test_journal_without_locks),
        cmocka_unit_test(test_journal_that_cannot_begin),
        cmocka_unit_test(test_end_without_journal),
        cmocka_unit_test(test_damaged_journal),
        cmocka_unit_test(test_unfinished),
    };
    return cmocka_run_group_tests(tests, set_up_journal, tear_down_journal);
}
