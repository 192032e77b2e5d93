/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between agents: match. */
#include "console/commands.h"

#include "base/clock.h"
#include "base/plural.h"
#include "console/load.h"
#include "console/report.h"
#include "console/shared_flags.h"
#include "game/rules_option.h"
#include "lab/match.h"

#include <stdlib.h>

/* Agents never agree on a draw: where the rules know no limit at all, a game ends after so many plies. */
enum { PLIES_MOST = 5000 };

struct match_args {
    const char *agent[MATCH_AGENTS];
    uint64_t games;
    uint64_t plies;          /* the longest game; 0: as the rules say */
    struct word_list setups;
    struct time_terms clock; /* A's is Red's */
    bool random_setups, fixed, unpaired, speed;
    const char *save;        /* a folder for the games; NULL: none */
};

/* Sees to it that every game ends. */
static void limit_games(struct rules *rules, int most)
{
    if (!most && !rules->move_limit && !rules->no_attack_limit)
        most = PLIES_MOST;
    if (most && (!rules->move_limit || most < rules->move_limit))
        rules->move_limit = most;
}

/* The match that is asked for; its setups are to come. */
static void make_terms(const struct session *session, const struct match_args *args,
                       struct match_terms *terms)
{
    *terms = (struct match_terms){
        .agent = {args->agent[MATCH_A], args->agent[MATCH_B]},
        .games = (size_t)args->games,
        .pool_first = args->setups.count > 0,
        .paired = !args->unpaired && !args->fixed,
        .fixed = args->fixed,
        .save = args->save,
        .clock = {args->clock.side[RED], args->clock.side[BLUE]},
        .clock_counted = !settings_flag(&session->settings, clock_group.name, "enforced"),
        .seed = session->seed,
        .jobs = session->jobs,
        .settings = &session->settings,
        .library = session->library,
        .stop = session->stop,
    };
    const struct rules *standard = rules_find("deepnash");
    standard = agent_rules(args->agent[MATCH_A], &session->settings, standard);
    standard = agent_rules(args->agent[MATCH_B], &session->settings, standard);
    rules_from_settings(&terms->rules, &session->settings, standard);
    limit_games(&terms->rules, (int)args->plies);
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
    session_progress(teller->session, "%zu of %zu game%s", done, games, plural(games));
}

static enum status play(struct session *session, const struct match_args *args, struct match_terms *terms,
                        struct error *error)
{
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
    if (args->speed) {
        double seconds = clock_now() - start;
        double plies = result.plies.mean * (double)result.plies.count;
        text_printf(&out, "\n%.2f s, %.0f plies/s\n", seconds, seconds > 0 ? plies / seconds : 0);
    }
    if (session->answer)
        report_match_json(terms, &result, args->speed ? clock_now() - start : 0, session->answer);
    session_write(session, out.bytes, out.size);
    text_free(&out);
    if (result.games < terms->games)
        return error_set(error, STATUS_NO, "match: stopped: the figures are of %zu of %zu game%s",
                         result.games, terms->games, plural(terms->games));
    return STATUS_OK;
}

static enum status run(struct session *session, const void *arguments, struct error *error)
{
    const struct match_args *args = arguments;
    struct match_terms terms;
    struct setup *pool = NULL;
    enum status status = STATUS_OK;
    make_terms(session, args, &terms);
    if (!args->random_setups)
        status = load_setups(args->setups.count, args->setups.word, &pool, &terms.pool_count, error);
    terms.pool = pool;
    if (!status)
        status = play(session, args, &terms, error);
    free(pool);
    return status;
}

static const struct argument match_words[] = {
    {.name = "A", .kind = VALUE_AGENT, .at = offsetof(struct match_args, agent[MATCH_A])},
    {.name = "B", .kind = VALUE_AGENT, .at = offsetof(struct match_args, agent[MATCH_B])},
};

static const struct argument match_flags[] = {
    FLAG_GAMES(struct match_args, games, 1, "how many games they play"),
    {.name = "fixed", .kind = VALUE_NONE, .at = offsetof(struct match_args, fixed),
     .meaning = "A is red in every game, and there are no pairs"},
    {.name = "unpaired", .kind = VALUE_NONE, .at = offsetof(struct match_args, unpaired),
     .meaning = "colours alternate, but each game has setups of its own"},
    {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(struct match_args, setups),
     .meaning = "both draw their setups from these files", .standard = "their own, or the program's"},
    {.name = "random-setups", .kind = VALUE_NONE, .at = offsetof(struct match_args, random_setups),
     .unlike = "setups", .meaning = "agents without a setup of their own make a random one"},
    {.name = "save", .kind = VALUE_FOLDER, .at = offsetof(struct match_args, save),
     .meaning = "keeps each game as DIR/NUMBER.game"},
    FLAG_CLOCK(struct match_args, clock, "the time of each agent, or A's and B's"),
    {.name = "max-plies", .kind = VALUE_WHOLE, .at = offsetof(struct match_args, plies), .least = 1,
     .most = 1000000, .meaning = "a longer game is a draw",
     .standard = "as the rules say; 5000 where they know no limit"},
    {.name = "speed", .alias = "time", .kind = VALUE_NONE, .at = offsetof(struct match_args, speed),
     .meaning = "tells how long it took"},
};

const struct command command_match = {
    .name = "match",
    .group = GROUP_PLAY,
    .words = ROWS(match_words),
    .flags = ROWS(match_flags),
    .json = true,
    .out = true,
    .args_size = sizeof(struct match_args),
    .defaults = &(const struct match_args){.games = 100},
    .help = "lets two agents play and counts who wins, and how",
    .details =
        "Every two games are a pair: the same two setups, and the players change sides; A is red first.\n"
        "An agent uses its own setups, or if it has none, draws from those that came with the program.\n"
        "Where neither has its own, they stay with the colours, else with the players. The rules are\n"
        "'deepnash', if not told otherwise. An agent whose time runs out has lost, unless clock.enforced is\n"
        "no. The same --seed gives the same output with any --jobs, if no agent goes by its clock. Ctrl-C\n"
        "ends the match, reports the games done, and gives exit status 1: the figures are partial.",
    .run = run,
};
