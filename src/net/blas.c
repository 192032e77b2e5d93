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

/* A function of the library. POSIX lets a pointer to data hold one to a function. */
static void *find(void *library, const char *name)
{
    return dlsym(library, name);
}

/* Names the kernel to the library, which reads the environment when it is loaded. One that the user named
 * stays. */
static enum status pin_kernel(struct error *error)
{
#ifdef KERNEL
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return error_set(error, STATUS_BAD, "the processor has no AVX2 and FMA, which OpenBLAS is to use");
    if (setenv("OPENBLAS_CORETYPE", KERNEL, 0) != 0 || setenv("BLIS_ARCH_TYPE", "haswell", 0) != 0)
        return error_errno(error, "OPENBLAS_CORETYPE");
#endif
    /* Else it would start a thread for each core. The second name is that of BLIS, which has the same
     * interface. */
    if (setenv("OPENBLAS_NUM_THREADS", "1", 1) != 0 || setenv("BLIS_NUM_THREADS", "1", 1) != 0)
        return error_errno(error, "OPENBLAS_NUM_THREADS");
    return STATUS_OK;
}

static void name_library(struct blas *blas)
{
    char *(*config)(void), *(*core)(void);
    *(void **)&config = find(blas->library, "openblas_get_config");
    *(void **)&core = find(blas->library, "openblas_get_corename");
    int words = 0, end = 0;
    const char *text = config ? config() : BLAS_LIBRARY;
    for (; text[end] && (words += text[end] == ' ') < 2; end++) {
    }
    snprintf(blas->name, sizeof blas->name, "%.*s%s%s", end < 60 ? end : 60, text, core ? " " : "",
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
        *(void **)&sgemm = find(library, "cblas_sgemm");
        *(void **)&set_threads = find(library, "openblas_set_num_threads");
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

/* The library itself is not unloaded: it may have threads. */
void blas_close(const struct blas *blas)
{
    free((struct blas *)blas);
}

const char *blas_name(const struct blas *blas)
{
    return blas->name;
}

/* How a matrix of so many rows and columns lies, and how far its lines are apart. */
static int form_of(struct net_matrix matrix, size_t rows, size_t columns, int *line)
{
    bool plain = matrix.column == 1;
    size_t stride = plain ? matrix.row : matrix.column, length = plain ? columns : rows;
    *line = (int)(stride > length ? stride : length); /* of a single line the stride may be less */
    return plain ? CBLAS_PLAIN : CBLAS_TRANSPOSED;
}

void blas_add(const struct blas *blas, size_t m, size_t n, size_t k, struct net_matrix a, struct net_matrix b,
              float *c, size_t c_row)
{
    int a_line, b_line, a_form = form_of(a, m, k, &a_line), b_form = form_of(b, k, n, &b_line);
    blas->sgemm(CBLAS_ROW_MAJOR, a_form, b_form, (int)m, (int)n, (int)k, 1, a.at, a_line, b.at, b_line, 1, c,
                (int)c_row);
}
