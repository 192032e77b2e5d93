/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics file: YAML, vedette-setup-statistics/1. */
#include "base/memory.h"
#include "setup/reader.h"
#include "setup/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "vedette-setup-statistics/1"
/* Max error of a sum of probabilities. Forty numbers rounded to six decimals differ by up to 0.00002;
 * the rest is a tolerance for files written by hand. */
#define SUM_TOLERANCE 0.001

enum { PATH_SIZE = 96, OUTLINE_NUMBERS = OUTLINE_STEPS + 3 /* numbers of a row of an outline */ };

static const char *const side_name_of[PLACE_SIDES] = {"left", "right", "front", "behind"};

/* --- writing --- */

/* Writes a list of numbers, `a_line` on each line, with at least `width` characters and this many decimals;
 * `indent`: blanks before each line but the first. */
static void write_numbers(struct text *out, const double *values, size_t count, int width,
                          int decimals, size_t a_line, int indent)
{
    for (size_t i = 0; i < count; i++) {
        if (i % a_line == 0)
            text_printf(out, "%s%*s", i == 0 ? "[" : "\n", i == 0 ? 0 : indent, "");
        text_printf(out, "%*.*f%s", width, decimals, values[i],
                    i + 1 == count ? "]" : i % a_line == a_line - 1 ? "," : ", ");
    }
    text_add(out, "\n");
}

/* Writes for each rank the numbers of all places, with at least `width` characters, this many decimals, and
 * the rank's name indented by `indent`. */
static void write_rows(struct text *out, const double (*rows)[PIECES_A_SIDE], int width,
                       int decimals, int indent)
{
    for (int rank = 0; rank < RANKS; rank++) {
        text_printf(out, "%*s%s:\n%*s", indent, "", rank_table[rank].name, indent + 2, "");
        write_numbers(out, rows[rank], PIECES_A_SIDE, width, decimals, FILES, indent + 3);
    }
}

/* Writes the neighbour ratios. */
static void write_ratios(const struct setup_statistics *statistics, struct text *out)
{
    const bool full = variant_at(statistics->variant)->pieces == PIECES_A_SIDE;
    text_printf(out,
             "\n# neighbours: A: B of each rank: how often a piece of rank B stands next to (left"
             " or right of), in\n"
             "# front of or behind one of rank A, observed : expected. Expected is the number of"
             " %s that\n"
             "# pieces of rank A had in that direction, times the pieces of rank B there are (less"
             " one where B is\n"
             "# A), by %d. 1 where nothing is expected. The ranks B stand in the order flag, bomb,"
             " spy, scout,\n"
             "# miner, sergeant, lieutenant, captain, major, colonel, general, marshal.\n"
             "neighbours:\n", full ? "neighbours" : "places, empty ones too,", PIECES_A_SIDE - 1);
    for (int where = 0; where < NEIGHBOURS; where++) {
        text_printf(out, "  %s:\n", neighbour_name[where]);
        for (int a = 0; a < RANKS; a++) {
            text_printf(out, "    %s: ", rank_table[a].name);
            write_numbers(out, statistics->ratio[where][a], RANKS, 0, 4, RANKS, 0);
        }
    }
}

/* Returns the name of a flag's neighbour: a rank, "edge" or "empty". */
static const char *surrounding_name(int rank)
{
    return rank == BESIDE_EDGE ? "edge" : rank == BESIDE_EMPTY ? "empty" : rank_table[rank].name;
}

/* Writes the statistics of the flag. */
static void write_flag(const struct setup_statistics *statistics, struct text *out)
{
    text_printf(out,
                "\n# flag: the share of flags on the back row; of flags wholly bombed in (not on"
                " the front row, a bomb\n"
                "# on every side that is on the owner's rows); and the commonest surroundings.\n"
                "flag:\n  back_row: %.6f\n  bombed_in: %.6f\n  surroundings:\n",
                statistics->flag_back_row, statistics->flag_bombed);
    for (int i = 0; i < statistics->surroundings; i++) {
        const struct flag_surrounding *surrounding = &statistics->surrounding[i];
        text_add(out, "    - {");
        for (int side = 0; side < PLACE_SIDES; side++)
            text_printf(out, "%s: %s, ", side_name_of[side], surrounding_name(surrounding->rank[side]));
        text_printf(out, "share: %.6f}\n", surrounding->share);
    }
}

