/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "file/file.h"
#include "lab/match_log.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A running match or tournament. */
struct running {
    const struct tournament *tournament;
    const struct match_terms *terms;
    struct contest contest;
    struct collector *collector;
    struct match_result *meetings;
    size_t done;                /* counted games, with those of the log */
    struct match_log *log;      /* NULL: no log */
    size_t first;               /* number of the first game that is not in the log */
    struct sink *sinks;
    size_t sink_count;
};

/* Returns which agent of the meeting plays a side. */
static enum match_agent agent_of_side(const struct scheduled *game, enum side side)
{
    return side == game->side_of_a ? MATCH_A : MATCH_B;
}

/* Returns the terms of a game of the schedule: those of the match, with the side of each agent. The second
 * game of a pair has the setups of the first (its partner). */
static struct game_terms terms_of_game(const struct running *running, const struct scheduled *game)
{
    const struct match_terms *terms = running->terms;
    const struct tournament *tournament = running->tournament;
    const size_t players[MATCH_AGENTS] = {game->a, game->b}; /* indices in the tournament */
    struct game_terms own = {
        .pool = terms->pool, .pool_count = terms->pool_count, .pool_first = terms->pool_first,
        .stop = terms->stop, .variant = terms->variant, .rules = terms->rules,
        .time.counted = terms->clock_counted, .ends_dead = terms->ends_dead,
        .time_source = terms->time_source, .seed = terms->seed, .stream = game->index,
        .has_partner = game->setups != game->index,
        .partner = game->setups, .settings = terms->settings, .library = terms->library,
    };
    for (enum side side = RED; side <= BLUE; side++) {
        enum match_agent agent = agent_of_side(game, side);
        own.player[side] = tournament->player[players[agent]];
        own.time.side[side] = terms->clock[agent];
        own.own[side] = terms->own[agent];
        own.setup[side] = terms->own_setup[agent];
        if (terms->army)
            memcpy(own.army[side], terms->army, RANKS);
    }
    return own;
}

/* Plays a game to its end, or until the match is stopped. */
static enum status play_game(const struct running *running, struct played *played, struct error *error)
{
    struct game game = {0};
    const struct game_terms terms = terms_of_game(running, &played->game);
    enum status status = game_start(&game, &terms, error);
    if (!status)
        status = game_run(&game, terms.stop, error);
    if (!status) {
        played->outcome = game_outcome(&game);
        played->plies = game.record.plies;
        /* Move the record to `played`. Only its outcome stays, since game_end passes that to the agents. */
        *played->record = game.record;
        game.record = (struct record){.outcome = played->outcome};
    }
    game_end(&game);
    return status;
}

/* Plays game number `item` of those that are not in the log, and puts it into the collector. It is the work
 * of a thread. */
static void play_one(void *context, size_t item)
{
    struct running *running = context;
    size_t number = running->first + item;
    if (!collector_wants(running->collector, number))
        return;
    struct error error = {0};
    struct record record = {0};
    struct played played = {.game = schedule_game(&running->contest, number), .record = &record};
    enum status status = STATUS_OK;
    if (!stop_requested(running->terms->stop)) /* if the match was stopped, the game counts as cut off */
        status = play_game(running, &played, &error);
    collector_put(running->collector, number, &played, status, &error);
}

/* Counts a win, and its length if the flag was captured. */
static void count_win(struct match_wins *wins, const struct played *played)
{
    wins->wins++;
    if (played->outcome.reason == REASON_FLAG) {
        wins->captures++;
        sample_add(&wins->capture_plies, (double)played->plies);
    }
}

/* Counts the result of a game and returns A's half points: 0 for a loss, 1 for a draw, 2 for a win. */
static int count_winner(struct match_result *result, const struct played *played)
{
    const struct outcome *outcome = &played->outcome;
    if (outcome->result == RESULT_DRAW) {
        result->draws++;
        result->draws_by[outcome->reason]++;
        return 1;
    }
    enum side winner = outcome->result == RESULT_RED ? RED : BLUE;
    enum match_agent agent = agent_of_side(&played->game, winner);
    count_win(&result->agent[agent], played);
    count_win(&result->side[winner], played);
    result->wins_by[agent][outcome->reason]++;
    return agent == MATCH_A ? 2 : 0;
}

