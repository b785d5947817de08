// The lines of a text, in order or in any order.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace test {

inline std::vector<std::string> lines(std::string const& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string each; std::getline(in, each);) all.push_back(each);
    return all;
}
inline std::multiset<std::string> line_set(std::string const& text) {
    auto const all = lines(text);
    return {all.begin(), all.end()};
}

}  // namespace test
