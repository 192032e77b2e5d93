/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Child processes: lines to and fro, and every way in which one can misbehave. Behind each of them no process
 * and no descriptor is left. */
#include "base/child.h"
#include "base/clock.h"
#include "cmocka_all.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-child.XXXXXX";

/* More than any test waits. */
#define LONG (clock_now() + 60)

static char *in_folder(const char *name, char path[128])
{
    snprintf(path, 128, "%s/%s", folder, name);
    return path;
}

/* Writes a program for the shell; returns its path. */
static char *make_program(const char *lines, char path[128])
{
    FILE *file = fopen(in_folder("program", path), "w");
    fprintf(file, "#!/bin/sh\n%s\n", lines);
    fclose(file);
    chmod(path, 0755);
    return path;
}

static int descriptors(void)
{
    int count = 0;
    DIR *open_ones = opendir("/proc/self/fd");
    while (readdir(open_ones))
        count++;
    closedir(open_ones);
    return count;
}

static void assert_nothing_left(int before)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(descriptors(), before);
}

static void start_child(struct child_process *child, const char *lines)
{
    char path[128], log[128];
    struct error error = {0};
    struct child_terms terms = {.path = make_program(lines, path), .log = in_folder("log", log),
                                .log_max = 1000, .memory = (uint64_t)512 << 20, .processor = 60};
    if (child_start(child, &terms, &error) != STATUS_OK)
        fail_msg("%s", error.text);
}

static enum child_answer send(struct child_process *child, const char *text)
{
    return child_send(child, text, strlen(text), LONG, NULL);
}

TEST(test_lines)
{
    struct child_process child;
    const char *line;
    int before = descriptors();
    start_child(&child, "while read -r a b; do echo \"$b $a\"; done; printf 'no end'");
    assert_int_equal(send(&child, "one two\nthree"), CHILD_DONE);
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    assert_string_equal(line, "two one");
    assert_int_equal(child_read_line(&child, &line, clock_now() + 0.05, NULL), CHILD_LATE);
    assert_int_equal(send(&child, " four\n"), CHILD_DONE);
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    assert_string_equal(line, "four three");
    close(child.in);
    child.in = -1;
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    assert_string_equal(line, "no end");
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_ENDED);
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_ENDED);
    child_end(&child, 60);
    assert_nothing_left(before);
    child_end(&child, 60);
    assert_nothing_left(before);
}

TEST(test_what_cannot_run)
{
    struct child_process child = {0};
    struct error error;
    char path[128];
    int before = descriptors();
    struct child_terms terms = {.path = in_folder("nosuch", path)};
    assert_int_equal(child_start(&child, &terms, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "nosuch"));
    terms.path = folder;
    assert_int_equal(child_start(&child, &terms, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "found a folder"));
    terms.path = make_program("true", path);
    chmod(path, 0644);
    assert_int_equal(child_start(&child, &terms, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "cannot be run"));
    FILE *file = fopen(path, "w");
    fputs("no program\n", file);
    fclose(file);
    chmod(path, 0755);
    assert_int_equal(child_start(&child, &terms, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "it is no program"));
    file = fopen(path, "w");
    fputs("#!/nosuch/shell\n", file);
    fclose(file);
    assert_int_equal(child_start(&child, &terms, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "first line"));
    child_end(&child, 60);
    assert_nothing_left(before);
}

/* What a program does that reads nothing, what its first line is then, and how that is reported. */
static const struct {
    const char *lines;
    enum child_answer answer;
    const char *how; /* NULL: it has not ended */
} nasty[] = {
    {"exit 3", CHILD_ENDED, "it ended with status 3"},
    {"kill -SEGV $$", CHILD_ENDED, "it was ended by signal 11"},
    {"exec >&-; exec sleep 1000", CHILD_ENDED, "it closed its input or output"},
    {"exec yes", CHILD_DONE, NULL},
    {"printf '%05000d' 0; exec sleep 1000", CHILD_TOO_MUCH_OUTPUT, NULL},
    {"printf half; exec sleep 1000", CHILD_LATE, NULL},
    {"trap '' TERM INT HUP; while :; do sleep 1; done", CHILD_LATE, NULL},
    {"sleep 1000 & sleep 1000 & exit 4", CHILD_ENDED, "it ended with status 4"},
    {"kill -KILL $PPID; exec sleep 1000", CHILD_ENDED, NULL},
};

