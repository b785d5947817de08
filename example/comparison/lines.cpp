// The lines of each program of the comparison by purpose. Lines between two comments `[describe]` describe
// the structs, `[adapt]` adapt them to the library, `[ask]` ask the question.
#include <array>
#include <cstddef>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

/// Lines of code in a file between comments with that name.
std::size_t lines(std::string const& file, std::string const& part) {
    std::ifstream text("example/comparison/" + file);
    std::size_t found = 0;
    bool inside = false;
    for (std::string line; std::getline(text, line);) {
        auto const begin = line.find_first_not_of(' ');
        if (begin == line.npos) continue;
        if (line.find("// [" + part + "]") == begin) inside = !inside;
        else if (inside && line.compare(begin, 2, "//") != 0) ++found;
    }
    return found;
}

int main() {
    struct Program {
        std::string name;
        std::vector<std::string> files;
    };
    std::array const programs{
        Program{"trav", {"trav.cpp"}},
        Program{"Boost.Graph", {"nodes.hpp", "boost_graph.cpp"}},
        Program{"LLVM", {"nodes.hpp", "llvm.cpp"}},
        Program{"GHC's C", {"nodes.hpp", "ghc.cpp"}},
        Program{"Chromium", {"chromium.cpp"}},
    };
    std::cout << "lines to      describe  adapt    ask  in all\n";
    bool none_empty = true;
    for (auto const& [name, files] : programs) {
        std::cout << std::left << std::setw(14) << name << std::right;
        std::size_t sum = 0;
        for (std::string const part : {"describe", "adapt", "ask"}) {
            std::size_t of_part = 0;
            for (auto const& file : files) of_part += lines(file, part);
            std::cout << std::setw(part == "describe" ? 8 : 7) << of_part;
            sum += of_part;
        }
        std::cout << std::setw(8) << sum << '\n';
        none_empty = none_empty && sum != 0;
    }
    return none_empty ? 0 : 1;
}
