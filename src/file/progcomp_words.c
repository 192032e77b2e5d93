/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/progcomp_words.h"

#include "base/ascii.h"

#include <string.h>

const char *progcomp_word(const struct progcomp_words *words, size_t place)
{
    return place < words->count && place < PROGCOMP_FIRST ? words->first[place] : "";
}

const char *progcomp_last(const struct progcomp_words *words, size_t place)
{
    return place <= words->count ? words->last[(words->count - place) % PROGCOMP_LAST] : "";
}

/* Appends a byte to a word; cuts long words. Leading zeros of a number are dropped, so they cannot fill
 * the word. */
static void append_byte(char word[PROGCOMP_WORD], char byte)
{
    size_t size = strlen(word);
    bool zero = strcmp(word, "0") == 0 || strcmp(word, "+0") == 0;
    if (zero && ascii_is_digit(byte))
        size--;
    if (size + 1 >= PROGCOMP_WORD)
        return;
    word[size] = byte;
    word[size + 1] = '\0';
}

void progcomp_add(struct progcomp_words *words, char byte)
{
    if (!byte)
        byte = '?'; /* counts as a byte that occurs in no word of the protocol */
    if (words->bytes < sizeof words->start)
        words->start[words->bytes] = byte;
    words->bytes++;
    if (strchr(" \t\r\v\f", byte)) {
        words->inside = false;
        return;
    }
    if (!words->inside) {
        words->inside = true;
        if (words->count < PROGCOMP_FIRST)
            words->first[words->count][0] = '\0';
        words->last[words->count % PROGCOMP_LAST][0] = '\0';
        words->count++;
    }
    if (words->count <= PROGCOMP_FIRST)
        append_byte(words->first[words->count - 1], byte);
    append_byte(words->last[(words->count - 1) % PROGCOMP_LAST], byte);
}

int progcomp_rank(const char *word)
{
    for (int rank = 0; rank < RANKS; rank++)
        if (word[1] == '\0' && ascii_upper(word[0]) == rank_table[rank].arts)
            return rank;
    return -1;
}

char progcomp_letter(int rank)
{
    return rank == SPY ? 's' : rank_table[rank].arts;
}

static const struct {
    const char *word;
    int step;
} directions[] = {{"UP", -FILES}, {"DOWN", FILES}, {"LEFT", -1}, {"RIGHT", 1}};

const int *progcomp_step(const char *word)
{
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (strcmp(word, directions[i].word) == 0)
            return &directions[i].step;
    return NULL;
}

/* Reads a whole number as the manager does: with an optional sign and leading zeros. Uses only the first
 * four digits of a longer number, so that it cannot overflow: such a number is out of any range here all the
 * same. */
static bool read_whole(const char *word, int *number)
{
    int sign = *word == '-' ? -1 : 1, sum = 0;
    word += *word == '-' || *word == '+';
    if (!*word)
        return false;
    for (; *word; word++) {
        if (!ascii_is_digit(*word))
            return false;
        if (sum < 1000)
            sum = 10 * sum + (*word - '0');
    }
    *number = sign * sum;
    return true;
}

bool progcomp_read_from(const struct progcomp_words *words, int *from)
{
    int x, y;
    bool read = read_whole(progcomp_word(words, 0), &x) && read_whole(progcomp_word(words, 1), &y);
    if (!read || x < 0 || x >= FILES || y < 0 || y >= ROWS)
        return false;
    *from = square_at(x, y);
    return true;
}

bool progcomp_read_move(const struct progcomp_words *words, struct move *move)
{
    int from, squares;
    const int *step = progcomp_step(progcomp_word(words, 2));
    if (words->count < 3 || !step || !progcomp_read_from(words, &from))
        return false;
    if (!read_whole(progcomp_word(words, 3), &squares))
        squares = 1;
    if (squares < 1 || squares > FILES - 1)
        return false;
    int to = from + squares * *step;
    /* A step UP or DOWN stays in its file; one to LEFT or RIGHT must not leave its row. */
    bool on_board = to >= 0 && to < SQUARES &&
                    (*step % FILES == 0 || square_row(to) == square_row(from));
    *move = (struct move){(uint8_t)from, (uint8_t)(on_board ? to : SQUARE_NONE)};
    return on_board;
}

void progcomp_write_move(struct move move, struct text *out)
{
    int step = move.to - move.from, squares = square_distance(move.from, move.to);
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (directions[i].step * squares == step)
            text_printf(out, "%d %d %s", square_file(move.from), square_row(move.from), directions[i].word);
    if (squares > 1)
        text_printf(out, " %d", squares);
}

static const struct {
    const char *word;
    enum battle battle;
} battles[] = {{"KILLS", BATTLE_WON}, {"DIES", BATTLE_LOST}, {"BOTHDIE", BATTLE_BOTH}};

enum { BATTLES = sizeof battles / sizeof battles[0] };

bool progcomp_read_outcome(const struct progcomp_words *words, struct move_with_ranks *entered,
                           enum battle *battle)
{
    size_t count = words->count;
    entered->attacker = entered->defender = RANK_UNKNOWN;
    *battle = BATTLE_NONE;
    /* The outcome, of one word or of three, follows at least the three of the move. */
    if (count > 3 && strcmp(progcomp_last(words, 1), "OK") == 0)
        return true;
    for (size_t i = 0; count > 5 && i < BATTLES; i++) {
        if (strcmp(progcomp_last(words, 3), battles[i].word) != 0)
            continue;
        int attacker = progcomp_rank(progcomp_last(words, 2));
        int defender = progcomp_rank(progcomp_last(words, 1));
        if (attacker < 0 || defender < 0)
            return false;
        *battle = battles[i].battle;
        entered->attacker = (uint8_t)attacker;
        entered->defender = (uint8_t)defender;
        return true;
    }
    return false;
}

void progcomp_write_outcome(const struct event *event, struct text *out)
{
    if (event->battle == BATTLE_NONE)
        text_add(out, "OK");
    for (size_t i = 0; i < BATTLES; i++)
        if (battles[i].battle == event->battle)
            text_printf(out, "%s %c %c", battles[i].word, progcomp_letter(event->attacker),
                        progcomp_letter(event->defender));
}
