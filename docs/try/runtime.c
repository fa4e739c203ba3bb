/*
 * As much of a mathematical library as the simulator needs on WebAssembly, in addition to docs/examples/wasm/libc.c. Results are exact, or
 * rounded once, as elsewhere; numbers near the ends of the range are not needed.
 */
#include <stddef.h>
#include <stdint.h>

/* The nearest whole number, half away from zero. */
double round(double number) {
    double whole = __builtin_trunc(number);
    double rest = number - whole;
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

/* The rest of a division, with the dividend's sign: each subtraction is of numbers within a factor of two, and so exact. */
double fmod(double dividend, double divisor) {
    double rest = __builtin_fabs(dividend), unit = __builtin_fabs(divisor);
    if (!(unit > 0) || !(rest - rest == 0)) return (dividend - dividend) / 0.0;
    if (unit - unit == 0) {
        double part = unit;
        while (part <= rest * 0.5) part *= 2;
        for (; part >= unit; part *= 0.5)
            if (rest >= part) rest -= part;
    }
    return __builtin_copysign(rest, dividend);
}

struct two {
    double high, low;
};

/* The sum, and what rounding took from it. */
static struct two sum(double left, double right) {
    double high = left + right, part = high - left;
    return (struct two){high, (left - (high - part)) + (right - part)};
}

/* The 26 upper bits, and the rest. */
static struct two split(double number) {
    double scaled = number * 0x1p27 + number, high = scaled - (scaled - number);
    return (struct two){high, number - high};
}

/*
 * left * right + more, rounded once. Source: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms
 * using rounding to odd", IEEE Transactions on Computers 57, 2008.
 */
double fma(double left, double right, double more) {
    struct two a = split(left), b = split(right);
    double product = left * right;
    double error = a.low * b.low - (((product - a.high * b.high) - a.low * b.high) - a.high * b.low);
    if (!(error - error == 0) || !(more - more == 0)) return product + more;
    struct two lower = sum(more, error), upper = sum(product, lower.high), rest = sum(lower.low, upper.low);
    union {
        double number;
        uint64_t bits;
    } odd = {rest.high};
    /* To odd: of the two numbers around the rest, the one whose last bit is set. */
    if (rest.low != 0 && (odd.bits & 1) == 0) odd.bits += (rest.low > 0) == (rest.high > 0) ? 1 : -(uint64_t)1;
    return upper.high + odd.number;
}

/* Seeds of hashes: always the same. */
void arc4random_buf(void *place, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)place)[i] = 0;
}
