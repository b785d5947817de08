#pragma once

#include "../graph/detail/row.hpp"
#include "detail/values.hpp"
