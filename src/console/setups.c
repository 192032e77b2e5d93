/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/setups.h"

#include "file/file.h"
#include "file/notation.h"
#include "setup/store.h"

#include <string.h>
#include <unistd.h>

bool setups_is_stored(const char *name)
{
    return strcmp(name, "-") != 0 && access(name, F_OK) != 0 && store_name_is_good(name);
}

enum status setups_load(const char *name, struct setup *setup, enum side *side,
                        struct error *error)
{
    enum side whose = RED;
    enum status status;
    if (setups_is_stored(name)) {
        status = store_load(name, setup, error);
        if (status == STATUS_NO)
            status = error_set(error, STATUS_BAD, "there is no file and no stored setup '%s'",
                               name);
    } else {
        struct thing thing = {0};
        status = file_read(name, &thing, error);
        if (status)
            return status;
        if (thing.kind == FILE_SETUP || thing.kind == FILE_LETTERS)
            *setup = thing.setup;
        else
            status = error_set(error, STATUS_BAD, "%s: a %s, a setup expected", name,
                               file_kind_name(thing.kind));
        if (thing.kind == FILE_LETTERS)
            whose = thing.setup_side;
        thing_free(&thing);
    }
    if (side != NULL)
        *side = whose;
    return status;
}

enum status setups_statistics(const char *path, struct setup_statistics *statistics,
                              struct error *error)
{
    if (path != NULL)
        return setup_statistics_read(path, statistics, error);
    setup_statistics_human(statistics);
    return STATUS_OK;
}

enum status setups_model(const char *path, struct setup_model *model, struct error *error)
{
    if (path != NULL)
        return setup_model_read(path, model, error);
    setup_model_human(model);
    return STATUS_OK;
}

void setups_print(struct session *session, const struct setup *setup, const char *format,
                  enum side side)
{
    struct text out = {0};
    if (strcmp(format, "gravon") == 0) {
        setup_write_letters(setup, side, &out);
        text_add(&out, "\n");
    } else {
        setup_write(setup, &out);
    }
    session_write(session, text_string(&out), out.size);
    text_free(&out);
}

enum status setups_check_format(const struct command *command, const char *format,
                                struct error *error)
{
    if (strcmp(format, "setup") == 0 || strcmp(format, "gravon") == 0)
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "%s: found --format '%s', expected setup or gravon",
                     command->name, format);
}

void setups_squares(placeset places, enum side side, enum notation notation,
                    struct text *out)
{
    char square[SQUARE_TEXT];
    for (; places != 0; places &= places - 1)
        text_printf(out, " %s", square_write(setup_square(side, __builtin_ctzll(places)),
                                             notation, square));
}
