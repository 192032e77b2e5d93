/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the user's games: games. */
#include "commands/table.h"

#include "base/plural.h"
#include "play/archiver.h"
#include "play/player_rating.h"

#include <stdlib.h>

struct games_args {
    const char *text; /* only games with this text; NULL: all */
    int order;        /* enum game_order */
    bool score;       /* list the standings in place of the games */
    bool rating;      /* print the ratings instead */
};

/* Appends a line about a game: date, opponent, side, result, moves, file or fault. */
static void write_game_line(const struct game_entry *entry, struct text *out)
{
    char opponent[2 * PLAYER_NAME_MAX + 8];
    enum side person = game_entry_person(entry);
    struct text line = {0};
    game_entry_opponent(entry, opponent, sizeof opponent);
    text_printf(&line, "%-10s  ", entry->brief.date);
    text_padded(&line, opponent, 20);
    text_printf(&line, "  %-4s  %-10s  %5zu  %s", person == SIDES ? "" : side_name(person),
                game_entry_result(entry), entry->brief.plies, entry->fault ? entry->fault : entry->path);
    text_add_plain(out, text_string(&line));
    text_add(out, "\n");
    text_free(&line);
}

/* Returns the result for the JSON. It is "draw" or "open", as in all JSON answers; other results are those of
 * the list, from the person's view: "won", "lost", "damaged" and so on. */
static const char *result_word(const struct game_entry *entry)
{
    enum result result = entry->brief.outcome.result;
    bool is_draw_or_open = entry->state != GAME_DAMAGED && (result == RESULT_DRAW || result == RESULT_OPEN);
    return is_draw_or_open ? result_name(result) : game_entry_result(entry);
}

/* Adds a game as an object. */
static void add_game_json(const struct game_entry *entry, struct json *json)
{
    char opponent[2 * PLAYER_NAME_MAX + 8];
    enum side person = game_entry_person(entry);
    game_entry_opponent(entry, opponent, sizeof opponent);
    json_printf(json, "{file: %s, date: %s, red: %s, blue: %s, opponent: %s",
                entry->path, entry->brief.date[0] ? entry->brief.date : NULL, entry->brief.player[RED],
                entry->brief.player[BLUE], opponent);
    json_printf(json, "side: %s, result: %s, moves: %zu, variant: %s, practice: %i, counts: %i",
                person == SIDES ? NULL : side_name(person), result_word(entry), entry->brief.plies,
                variant_at(entry->brief.variant)->name, entry->brief.practice, game_entry_counts(entry));
    if (entry->fault)
        json_fault(json, "fault", entry->fault, entry->path);
    else
        json_add_null(json, "fault");
    json_close(json, '}');
}

/* If the list is empty, appends how many games the archive has. */
static void write_archived(struct session *session, const struct game_list *list, struct text *out)
{
    struct text notices = {0};
    size_t games = list->count ? 0 : archiver_size(&notices);
    if (notices.size)
        session_notice(session, "%s", text_string(&notices));
    if (games)
        text_printf(out, "the archive has %zu game%s: 'games where' lists %s\n", games, plural(games),
                    games == 1 ? "it" : "them");
    text_free(&notices);
}

/* Appends why the list has no games (`any` is false), and how many games are being played now. `query`: the
 * text searched for, or NULL. */
static void write_empty_reasons(struct session *session, const struct game_list *list, const char *query,
                                bool any, struct text *out)
{
    if (!any && query && !list->fault.status)
        text_printf(out, "no games with '%s'\n", query);
    else if (!any && !list->busy && !list->fault.status)
        text_add(out, "no games of yours yet\n");
    if (list->busy && !query)
        text_printf(out, "%zu %s being played\n", list->busy, list->busy == 1 ? "game is" : "games are");
    if (!any)
        write_archived(session, list, out);
}

/* Lists the games, sorted, that have the searched text. */
static void list_entries(struct session *session, const struct games_args *args, struct game_list *list,
                         struct text *out)
{
    struct json *json = session->answer;
    bool any = false;
    game_list_sort(list, (enum game_order)args->order);
    json_printf(json, "{games: [");
    for (size_t i = 0; i < list->count && !session_stopped(session); i++) {
        struct game_entry *entry = &list->games[i];
        game_entry_read(entry);
        if (args->text && !game_entry_has(entry, args->text))
            continue;
        any = true;
        write_game_line(entry, out);
        add_game_json(entry, json);
    }
    write_empty_reasons(session, list, args->text, any, out);
    json_printf(json, "]}");
}

