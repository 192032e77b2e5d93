/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes theme_parse: what is read has colours that each kind of terminal has; an error changes nothing. */
#include "fuzz/fuzz.h"
#include "tui/theme.h"

static void check_theme(const struct theme *theme)
{
    static const int counts[] = {256, 16, 8, 0};
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++)
        for (int role = 0; role < ROLES; role++) {
            struct text_style look = colours_style(theme, counts[n], (enum role)role,
                                                   (enum ground)(role % GROUNDS));
            fuzz_demand(look.foreground < counts[n] && look.background < counts[n],
                        "the terminal has the colours");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct theme shipped;
    struct error error = {.text = ""};
    if (!shipped.name[0])
        fuzz_demand(theme_load(&shipped, "dark", NULL) == STATUS_OK, "the program's own can be read");
    struct theme theme = shipped;
    enum status status = theme_parse(&theme, "f", (const char *)data, size, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(strncmp(error.text, "f:", 2) == 0, "the error names the file");
        fuzz_demand(memcmp(&theme, &shipped, sizeof theme) == 0, "nothing is changed");
        return 0;
    }
    check_theme(&theme);
    return 0;
}
