#pragma once

#include "graph/walk.hpp"
