/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes one comment in the bytes of a game file and leaves the other lines as they are. */
#include "base/utf8.h"
#include "file/document.h"

#include <string.h>

/* The state while the lines of a file are copied. */
struct comment_edit {
    const struct input *input;
    size_t plies;         /* the moment of the comment */
    const char *text;     /* the new comment; "": none */
    const char *line_end;
    bool has_block;       /* the file has a line "comments:" */
    bool done;            /* the new comment is written */
    bool in_block;        /* the lines of the comments are being copied */
    size_t block_start;   /* where their "comments:" begins in `out` */
    size_t kept;          /* number of comments in the block so far */
    struct text *out;
};

/* Returns whether a line begins with a key that stands alone, as "comments:" does before its comments. */
static bool is_key_line(const char *line, size_t size, const char *key)
{
    size_t length = strlen(key);
    return size >= length && memcmp(line, key, length) == 0;
}

/* Appends the new comment as a line. */
static void write_comment(struct comment_edit *edit)
{
    text_printf(edit->out, "  %zu: ", edit->plies);
    scalar_write(edit->text, edit->out);
    text_add(edit->out, edit->line_end);
    edit->done = true;
    edit->kept++;
}

/* Ends the block of comments: adds the new one if it comes last, and removes "comments:" if none is left. */
static void end_block(struct comment_edit *edit)
{
    if (!edit->done && edit->text[0])
        write_comment(edit);
    edit->in_block = false;
    if (!edit->kept) {
        edit->out->size = edit->block_start;
        edit->out->bytes[edit->block_start] = '\0';
    }
}

/* Handles a line of the block of comments: `size` bytes, with its end `whole` bytes. */
static void copy_comment_line(struct comment_edit *edit, const char *line, size_t size, size_t whole)
{
    size_t start = 0, end;
    int plies = -1;
    while (start < size && is_blank(line[start]))
        start++;
    for (end = start; end < size && line[end] != ':';)
        end++;
    bool is_comment = number_read(line + start, end - start, &plies);
    bool later = is_comment && (size_t)plies >= edit->plies;
    if (later && !edit->done && edit->text[0])
        write_comment(edit);
    if (is_comment && (size_t)plies == edit->plies)
        return;
    text_append(edit->out, line, whole);
    edit->kept++;
}

/* Handles a line that is outside the block of comments. A new block comes before the times or moves. */
static void copy_other_line(struct comment_edit *edit, const char *line, size_t size, size_t whole)
{
    bool is_place = is_key_line(line, size, "times:") || is_key_line(line, size, "moves:");
    if (is_place && !edit->has_block && !edit->done && edit->text[0]) {
        text_printf(edit->out, "comments:%s", edit->line_end);
        write_comment(edit);
    }
    if (is_key_line(line, size, "comments:")) {
        edit->in_block = true;
        edit->block_start = edit->out->size;
    }
    text_append(edit->out, line, whole);
}

/* Copies all lines with the change. The result may be wrong for files in an unusual form. */
static void copy_lines(struct comment_edit *edit)
{
    const struct input *input = edit->input;
    size_t offset = 0, start, size;
    while (input_next_line(input, &offset, &start, &size)) {
        edit->has_block |= is_key_line(input->bytes + start, size, "comments:");
        edit->line_end = offset > start + size + 1 ? "\r\n" : "\n";
    }
    for (offset = 0; input_next_line(input, &offset, &start, &size);) {
        const char *line = input->bytes + start;
        if (edit->in_block && !(size && is_blank(*line)))
            end_block(edit);
        if (edit->in_block)
            copy_comment_line(edit, line, size, offset - start);
        else
            copy_other_line(edit, line, size, offset - start);
    }
    if (edit->in_block)
        end_block(edit);
}

/* Returns whether a file's bytes are this game. */
static bool is_same_game(const char *name, const struct text *bytes, const struct record *record)
{
    struct file_content content = {0};
    struct text found = {0}, wanted = {0};
    bool same = file_parse(name, text_string(bytes), bytes->size, &content, NULL) == STATUS_OK &&
                content.kind == FILE_GAME;
    if (same) {
        game_write(&content.record, &found);
        game_write(record, &wanted);
        same = strcmp(text_string(&found), text_string(&wanted)) == 0;
    }
    text_free(&found);
    text_free(&wanted);
    file_content_free(&content);
    return same;
}

enum status comment_check(const char *text, struct error *error)
{
    size_t size = strlen(text), printable = utf8_printable_size(text, size);
    if (size > COMMENT_MAX)
        return error_set(error, STATUS_BAD, "found a comment of %zu bytes, expected at most %d", size,
                         COMMENT_MAX);
    if (printable < size)
        return error_set(error, STATUS_BAD, "found byte 0x%02x in a comment, expected a line of text",
                         (unsigned char)text[printable]);
    return STATUS_OK;
}

enum status game_edit_comment(const struct input *input, size_t plies, const char *text, struct text *out,
                              struct error *error)
{
    struct file_content content = {0};
    struct comment_edit edit = {.input = input, .plies = plies, .text = text, .line_end = "\n", .out = out};
    enum status status = file_parse(input->name, input->bytes, input->size, &content, error);
    if (!status && content.kind != FILE_GAME)
        status = error_set(error, STATUS_BAD, "%s: only the program's own game files hold comments: 'convert "
                           "--to game' makes one", input->name);
    if (!status && plies > content.record.plies)
        status = error_set(error, STATUS_BAD, "%s: there are only %zu moves", input->name,
                           content.record.plies);
    if (!status) {
        record_set_comment(&content.record, plies, text);
        copy_lines(&edit);
        if (!is_same_game(input->name, out, &content.record)) {
            text_clear(out);
            game_write(&content.record, out);
        }
    }
    file_content_free(&content);
    return status;
}
