// trav/check.hpp: heap assertions for tests, as plain functions. check/catch.hpp has them as Catch2 matchers.
#pragma once

#include "check/bytes.hpp"
#include "check/exclusive.hpp"
#include "check/no_growth.hpp"
#include "check/none_of_type.hpp"
#include "check/retained_by.hpp"
#include "check/unreachable.hpp"
