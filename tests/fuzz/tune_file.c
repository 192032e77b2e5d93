/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the course of a tuning: the input stands behind the head of a small one. Its rows are in their order
 * and range, and written they are read again the same. */
#include "fuzz/fuzz.h"
#include "lab/tune_file.h"

enum { STEPS = 6, VALUES = 2 };

static const struct spsa_parameter parameters[VALUES] = {
    {.min = 0, .max = 10, .start = 1, .step = 0.5},
    {.min = -5, .max = 5, .start = 0, .step = 1, .whole = true},
};

static enum status read_rows(const struct tune_terms *terms, const struct text *file,
                             struct tune_course *course, struct error *error)
{
    struct text head = {0};
    text_add(&head, "# a tuning\n");
    course->done = 0;
    enum status status = tune_file_read(terms, &head, file, course, error);
    text_free(&head);
    return status;
}

static void check_course(const struct tune_terms *terms, const struct tune_course *course)
{
    struct tune_step steps[STEPS];
    double values[(STEPS + 1) * VALUES];
    struct tune_course again = {.step = steps, .values = values};
    struct text own = {0};
    fuzz_demand(course->done <= STEPS, "no more steps than there are");
    text_add(&own, "# a tuning\n");
    for (size_t step = 0; step < course->done; step++)
        tune_file_write_row(terms, course, step, &own);
    fuzz_demand(read_rows(terms, &own, &again, NULL) == STATUS_OK, "what is written can be read");
    fuzz_demand(again.done == course->done, "it has all steps");
    for (size_t i = VALUES; i < (course->done + 1) * VALUES; i++)
        fuzz_demand(course->values[i] == values[i] && values[i] >= parameters[i % VALUES].min &&
                        values[i] <= parameters[i % VALUES].max,
                    "its values are the same, and in range");
    text_free(&own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tune_terms terms = {
        .spsa = {.parameters = parameters, .count = VALUES, .steps = STEPS}, .file = "f"};
    struct tune_step steps[STEPS];
    double values[(STEPS + 1) * VALUES];
    struct tune_course course = {.step = steps, .values = values};
    struct text file = {0};
    struct error error = {.text = ""};
    if (!size || data[0] != '!') /* with it the head is the input's, too */
        text_add(&file, "# a tuning\n");
    text_append(&file, (const char *)data, size);
    enum status status = read_rows(&terms, &file, &course, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_course(&terms, &course);
    text_free(&file);
    return 0;
}
