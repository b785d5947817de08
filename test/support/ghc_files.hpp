// Files from GHC, in test/data/ghc.
#pragma once

#include <trav/dump/input.hpp>

#include <cstddef>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

/// All files with this ending, by name: ghc_files("hp")["det/Sharing/hr.hp"].
inline std::map<std::string, std::string> ghc_files(std::string const& ending) {
    trav::dump::Input in("test/data/ghc/" + ending + ".gz");
    auto const line = [&] {
        std::string text;
        for (int c = in.get(); c != '\n' && c >= 0; c = in.get()) text += static_cast<char>(c);
        return text;
    };
    std::map<std::string, std::string> files;
    while (in.peek() >= 0) {
        std::istringstream head(line());
        std::string arrow, name;
        std::size_t size = 0;
        if (!(head >> arrow >> name >> size) || arrow != "==>")
            throw std::runtime_error("test/data/ghc is damaged");
        std::string& text = files[name];
        while (text.size() != size) text += static_cast<char>(in.get());
    }
    return files;
}
