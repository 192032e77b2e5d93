/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/blas.h"

#include "base/memory.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
#define KERNEL "Haswell"
#endif

/* The C interface of BLAS: its two enumerations, and sgemm. */
enum { CBLAS_ROW_MAJOR = 101, CBLAS_PLAIN = 111, CBLAS_TRANSPOSED = 112 };
typedef void sgemm_function(int order, int a_form, int b_form, int m, int n, int k, float alpha,
                            const float *a, int a_row, const float *b, int b_row,
                            float beta, float *c, int c_row);

struct blas {
    void *library;
    sgemm_function *sgemm;
    char name[128];
};

#ifdef BLAS_LIBRARY

enum { VERSION_MAX = 60 /* max bytes of the name and version, so that the kernel has space after them */ };

/* Returns a function of the library. NULL if it has none of that name. POSIX allows a pointer to data to hold
 * a pointer to a function. */
static void *find_function(void *library, const char *name)
{
    return dlsym(library, name);
}

/* Sets the environment variables that choose the library's kernel; the library reads them when it is loaded.
 * With the same kernel on all machines the same seed gives the same weights. A kernel that the user has
 * chosen stays. */
static enum status pin_kernel(struct error *error)
{
#ifdef KERNEL
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return error_set(error, STATUS_BAD, "the processor has no AVX2 and FMA, which OpenBLAS is to use");
    if (setenv("OPENBLAS_CORETYPE", KERNEL, 0) != 0 || setenv("BLIS_ARCH_TYPE", "haswell", 0) != 0)
        return error_errno(error, "OPENBLAS_CORETYPE");
#endif
    /* One thread: otherwise the library starts one for each core. BLIS is another library with the same
     * interface. */
    if (setenv("OPENBLAS_NUM_THREADS", "1", 1) != 0 || setenv("BLIS_NUM_THREADS", "1", 1) != 0)
        return error_errno(error, "OPENBLAS_NUM_THREADS");
    return STATUS_OK;
}

/* Returns the size of a text's first two words, at most VERSION_MAX. */
static int two_words_size(const char *text)
{
    const char *space = strchr(text, ' '), *second = space ? strchr(space + 1, ' ') : NULL;
    size_t size = second ? (size_t)(second - text) : strlen(text);
    return size < VERSION_MAX ? (int)size : VERSION_MAX;
}

/* Writes the library's version and kernel to blas->name. */
static void name_library(struct blas *blas)
{
    char *(*config)(void), *(*core)(void);
    *(void **)&config = find_function(blas->library, "openblas_get_config");
    *(void **)&core = find_function(blas->library, "openblas_get_corename");
    const char *text = config ? config() : BLAS_LIBRARY; /* begins with the library's name and version */
    snprintf(blas->name, sizeof blas->name, "%.*s%s%s", two_words_size(text), text, core ? " " : "",
             core ? core() : "");
}

const struct blas *blas_open(struct error *error)
{
    if (pin_kernel(error) != STATUS_OK)
        return NULL;
    void *library = dlopen(BLAS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    sgemm_function *sgemm = NULL;
    void (*set_threads)(int) = NULL;
    if (library) {
        *(void **)&sgemm = find_function(library, "cblas_sgemm");
        *(void **)&set_threads = find_function(library, "openblas_set_num_threads");
    }
    if (!sgemm) {
        error_set(error, STATUS_BAD, "%s: found no such library with cblas_sgemm, expected OpenBLAS",
                  BLAS_LIBRARY);
        if (library)
            dlclose(library);
        return NULL;
    }
    if (set_threads)
        set_threads(1);
    struct blas *blas = memory_new(1, sizeof *blas);
    blas->library = library;
    blas->sgemm = sgemm;
    name_library(blas);
    return blas;
}

#else

const struct blas *blas_open(struct error *error)
{
    error_set(error, STATUS_BAD, "built without OpenBLAS (configure --without-blas)");
    return NULL;
}

#endif

/* Frees the handle. The library itself stays loaded, because it may have threads. */
void blas_close(const struct blas *blas)
{
    free((struct blas *)blas);
}

const char *blas_name(const struct blas *blas)
{
    return blas->name;
}

/* Returns CBLAS_PLAIN for a matrix that is stored row by row, CBLAS_TRANSPOSED for another. `line` gets the
 * distance of its lines in floats. */
static int matrix_form(struct net_matrix matrix, size_t rows, size_t columns, int *line)
{
    bool plain = matrix.column == 1;
    size_t stride = plain ? matrix.row : matrix.column, length = plain ? columns : rows;
    *line = (int)(stride > length ? stride : length); /* of a single line the stride may be less */
    return plain ? CBLAS_PLAIN : CBLAS_TRANSPOSED;
}

void blas_add(const struct blas *blas, size_t m, size_t n, size_t k, struct net_matrix a, struct net_matrix b,
              float *c, size_t c_row)
{
    int a_line, b_line, a_form = matrix_form(a, m, k, &a_line), b_form = matrix_form(b, k, n, &b_line);
    blas->sgemm(CBLAS_ROW_MAJOR, a_form, b_form, (int)m, (int)n, (int)k, 1, a.at, a_line, b.at, b_line, 1, c,
                (int)c_row);
}
