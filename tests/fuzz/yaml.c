/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes yaml_parse: a tree keeps the promises of its header, an error names a place. */
#include "fuzz/fuzz.h"
#include "profile/yaml.h"

static void check_scalar(const struct yaml *node, const char *bytes, size_t size)
{
    size_t line = 0, column = 0;
    fuzz_demand(node->text && !node->child, "a scalar has a text and no children");
    fuzz_demand(strlen(node->text) == node->size, "a scalar has no NUL byte");
    for (size_t word = 0; word < 4; word++) {
        yaml_word_place(node, bytes, size, word, word, &line, &column);
        fuzz_demand(line >= 1 && column >= 1, "a word's place counts from 1");
    }
}

/* Checks a node and what is below it; `depth` counts from 1. */
static void check_node(const struct yaml *node, int depth, const char *bytes, size_t size)
{
    fuzz_demand(depth <= YAML_DEPTH + 1, "no tree is deeper than its limit");
    fuzz_demand(node->line >= 1 && node->column >= 1, "places count from 1");
    fuzz_demand(node->offset <= size, "a value starts within the file");
    if (node->kind == YAML_SCALAR)
        check_scalar(node, bytes, size);
    for (const struct yaml *child = node->child; child; child = child->next) {
        fuzz_demand((child->key != NULL) == (node->kind == YAML_MAPPING), "mappings have keys");
        if (child->key)
            fuzz_demand(yaml_get(node, child->key) == child, "no key stands twice");
        check_node(child, depth + 1, bytes, size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct yaml *root = NULL;
    struct error error = {0};
    enum status status = yaml_parse("input", (const char *)data, size, &root, &error);
    if (status != STATUS_OK) {
        fuzz_check_error(status, &error);
        fuzz_demand(root == NULL, "no tree comes with an error");
        fuzz_demand(strncmp(error.text, "input:", 6) == 0, "the error names the file");
    } else if (root) {
        check_node(root, 1, (const char *)data, size);
    }
    yaml_drop(root);
    return 0;
}
