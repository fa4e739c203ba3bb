/* The part for the examples of <inttypes.h>, on wasm32. */
#pragma once
#include <stdint.h>
#define PRId64 "lld"
#define PRIx32 "x"
