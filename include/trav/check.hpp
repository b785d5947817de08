// trav/check.hpp: assertions about what holds what, for tests: plain functions. As matchers of Catch2:
// check/catch.hpp.
#pragma once

#include "check/bytes.hpp"
#include "check/exclusive.hpp"
#include "check/no_growth.hpp"
#include "check/none_of_type.hpp"
#include "check/retained_by.hpp"
#include "check/unreachable.hpp"
