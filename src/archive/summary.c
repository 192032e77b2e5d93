/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/summary.h"

#include "base/digest.h"
#include "base/text.h"
#include "file/file.h"
#include "game/notation.h"
#include "setup/place.h"

#include <stdio.h>
#include <string.h>

/* --- setups --- */

/* Writes a setup as 40 letters, in Gravon's letters for red. */
static void write_red_letters(const struct setup *setup, char letters[PIECES_A_SIDE + 1])
{
    struct text text = {0};
    setup_write_letters(setup, RED, &text);
    snprintf(letters, PIECES_A_SIDE + 1, "%s", text_string(&text));
    text_free(&text);
}

void summary_setup(const struct setup *setup, char normal[PIECES_A_SIDE + 1])
{
    struct setup mirrored;
    char mirrored_letters[PIECES_A_SIDE + 1];
    setup_mirror(setup, &mirrored);
    write_red_letters(setup, normal);
    write_red_letters(&mirrored, mirrored_letters);
    if (strcmp(mirrored_letters, normal) < 0)
        memcpy(normal, mirrored_letters, sizeof mirrored_letters);
}

void summary_front(const char symbols[FILES], char front[FILES + 1])
{
    char mirrored[FILES + 1] = "";
    for (int i = 0; i < FILES; i++) {
        front[i] = symbols[i];
        mirrored[FILES - 1 - i] = symbols[i];
    }
    front[FILES] = '\0';
    if (strcmp(mirrored, front) < 0)
        memcpy(front, mirrored, sizeof mirrored);
}

/* Fills in the setups and front rows, if the game begins with two complete setups. */
static void summarise_setups(const struct record *record, struct summary *summary)
{
    struct setup pair[SIDES];
    if (!placement_to_setups(&record->start, pair))
        return;
    for (enum side side = RED; side <= BLUE; side++) {
        char symbols[FILES];
        write_red_letters(&pair[side], summary->setup[side]);
        summary_setup(&pair[side], summary->normal[side]);
        for (int i = 0; i < FILES; i++)
            symbols[i] = pair[side].rank[i] == PLACE_EMPTY ? NO_SYMBOL
                                                           : rank_table[pair[side].rank[i]].symbol;
        summary_front(symbols, summary->front[side]);
    }
}

/* --- moves --- */

/* Fills in the first moves, if the game begins with setups. */
static void summarise_first_moves(const struct record *record, struct summary *summary)
{
    size_t used = 0;
    if (record->start.played || record->start.free || record->prior_count)
        return;
    for (size_t i = 0; i < record->plies && i < FIRST_MOVES; i++) {
        char text[MOVE_TEXT];
        move_write(record->moves[i].move, false, NOTATION_DEBOER, text);
        used += (size_t)snprintf(summary->first + used, sizeof summary->first - used, "%s%s", i ? " " : "",
                                 text);
    }
}

/* Replaces each file of a text of moves by its mirror image. */
static void mirror_files(char *moves)
{
    for (; *moves; moves++)
        if (*moves >= 'a' && *moves <= 'j')
            *moves = (char)('a' + 'j' - *moves);
}

void summary_opening(const char *first, int count, char opening[FIRST_MOVES * FIRST_MOVE])
{
    char mirrored[FIRST_MOVES * FIRST_MOVE];
    size_t size = 0;
    for (int words = 0; first[size] && size + 1 < sizeof mirrored; size++) {
        if (first[size] == ' ' && ++words == count)
            break;
        opening[size] = mirrored[size] = first[size];
    }
    opening[size] = mirrored[size] = '\0';
    mirror_files(mirrored);
    if (strcmp(mirrored, opening) < 0)
        memcpy(opening, mirrored, size);
}

/* Sorts each side's moves of an opening: those at even places, and in descending order those at odd ones. So
 * moves that follow each other on a file stay in their order. */
static void sort_moves(char opening[FIRST_MOVES * FIRST_MOVE])
{
    char word[FIRST_MOVES][FIRST_MOVE];
    int count = 0;
    size_t used = 0;
    for (const char *rest = opening; *rest && count < FIRST_MOVES; count++) {
        size_t size = strcspn(rest, " ");
        int copied = size < sizeof *word ? (int)size : (int)sizeof *word - 1;
        snprintf(word[count], sizeof *word, "%.*s", copied, rest);
        rest += size + (rest[size] == ' ');
    }
    for (int i = 2; i < count; i++)
        for (int k = i; k >= 2 && (strcmp(word[k], word[k - 2]) < 0) == (k % 2 == 0) &&
                        strcmp(word[k], word[k - 2]) != 0; k -= 2) {
            char other[FIRST_MOVE];
            memcpy(other, word[k], sizeof other);
            memcpy(word[k], word[k - 2], sizeof other);
            memcpy(word[k - 2], other, sizeof other);
        }
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(opening + used, FIRST_MOVES * FIRST_MOVE - used, "%s%s", i ? " " : "",
                                 word[i]);
}