TEST(test_nasty)
{
    int before = descriptors();
    for (size_t i = 0; i < sizeof nasty / sizeof nasty[0]; i++) {
        struct child_process child;
        const char *line;
        char how[CHILD_TEXT];
        start_child(&child, nasty[i].lines);
        bool late = nasty[i].answer == CHILD_LATE;
        assert_int_equal(child_read_line(&child, &line, late ? clock_now() + 0.2 : LONG, NULL),
                         nasty[i].answer);
        if (nasty[i].how)
            assert_memory_equal(child_describe_end(&child, how), nasty[i].how, strlen(nasty[i].how));
        child_end(&child, 0);
        assert_nothing_left(before);
    }
}

/* A flood without a request is seen without waiting; so is what is written to a program that does not
 * read. */
TEST(test_pending)
{
    struct child_process child;
    int before = descriptors();
    static char much[1 << 20];
    memset(much, 'x', sizeof much);
    start_child(&child, "exec yes");
    while (child_take_in(&child) == CHILD_DONE)
        usleep(1000);
    child_end(&child, 0);
    start_child(&child, "exec sleep 1000");
    assert_int_equal(child_send(&child, much, sizeof much, clock_now() + 0.1, NULL), CHILD_LATE);
    child_end(&child, 0);
    start_child(&child, "exec <&-; echo closed; exec sleep 1000");
    const char *line;
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    /* Its keeper may be a moment later in closing the same end. */
    while (send(&child, "hello\n") == CHILD_DONE)
        usleep(1000);
    assert_int_equal(send(&child, "hello\n"), CHILD_ENDED);
    child_end(&child, 0);
    assert_nothing_left(before);
}

/* One that has closed its input and lives on is waited for once, and not at each word to it; one that has
 * closed both ends is about to end, and is left the time to. */
TEST(test_closed)
{
    struct child_process child;
    const char *line;
    char how[CHILD_TEXT];
    start_child(&child, "exec <&-; echo closed; exec sleep 1000");
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    double begin = clock_now();
    while (send(&child, "hello\n") == CHILD_DONE)
        usleep(1000);
    assert_int_equal(send(&child, "hello\n"), CHILD_ENDED);
    assert_int_equal(send(&child, "hello\n"), CHILD_ENDED);
    child_end(&child, 0);
    assert_true(clock_now() - begin < 4); /* seconds; each would wait two */
    start_child(&child, "exec <&- >&-; sleep 1.5; exit 3");
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_ENDED);
    for (int i = 0; i < 2; i++)
        assert_int_equal(send(&child, "hello\n"), CHILD_ENDED);
    assert_string_equal(child_describe_end(&child, how), "it ended with status 3");
    child_end(&child, 0);
}

