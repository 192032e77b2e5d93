/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches and tournaments: many games between agents, on several threads. The result depends only on the
 * terms and the seed, not on the threads. */
#ifndef VEDETTE_LAB_MATCH_H
#define VEDETTE_LAB_MATCH_H

#include "lab/collector.h"
#include "lab/sprt.h"
#include "play/game.h"

enum match_agent { MATCH_A, MATCH_B, MATCH_AGENTS };

/* The parameters of a match, or of the meetings of a tournament. */
struct match_terms {
    const char *agent[MATCH_AGENTS];  /* specs for agent_start */
    size_t games;
    bool paired;                      /* games are played in pairs (lab/schedule.h) */
    bool a_is_red;                    /* A is red in every game; if false, in games with even numbers */
    const struct setup *pool;         /* setups for agents that have none; NULL: random ones */
    size_t pool_count;
    bool pool_first;                  /* the pool is used also for agents with setups of their own */
    const struct setup *own_setup[MATCH_AGENTS]; /* an agent's setup in all games of a match; NULL: as
                                                  * above */
    uint8_t variant;                  /* index of a row of variant_table */
    const uint8_t *army;              /* of both sides, if the variant allows any; NULL: drawn each time */
    struct rules rules;
    bool ends_dead;                   /* a game that neither side can win any more is drawn (game/ending.h) */
    struct time_control clock[MATCH_AGENTS]; /* of each agent; all zero: no limit */
    bool clock_counted;               /* time is only counted: an agent without time left does not lose */
    const struct time_source *time_source; /* for tests; NULL: clock_now */
    uint64_t seed;                    /* game number i uses stream i of it */
    const struct sprt_terms *sprt;    /* the match ends when this test has a result; NULL: no test */
    size_t shard, shards;             /* only this shard is played (lab/schedule.h) */
    const char *log;                  /* file that logs each game (lab/match_log.h); if it has games already,
                                       * the match continues after them; NULL: none */
    int jobs;
    const struct settings *settings;
    const struct settings *own[MATCH_AGENTS]; /* settings of one agent of a match instead of
                                               * `settings`; NULL: `settings` */
    struct library *library;          /* shared by all games */
    const char *save;                 /* folder for a file of each game, or NULL; an existing file with other
                                       * content is renamed */
    size_t *unsaved;                  /* gets the number of games that are in the log but not in that folder
                                       * (a log has no moves); may be NULL */
    const struct sink *keep;          /* get each finished game, in order, before it is counted */
    size_t keep_count;
    const atomic_bool *stop;          /* may be NULL; true: end soon; the games before the first unfinished
                                       * one are counted */
    /* Called after each game that is counted, by one thread at a time; may be NULL. */
    void (*progress)(void *context, size_t done, size_t games);
    void *context;
};

/* The wins of one agent or one colour. */
struct match_wins {
    size_t wins;
    size_t captures;                  /* wins by capturing the flag */
    struct sample capture_plies;      /* the lengths of the games won so, in plies */
};

/* The result of one meeting. A is its first player. */
struct match_result {
    size_t games;                     /* counted games */
    size_t draws;
    struct match_wins agent[MATCH_AGENTS];
    struct match_wins side[SIDES];
    size_t wins_by[MATCH_AGENTS][REASONS];
    size_t draws_by[REASONS];
    struct sample plies;              /* lengths of all games */
    struct sample capture_plies;      /* lengths of the games that end with the flag */
    struct pentanomial pairs;         /* scores of A in complete pairs; single games are not included */
    int half_points;                  /* of A in the last game */
    enum sprt_result sprt;            /* result of the match's test */
};

/* Counts the next game of a meeting. Returns whether the test (`sprt`, may be NULL) has a result now. */
bool match_count(struct match_result *result, const struct played *played, const struct sprt_terms *sprt);

/* Returns A's share of the points, 0 .. 1. */
double match_score(const struct match_result *result);
/* Returns the interval of A's score, z standard deviations wide on each side. If there are complete pairs, it
 * follows from these, because the games of a pair are not independent. Otherwise it follows from the games
 * (stats_score_interval). */
struct interval match_interval(const struct match_result *result, double z);

/* Returns the number of games of the match, in its shard. */
size_t match_games(const struct match_terms *terms);

/* Plays the match. STATUS_BAD for an unknown agent; STATUS_FAILED if a game could not be saved: the result
 * then counts the games before it. */
enum status match_run(const struct match_terms *terms, struct match_result *result, struct error *error);

/* A match of two players, each against each, or the first against all others. */
enum tournament_kind { TOURNAMENT_MATCH, TOURNAMENT_ROUND_ROBIN, TOURNAMENT_GAUNTLET, TOURNAMENT_KINDS };

enum { TOURNAMENT_MAX = 256 /* players */ };

/* The kind and the players. */
struct tournament {
    enum tournament_kind kind;
    const char *const *player;        /* specs for agent_start */
    size_t players;                   /* 2 .. TOURNAMENT_MAX */
};

/* Plays a tournament. `terms` describes the meetings: `games` is the number of games of each meeting, `agent`
 * is not used, and the clock of A is that of all players. `meetings` has an element for each meeting
 * (contest_meetings). */
enum status tournament_run(const struct tournament *tournament, const struct match_terms *terms,
                           struct match_result *meetings, struct error *error);

/* Returns the schedule of a match or a tournament. */
struct contest tournament_contest(const struct tournament *tournament, const struct match_terms *terms);

#endif