/* Writes the correlations with results, if there are any. */
static void write_results(const struct result_correlation *results, struct text *out)
{
    if (results->setups == 0)
        return;
    text_printf(out,
                "\n# results: Pearson's correlation of what stands in a setup with what its owner"
                " scored (1 won, 0.5\n"
                "# drawn, 0 lost). Chance alone gives each a standard deviation of %.3f.\n"
                "results:\n  setups: %llu\n  score: %.6f\n  flag_back_row: %.4f\n"
                "  flag_bombed: %.4f\n  judged: %.4f\n  placement:\n",
                1 / sqrt((double)results->setups), (unsigned long long)results->setups,
                results->score, results->flag_back_row, results->flag_bombed, results->judged);
    write_rows(out, results->placement, 7, 4, 4);
}

/* Writes how setups of each outline went, if that is known. */
static void write_outlines(const struct outline_table *outlines, struct text *out)
{
    if (outlines->count == 0)
        return;
    text_printf(out,
                "\n# outlines: of setups with a result. In a row: the flag's place (5 times its row from the"
                " front, plus its\n"
                "# file from a), twice the bombs beside it plus one if they close it, the areas of marshal"
                " and general (3\n"
                "# times the row, plus 0 left, 1 middle, 2 right; %d: no such piece), with the flag on the"
                " left half; then\n"
                "# how many setups, won, drawn. %d stands for all others: a row has %d setups or more.\n"
                "outlines:\n  rows: %u\n  numbers: >-\n",
                OUTLINE_NO_PIECE, OUTLINE_REST, OUTLINE_SETUPS_MIN, outlines->count);
    for (uint32_t i = 0; i < outlines->count; i++) {
        const struct outline_count *row = &outlines->row[i];
        text_add(out, "   ");
        for (int step = 0; step < OUTLINE_STEPS; step++)
            text_printf(out, " %d", row->outline.value[step]);
        text_printf(out, " %u %u %u\n", row->setups, row->won, row->drawn);
    }
}

void setup_statistics_write(const struct setup_statistics *statistics, struct text *out)
{
    const struct variant *variant = variant_at(statistics->variant);
    text_add(out, "# Statistics of setups, written by `vedette setup learn`.\nformat: " FORMAT "\n");
    if (statistics->variant != VARIANT_STANDARD)
        text_printf(out, "variant: %s\n", variant->name);
    text_add(out, "source: ");
    yaml_write_quoted(statistics->source, out);
    text_printf(out,
                "\ndate: %s\nsetups: %llu\n\n"
                "# placement: the share of setups with this rank on this place, front row first,"
                " left to right as the\n"
                "# owner sees it. Each place adds up to 1%s, each rank to the number of its pieces.\n"
                "placement:\n",
                statistics->date, (unsigned long long)statistics->count,
                variant_fills_rows(variant) ? "" : " less the share of setups where it is empty");
    write_rows(out, statistics->placement, 0, 6, 2);
    write_ratios(statistics, out);
    write_flag(statistics, out);
    write_results(&statistics->results, out);
    write_outlines(&statistics->outlines, out);
}

/* --- reading --- */

/* Reads a mapping from each rank to a list of `count` numbers in min .. max. */
static enum status read_rows(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t count, double min, double max, double *rows)
{
    const char *names[RANKS + 1] = {NULL};
    for (int rank = 0; rank < RANKS; rank++)
        names[rank] = rank_table[rank].name;
    enum status status = reader_check_keys(reader, node, path, names, NULL);
    for (int rank = 0; rank < RANKS && !status; rank++) {
        char full[PATH_SIZE];
        snprintf(full, sizeof full, "%s.%s", path, names[rank]);
        status = reader_read_numbers(reader, yaml_get(node, names[rank]), full, count, min, max,
                                     rows + (size_t)rank * count);
    }
    return status;
}

