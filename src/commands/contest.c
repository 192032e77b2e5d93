/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/contest.h"

#include "base/ascii.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "base/plural.h"
#include "console/load.h"
#include "game/army.h"
#include "game/rules_option.h"
#include "lab/match_log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Agents never agree on a draw: if the rules have no move limit, a game ends after PLIES_MAX plies. */
enum { PLIES_MAX = 5000, SHARDS_MAX = 100000 };

enum { LIKE_PEOPLE = 200 /* setups created for a variant if the program has none of it */ };

void contest_rules(const struct session *session, const char *const *players, size_t count, int max,
                   struct rules *rules)
{
    const struct rules *default_rules = rules_find("deepnash");
    for (size_t i = 0; i < count; i++)
        default_rules = agent_rules(players[i], &session->settings, default_rules);
    rules_from_settings(rules, &session->settings, default_rules);
    if (!max && !rules->move_limit && !rules->no_attack_limit)
        max = PLIES_MAX;
    /* The lower of both limits counts. */
    if (max && (!rules->move_limit || max < rules->move_limit))
        rules->move_limit = max;
}

/* Reads "K/N", 1 <= K <= N <= SHARDS_MAX, into terms->shard (from 0) and terms->shards. */
static enum status read_shard(const char *text, const char *command, struct match_terms *terms,
                              struct error *error)
{
    unsigned long part = 0, all = 0;
    int used = 0;
    bool digits = ascii_is_digit(text[0]) && text[strspn(text, "0123456789/")] == '\0';
    if (!digits || strlen(text) > 16 || sscanf(text, "%lu/%lu%n", &part, &all, &used) != 2 || text[used] ||
        part < 1 || part > all || all > SHARDS_MAX)
        return error_set(error, STATUS_BAD,
                         "%s: --shard: found '%.20s', expected K/N, as 2/4: the second of four", command,
                         text);
    terms->shard = part - 1;
    terms->shards = all;
    return STATUS_OK;
}

/* Sets terms->log: the file of --log, or for a shard that of --out. Also reads the shard. */
static enum status choose_log(const struct session *session, const struct contest_args *args,
                              const char *command, struct match_terms *terms, struct error *error)
{
    terms->log = args->log;
    if (!args->shard)
        return STATUS_OK;
    terms->log = session->out;
    if (!session->out)
        return error_set(error, STATUS_BAD, "%s: --shard wants --out FILE, the log that 'match merge' reads",
                         command);
    return read_shard(args->shard, command, terms, error);
}

enum status contest_create_setups(const struct session *session, const struct settings *settings,
                                  const struct match_terms *terms, struct setup **pool, struct error *error)
{
    const struct variant *variant = variant_at(terms->variant);
    struct setup_options options;
    struct setup_sources sources;
    setup_options_init(&options, settings);
    memcpy(options.army, terms->army ? terms->army : variant->count, RANKS);
    enum status status = setup_options_check(&options, error);
    if (!status)
        status = library_setup_sources(library_for_variant(session->library, variant), settings, &sources,
                                       error);
    if (status)
        return status;
    options.model = sources.model;
    options.stop = session->stop;
    *pool = memory_new(terms->pool_count, sizeof **pool);
    for (size_t i = 0; i < terms->pool_count; i++) {
        struct rng rng;
        rng_seed(&rng, terms->seed, UINT64_MAX - i); /* the streams of games count up from 0 */
        setup_create(sources.statistics, &options, &rng, &(*pool)[i]);
    }
    return STATUS_OK;
}

enum status contest_pool(const struct session *session, const struct word_list *files,
                         struct match_terms *terms, struct setup **pool, struct error *error)
{
    const struct variant *variant = variant_at(terms->variant);
    struct settings settings = {0};
    enum status status = load_setups(variant, files ? files->count : 0, files ? files->word : NULL, pool,
                                     &terms->pool_count, error);
    if (!status && !terms->pool_count && (!variant->any_army || terms->army)) {
        setup_settings_like_people(&settings, &session->settings);
        terms->pool_count = LIKE_PEOPLE;
        status = contest_create_setups(session, &settings, terms, pool, error);
        settings_free(&settings);
    }
    terms->pool = *pool;
    return status;
}

/* Sets the pool by the flags: none (--random-setups), created setups, those of files, or those of the
 * program. */
static enum status choose_setups(const struct session *session, const struct contest_args *args,
                                 const char *command, struct match_terms *terms, struct setup **pool,
                                 struct error *error)
{
    const struct variant *variant = variant_at(terms->variant);
    if (args->random_setups)
        return STATUS_OK;
    if (!args->created)
        return contest_pool(session, &args->setups, terms, pool, error);
    if (variant->any_army && !terms->army)
        return error_set(error, STATUS_BAD, "%s: --created-setups: the armies of %s differ: --army gives one",
                         command, variant->name);
    terms->pool_count = (size_t)args->created;
    enum status status = contest_create_setups(session, &session->settings, terms, pool, error);
    terms->pool = *pool;
    return status;
}

/* Reads the army of --army into holds->army. Without --army terms->army stays NULL. */
static enum status read_army(const struct session *session, const struct contest_args *args,
                             const char *command, struct match_terms *terms, struct contest_holds *holds,
                             struct error *error)
{
    const struct variant *variant = variant_at(terms->variant);
    struct error why;
    if (!args->army)
        return STATUS_OK;
    if (!variant->any_army)
        return error_set(error, STATUS_BAD, "%s: --army is only for %s: in %s the armies are given", command,
                         variant_of_any_army()->name, variant->name);
    if (army_read(args->army, session_notation(session), variant, holds->army, &why))
        return error_set(error, STATUS_BAD, "%s: --army: %s", command, why.text);
    terms->army = holds->army;
    return STATUS_OK;
}