static void *set_flag(void *flag)
{
    usleep(30000);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

TEST(test_child_stop)
{
    struct child_process child;
    const char *line;
    atomic_bool stop = false;
    pthread_t thread;
    start_child(&child, "exec sleep 1000");
    pthread_create(&thread, NULL, set_flag, &stop);
    assert_int_equal(child_read_line(&child, &line, LONG, &stop), CHILD_STOPPED);
    pthread_join(thread, NULL);
    child_end(&child, 0);
}

/* Whether a process is there and no zombie. */
static bool lives(pid_t process)
{
    char path[64], about[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int fd = open(path, O_RDONLY);
    ssize_t size = fd < 0 ? 0 : read(fd, about, sizeof about - 1);
    if (fd >= 0)
        close(fd);
    return size > 0 && !strstr(about, ") Z");
}

/* A fork that has left the group and its parent, into a session of its own, is ended with the others. */
TEST(test_daemon)
{
    struct child_process child;
    const char *line;
    int before = descriptors();
    for (int orderly = 0; orderly < 2; orderly++) {
        start_child(&child, "setsid sh -c 'sleep 1000 & echo $!; exec sleep 1000' &\n"
                            "read -r line");
        assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
        pid_t process = (pid_t)atol(line);
        assert_true(process > 1 && lives(process));
        child_end(&child, orderly ? 60 : 0);
        assert_false(lives(process));
        assert_nothing_left(before);
    }
}

/* Where the program that started the child is killed, the child is ended too. */
TEST(test_parent_killed)
{
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t parent = fork();
    if (parent == 0) {
        struct child_process child;
        const char *line;
        start_child(&child, "trap '' TERM HUP INT; echo $$; while :; do sleep 1; done");
        child_read_line(&child, &line, LONG, NULL);
        pid_t process = (pid_t)atol(line);
        _exit(write(pipes[1], &process, sizeof process) > 0 ? (int)pause() : 1);
    }
    pid_t process = 0;
    assert_int_equal(read(pipes[0], &process, sizeof process), sizeof process);
    assert_true(lives(process));
    kill(parent, SIGKILL);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    for (double end = LONG; lives(process) && clock_now() < end;)
        usleep(1000);
    assert_false(lives(process));
    close(pipes[0]);
    close(pipes[1]);
}

/* What goes to the standard error is kept, up to the bound; limits hold; no descriptor of ours is the
 * child's. */
TEST(test_child_limits)
{
    struct child_process child;
    const char *line;
    char path[128], log[4096];
    remove(in_folder("log", path));
    int own = open("/dev/null", O_RDONLY); /* without O_CLOEXEC */
    start_child(&child, "i=0; while [ $i -lt 500 ]; do echo 'to the log' >&2; i=$((i + 1)); done\n"
                        "ulimit -v; ls /proc/self/fd | wc -l; ulimit -c");
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    assert_string_equal(line, "524288");
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    assert_int_equal(atoi(line), 4); /* the three, and that of the folder which ls reads */
    assert_int_equal(child_read_line(&child, &line, LONG, NULL), CHILD_DONE);
    assert_string_equal(line, "0");
    child_end(&child, 60);
    close(own);
    FILE *file = fopen(in_folder("log", path), "r");
    size_t size = fread(log, 1, sizeof log, file);
    fclose(file);
    assert_int_equal(size, 1000);
    assert_memory_equal(log, "to the log\n", 11);
}

/* Many at once on several threads: none holds another's pipe open. */
static void *run_some(void *argument)
{
    for (int i = 0; i < 10; i++) {
        struct child_process child;
        const char *line;
        struct child_terms terms = {.path = argument};
        if (child_start(&child, &terms, NULL) != STATUS_OK || send(&child, "x\n") != CHILD_DONE ||
            child_read_line(&child, &line, LONG, NULL) != CHILD_DONE || strcmp(line, "x") != 0)
            return argument;
        child_end(&child, 60);
    }
    return NULL;
}

TEST(test_threads)
{
    pthread_t threads[4];
    char path[128];
    int before = descriptors();
    double since = clock_now();
    make_program("while read -r line; do echo \"$line\"; done", path);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run_some, path);
    for (int i = 0; i < 4; i++) {
        void *fault;
        pthread_join(threads[i], &fault);
        assert_null(fault);
    }
    assert_true(clock_now() - since < 50); /* the grace of one that is kept waiting would be 60 */
    assert_nothing_left(before);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char path[128];
    remove(in_folder("program", path));
    remove(in_folder("log", path));
    return rmdir(folder);
}

TESTS_MAIN(make_folder, remove_folder)
