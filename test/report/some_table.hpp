// some_table: a table for the tests of reports.
#pragma once

#include <trav/profile/table.hpp>

inline trav::Table some_table() {
    return {{"root", "type"},
            {1, 2.5},
            {{{"cache", "Map"}, {{4096, 2}, {8192, 3}}},
             {{"a,b", "Big Map"}, {{2048, 1}, {0, 0}}},
             {{"cache", "Set"}, {{1024, 7}, {512, 5}}},
             {{"a,b", "Set"}, {{0, 0}, {100, 1}}}}};
}