bool match_count(struct match_result *result, const struct played *played, const struct sprt_terms *sprt)
{
    result->games++;
    sample_add(&result->plies, (double)played->plies);
    if (played->outcome.reason == REASON_FLAG)
        sample_add(&result->capture_plies, (double)played->plies);
    int before = result->half_points; /* of the meeting's last game: the first one of a complete pair */
    result->half_points = count_winner(result, played);
    if (!played->game.whole) /* no pair is complete: the test has nothing new */
        return false;
    pentanomial_add(&result->pairs, before + result->half_points);
    result->sprt = sprt ? sprt_decide(sprt, &result->pairs) : SPRT_GO_ON;
    return result->sprt != SPRT_GO_ON;
}

double match_score(const struct match_result *result)
{
    return stats_score(result->agent[MATCH_A].wins, result->draws, result->agent[MATCH_B].wins);
}

struct interval match_interval(const struct match_result *result, double z)
{
    if (pentanomial_pairs(&result->pairs))
        return pentanomial_interval(&result->pairs, z);
    return stats_score_interval(result->agent[MATCH_A].wins, result->draws, result->agent[MATCH_B].wins, z);
}

/* Counts a game and reports whether the test has ended. It is a sink (lab/collector.h). */
static enum status count_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct running *running = context;
    const struct match_terms *terms = running->terms;
    (void)error;
    *enough = match_count(&running->meetings[played->game.meeting], played, terms->sprt);
    running->done++;
    if (terms->progress && played->record) /* not for games of a log */
        terms->progress(terms->context, running->done, contest_games(&running->contest));
    return STATUS_OK;
}

/* Returns the path of a saved game; text_free frees it. */
static struct text path_of_game(const char *folder, size_t index)
{
    struct text path = {0};
    text_printf(&path, "%s/%06zu.game", folder, index);
    return path;
}

/* Returns whether there is a file at `path` with other content than `bytes`. */
static bool holds_other(const char *path, const struct text *bytes)
{
    struct text found = {0};
    struct error error;
    bool other = access(path, F_OK) == 0 &&
                 (disk_read_regular(path, bytes->size, &found, &error) || found.size != bytes->size ||
                  memcmp(found.bytes, bytes->bytes, bytes->size) != 0);
    text_free(&found);
    return other;
}

/* Renames a file of another match to the first free name of "PATH.~1~", "PATH.~2~" and so on, so that it is
 * not overwritten. */
static enum status set_aside(const char *path, struct error *error)
{
    struct text aside = {0};
    enum status status = STATUS_OK;
    for (int number = 1; number == 1 || access(text_string(&aside), F_OK) == 0; number++) {
        text_clear(&aside);
        text_printf(&aside, "%s.~%d~", path, number);
    }
    if (rename(path, text_string(&aside)))
        status = error_set(error, STATUS_FAILED, "%s: cannot be set aside: %s", path, strerror(errno));
    text_free(&aside);
    return status;
}

/* Saves a game to a file of its own. It is a sink (lab/collector.h). */
static enum status save_game(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct text path = path_of_game(context, played->game.index), bytes = {0};
    (void)enough;
    game_write(played->record, &bytes);
    enum status status = STATUS_OK;
    if (holds_other(text_string(&path), &bytes))
        status = set_aside(text_string(&path), error);
    if (!status)
        status = disk_write(text_string(&path), bytes.bytes, bytes.size, error);
    text_free(&path);
    text_free(&bytes);
    return status;
}

/* Starts each agent once, so that a wrong name is reported before games are played. */
static enum status try_agents(const struct running *running, struct error *error)
{
    const struct match_terms *terms = running->terms;
    for (size_t i = 0; i < running->tournament->players; i++) {
        struct agent agent = {0};
        const struct settings *own = i < MATCH_AGENTS ? terms->own[i] : NULL;
        enum status status = agent_start(&agent, running->tournament->player[i],
                                         own ? own : terms->settings,
                                         library_for_variant(terms->library, variant_at(terms->variant)),
                                         error);
        if (status)
            return status;
        agent_end(&agent);
    }
    return STATUS_OK;
}

