/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's comments on moments of a game: `comments:` in a game file. */
#include "base/utf8.h"
#include "file/document.h"

#include <string.h>

/* Reads one comment. In an unfinished game a comment after the last move is ignored, because moves may be
 * missing at the end of a journal. */
static enum status comment_read(const struct document *document, const struct yaml *comment,
                                struct error *error)
{
    struct record *record = document->record;
    int plies;
    bool is_number = number_read(comment->key, strlen(comment->key), &plies);
    bool move_exists = is_number && (size_t)plies <= record->plies;
    if (!move_exists && (!is_number || record->outcome.result != RESULT_OPEN))
        return error_at(error, document->input->name, comment->key_line, comment->key_column,
                        "found a comment on \"%.20s\", expected a number of moves, 0-%zu", comment->key,
                        record->plies);
    if (comment->kind != YAML_SCALAR || !comment->size || comment->size > COMMENT_MAX ||
        utf8_printable_size(comment->text, comment->size) < comment->size)
        return value_fault(document, comment, error,
                           "found another comment, expected a line of text of at most %d bytes", COMMENT_MAX);
    if (move_exists)
        record_set_comment(record, (size_t)plies, comment->text);
    return STATUS_OK;
}

enum status comments_read(const struct document *document, const struct yaml *value, struct error *error)
{
    enum status status = STATUS_OK;
    const struct yaml *comment = value ? value->child : NULL;
    for (; comment && !status; comment = comment->next)
        status = comment_read(document, comment, error);
    return status;
}

void comments_write(const struct record *record, struct text *out)
{
    for (size_t i = 0; i < record->comment_count; i++) {
        text_printf(out, "%s  %zu: ", i ? "" : "comments:\n", record->comments[i].plies);
        scalar_write(record->comments[i].text, out);
        text_add(out, "\n");
    }
}
