// trav/version.hpp: the version of trav, which CMake, pkg-config and packages read from this file.
//
//     #if TRAV_VERSION >= 200                       // 0.2.0 or later
#pragma once

// NOLINTBEGIN(*-macro-to-enum,*-macro-usage): for #if
#define TRAV_VERSION_MAJOR 0
#define TRAV_VERSION_MINOR 1
#define TRAV_VERSION_PATCH 0
// NOLINTEND(*-macro-to-enum,*-macro-usage)

/// 10000 * major + 100 * minor + patch
#define TRAV_VERSION (10000 * TRAV_VERSION_MAJOR + 100 * TRAV_VERSION_MINOR + TRAV_VERSION_PATCH)