/* Checks that the probabilities of each rank and of each place have the right sums. */
static enum status check_sums(const struct reader *reader, const struct yaml *node,
                              const struct setup_statistics *statistics)
{
    const struct variant *variant = variant_at(statistics->variant);
    for (int rank = 0; rank < RANKS; rank++) {
        double sum = 0;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            sum += statistics->placement[rank][place];
        if (fabs(sum - variant->count[rank]) > SUM_TOLERANCE) {
            char full[PATH_SIZE];
            snprintf(full, sizeof full, "placement.%s", rank_table[rank].name);
            return reader_fail(reader, yaml_get(node, rank_table[rank].name), full,
                               "the probabilities add up to %.6g, %d expected", sum, variant->count[rank]);
        }
    }
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        double sum = 0;
        for (int rank = 0; rank < RANKS; rank++)
            sum += statistics->placement[rank][place];
        bool full = variant_fills_rows(variant);
        if (sum > 1 + SUM_TOLERANCE || (full && sum < 1 - SUM_TOLERANCE))
            return reader_fail(reader, node, "placement",
                               "the probabilities of place %d add up to %.6g, %s1 expected",
                               place + 1, sum, full ? "" : "at most ");
    }
    return STATUS_OK;
}

/* Reads one of the flag's surroundings. */
static enum status read_surrounding(const struct reader *reader, const struct yaml *node,
                                    struct flag_surrounding *surrounding)
{
    static const char *const keys[] = {"left", "right", "front", "behind", "share", NULL};
    const char *path = "flag.surroundings";
    enum status status = reader_check_keys(reader, node, path, keys, NULL);
    for (int side = 0; side < PLACE_SIDES && !status; side++) {
        const struct yaml *value = yaml_get(node, keys[side]);
        char name[16] = "";
        int rank = 0;
        status = reader_read_text(reader, value, path, sizeof name, name);
        while (rank < BESIDES && strcmp(name, surrounding_name(rank)) != 0)
            rank++;
        if (!status && rank == BESIDES)
            status = reader_fail(reader, value, path, "\"%s\" is no rank and not \"edge\" or \"empty\"",
                                 name);
        surrounding->rank[side] = (uint8_t)rank;
    }
    if (!status)
        status = reader_read_number(reader, yaml_get(node, "share"), path, 0, 1, &surrounding->share);
    return status;
}

/* Checks that the shares of the surroundings add up to at most 1, and that the share of flags on the back
 * row agrees with `placement`. */
static enum status check_flag(const struct reader *reader, const struct yaml *node,
                              const struct setup_statistics *statistics)
{
    double shares = 0, back_row = 0;
    for (int i = 0; i < statistics->surroundings; i++)
        shares += statistics->surrounding[i].share;
    for (int place = PIECES_A_SIDE - FILES; place < PIECES_A_SIDE; place++)
        back_row += statistics->placement[FLAG][place];
    if (shares > 1 + SUM_TOLERANCE)
        return reader_fail(reader, yaml_get(node, "surroundings"), "flag.surroundings",
                           "the shares add up to %.6g, at most 1 expected", shares);
    if (fabs(back_row - statistics->flag_back_row) > SUM_TOLERANCE)
        return reader_fail(reader, yaml_get(node, "back_row"), "flag.back_row",
                           "found %.6g, but the flags of placement come to %.6g",
                           statistics->flag_back_row, back_row);
    return STATUS_OK;
}

/* Reads the statistics of the flag. */
static enum status read_flag(const struct reader *reader, const struct yaml *node,
                             struct setup_statistics *statistics)
{
    static const char *const keys[] = {"back_row", "bombed_in", "surroundings", NULL};
    enum status status = reader_check_keys(reader, node, "flag", keys, NULL);
    if (!status)
        status = reader_read_number(reader, yaml_get(node, keys[0]), "flag.back_row", 0, 1,
                                    &statistics->flag_back_row);
    if (!status)
        status = reader_read_number(reader, yaml_get(node, keys[1]), "flag.bombed_in", 0, 1,
                                    &statistics->flag_bombed);
    if (status)
        return status;
    const struct yaml *list = yaml_get(node, keys[2]);
    if (list->kind != YAML_SEQUENCE)
        return reader_fail(reader, list, "flag.surroundings", "a list expected");
    for (const struct yaml *child = list->child; child != NULL; child = child->next) {
        if (statistics->surroundings == SURROUNDINGS)
            return reader_fail(reader, child, "flag.surroundings", "more than %d", SURROUNDINGS);
        status = read_surrounding(reader, child, &statistics->surrounding[statistics->surroundings++]);
        if (status)
            return status;
    }
    return check_flag(reader, node, statistics);
}

