// trav/detail/inline.hpp: TRAV_INLINE, for functions that must be inlined so that a walker can stay in
// registers.
#pragma once

#define TRAV_INLINE [[gnu::always_inline]] inline constexpr
