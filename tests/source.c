/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"

#include "base/disk.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>

const char *source_folder(void)
{
    const char *folder = getenv("srcdir");
    return folder ? folder : ".";
}

void source_text(const char *name, struct text *text)
{
    char path[512];
    struct error error = {0};
    snprintf(path, sizeof path, "%s/%s", source_folder(), name);
    if (disk_read(path, 1 << 20, text, &error))
        fail_msg("%s", error.text);
}

void source_position(struct position *position, const char *name, ...)
{
    char path[512];
    struct error error = {0};
    va_list arguments;
    int size = snprintf(path, sizeof path, "%s/tests/positions/", source_folder());
    va_start(arguments, name);
    vsnprintf(path + size, sizeof path - (size_t)size, name, arguments);
    va_end(arguments);
    if (file_position(path, position, &error))
        fail_msg("%s", error.text);
}
