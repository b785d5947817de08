// Runs the profiler as its users do.
#pragma once

#include "support/folder.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

inline std::string const shop_1 = "example/data/shop-1.heapsnapshot.gz";
inline std::string const shop_2 = "example/data/shop-2.heapsnapshot.gz";
inline std::string const shop_3 = "example/data/shop-3.heapsnapshot.gz";
inline std::string const game = "example/data/game.graph";
inline std::string const three_roots = " --root app.catalogue --root app.cache --root app.sessions";

struct Result {
    int code;
    std::string out, err;
};

// The path of the profiler; empty if it was not built.
inline std::string profiler() {
    char const* path = std::getenv("HEAPPROF");
    return path ? path : "";
}

// Runs `heapprof ARGUMENTS` in a shell.
inline Result run(std::string const& arguments) {
    std::string const name = "/tmp/trav-heapprof-" + std::to_string(getpid());
    std::string const command =
        std::string("'") + profiler() + "' " + arguments + " >" + name + ".out 2>" + name + ".err </dev/null";
    int const status = std::system(command.c_str());
    Result result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(name + ".out"), read(name + ".err")};
    std::filesystem::remove(name + ".out");
    std::filesystem::remove(name + ".err");
    return result;
}

// The JSON of `heapprof dump ARGUMENTS --json`.
inline nlohmann::json dump_json(std::string const& arguments) {
    Folder const folder;
    Result const result = run("dump " + arguments + " --json " + (folder / "x.json"));
    if (result.code != 0) throw std::runtime_error(result.err);
    return nlohmann::json::parse(read(folder / "x.json"));
}

// The bytes and objects of a line of a table, in each sample.
struct Line {
    std::vector<std::uint64_t> bytes, objects;
};
inline Line line(nlohmann::json const& table, std::vector<std::string> const& labels) {
    for (auto const& entry : table["lines"]) {
        if (entry["labels"] == labels) return {entry["bytes"], entry["objects"]};
    }
    return {};
}

// Skips a test if there is no Python for python_heap.py.
#define PYTHON_OR_SKIP()                                                                                     \
    if (std::system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null") != 0) {      \
        WARN("skipped: there is no Python 3.9");                                                             \
        return;                                                                                              \
    }

// Skips a test if the profiler was not built.
#define HEAPPROF_OR_SKIP()                                                                                   \
    if (profiler().empty()) {                                                                                \
        WARN("skipped: heapprof was not built, or HEAPPROF does not say where");                             \
        return;                                                                                              \
    }