/* Appends a line: games, won, drawn, lost and score in % against an opponent. */
static void write_standing_line(const struct standing *standing, struct text *out)
{
    char name[STANDING_NAME];
    text_padded(out, standing_name(standing, name), 24);
    text_printf(out, " %6zu %6zu %6zu %6zu  %5.1f %%\n", standing->won + standing->drawn + standing->lost,
                standing->won, standing->drawn, standing->lost, 100 * standing_score(standing));
}

/* Appends the person's rating on each ladder: by results against its levels. */
static void list_ratings(struct game_list *list, struct json *json, struct text *out)
{
    struct player_rating rating;
    char words[RATING_WORDS];
    json_printf(json, "{ratings: [");
    for (uint8_t variant = 0; variant < variant_count; variant++) {
        const struct ladder *ladder = ladders_for_variant(list->ladders, variant);
        /* A variant without a ladder of its own gets the standard one, which has its line already. */
        if (ladder->variant != variant || !player_rating_of_games(list, ladder, SIZE_MAX, &rating))
            continue;
        text_printf(out, "%s: %s\n", variant_at(variant)->name, player_rating_words(ladder, &rating, words));
        json_printf(json, "{variant: %s, games: %zu, elo: %g, elo_95: [%g, %g], words: %s}",
                    variant_at(variant)->name, rating.games, rating.elo, rating.low, rating.high, words);
    }
    json_printf(json, "]}");
}

/* Lists the standing against each opponent, and against all. */
static void list_standings(struct session *session, struct game_list *list, struct text *out)
{
    struct json *json = session->answer;
    struct standing *standings, all = {.opponent = "all of them"};
    size_t count = game_list_tally(list, &standings);
    text_printf(out, "%-24s %6s %6s %6s %6s  %7s\n", "opponent", "games", "won", "drawn", "lost", "score");
    json_printf(json, "{opponents: [");
    for (size_t i = 0; i < count; i++) {
        const struct standing *standing = &standings[i];
        write_standing_line(standing, out);
        all.won += standing->won;
        all.drawn += standing->drawn;
        all.lost += standing->lost;
        json_printf(json, "{opponent: %s, variant: %s, wins: %zu, draws: %zu, losses: %zu, score: %g, "
                          "moves: %zu}",
                    standing->opponent, variant_at(standing->variant)->name, standing->won, standing->drawn,
                    standing->lost, standing_score(standing), standing->plies);
    }
    write_standing_line(&all, out);
    write_archived(session, list, out);
    json_printf(json, "]}");
    free(standings);
}

/* Lists the games. With --score lists the standings. STATUS_NO if it was stopped. */
static enum status run_games(struct session *session, const void *arguments, struct error *error)
{
    const struct games_args *args = arguments;
    struct game_list list = {0};
    struct text out = {0};
    game_list_find(&list);
    if (args->rating) {
        list_ratings(&list, session->answer, &out);
        if (!out.size)
            text_add(&out, "no finished game of yours against a level yet\n");
    } else if (args->score)
        list_standings(session, &list, &out);
    else
        list_entries(session, args, &list, &out);
    session_print_text(session, &out);
    enum status status = list.fault.status;
    if (session_stopped(session))
        status = error_set(error, STATUS_NO, "games: stopped");
    else if (status)
        *error = list.fault;
    game_list_free(&list);
    return status;
}

static const char *const orders[GAME_ORDERS + 1] = {"date", "opponent", "result", "moves", NULL};

const struct command command_games = {
    .name = "games", .group = GROUP_GAMES,
    .keywords = "history ratings record score statistics won lost archive results replays saved resume",
    .words = ARGUMENTS(
        {.name = "TEXT", .kind = VALUE_TEXT, .at = offsetof(struct games_args, text), .optional = true,
         .meaning = "only those with this in opponent, date, result or file name", .standard = "all"}),
    .flags = ARGUMENTS(
        FLAG_CHOICE(struct games_args, order, "sort", orders, "by this, equal ones by date"),
        FLAG_SWITCH(struct games_args, score, "score",
                    "games won, drawn and lost by opponent, in place of the list"),
        FLAG_SWITCH(struct games_args, rating, "rating",
                    "how strong you play, by your games against levels")),
    .out = true, .args_size = sizeof(struct games_args),
    .help = "lists your games, and what you won and lost",
    .details =
        "A line a game, the unfinished first: date, opponent, your side, how it ended for you, moves,\n"
        "file. A file that is no game is named with its fault; games that are being played now are only\n"
        "counted. With --score a line an opponent, and variant: finished games of a person against an\n"
        "agent; a draw is half a point. Practice, games from a position and those in which the agent's\n"
        "options were changed under way are left out. --rating names the level that plays as you do, and\n"
        "the levels between which you are with 95 % probability. 'games where' has more conditions, and\n"
        "games of matches and others too.",
    .run = run_games,
};
