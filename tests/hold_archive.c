/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests: another program that keeps an archive locked.
 *
 *     hold_archive FILE         locks it, prints "locked", and lets go at the end of its input
 *     hold_archive FILE count   prints how many games are in it */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static int print_count(void *context, int columns, char **text, char **names)
{
    (void)context, (void)columns, (void)names;
    puts(text[0]);
    return 0;
}

int main(int argc, char **argv)
{
    sqlite3 *database = NULL;
    if (argc < 2 || sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return 2;
    sqlite3_busy_timeout(database, 60000);
    if (argc > 2 && strcmp(argv[2], "count") == 0)
        return sqlite3_exec(database, "SELECT count(*) FROM games", print_count, NULL, NULL) != SQLITE_OK;
    if (sqlite3_exec(database, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
        return 1;
    puts("locked");
    fflush(stdout);
    while (getchar() != EOF)
        ;
    return sqlite3_close(database) != SQLITE_OK;
}
