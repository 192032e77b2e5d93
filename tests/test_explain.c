/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the planner says of its moves: in all position files and for every legal move the words of an instance
 * of a plan come to its column in the table, whatever its weight; and in Arts' notation they are the same
 * words with other squares. */
#include "agent/agent.h"
#include "base/text.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "game/notation.h"
#include "observer/planner_state.h"
#include "profile/profile.h"
#include "source.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One position, looked at by the side to move. */
struct explained {
    struct position position;
    struct view view;
    struct rng before;       /* the chance numbers of every table and explanation */
    struct rng rng;
    struct plan_context *context;
    struct plan_table table;
};

static struct library *library;

static bool seen_start(struct explained *seen, struct planner_state *planner_state, const char *file)
{
    *seen = (struct explained){0};
    source_position(&seen->position, "%s", file);
    view_init(&seen->view, &seen->position, seen->position.board.to_move);
    rng_seed(&seen->before, 71, 0);
    seen->rng = seen->before;
    seen->context = calloc(1, sizeof *seen->context);
    assert_non_null(seen->context);
    planner_state_context(planner_state, &seen->view, &seen->rng, seen->context);
    seen->context->notation = NOTATION_DEBOER;
    return planner_table(&planner_state->planner, seen->context, &seen->table) >= 0;
}

static void seen_end(struct explained *seen)
{
    plan_table_free(&seen->table);
    view_free(&seen->view);
    position_free(&seen->position);
    free(seen->context);
}

static void explain(struct explained *seen, const struct planner_state *planner_state, int move,
                    enum notation notation,
                    struct text *out)
{
    text_clear(out);
    seen->rng = seen->before;
    seen->context->notation = notation;
    planner_explain(&planner_state->planner, seen->context, move, out);
}

/* Calls `check` in every position file; returns how many moves there were. */
typedef void move_check(struct explained *seen, const struct planner_state *planner_state, int move,
                        struct text *said);

static int for_each_move(struct planner_state *planner_state, move_check *check)
{
    char path[512];
    int moves = 0;
    struct text said = {0};
    snprintf(path, sizeof path, "%s/tests/positions", source_folder());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        struct explained seen;
        if (!strstr(entry->d_name, ".yaml"))
            continue;
        if (seen_start(&seen, planner_state, entry->d_name))
            for (int move = 0; move < seen.context->count; move++, moves++)
                check(&seen, planner_state, move, &said);
        seen_end(&seen);
    }
    closedir(folder);
    text_free(&said);
    return moves;
}

/* The points at the end of each half sentence of `words`, added; -1 in `parts` where one has none. */
static double points_of(const char *words, size_t size, int *parts)
{
    double sum = 0;
    *parts = 0;
    for (const char *end = words + size; words < end;) {
        const char *stop = words;
        while (stop < end && *stop != ';')
            stop++;
        const char *comma = stop;
        while (comma > words && *comma != ',')
            comma--;
        char *after;
        double points = strtod(comma + 1, &after);
        if (comma - words < 5 || comma[1] != ' ' || !strchr("+-0", comma[2]) || after != stop) {
            *parts = -1;
            return 0;
        }
        sum += points;
        ++*parts;
        words = stop + 2;
    }
    return sum;
}

static bool spoke[64];       /* by row of plan_kind_table, in any position */
static int weighed;          /* lines that gave a weight */

static void note_spoke(const struct plan_kind *kind)
{
    for (int i = 0; i < plan_kind_count; i++)
        if (plan_kind_table[i] == kind)
            spoke[i] = true;
}

/* One line, "TDef e4 -12.349  words, -9.50 (x 1.3)", against its column. */
static void check_line(const char *line, const struct plan_context *context, const struct plan_column *column,
                       double value)
{
    char head[PLAN_HEAD];
    double printed, weight = 1;
    int at = 0, parts = 0;
    plan_head(context, column->kind, column->subject, head);
    size_t size = strcspn(line, "\n");
    assert_int_equal(strncmp(line, head, strlen(head)), 0);
    if (sscanf(line + strlen(head), "%lf  %n", &printed, &at) != 1 || fabs(printed - value) > 0.00051)
        fail_msg("%.*s: the value is %.3f", (int)size, line, value);
    const char *words = line + strlen(head) + at, *end = line + size, *times = words;
    for (const char *next = times; (next = strstr(next, " (x ")) && next < end; next++)
        times = next;
    if (times != words) {
        weight = strtod(times + 4, NULL);
        end = times;
        weighed++;
    }
    double points = points_of(words, (size_t)(end - words), &parts);
    if (parts <= 0 || fabs(points * weight - value) > 0.0051 * parts * weight + 0.0006)
        fail_msg("%.*s: the words come to %.3f times %.3f", (int)size, line, points, weight);
    note_spoke(column->kind);
}

