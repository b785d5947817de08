// The heap of the tutorial: a small shop.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

// [objects]
struct Obj {
    std::string type;
    std::size_t bytes;
    std::vector<Obj*> fields{};
};
// [objects]

struct Shop {
    Obj tea{"Product", 100}, mug{"Product", 200}, pot{"Product", 400};
    Obj order{"Order", 30, {&tea, &mug}}, gift{"Order", 50, {&tea}};
    Obj ann{"Session", 40, {&order}}, bob{"Session", 40, {&gift, &order}};
    Obj catalogue{"Catalogue", 16, {&tea, &pot}}, sessions{"Sessions", 24, {&ann, &bob}};
};