/* Plays the games from number running->first on, and passes them to the sinks in order. */
static enum status play_games(struct running *running, struct error *error)
{
    const size_t games = contest_games(&running->contest);
    if (running->terms->save && running->first < games) { /* a killed match may have left a partial file */
        struct text path = path_of_game(running->terms->save,
                                        schedule_game(&running->contest, running->first).index);
        disk_sweep(text_string(&path));
        text_free(&path);
    }
    memory_retain_freed(); /* each game allocates and frees about the same blocks */
    /* The sinks in order: a game is saved before it is logged, and counted last. */
    const struct match_terms *terms = running->terms;
    struct sink *sink = memory_new(terms->keep_count + 3, sizeof *sink);
    running->sinks = sink;
    if (terms->save)
        *sink++ = (struct sink){save_game, (void *)(uintptr_t)terms->save};
    for (size_t i = 0; i < terms->keep_count; i++)
        *sink++ = terms->keep[i];
    if (running->log)
        *sink++ = (struct sink){match_log_take, running->log};
    *sink++ = (struct sink){count_game, running};
    running->sink_count = (size_t)(sink - running->sinks);
    running->collector = collector_new(running->sinks, running->sink_count, running->first,
                                       running->terms->stop);
    parallel_run(running->terms->jobs, games - running->first, play_one, running);
    enum status status = collector_status(running->collector, error);
    collector_free(running->collector);
    free(running->sinks);
    return status;
}

struct contest tournament_contest(const struct tournament *tournament, const struct match_terms *terms)
{
    return (struct contest){
        .players = tournament->players,
        .gauntlet = tournament->kind == TOURNAMENT_GAUNTLET,
        .games = terms->games, .paired = terms->paired, .a_is_red = terms->a_is_red, .shard = terms->shard,
        .shards = terms->shards,
    };
}

enum status tournament_run(const struct tournament *tournament, const struct match_terms *terms,
                           struct match_result *meetings, struct error *error)
{
    struct running running = {
        .tournament = tournament, .terms = terms,
        .contest = tournament_contest(tournament, terms),
        .meetings = meetings,
    };
    for (size_t i = 0; i < contest_meetings(&running.contest); i++)
        meetings[i] = (struct match_result){0};
    const struct sink count = {count_game, &running};
    bool over = false;
    /* Check agents and files before the first game; count the games of an existing log. */
    enum status status = try_agents(&running, error);
    if (!status && terms->save)
        status = disk_check_name(terms->save, error); /* "-" is not allowed as a folder */
    if (!status && terms->save)
        status = disk_folder(terms->save, error);
    if (!status && terms->log)
        status = match_log_open(&running.log, terms->log, tournament, terms, error);
    if (!status && running.log)
        status = match_log_replay(running.log, &count, &running.first, &over, error);
    /* Games that the log lists, but that are not where games are saved. */
    if (!status && terms->save && terms->unsaved) {
        *terms->unsaved = 0;
        for (size_t i = 0; i < running.first; i++) {
            struct text path = path_of_game(terms->save, schedule_game(&running.contest, i).index);
            *terms->unsaved += access(text_string(&path), F_OK) != 0;
            text_free(&path);
        }
    }
    if (!status && !over)
        status = play_games(&running, error);
    if (running.log) { /* an error of closing counts only if there is none before it */
        enum status closed = match_log_close(running.log, status ? NULL : error);
        status = status ? status : closed;
    }
    return status;
}

/* Returns a match as a tournament of two agents. */
static struct tournament of_two(const struct match_terms *terms)
{
    return (struct tournament){.kind = TOURNAMENT_MATCH, .player = terms->agent, .players = MATCH_AGENTS};
}

size_t match_games(const struct match_terms *terms)
{
    const struct tournament both = of_two(terms);
    const struct contest contest = tournament_contest(&both, terms);
    return contest_games(&contest);
}

enum status match_run(const struct match_terms *terms, struct match_result *result, struct error *error)
{
    const struct tournament both = of_two(terms);
    return tournament_run(&both, terms, result, error);
}
