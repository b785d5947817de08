// trav/text/joined.hpp: the names of an object and of an edge, written as a path.
#pragma once

#include "../detail/compiler.hpp"

#include <string>
#include <string_view>

namespace trav {

/// "Player" and "bag[3]": "Player.bag[3]"; "std::vector<int>" and "[3]": "std::vector<int>[3]".
inline std::string joined(std::string from, std::string_view name) {
    if (!name.empty() && name.front() != '[') from += '.';
    return from += name;
}

}  // namespace trav
