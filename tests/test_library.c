/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* The library: each model is in the process once, for all callers and threads; what cannot be
 * read is reported and tried again. */
#include "agent/agent.h"
#include "base/disk.h"
#include "base/parallel.h"
#include "cmocka_all.h"
#include "play/game.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-library-XXXXXX";
static struct settings settings;

static char *path_of(const char *name, char path[PATH_MAX])
{
    assert_true(snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX);
    return path;
}

static void put_file(const char *path, const struct text *text)
{
    assert_int_equal(disk_write(path, text->bytes, text->size, NULL), STATUS_OK);
}

/* What each of many threads finds. */
enum { THREADS = 8, ROUNDS = 64 };
struct library_found {
    struct library *library;
    const void *volume[ROUNDS][3];
};

static void load_parts(void *context, size_t index)
{
    struct library_found *found = context;
    const struct setup_statistics *statistics;
    const struct setup_model *setup_model;
    const struct belief_model *belief_model;
    assert_int_equal(library_belief_model(found->library, NULL, &belief_model, NULL), STATUS_OK);
    assert_int_equal(library_setup_model(found->library, NULL, &setup_model, NULL), STATUS_OK);
    assert_int_equal(library_statistics(found->library, NULL, &statistics, NULL), STATUS_OK);
    found->volume[index][0] = belief_model;
    found->volume[index][1] = setup_model;
    found->volume[index][2] = statistics;
}

TEST(threads_find_one_copy)
{
    static struct library_found found;
    found.library = library_new();
    parallel_run(THREADS, ROUNDS, load_parts, &found);
    for (int i = 0; i < ROUNDS; i++)
        for (int kind = 0; kind < 3; kind++) {
            assert_non_null(found.volume[0][kind]);
            assert_ptr_equal(found.volume[i][kind], found.volume[0][kind]);
        }
    library_free(found.library);
}

/* What is not needed is not read. */
TEST(sources_are_what_is_needed)
{
    struct library *library = library_new();
    struct belief_sources belief;
    struct setup_sources setup;
    struct settings own = {0};
    settings_copy(&own, &settings);
    assert_int_equal(library_belief_sources(library, &own, &belief, NULL), STATUS_OK);
    assert_int_equal(library_setup_sources(library, &own, &setup, NULL), STATUS_OK);
    assert_non_null(belief.statistics);
    assert_ptr_equal(belief.statistics, setup.statistics);
    assert_non_null(belief.model);
    assert_null(setup.model);
    assert_int_equal(settings_set(&own, "belief.kind", "deboer", "test", NULL), STATUS_OK);
    assert_int_equal(settings_set(&own, "setup.generator", "faithful", "test", NULL), STATUS_OK);
    assert_int_equal(library_belief_sources(library, &own, &belief, NULL), STATUS_OK);
    assert_int_equal(library_setup_sources(library, &own, &setup, NULL), STATUS_OK);
    assert_null(belief.model);
    assert_non_null(setup.model);
    settings_free(&own);
    library_free(library);
}

/* A file that is missing or none of its kind is an error, each time; mended, it is read; changed, it is read
 * anew, and the old one is still good. */
TEST(files_are_read_again)
{
    struct library *library = library_new();
    struct error error = {0};
    struct text text = {0}, bad = {0};
    char path[PATH_MAX];
    const struct setup_statistics *shipped, *first, *again, *changed;
    path_of("some.yaml", path);
    assert_int_equal(library_statistics(library, NULL, &shipped, NULL), STATUS_OK);
    setup_statistics_write(shipped, &text);
    text_add(&bad, "format: something else\n");
    assert_int_equal(library_statistics(library, path, &first, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "No such file"));
    assert_null(first);
    for (int i = 0; i < 2; i++) {
        put_file(path, &bad);
        assert_int_equal(library_statistics(library, path, &first, &error), STATUS_BAD);
        assert_non_null(strstr(error.text, "some.yaml:1:"));
    }
    put_file(path, &text);
    assert_int_equal(library_statistics(library, path, &first, &error), STATUS_OK);
    assert_int_equal(library_statistics(library, path, &again, &error), STATUS_OK);
    assert_ptr_equal(first, again);
    assert_ptr_not_equal(first, shipped);
    assert_memory_equal(first->placement, shipped->placement, sizeof first->placement);
    put_file(path, &text); /* the same bytes in another file of that name */
    assert_int_equal(library_statistics(library, path, &changed, &error), STATUS_OK);
    assert_ptr_not_equal(changed, first);
    assert_memory_equal(changed->placement, first->placement, sizeof first->placement);
    text_free(&text);
    text_free(&bad);
    library_free(library);
}

/* A pipe is read when it is needed, once; until it is dropped, its name stands for what it had, and what
 * was made from it is good for longer. Nobody waits for a pipe unasked. */
