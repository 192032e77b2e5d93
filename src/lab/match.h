/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches and tournaments: many games between agents, on several threads, with a result that depends only on
 * the seed. */
#ifndef VEDETTE_LAB_MATCH_H
#define VEDETTE_LAB_MATCH_H

#include "lab/collector.h"
#include "lab/sprt.h"
#include "play/game.h"

enum match_agent { MATCH_A, MATCH_B, MATCH_AGENTS };

struct match_terms {
    const char *agent[MATCH_AGENTS];  /* as agent_start wants them */
    size_t games;
    bool paired;                      /* every two games are a pair (lab/schedule.h) */
    bool fixed;                       /* A is red in every game; else in those with even numbers */
    const struct setup *pool;         /* setups for agents that bring none; NULL: random ones */
    size_t pool_count;
    bool pool_first;                  /* the pool beats what an agent would bring */
    uint8_t variant;                  /* index of a row of variant_table */
    const uint8_t *army;              /* of both sides, where the variant takes any; NULL: drawn each time */
    struct rules rules;
    bool ends_dead;                   /* a game that nobody can win any more is drawn (game/ending.h) */
    struct time_control clock[MATCH_AGENTS]; /* of each agent; all zero: none */
    bool clock_counted;               /* an agent whose time has run out goes on */
    const struct time_source *time_source; /* for tests; NULL: clock_now */
    uint64_t seed;                    /* game number i has stream i of it */
    const struct sprt_terms *sprt;    /* the match ends where this test has its answer; NULL: none */
    size_t shard, shards;             /* only a shard of it is played (lab/schedule.h) */
    const char *log;                  /* a file that tells of each game (lab/match_log.h); where it tells of
                                       * some already, the match goes on behind them; NULL: none */
    int jobs;
    const struct settings *settings;
    const struct settings *own[MATCH_AGENTS]; /* what an agent of a match goes by in place of them; NULL: they
                                               * hold */
    struct library *library;          /* shared by all games */
    const char *save;                 /* a folder that gets each game as a file, or NULL; another file of that
                                       * name is set aside */
    size_t *unsaved;                  /* NULL, or gets how many of the games that the log tells of are not
                                       * in that folder: a log has no moves */
    const struct sink *keep;          /* get each game that is over, in order, before it is counted */
    size_t keep_count;
    const atomic_bool *stop;          /* may be NULL; true: end soon; the games before the first that is cut
                                       * off are counted */
    /* Called after each game that is counted, by one thread at a time; may be NULL. */
    void (*progress)(void *context, size_t done, size_t games);
    void *context;
};

/* What one agent, or one colour, has won. */
struct match_wins {
    size_t wins;
    size_t captures;                  /* of those, by taking the flag */
    struct sample capture_plies;      /* the lengths of those games */
};

/* What one meeting came to: A is the player who comes first. */
struct match_result {
    size_t games;                     /* that are counted */
    size_t draws;
    struct match_wins agent[MATCH_AGENTS];
    struct match_wins side[SIDES];
    size_t wins_by[MATCH_AGENTS][REASONS];
    size_t draws_by[REASONS];
    struct sample plies;              /* of all games */
    struct sample capture_plies;      /* of the games that end with the flag */
    struct pentanomial pairs;         /* scores of A in whole pairs; a single game is in none */
    int half_points;                  /* of A in the last game */
    enum sprt_answer sprt;            /* of the match's test */
};

/* Counts the next game of a meeting. True where the test has its answer then. */
bool match_count(struct match_result *result, const struct played *played, const struct sprt_terms *sprt);

/* A's share of the points, and its interval: by the whole pairs, where there are any, for the games of a pair
 * hang together; else by the games (stats_score_interval). */
double match_score(const struct match_result *result);
struct interval match_interval(const struct match_result *result, double z);

/* How many games it has, in its shard. */
size_t match_games(const struct match_terms *terms);

/* Plays the match. STATUS_BAD for an unknown agent; STATUS_FAILED where a game could not be saved: what is
 * counted then are the games before it. */
enum status match_run(const struct match_terms *terms, struct match_result *result,
                      struct error *error);

/* What is played: a match of two, each against each, or the first against all others. */
enum tournament_kind { TOURNAMENT_MATCH, TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET, TOURNAMENT_KINDS };

enum { TOURNAMENT_MAX = 256 /* players */ };

/* Who plays it. */
struct tournament {
    enum tournament_kind kind;
    const char *const *player;        /* specs as agent_start wants them */
    size_t players;                   /* 2 .. TOURNAMENT_MAX */
};

/* The same for a tournament, `terms` saying how its meetings are played: its `games` are those of each
 * meeting, its agents are not looked at, and the clock of A is that of all. `meetings` has as many elements
 * as there are meetings (contest_meetings). */
enum status tournament_run(const struct tournament *tournament, const struct match_terms *terms,
                           struct match_result *meetings, struct error *error);

/* The contest that a match or a tournament is. */
struct contest tournament_contest(const struct tournament *tournament, const struct match_terms *terms);

#endif
