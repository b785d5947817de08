#pragma once

#include "detail/text.hpp"
#include <vector>