TEST(streams_are_read_once)
{
    struct library *library = library_new();
    struct error error = {0};
    struct text text = {0};
    char path[PATH_MAX];
    const struct setup_statistics *shipped, *first, *again;
    const struct belief_model *model;
    int ends[2];
    assert_int_equal(library_statistics(library, NULL, &shipped, NULL), STATUS_OK);
    setup_statistics_write(shipped, &text);
    assert_true(text.size < 65536); /* what a pipe holds */
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(disk_write_all(ends[1], text.bytes, text.size), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_int_equal(library_statistics(library, path, &first, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "no regular file"));
    close(ends[1]);
    assert_int_equal(library_read_stream(library, path, &error), STATUS_OK);
    assert_int_equal(library_read_stream(library, path, &error), STATUS_OK);
    assert_int_equal(library_statistics(library, path, &first, &error), STATUS_OK);
    assert_int_equal(library_statistics(library, path, &again, &error), STATUS_OK);
    assert_ptr_equal(first, again);
    assert_ptr_not_equal(first, shipped);
    assert_int_equal(library_belief_model(library, path, &model, &error), STATUS_BAD);
    assert_int_equal(strncmp(error.text, "/dev/fd/", 8), 0);
    library_drop_streams(library);
    assert_int_equal(library_statistics(library, path, &again, &error), STATUS_BAD);
    assert_memory_equal(first->placement, shipped->placement, sizeof first->placement);
    close(ends[0]);
    /* What is no stream is left alone. */
    assert_int_equal(library_read_stream(library, "human", &error), STATUS_OK);
    assert_int_equal(library_read_stream(library, "/nonexistent", &error), STATUS_OK);
    assert_int_equal(library_read_stream(library, "/dev/zero", &error), STATUS_BAD);
    text_free(&text);
    library_free(library);
}

/* Two agents of one game and of another on the same library: what starting them reads the second time is
 * nothing. */
TEST(agents_share)
{
    struct library *library = library_new();
    const struct belief_model *model, *after;
    struct game_terms terms = {.player = {"invincible", "invincible"}, .rules = *rules_find("deepnash"),
                               .seed = 1, .settings = &settings, .library = library};
    struct game games[2];
    assert_int_equal(library_belief_model(library, NULL, &model, NULL), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(game_start(&games[i], &terms, NULL), STATUS_OK);
        for (enum side side = RED; side <= BLUE; side++)
            assert_ptr_equal(games[i].player[side].agent.library, library);
    }
    assert_int_equal(library_belief_model(library, NULL, &after, NULL), STATUS_OK);
    assert_ptr_equal(model, after);
    for (int i = 0; i < 2; i++)
        game_end(&games[i]);
    library_free(library);
}

/* An agent's name chooses its model; a file that is none is an error with the option's name when the agent is
 * started, and mended it does. A running agent keeps what it has where the new one is no good. */
TEST(names_choose_models)
{
    struct library *library = library_new();
    struct agent agent, other;
    struct error error = {0};
    struct text text = {0}, bad = {0};
    struct settings own = {0};
    const struct belief_model *shipped;
    char path[PATH_MAX], spec[2 * PATH_MAX];
    assert_int_equal(library_belief_model(library, NULL, &shipped, NULL), STATUS_OK);
    belief_model_write(shipped, &text);
    text_append(&bad, text.bytes, text.size / 2);
    put_file(path_of("some.yaml", path), &bad);
    snprintf(spec, sizeof spec, "invincible:belief.model=%s", path);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(agent_start(&agent, spec, &settings, library, &error), STATUS_BAD);
        assert_int_equal(strncmp(error.text, "belief.model: /tmp/", 19), 0);
    }
    put_file(path, &text);
    assert_int_equal(agent_start(&agent, spec, &settings, library, &error), STATUS_OK);
    assert_int_equal(agent_start(&other, "invincible", &settings, library, &error), STATUS_OK);
    put_file(path, &bad);
    assert_int_equal(agent_reload(&agent, &settings, &error), STATUS_BAD);
    assert_int_equal(agent_reload(&other, &settings, &error), STATUS_OK);
    settings_copy(&own, &settings);
    assert_int_equal(settings_set(&own, "belief.model", path, "test", NULL), STATUS_OK);
    assert_int_equal(agent_reload(&other, &own, &error), STATUS_BAD);
    assert_int_equal(strncmp(error.text, "belief.model: /tmp/", 19), 0);
    assert_int_equal(agent_start(&(struct agent){0}, "invincible:belief.model=nosuch", &own, library, &error),
                     STATUS_BAD);
    assert_non_null(strstr(error.text, "people-and-programs"));
    /* Who has no use for it does not look at it. */
    snprintf(spec, sizeof spec, "invincible:belief.kind=deboer,belief.model=%s", path);
    agent_end(&other);
    assert_int_equal(agent_start(&other, spec, &settings, library, &error), STATUS_OK);
    agent_end(&other);
    agent_end(&agent);
    settings_free(&own);
    text_free(&text);
    text_free(&bad);
    library_free(library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_find_one_copy),
        cmocka_unit_test(sources_are_what_is_needed),
        cmocka_unit_test(files_are_read_again),
        cmocka_unit_test(streams_are_read_once),
        cmocka_unit_test(agents_share),
        cmocka_unit_test(names_choose_models),
    };
    if (!mkdtemp(folder))
        return 1;
    settings_init(&settings, option_groups);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char path[PATH_MAX];
    unlink(path_of("some.yaml", path));
    rmdir(folder);
    settings_free(&settings);
    return failed;
}
