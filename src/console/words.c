/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/words.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether a character separates words. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Returns the first character that is not blank. */
static const char *skip_blanks(const char *from)
{
    while (is_blank(*from))
        from++;
    return from;
}

/* Returns whether a word outside quotes ends at this character. */
static bool ends_word(char c)
{
    return c == '\0' || c == ';' || c == '>' || is_blank(c);
}

/* Copies one word from *from to *to without its quotes and adds a zero byte; both pointers advance. The
 * copy never needs more bytes than the text up to the next word. False for an unclosed quote, at which
 * *from then points. */
static bool copy_word(const char **from, char **to)
{
    while (!ends_word(**from)) {
        char c = **from;
        if (c != '\'' && c != '"') {
            *(*to)++ = c;
            ++*from;
            continue;
        }
        const char *end = strchr(*from + 1, c);
        if (!end)
            return false;
        size_t size = (size_t)(end - *from - 1);
        memcpy(*to, *from + 1, size);
        *to += size;
        *from = end + 1;
    }
    *(*to)++ = '\0';
    return true;
}

/* Initialises the words for a line of `size` bytes; *capacity gets the capacity of words->word. */
static void words_start(struct words *words, size_t size, size_t *capacity)
{
    *capacity = 0;
    *words = (struct words){.bytes = memory_new(size + 2, 1)};
    words->word = memory_grow(NULL, capacity, 1, sizeof *words->word);
}

/* Appends a word. */
static void add_word(struct words *words, size_t *capacity, char *word)
{
    words->word = memory_grow(words->word, capacity, (size_t)words->count + 2, sizeof *words->word);
    words->word[words->count++] = word;
}

/* The kinds of what follows in a line after blanks. */
enum piece { PIECE_END, PIECE_OUT, PIECE_WORD, PIECE_FAULT };

/* Returns what follows at `from`; this function alone decides what is allowed where. `is_file`: a '>'
 * precedes. PIECE_END: a ';', a comment or the line's end. PIECE_FAULT: `error` has STATUS_BAD with the
 * column. */
static enum piece next_piece(const char *line, const char *from, const struct words *words, bool is_file,
                             struct error *error)
{
    const char *wrong = NULL;
    bool ends = *from == '\0' || *from == '#' || *from == ';';
    if (is_file && (ends || *from == '>'))
        wrong = "no file stands behind '>'";
    else if (ends)
        return PIECE_END;
    else if (words->out)
        wrong = "only ';' may stand behind the file of '>'";
    else if (*from == '>' && !words->count)
        wrong = "no command stands before '>'";
    else if (*from == '|' && ends_word(from[1]))
        wrong = "there are no pipes here: '> FILE' puts the answer into a file";
    if (!wrong)
        return *from == '>' ? PIECE_OUT : PIECE_WORD;
    error_set(error, STATUS_BAD, "column %zu: %s", (size_t)(from - line) + 1, wrong);
    return PIECE_FAULT;
}

/* Splits one command at *from, up to a ';', a comment or the end of the line; *from moves there. */
static enum status split_command(const char *line, const char **from, struct words *words, size_t *capacity,
                                 struct error *error)
{
    char *to = words->bytes;
    bool is_file = false;
    for (;;) {
        *from = skip_blanks(*from);
        enum piece piece = next_piece(line, *from, words, is_file, error);
        if (piece == PIECE_END || piece == PIECE_FAULT)
            return piece == PIECE_END ? STATUS_OK : STATUS_BAD;
        if (piece == PIECE_OUT) {
            is_file = true;
            ++*from;
            continue;
        }
        char *word = to;
        if (!copy_word(from, &to))
            return error_set(error, STATUS_BAD, "column %zu: the quote %c is not closed",
                             (size_t)(*from - line) + 1, **from);
        if (is_file)
            words->out = word;
        else
            add_word(words, capacity, word);
        is_file = false;
    }
}

enum status words_split(const char *line, size_t *offset, struct words *words, struct error *error)
{
    size_t capacity;
    const char *from = line + *offset;
    words_start(words, strlen(from), &capacity);
    enum status status = split_command(line, &from, words, &capacity, error);
    if (status) {
        words_free(words);
        return status;
    }
    words->more = *from == ';';
    *offset = (size_t)(from - line) + (words->more ? 1 : strlen(from));
    return STATUS_OK;
}

/* Returns where the last command begins in a line that is still being typed. */
static const char *last_command(const char *line)
{
    size_t offset = 0, begin;
    struct words words;
    bool more;
    do {
        begin = offset;
        more = words_split(line, &offset, &words, NULL) == STATUS_OK && words.more;
        words_free(&words);
    } while (more);
    return line + begin;
}

/* Returns whether a word to complete begins at `from`: nothing is typed there yet, or only a '|', which may
 * be the first character of a word. */
static bool is_word_start(const char *from)
{
    return *from == '\0' || strcmp(from, "|") == 0;
}

/* Splits the words from *from to the end of the line. *word gets the start of the last one. False if there is
 * no word to complete. */
static bool split_to_end(const char **from, struct words *words, size_t *capacity, const char **word,
                         bool *is_file)
{
    char *to = words->bytes;
    for (;;) {
        *from = skip_blanks(*from);
        enum piece piece = is_word_start(*from) && !words->out ? PIECE_WORD
                                                          : next_piece(*from, *from, words, *is_file, NULL);
        if (piece == PIECE_OUT) {
            *is_file = true;
            ++*from;
            continue;
        }
        if (piece != PIECE_WORD)
            return false;
        char *copy = to;
        *word = *from;
        if (!copy_word(from, &to)) { /* an open quote: the rest of the line belongs to the word */
            memcpy(to, *from + 1, strlen(*from + 1) + 1);
            *from += strlen(*from);
        }
        if (*is_file)
            words->out = copy;
        add_word(words, capacity, copy);
        if (!**from)
            return true;
    }
}

bool words_split_unfinished(const char *line, size_t size, struct words *words, size_t *start, bool *is_file)
{
    size_t capacity;
    char *typed = memory_new(size + 1, 1);
    const char *word = typed;
    memcpy(typed, line, size);
    words_start(words, size, &capacity);
    const char *from = last_command(typed);
    *is_file = false;
    bool goes_on = split_to_end(&from, words, &capacity, &word, is_file);
    if (!goes_on)
        words_free(words);
    *start = (size_t)(word - typed);
    free(typed);
    return goes_on;
}

void words_free(struct words *words)
{
    free(words->word);
    free(words->bytes);
    *words = (struct words){0};
}
