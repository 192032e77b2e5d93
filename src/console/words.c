/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/words.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Copies one word from *from to *to without its quotes and ends it; both move on. The bytes written
 * never outrun the bytes read, for each word is followed by a blank or the end. False where a quote
 * stays open; *from then is at that quote. */
static bool take_word(const char **from, char **to)
{
    while (**from && !is_blank(**from)) {
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

/* A list of words for a line of `size` bytes; *room is its room. */
static void words_start(struct words *words, size_t size, size_t *room)
{
    *room = 0;
    *words = (struct words){.bytes = memory_new(size + 2, 1)};
    words->word = memory_grow(NULL, room, 1, sizeof *words->word);
}

static void add_word(struct words *words, size_t *room, char *word)
{
    words->word = memory_grow(words->word, room, (size_t)words->count + 2, sizeof *words->word);
    words->word[words->count++] = word;
}

enum status words_split(const char *line, struct words *words, struct error *error)
{
    size_t room;
    words_start(words, strlen(line), &room);
    const char *from = line;
    char *to = words->bytes;
    for (;;) {
        while (is_blank(*from))
            from++;
        if (*from == '\0' || *from == '#')
            return STATUS_OK;
        char *word = to;
        if (!take_word(&from, &to)) {
            words_free(words);
            return error_set(error, STATUS_BAD, "column %zu: the quote %c is not closed",
                             (size_t)(from - line) + 1, *from);
        }
        add_word(words, &room, word);
    }
}

bool words_cut(const char *line, size_t size, struct words *words, size_t *start)
{
    size_t room;
    char *typed = memory_new(size + 1, 1);
    memcpy(typed, line, size);
    words_start(words, size, &room);
    const char *from = typed;
    char *to = words->bytes;
    for (bool ended = false; !ended;) {
        while (is_blank(*from))
            from++;
        if (*from == '#') {
            words_free(words);
            free(typed);
            return false;
        }
        char *word = to;
        *start = (size_t)(from - typed);
        if (!take_word(&from, &to)) { /* behind the quote that is open stands the rest of the word */
            memcpy(to, from + 1, strlen(from + 1) + 1);
            from += strlen(from);
        }
        add_word(words, &room, word);
        ended = *from == '\0';
    }
    free(typed);
    return true;
}

void words_free(struct words *words)
{
    free(words->word);
    free(words->bytes);
    *words = (struct words){0};
}
