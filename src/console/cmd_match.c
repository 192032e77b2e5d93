/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between agents: match. */
#include "console/commands.h"

#include "base/clock.h"
#include "console/arguments.h"
#include "console/load.h"
#include "console/report.h"
#include "game/rules_option.h"
#include "lab/match.h"

#include <stdlib.h>

/* Agents never agree on a draw: where the rules know no limit at all, a game ends after so many plies. */
enum { PLIES_MOST = 5000 };

/* What `match` was asked for, beside the terms. */
struct wish {
    struct match_terms terms;
    uint64_t games;
    uint64_t plies;          /* the longest game; 0: as the rules say */
    struct word_list setups;
    bool random_setups, json, time;
};

/* Sees to it that every game ends. */
static void limit_games(struct rules *rules, int most)
{
    if (!most && !rules->move_limit && !rules->no_attack_limit)
        most = PLIES_MOST;
    if (most && (!rules->move_limit || most < rules->move_limit))
        rules->move_limit = most;
}

static enum status parse(struct session *session, struct wish *wish, int argc, char **argv,
                         struct error *error)
{
    const struct flag flags[] = {
        {.name = "games", .kind = FLAG_WHOLE, .value = &wish->games, .least = 1, .most = 10000000},
        {.name = "max-plies", .kind = FLAG_WHOLE, .value = &wish->plies, .least = 1, .most = 1000000},
        {.name = "setups", .kind = FLAG_LIST, .value = &wish->setups},
        {.name = "random-setups", .kind = FLAG_BARE, .value = &wish->random_setups},
        {.name = "fixed", .kind = FLAG_BARE, .value = &wish->terms.fixed},
        {.name = "save", .kind = FLAG_TEXT, .value = &wish->terms.save},
        {.name = "json", .kind = FLAG_BARE, .value = &wish->json},
        {.name = "time", .kind = FLAG_BARE, .value = &wish->time},
    };
    struct match_terms *terms = &wish->terms;
    enum status status = arguments_parse(&command_match, flags, sizeof flags / sizeof flags[0],
                                         &argc, argv, error);
    if (status)
        return status;
    if (argc != MATCH_AGENTS)
        return usage_error(&command_match, error);
    if (wish->random_setups && wish->setups.count)
        return error_set(error, STATUS_BAD, "match: --setups or --random-setups, not both");
    terms->agent[MATCH_A] = argv[0];
    terms->agent[MATCH_B] = argv[1];
    terms->games = (size_t)wish->games;
    terms->pool_first = wish->setups.count > 0;
    terms->seed = session->seed;
    terms->jobs = session->jobs;
    terms->settings = &session->settings;
    terms->stop = session->stop;
    rules_from_settings(&terms->rules, &session->settings, rules_find("deepnash"));
    limit_games(&terms->rules, (int)wish->plies);
    return STATUS_OK;
}

/* Tells how far the match is, a few times a second. */
struct teller {
    struct session *session;
    double last;
};

static void tell(void *context, size_t done, size_t games)
{
    struct teller *teller = context;
    double now = clock_now();
    if (now - teller->last < 0.2 && done < games)
        return;
    teller->last = now;
    session_progress(teller->session, "%zu of %zu games", done, games);
}

static enum status play(struct session *session, struct wish *wish, struct error *error)
{
    struct match_terms *terms = &wish->terms;
    struct teller teller = {session, clock_now()};
    if (session->progress) {
        terms->progress = tell;
        terms->context = &teller;
    }
    struct match_result result;
    double start = clock_now();
    enum status status = match_run(terms, &result, error);
    if (session->progress)
        session_progress(session, "%s", "");
    if (status)
        return status;
    struct text out = {0};
    report_match(terms, &result, &out);
    if (wish->time) {
        double seconds = clock_now() - start;
        double plies = result.plies.mean * (double)result.plies.count;
        text_printf(&out, "\n%.2f s, %.0f plies/s\n", seconds, seconds > 0 ? plies / seconds : 0);
    }
    if (wish->json)
        report_match_json(terms, &result, &out);
    session_write(session, out.bytes, out.size);
    text_free(&out);
    if (result.games < terms->games)
        return error_set(error, STATUS_NO, "match: stopped: the figures are of %zu of %zu games",
                         result.games, terms->games);
    return STATUS_OK;
}

static enum status run(struct session *session, int argc, char **argv, struct error *error)
{
    struct wish wish = {.games = 100};
    struct setup *pool = NULL;
    enum status status = parse(session, &wish, argc, argv, error);
    if (!status && !wish.random_setups)
        status = load_setups(wish.setups.count, wish.setups.word, &pool, &wish.terms.pool_count,
                             error);
    wish.terms.pool = pool;
    if (!status)
        status = play(session, &wish, error);
    free(pool);
    return status;
}

const struct command command_match = {
    .name = "match",
    .arguments = "A B [--games N] [--json] [--fixed] [--setups FILE… | --random-setups] [--save DIR] "
                 "[--max-plies N] [--time]",
    .help = "lets two agents play and counts who wins, and how",
    .details =
        "Colours alternate, A is red first; with --fixed A is red in every game. Both draw their\n"
        "setups from the files given. Without any, an agent uses its own, or if it has none, draws\n"
        "from those that came with the program, or makes a random one. The rules are 'deepnash',\n"
        "if not told otherwise. Games of more than --max-plies moves are drawn; under rules without any\n"
        "limit ('isf') that is 5000. The same --seed gives the same output with any --jobs. --save keeps\n"
        "each game as DIR/NUMBER.game; --time adds the speed; --json adds one object as the last\n"
        "line. Ctrl-C ends the match, reports the games done, and gives exit status 1: the figures\n"
        "are partial.",
    .completes = "agent agent",
    .run = run,
};