/* Reads the correlations with results. */
static enum status read_results(const struct reader *reader, const struct yaml *node,
                                uint64_t setups, struct result_correlation *results)
{
    static const char *const keys[] = {"setups", "score", "flag_back_row", "flag_bombed", "judged",
                                       "placement", NULL};
    static const char *const paths[] = {"results.setups", "results.score", "results.flag_back_row",
                                        "results.flag_bombed", "results.judged", "results.placement"};
    double *const values[] = {NULL, &results->score, &results->flag_back_row, &results->flag_bombed,
                              &results->judged};
    enum status status = reader_check_keys(reader, node, "results", keys, NULL);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, keys[0]), paths[0], setups, &results->setups);
    for (int i = 1; i <= 4 && !status; i++) /* a score is 0 .. 1, a correlation -1 .. 1 */
        status = reader_read_number(reader, yaml_get(node, keys[i]), paths[i], i == 1 ? 0 : -1, 1, values[i]);
    if (!status)
        status = read_rows(reader, yaml_get(node, keys[5]), paths[5], PIECES_A_SIDE, -1, 1,
                           results->placement[0]);
    return status;
}

/* Checks a row of an outline: values in their ranges (the rest only behind other values), setups that are
 * enough for a row, and results that are possible. */
static bool outline_is_sound(const long numbers[OUTLINE_NUMBERS])
{
    bool joined = false, sound = true;
    for (int step = 0; step < OUTLINE_STEPS; step++) {
        bool rest = numbers[step] == OUTLINE_REST;
        sound &= rest || (!joined && numbers[step] >= 0 && numbers[step] < outline_values(step));
        joined |= rest;
    }
    const long *counts = numbers + OUTLINE_STEPS;
    return sound && counts[0] >= OUTLINE_SETUPS_MIN && counts[1] >= 0 && counts[2] >= 0 &&
           counts[1] + counts[2] <= counts[0];
}

/* Reads the rows of outlines, which must be in rising order. */
static enum status read_outlines(const struct reader *reader, const struct yaml *node,
                                 struct outline_table *outlines)
{
    enum { COUNT_MAX = 100000000 };
    static const char *const keys[] = {"rows", "numbers", NULL};
    uint64_t rows = 0;
    enum status status = reader_check_keys(reader, node, "outlines", keys, NULL);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, keys[0]), "outlines.rows", OUTLINES_MAX, &rows);
    if (status)
        return status;
    const struct yaml *list = yaml_get(node, keys[1]);
    long *numbers = memory_new((size_t)rows * OUTLINE_NUMBERS + 1, sizeof *numbers);
    status = reader_read_whole_numbers(reader, list, "outlines.numbers", (size_t)rows * OUTLINE_NUMBERS,
                                       COUNT_MAX, numbers);
    for (uint64_t i = 0; i < rows && !status; i++) {
        const long *row = numbers + i * OUTLINE_NUMBERS;
        struct outline_count *read = &outlines->row[i];
        if (!outline_is_sound(row)) {
            status = reader_fail(reader, list, "outlines.numbers", "row %d is no outline with its counts",
                                 (int)i + 1);
            break;
        }
        *read = (struct outline_count){.setups = (uint32_t)row[OUTLINE_STEPS],
                                       .won = (uint32_t)row[OUTLINE_STEPS + 1],
                                       .drawn = (uint32_t)row[OUTLINE_STEPS + 2]};
        for (int step = 0; step < OUTLINE_STEPS; step++)
            read->outline.value[step] = (uint8_t)row[step];
        if (i > 0 && memcmp(&read[-1].outline, &read->outline, sizeof read->outline) >= 0)
            status = reader_fail(reader, list, "outlines.numbers", "row %d is not behind the one before it",
                                 (int)i + 1);
    }
    outlines->count = status ? 0 : (uint32_t)rows;
    free(numbers);
    return status;
}

/* Checks that a rank's ratios, weighted by the numbers of pieces, have the mean 1 (at most 1 with empty
 * places). */
