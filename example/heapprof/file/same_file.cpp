#include "same_file.hpp"

#include <trav/graph/atomic_file.hpp>

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace heapprof {

namespace {

namespace fs = std::filesystem;

std::string const standard_output = "/dev/stdout";

// Compares files; a missing file by its folder and name, after following links.
bool same(std::string const& a, std::string const& b) {
    std::error_code none;
    auto const status = fs::status(a, none);
    if (fs::exists(status)) return !fs::is_character_file(status) && fs::equivalent(a, b, none);
    auto const place = [&](std::string const& name) {
        return fs::weakly_canonical(fs::absolute(trav::AtomicFile::behind_links(name)), none);
    };
    return place(a) == place(b);
}

}  // namespace

void refuse_same_file(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs) {
    auto const refuse_if_same = [](std::string const& output, std::string const& what,
                                   std::string const& other) {
        if (same(output, other)) throw std::runtime_error(output + ": is the same file as " + what + other);
    };
    for (std::size_t i = 0; i != outputs.size(); ++i) {
        for (auto const& input : inputs) refuse_if_same(outputs[i], "the input ", input);
        for (std::size_t j = 0; j != i; ++j) refuse_if_same(outputs[i], "the output ", outputs[j]);
        if (trav::named_descriptor(outputs[i]) < 0)
            refuse_if_same(outputs[i], "standard output, ", standard_output);
    }
    for (auto const& input : inputs) refuse_if_same(standard_output, "the input ", input);
}

}  // namespace heapprof