enum status contest_terms(const struct session *session, const struct contest_args *args, const char *command,
                          const struct tournament *players, struct match_terms *terms,
                          struct contest_holds *holds, struct error *error)
{
    *holds = (struct contest_holds){0};
    *terms = (struct match_terms){
        .games = (size_t)args->games, .variant = (uint8_t)args->variant,
        .pool_first = args->setups.count > 0 || args->created > 0,
        .paired = !args->unpaired,
        .ends_dead = args->ends_dead, .save = args->save,
        .clock = {args->clock.side[RED], args->clock.side[BLUE]},
        .clock_counted = !settings_flag(&session->settings, clock_group.name, "enforced"),
        .seed = session->seed, .jobs = session->jobs, .settings = &session->settings,
        .library = session->library, .stop = session->stop,
    };
    contest_rules(session, players->player, players->players, (int)args->plies, &terms->rules);
    enum status status = choose_log(session, args, command, terms, error);
    if (!status)
        status = read_army(session, args, command, terms, holds, error);
    if (!status && terms->log && !session->has_seed)
        match_log_seed(terms->log, &terms->seed); /* the seed of the log: the command continues it */
    if (!status)
        status = choose_setups(session, args, command, terms, &holds->pool, error);
    return status;
}

/* --- the archive --- */

enum status contest_archive(struct archive_sink **archive, struct session *session,
                            const struct contest_args *args, struct match_terms *terms, struct error *error)
{
    struct text notices = {0};
    if (!args->archive)
        return STATUS_OK;
    *archive = memory_new(1, sizeof **archive);
    enum status status = archive_sink_open(*archive, session->stop, &notices, error);
    if (notices.size)
        session_notice(session, "%s", text_string(&notices));
    text_free(&notices);
    terms->keep = &(*archive)->sink;
    terms->keep_count = 1;
    return status;
}

enum status contest_archived(struct archive_sink *archive, struct session *session, const char *command,
                             enum status status, struct error *error)
{
    struct error why = {0};
    enum status close_status = archive ? archive_sink_close(archive, &why) : STATUS_OK;
    free(archive);
    if (close_status && !status)
        return error_set(error, close_status, "%s: %s", command, why.text);
    if (close_status)
        session_notice(session, "%s: %s", command, why.text);
    return status;
}

/* --- progress --- */

/* Writes "1:23:45". Below an hour writes "12:34". */
static void write_time_left(double seconds, char text[24])
{
    long rest = seconds < 1e8 ? lround(seconds) : 100000000;
    if (rest >= 3600)
        snprintf(text, 24, "%ld:%02ld:%02ld", rest / 3600, rest / 60 % 60, rest % 60);
    else
        snprintf(text, 24, "%ld:%02ld", rest / 60, rest % 60);
}

/* Writes the score of agent A, and its Elo with the 95 % interval if all three are finite: " A 54.2 %, Elo
 * +29 (-16 to +75)". The form is that of report_score. */
static void write_score(const struct match_result *result, char text[64])
{
    double score = match_score(result);
    struct interval range = match_interval(result, STATS_95);
    double elo = stats_elo(score), low = stats_elo(range.low), high = stats_elo(range.high);
    int used = snprintf(text, 64, "  A %.1f %%", 100 * score);
    if (isfinite(elo) && isfinite(low) && isfinite(high))
        snprintf(text + used, (size_t)(64 - used), ", Elo %+.0f (%+.0f to %+.0f)", decimal_plain_zero(elo, 0),
                 decimal_plain_zero(low, 0), decimal_plain_zero(high, 0));
}

/* Shows a bar, the games done, games per second and the time left, at most five times a second. */
static void print_contest_progress(void *context, size_t done, size_t games)
{
    struct contest_progress *progress = context;
    char bar[11], time_left[24], score[64] = "";
    double now = clock_now(), seconds = now - progress->start;
    if (progress->start == 0) { /* the first game played: earlier ones come from the log */
        progress->start = progress->last = now;
        progress->first = done;
        return;
    }
    if (now - progress->last < 0.2 && done < games)
        return;
    progress->last = now;
    double speed = seconds > 0 ? (double)(done - progress->first) / seconds : 0;
    for (size_t i = 0; i < sizeof bar - 1; i++)
        bar[i] = i * games < done * (sizeof bar - 1) ? '#' : '.';
    bar[sizeof bar - 1] = '\0';
    if (progress->result)
        write_score(progress->result, score);
    write_time_left(speed > 0 ? (double)(games - done) / speed : 1e9, time_left);
    session_progress(progress->session, "%s %zu/%zu%s  %.*f/s, %s left", bar, done, games, score,
                     speed < 10 ? 2 : 0, speed, time_left);
}

void contest_progress_begin(struct contest_progress *progress, struct session *session,
                            struct match_terms *terms, const struct match_result *result)
{
    *progress = (struct contest_progress){.session = session, .result = result};
    terms->unsaved = &progress->unsaved;
    if (!session->progress)
        return;
    terms->progress = print_contest_progress;
    terms->context = progress;
}

void contest_progress_end(const struct contest_progress *progress)
{
    session_progress(progress->session, "%s", "");
    if (progress->unsaved)
        session_notice(progress->session, "--save: %zu game%s of the log %s not there: a log has no moves",
                       progress->unsaved, plural(progress->unsaved), progress->unsaved == 1 ? "is" : "are");
}
