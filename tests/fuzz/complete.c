/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the completion of command lines. The input is the line; its first byte says where in it the word
 * under way ends. Files are those of a folder with odd names. */
#include "commands/table.h"
#include "console/complete.h"
#include "console/words.h"
#include "fuzz/files.h"

enum { LINE_LENGTH_MAX = 300, TRIED = 4 /* completions of each line that are put into it */ };

static const struct session *the_session(void)
{
    static struct session session;
    static bool ready;
    static const char *const names[] = {"a b.game", "-x",   "|", "it's", ".hidden",
                                        "m.yaml",   "\xff\xfe", "#", "a;b>"};
    char path[300];
    if (!ready) {
        session_init(&session, &command_table);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            fuzz_file(names[i], "", 0, path);
    }
    ready = true;
    return &session;
}

/* Goes into the folder with the odd names, and back: other files are known by relative paths. */
static int enter(void)
{
    int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fuzz_demand(home >= 0 && chdir(fuzz_folder()) == 0, "the folder can be entered");
    return home;
}

static void leave(int home)
{
    fuzz_demand(fchdir(home) == 0 && close(home) == 0, "and left");
}

/* Whether a line looks into other folders, where files come and go. */
static bool looks_elsewhere(const char *line)
{
    for (const char *slash = strchr(line, '/'); slash; slash = strchr(slash + 1, '/'))
        if (slash == line || slash[-1] != '.' || (slash - line > 1 && slash[-2] == '.'))
            return true;
    return false;
}

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return false;
    return true;
}

/* In byte order, each once; and of no characters that a terminal obeys, unless these were typed. */
static void check_items(const struct completions *found, const char *line, size_t point)
{
    fuzz_demand(found->start <= point, "the word begins before the point");
    for (size_t i = 0; i < found->count; i++) {
        const char *text = found->items[i].text;
        fuzz_demand(text && *text, "a completion has a text");
        fuzz_demand(i == 0 || strcmp(found->items[i - 1].text, text) < 0, "in order, each once");
        fuzz_demand(is_plain(text) || !is_plain(line), "a completion can be shown");
    }
}

/* A completion, put into the line, is a word of it; and is completed to itself. */
static void put_in(const char *line, const struct completions *found, size_t index)
{
    struct text text = {0};
    struct words words;
    struct completions again = {0};
    text_printf(&text, "%.*s%s", (int)found->start, line, found->items[index].text);
    const char *whole = text_string(&text);
    complete_line(the_session(), whole, strlen(whole), &again);
    check_items(&again, whole, strlen(whole));
    if (!found->items[index].open) {
        bool there = false;
        size_t at = 0;
        for (bool more = true; more; words_free(&words)) {
            fuzz_demand(words_split(whole, &at, &words, NULL) == STATUS_OK, "a completed line has words");
            more = words.more;
        }
        for (size_t i = 0; i < again.count; i++)
            there = there || strcmp(again.items[i].text, found->items[index].text) == 0;
        fuzz_demand(there, "what was completed is a completion");
        fuzz_demand(again.start == found->start, "of the same word");
    }
    completions_free(&again);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE_LENGTH_MAX + 1];
    struct completions found = {0};
    if (size < 1 || size > LINE_LENGTH_MAX)
        return 0;
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';
    size_t length = strlen(line), point = data[0] == '\n' || data[0] > length ? length : data[0];
    if (looks_elsewhere(line))
        return 0;
    int home = enter();
    complete_line(the_session(), line, point, &found);
    check_items(&found, line, point);
    for (size_t i = 0; i < TRIED && i < found.count; i++)
        put_in(line, &found, found.count * i / TRIED);
    completions_free(&found);
    leave(home);
    return 0;
}