void summary_opening_family(const char *first, int count, char family[FIRST_MOVES * FIRST_MOVE])
{
    char mirrored[FIRST_MOVES * FIRST_MOVE];
    summary_opening(first, count, family);
    memcpy(mirrored, family, sizeof mirrored);
    mirror_files(mirrored);
    sort_moves(family);
    sort_moves(mirrored);
    if (strcmp(mirrored, family) < 0)
        memcpy(family, mirrored, sizeof mirrored);
}

void summary_own_opening(const char *first, enum side side, char opening[FIRST_MOVE])
{
    char own[FIRST_MOVES * FIRST_MOVE];
    opening[0] = '\0';
    /* One of the first two moves begins on the side's half. */
    for (int i = 0; i < SIDES && *first; i++) {
        char word[MOVE_TEXT], text[MOVE_TEXT];
        struct move_with_ranks read;
        size_t size = strcspn(first, " ");
        snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word - 1), first);
        first += size + (first[size] == ' ');
        if (move_read(word, NOTATION_DEBOER, &read, NULL, NULL) != STATUS_OK)
            return;
        struct move move = read.move;
        if ((move.from < SQUARES / 2) != (side == RED))
            continue;
        if (side == BLUE)
            move = (struct move){.from = (uint8_t)square_turned(move.from),
                                 .to = (uint8_t)square_turned(move.to)};
        summary_opening(move_write(move, false, NOTATION_DEBOER, text), 1, own);
        snprintf(opening, FIRST_MOVE, "%.*s", FIRST_MOVE - 1, own);
        return;
    }
}

int summary_move_count(const char *opening)
{
    int moves = opening[0] != '\0';
    for (; *opening; opening++)
        moves += *opening == ' ';
    return moves;
}

/* --- players --- */

bool summary_is_named(const char *name)
{
    return name[0] && strcmp(name, "Player 1") != 0 && strcmp(name, "Player 2") != 0;
}

/* --- the key --- */

/* Computes the key: two 64-bit digests, of the game's text with and without a leading letter. A single one
 * would collide among some hundred million games. Comments and notes are no part of the key. For games played
 * by this program, players, date and seed are part of it, because agents may repeat a game. For other games
 * only setups, moves and result are, because formats differ in what they store about players. */
static void make_key(const struct record *record, struct summary *summary)
{
    struct text text = {0};
    text_add(&text, "V");
    /* The standard variant is not named: this keeps the keys of games stored before other variants
     * existed. */
    const struct placement *start = &record->start;
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &start->cell[square];
        text_add_number(&text, cell->rank);
        text_add_number(&text, cell->side);
        text_add(&text, cell->moved ? "1" : "0");
        text_add(&text, cell->known ? "1" : "0");
    }
    text_printf(&text, "|%d %u %u|", (int)start->to_move, start->played, start->quiet);
    if (start->variant != VARIANT_STANDARD)
        text_printf(&text, "%s|", variant_at(start->variant)->name);
    if (record->program[0])
        text_printf(&text, "%s|%s|%s|%llu|", record->player[RED], record->player[BLUE], record->date,
                    (unsigned long long)record->seed);
    text_printf(&text, "%s %s|", result_name(record->outcome.result), reason_name(record->outcome.reason));
    for (size_t i = 0; i < record->plies; i++) {
        const struct move_with_ranks *move = &record->moves[i];
        text_add_number(&text, move->move.from);
        text_add(&text, " ");
        text_add_number(&text, move->move.to);
        text_add(&text, " ");
    }
    snprintf(summary->key, sizeof summary->key, "%016llx%016llx",
             (unsigned long long)digest(text.bytes, text.size),
             (unsigned long long)digest(text.bytes + 1, text.size - 1));
    text_free(&text);
}

void summary_of(const struct record *record, const struct archive_names *names, struct summary *summary)
{
    enum result result = record->outcome.result;
    *summary = (struct summary){.person = "", .outcome = ""};
    if (names->person == SIDES) {
        const char *red = names->name[RED], *blue = names->name[BLUE];
        snprintf(summary->opponent, sizeof summary->opponent, "%s - %s", *red ? red : "?",
                 *blue ? blue : "?");
    } else {
        snprintf(summary->opponent, sizeof summary->opponent, "%s", names->name[side_other(names->person)]);
        summary->person = side_name(names->person);
        summary->outcome = result == RESULT_DRAW               ? "draw"
                           : result == result_win(names->person) ? "won"
                                                               : "lost";
    }
    summarise_setups(record, summary);
    summarise_first_moves(record, summary);
    make_key(record, summary);
}
