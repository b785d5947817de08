// Runs the profiler as its users do.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

inline const std::string shop_1 = "example/data/shop-1.heapsnapshot.gz";
inline const std::string shop_2 = "example/data/shop-2.heapsnapshot.gz";
inline const std::string shop_3 = "example/data/shop-3.heapsnapshot.gz";
inline const std::string three_roots = " --root app.catalogue --root app.cache --root app.sessions";

// A folder that is gone when the test is.
class Folder {
  public:
    Folder() {
        static int number = 0;
        const std::string name = "trav-heapprof-" + std::to_string(getpid()) + "-" + std::to_string(++number);
        path_ = std::filesystem::temp_directory_path() / name;
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    std::string str() const { return path_.string(); }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

  private:
    std::filesystem::path path_;
};

inline std::string read(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

struct Result {
    int code;
    std::string out, err;
};

// Where the build put the profiler; empty if it was not built.
inline std::string heapprof() {
    const char* path = std::getenv("HEAPPROF");
    return path ? path : "";
}

// Runs `heapprof ARGUMENTS`, which a shell reads.
inline Result run(const std::string& arguments) {
    const std::string name = "/tmp/trav-heapprof-" + std::to_string(getpid());
    const std::string command =
        std::string("'") + heapprof() + "' " + arguments + " >" + name + ".out 2>" + name + ".err </dev/null";
    const int status = std::system(command.c_str());
    Result result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(name + ".out"), read(name + ".err")};
    std::filesystem::remove(name + ".out");
    std::filesystem::remove(name + ".err");
    return result;
}

// What `heapprof dump ARGUMENTS --json` writes.
inline nlohmann::json dump_json(const std::string& arguments) {
    const Folder folder;
    const Result result = run("dump " + arguments + " --json " + (folder / "x.json"));
    if (result.code != 0) throw std::runtime_error(result.err);
    return nlohmann::json::parse(read(folder / "x.json"));
}

// The bytes and objects of a line of a table, in each sample.
struct Line {
    std::vector<std::uint64_t> bytes, objects;
};
inline Line line(const nlohmann::json& table, const std::vector<std::string>& labels) {
    for (const auto& entry : table["lines"]) {
        if (entry["labels"] == labels) return {entry["bytes"], entry["objects"]};
    }
    return {};
}

// A test of the profiler where it was built.
#define HEAPPROF_OR_SKIP()                                                                                   \
    if (heapprof().empty()) {                                                                                \
        WARN("skipped: heapprof was not built, or HEAPPROF does not say where");                             \
        return;                                                                                              \
    }
