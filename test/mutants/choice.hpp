// test/mutants/choice.hpp: the mutant that MUTANT chooses, and those that a run reaches, written to REACHED.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <type_traits>

namespace mutants {

struct Run {
    std::size_t mutant = std::getenv("MUTANT") ? std::strtoul(std::getenv("MUTANT"), nullptr, 10) : 0;
    bool reached[10000] = {};

    ~Run() {
        if (char const* const to = std::getenv("REACHED")) {
            std::ofstream out(to, std::ios::app);
            for (std::size_t number = 0; number != 10000; ++number)
                if (reached[number]) out << number << '\n';
        }
    }
};

inline Run run;

/// Whether a mutant is chosen. Constants have none: they are not reached.
constexpr bool chosen(std::size_t number) {
    if (std::is_constant_evaluated()) return false;
    run.reached[number] = true;
    return number == run.mutant;
}

}  // namespace mutants
