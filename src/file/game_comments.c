/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody wrote down about moments of a game: `comments:` in a game file. */
#include "file/document.h"
#include "file/gravon.h"

#include <string.h>

enum status comments_key(struct document *document, const struct yaml *value, struct error *error)
{
    struct record *record = document->record;
    for (const struct yaml *comment = value->child; comment; comment = comment->next) {
        int plies;
        const char *name = document->input->name;
        if (!number_read(comment->key, strlen(comment->key), &plies) || (size_t)plies > record->plies)
            return error_at(error, name, comment->key_line, comment->key_column,
                            "found a comment on \"%.20s\", expected a number of moves, 0-%zu", comment->key,
                            record->plies);
        if (comment->kind != YAML_SCALAR || !comment->size || comment->size > COMMENT_MOST ||
            printable_size(comment->text, comment->size) < comment->size)
            return value_fault(document, comment, error,
                               "found another comment, expected a line of text of at most %d bytes",
                               COMMENT_MOST);
        record_comment(record, (size_t)plies, comment->text);
    }
    return STATUS_OK;
}

void comments_write(const struct record *record, struct text *out)
{
    for (size_t i = 0; i < record->comment_count; i++) {
        text_printf(out, "%s  %zu: ", i ? "" : "comments:\n", record->comments[i].plies);
        scalar_write(record->comments[i].text, out);
        text_add(out, "\n");
    }
}
