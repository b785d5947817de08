// Runs `heapprof ghc`, each time in its own folder.
#pragma once

#include "catch.hpp"
#include "run.hpp"

#include <trav/report/hp/reader.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

using Bands = std::map<std::string, std::uint64_t>;

// One run; `before` precedes the command in the shell.
struct GhcRun {
    Folder folder;
    Result result;
    std::string stem;

    explicit GhcRun(std::string const& arguments, std::string const& before = "") {
        std::string const words = arguments.starts_with("--ghc ") ? arguments.substr(6) : arguments;
        stem = words.substr(0, words.find(' '));
        std::string const to = folder.str() + "/";
        std::string const command = "cd '" + folder.str() + "' && " + before + "'" + profiler() + "' ghc " +
                                    arguments + " >stdout 2>stderr </dev/null";
        int const status = std::system(command.c_str());
        result = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(to + "stdout"), read(to + "stderr")};
    }
    std::string file(std::string const& ending) const { return folder / (stem + ending); }
    trav::HpFile hp() const { return trav::read_hp(file(".hp")); }
};

// The samples of a run with -i0, without the empty first and last ones; sets have no numbers.
inline std::vector<Bands> samples(std::string const& arguments) {
    GhcRun const run(arguments + " -i0");
    INFO(arguments << ": " << run.result.err);
    REQUIRE(run.result.code == 0);
    auto const file = run.hp();
    REQUIRE(file.samples.size() >= 2);
    CHECK(file.samples.front().bands.empty());
    CHECK(file.samples.back().bands.empty());
    std::vector<Bands> all;
    for (std::size_t i = 1; i + 1 < file.samples.size(); ++i) {
        auto& bands = all.emplace_back();
        for (auto const& band : file.samples[i].bands) {
            auto const at = band.label.starts_with('(') ? band.label.find(')') + 1 : 0;
            bands[band.label.substr(at)] += band.value;
        }
    }
    return all;
}
