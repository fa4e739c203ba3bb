#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// How often memory was asked for so far; 0 where that is not counted (elsewhere than with the GNU C library).
unsigned long allocations(void);

#endif