static void check_words(struct explained *seen, const struct planner_state *planner_state, int move,
                        struct text *said)
{
    explain(seen, planner_state, move, NOTATION_DEBOER, said);
    const char *line = text_string(said);
    for (int i = 0; i < seen->table.columns; i++) {
        const struct plan_column *column = &seen->table.column[i];
        if (column->value[move] == 0)
            continue;
        check_line(line, seen->context, column, column->value[move]);
        line += strcspn(line, "\n") + 1;
    }
    assert_string_equal(line, "");
}

/* `profile`: NULL for the defaults. */
static void planner_state_start(struct planner_state *planner_state, const char *profile)
{
    struct belief_sources sources;
    struct settings settings = {0};
    struct error error = {0};
    char path[512];
    settings_init(&settings, option_groups);
    snprintf(path, sizeof path, "%s/data/profiles/%s.yaml", source_folder(), profile ? profile : "");
    if (profile && profile_read(&settings, path, false, NULL, &error))
        fail_msg("%s", error.text);
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(planner_state, &settings, &sources);
    settings_free(&settings);
}

TEST(test_figures)
{
    static const char *const profiles[] = {NULL,         "invincible", "careful",
                                           "aggressive", "bluffer",    "beginner",
                                           "veteran"};
    assert_true(plan_kind_count <= (int)(sizeof spoke / sizeof *spoke));
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        struct planner_state planner_state;
        planner_state_start(&planner_state, profiles[i]);
        assert_true(for_each_move(&planner_state, check_words) > 500);
        planner_state_free(&planner_state);
    }
    assert_true(weighed > 500);
    for (int i = 0; i < plan_kind_count; i++)
        if (!spoke[i])
            fail_msg("%s is heard nowhere", plan_kind_table[i]->name);
}

/* True where a word of squares begins at `at`: it is not in the midst of another. */
static bool begins(const char *text, const char *at)
{
    return at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '.');
}

/* Writes `text`, which is in De Boer's notation, with all squares, lanes and hunted ranks in Arts'. */
static void translate(const char *text, struct text *out)
{
    text_clear(out);
    for (const char *at = text; *at;) {
        const char *next = at;
        bool may = begins(text, at) && isdigit((unsigned char)at[1]);
        int square = may ? square_read(&next, NOTATION_DEBOER) : -1;
        char word[SQUARE_TEXT];
        if (square >= 0 && !isalnum((unsigned char)*next)) {
            text_add(out, square_write(square, NOTATION_ARTS, word));
            at = next;
        } else if (!strncmp(at, "Lane i-j", 8)) {
            text_add(out, "Lane j-k");
            at += 8;
        } else if (!strncmp(at, "lane i-j", 8)) {
            text_add(out, "lane j-k");
            at += 8;
        } else if (!strncmp(at, "Seek ", 5)) {
            text_printf(out, "Seek %c", rank_write(rank_read(at[5], NOTATION_DEBOER), NOTATION_ARTS));
            at += 6;
        } else {
            text_append(out, at++, 1);
        }
    }
}

/* Without the blanks, which a square of two letters for three moves. */
static void squash(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ')
            *to++ = *from;
    *to = '\0';
}

static int elsewhere;        /* moves of which the two notations speak in other words */

static void check_notation(struct explained *seen, const struct planner_state *planner_state, int move,
                           struct text *said)
{
    struct text wanted = {0};
    explain(seen, planner_state, move, NOTATION_DEBOER, said);
    translate(text_string(said), &wanted);
    elsewhere += strcmp(text_string(said), text_string(&wanted)) != 0;
    explain(seen, planner_state, move, NOTATION_ARTS, said);
    char *one = strdup(text_string(&wanted)), *two = strdup(text_string(said));
    squash(one);
    squash(two);
    assert_string_equal(one, two);
    free(one);
    free(two);
    text_free(&wanted);
}

TEST(test_notations)
{
    struct planner_state planner_state;
    planner_state_start(&planner_state, "bluffer");
    for_each_move(&planner_state, check_notation);
    assert_true(elsewhere > 50);
    planner_state_free(&planner_state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_notations),
    };
    library = library_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    library_free(library);
    return failed;
}