static enum status check_ratios(const struct reader *reader, const struct yaml *node, const char *path,
                                const struct variant *variant, const double (*ratio)[RANKS])
{
    const bool all_taken = variant->pieces == PIECES_A_SIDE;
    for (int a = 0; a < RANKS; a++) {
        double sum = 0;
        bool none = variant->count[a] == 0; /* then nothing is expected */
        for (int b = 0; b < RANKS && !none; b++)
            sum += ratio[a][b] * (variant->count[b] - (a == b)) / (PIECES_A_SIDE - 1);
        if (!none && (sum > 1 + SUM_TOLERANCE || (all_taken && sum < 1 - SUM_TOLERANCE))) {
            char full[2 * PATH_SIZE];
            snprintf(full, sizeof full, "%s.%s", path, rank_table[a].name);
            return reader_fail(reader, yaml_get(node, rank_table[a].name), full,
                               "the ratios, weighed by the pieces, add up to %.6g, %s1 expected", sum,
                               all_taken ? "" : "at most ");
        }
    }
    return STATUS_OK;
}

/* Reads and checks the ratios of neighbouring ranks (statistics->ratio), each 0 .. 1000: observed over
 * expected numbers of pieces. */
static enum status read_neighbours(const struct reader *reader, const struct yaml *node,
                                   struct setup_statistics *statistics)
{
    const char *names[NEIGHBOURS + 1] = {neighbour_name[0], neighbour_name[1], neighbour_name[2]};
    enum status status = reader_check_keys(reader, node, "neighbours", names, NULL);
    for (int where = 0; where < NEIGHBOURS && !status; where++) {
        char full[PATH_SIZE];
        snprintf(full, sizeof full, "neighbours.%s", names[where]);
        status = read_rows(reader, yaml_get(node, names[where]), full, RANKS, 0, 1000,
                           statistics->ratio[where][0]);
        if (!status)
            status = check_ratios(reader, yaml_get(node, names[where]), full, variant_at(statistics->variant),
                                  (const double (*)[RANKS])statistics->ratio[where]);
    }
    return status;
}

/* Reads format, variant, source, date and number of setups. */
static enum status read_statistics_head(const struct reader *reader, const struct yaml *root,
                                        struct setup_statistics *statistics)
{
    const struct yaml *format = yaml_get(root, "format"), *setups = yaml_get(root, "setups");
    if (format->kind != YAML_SCALAR || strcmp(format->text, FORMAT) != 0)
        return reader_fail(reader, format, "format", FORMAT " expected");
    enum status status = reader_read_origin(reader, root, &statistics->variant, statistics->source,
                                            statistics->date);
    if (!status)
        status = reader_read_count(reader, setups, "setups", UINT64_MAX, &statistics->count);
    if (!status && statistics->count == 0)
        status = reader_fail(reader, setups, "setups", "found 0, at least 1 expected");
    return status;
}

enum status setup_statistics_read_parts(const struct reader *reader, const struct yaml *root,
                                        struct setup_statistics *statistics)
{
    const struct yaml *placement = yaml_get(root, "placement"), *neighbours = yaml_get(root, "neighbours");
    const struct yaml *flag = yaml_get(root, "flag"), *results = yaml_get(root, "results");
    const struct yaml *outlines = yaml_get(root, "outlines");
    bool head = yaml_get(root, "format") && yaml_get(root, "source") && yaml_get(root, "date") &&
                yaml_get(root, "setups");
    enum status status = head ? read_statistics_head(reader, root, statistics) : STATUS_OK;
    if (!status && placement) {
        status = read_rows(reader, placement, "placement", PIECES_A_SIDE, 0, 1, statistics->placement[0]);
        status = status ? status : check_sums(reader, placement, statistics);
    }
    if (!status && neighbours)
        status = read_neighbours(reader, neighbours, statistics);
    if (!status && flag)
        status = read_flag(reader, flag, statistics);
    if (!status && results)
        status = read_results(reader, results, statistics->count, &statistics->results);
    if (!status && outlines)
        status = read_outlines(reader, outlines, &statistics->outlines);
    return status;
}

enum status setup_statistics_parse(const char *name, const char *bytes, size_t size,
                                   struct setup_statistics *statistics, struct error *error)
{
    struct yaml *root;
    enum status status = yaml_parse(name, bytes, size, &root, error);
    if (status)
        return status;
    struct reader reader = {name, error};
    static const char *const keys[] = {"format", "source", "date", "setups", "placement",
                                       "neighbours", "flag", NULL};
    static const char *const optional[] = {"variant", "results", "outlines", NULL};
    struct setup_statistics read = {0};
    status = reader_check_keys(&reader, root, "", keys, optional);
    status = status ? status : setup_statistics_read_parts(&reader, root, &read);
    yaml_drop(root);
    if (!status)
        *statistics = read;
    return status;
}
