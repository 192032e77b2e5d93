/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/packed.h"

#include "base/digest.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const char magic[8] = "Vedette";

enum { BYTE_ORDER_MARK = 0x01020304 };

/* The head, as in packed.h. */
struct head {
    char magic[8];
    uint32_t order, version;
    char kind[PACKED_KIND];
    uint64_t source, size, content_digest, head_digest;
};

/* Returns the digest of the head without its last field. */
static uint64_t digest_of(const struct head *head)
{
    return digest(head, offsetof(struct head, head_digest));
}

void packed_write(const char *kind, uint64_t source, const char *content, size_t size, struct text *out)
{
    struct head head = {.order = BYTE_ORDER_MARK, .version = PACKED_VERSION, .source = source, .size = size,
                        .content_digest = digest(content, size)};
    static_assert(sizeof head == PACKED_HEAD, "no gaps");
    assert(strlen(kind) < PACKED_KIND);
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.kind, kind, strlen(kind));
    head.head_digest = digest_of(&head);
    text_append(out, (const char *)&head, sizeof head);
    text_append(out, content, size);
}

bool packed_begins(const char *bytes, size_t size)
{
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/* Checks that the head of a packed file is undamaged, comes from a machine with this order of bytes, and has
 * this version and kind. `name`: the file, for the error. */
static enum status check_head(const char *name, const char *kind, const struct head *head,
                              struct error *error)
{
    char wanted[PACKED_KIND] = {0};
    memcpy(wanted, kind, strlen(kind));
    if (head->order == __builtin_bswap32(BYTE_ORDER_MARK))
        return error_set(error, STATUS_BAD, "%s: found another machine's order of bytes, expected this one's",
                         name);
    if (head->order != BYTE_ORDER_MARK || head->head_digest != digest_of(head))
        return error_set(error, STATUS_BAD, "%s: found a damaged head of a packed file", name);
    if (head->version != PACKED_VERSION)
        return error_set(error, STATUS_BAD, "%s: found a packed file of version %lu, expected version %d",
                         name, (unsigned long)head->version, PACKED_VERSION);
    if (memcmp(head->kind, wanted, sizeof wanted) != 0)
        return error_set(error, STATUS_BAD, "%s: found a packed file of kind '%.*s', expected '%s'", name,
                         PACKED_KIND, head->kind, kind);
    return STATUS_OK;
}

enum status packed_open(const char *name, const char *kind, const char *bytes, size_t size,
                        struct packed *packed, struct error *error)
{
    struct head head;
    if (!packed_begins(bytes, size) || size < sizeof head)
        return error_set(error, STATUS_BAD, "%s: found no packed file, expected one", name);
    memcpy(&head, bytes, sizeof head);
    enum status status = check_head(name, kind, &head, error);
    if (status)
        return status;
    if (head.size != size - sizeof head)
        return error_set(error, STATUS_BAD, "%s: found %zu bytes behind the head, expected %llu", name,
                         size - sizeof head, (unsigned long long)head.size);
    *packed = (struct packed){bytes + sizeof head, (size_t)head.size, head.source};
    if (digest(packed->content, packed->size) != head.content_digest)
        return error_set(error, STATUS_BAD, "%s: found damaged content", name);
    return STATUS_OK;
}
