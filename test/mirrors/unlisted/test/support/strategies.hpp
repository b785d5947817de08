#pragma once

#include <trav/strategy/sideways.hpp>

void for_each_strategy(auto f) { f.template operator()<trav::Sideways<3>>("Sideways<3>"); }
