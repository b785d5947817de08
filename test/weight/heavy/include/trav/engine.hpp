#pragma once

#include "detail/text.hpp"
#include <utility>
