/*
 * The layout of the structs is part of the binary interface: it is the same on every platform, so that bindings may count
 * on it. A size that changes here is a new FETCHSCHED_ABI_VERSION.
 */
#include "fetchsched.h"

_Static_assert(sizeof(fetchsched_tail_stage) == 32, "layout of fetchsched_tail_stage");
_Static_assert(sizeof(fetchsched_radio) == 64 + 32 * FETCHSCHED_TAIL_STAGES, "layout of fetchsched_radio");
_Static_assert(sizeof(fetchsched_power) == 56, "layout of fetchsched_power");
_Static_assert(sizeof(fetchsched_event) == 56, "layout of fetchsched_event");
_Static_assert(sizeof(fetchsched_action) == 56, "layout of fetchsched_action");
_Static_assert(sizeof(fetchsched_reception) == 16, "layout of fetchsched_reception");
_Static_assert(sizeof(fetchsched_transfer) == 40, "layout of fetchsched_transfer");
_Static_assert(sizeof(fetchsched_transfer_status) == 24, "layout of fetchsched_transfer_status");
_Static_assert(sizeof(fetchsched_statistics) == 48, "layout of fetchsched_statistics");
_Static_assert(sizeof(fetchsched_app_state) == 24, "layout of fetchsched_app_state");
_Static_assert(sizeof(fetchsched_source_limits) == 32, "layout of fetchsched_source_limits");
_Static_assert(sizeof(fetchsched_explanation) == 72, "layout of fetchsched_explanation");
