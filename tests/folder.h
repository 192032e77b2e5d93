/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder for a group of tests, in which the user's settings, state and data are too. */
#ifndef VEDETTE_TESTS_FOLDER_H
#define VEDETTE_TESTS_FOLDER_H

extern char folder[];

/* For cmocka_run_group_tests: makes the folder; removes it with all that is in it. */
int folder_set_up(void **state);
int folder_tear_down(void **state);

#endif
