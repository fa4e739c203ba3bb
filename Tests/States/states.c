/*
 * Random lives of engines from seed FIRST on, COUNT of them, as Tests/FetchSchedTests/Support/StateRun.swift has them: a line for each
 * that has the digest of all its states, so that two platforms can be compared, and one for what was wrong.
 */
#include <stdint.h>
#include <stdio.h>

void states_run(uint64_t seed, uint64_t *facts);

int main(void) {
    static const char *const wrong[] = {"", " refused", " written otherwise", " answers otherwise", " without end"};
    uint64_t calls = 0, restores = 0;
    for (uint64_t seed = FIRST; seed < (uint64_t)FIRST + COUNT; seed++) {
        uint64_t facts[4];
        states_run(seed, facts);
        calls += facts[0];
        restores += facts[1];
        printf("%llu %llu%s\n", (unsigned long long)seed, (unsigned long long)facts[2], wrong[facts[3]]);
    }
    printf("lives %d calls %llu restores %llu\n", COUNT, (unsigned long long)calls, (unsigned long long)restores);
    return 0;
}
