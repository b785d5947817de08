// libtravtrack.so in travtrack/counted.cpp and other programs that were not built for it.
#include "catch.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#ifdef TRAVTRACK

namespace {

namespace fs = std::filesystem;

std::string content(fs::path const& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// A program that ran with the library, in a folder of its own.
struct Run {
    Folder folder;
    std::string said;  // standard error
    std::vector<fs::path> files;

    explicit Run(std::string const& program, std::string const& environment) {
        std::string const line = "cd '" + folder.str() + "' && env LD_PRELOAD=" TRAVTRACK " " + environment +
                                 " " + program + " > out 2> said";
        REQUIRE(std::system(line.c_str()) == 0);
        said = content(folder / "said");
        for (auto const& entry : fs::directory_iterator(folder.str()))
            if (entry.path().filename().string().starts_with("heap.")) files.push_back(entry.path());
        std::ranges::sort(files);
    }
};

/// The bytes below a function, in folded stacks.
std::size_t bytes_below(std::string const& folded, std::string const& function) {
    std::istringstream lines(folded);
    std::size_t sum = 0;
    for (std::string line; std::getline(lines, line);) {
        std::size_t const space = line.rfind(' ');
        if ((";" + line.substr(0, space) + ";").find(";" + function + ";") != line.npos)
            sum += std::stoul(line.substr(space + 1));
    }
    return sum;
}
std::size_t count(std::string const& text, std::string const& part) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++n;
    return n;
}

std::vector<std::pair<std::string, std::size_t>> const by_hand{
    {"by_malloc", 1000},   {"by_calloc", 500}, {"by_realloc", 6077},
    {"by_new", 1'024'231}, {"by_library", 13}, {"by_aligned_alloc", 1970},
    {"in_thread", 256},    {"freed", 0},       {"at_start", 11}};

}  // namespace

TEST_CASE("travtrack: live bytes by function are those counted by hand", "[unit]") {
    Run const run(TRAVTRACK_COUNTED, "TRAV_TRACK=heap.folded");
    REQUIRE(run.files.size() == 1);
    std::string const folded = content(run.files[0]);
    for (auto const& [function, bytes] : by_hand) {
        INFO(function);
        CHECK(bytes_below(folded, function) == bytes);
    }
    CHECK(count(run.said, "\n") == 1);
    CHECK(run.said.find(" bytes live in ") != run.said.npos);
    CHECK(run.said.find(run.files[0].string()) != run.said.npos);
}

TEST_CASE("travtrack: each process has its own file", "[unit]") {
    Run const run(TRAVTRACK_COUNTED " fork", "TRAV_TRACK=heap.folded");
    REQUIRE(run.files.size() == 2);
    std::size_t children = 0;
    for (auto const& file : run.files) {
        std::string const folded = content(file);
        CHECK(bytes_below(folded, "by_new") == 1'024'231);
        std::size_t const bytes = bytes_below(folded, "in_child");
        CHECK((bytes == 0 || bytes == 154));
        children += bytes != 0;
    }
    CHECK(children == 1);
}

TEST_CASE("travtrack: a signal asks for a file of the blocks at that time", "[unit]") {
    Run const run(TRAVTRACK_COUNTED " signal", "TRAV_TRACK=heap.folded TRAV_TRACK_SIGNAL=USR1");
    REQUIRE(run.files.size() == 2);
    auto const first = std::ranges::find_if(
        run.files, [](fs::path const& file) { return file.string().ends_with(".1.folded"); });
    REQUIRE(first != run.files.end());
    std::string const then = content(*first),
                      at_exit = content(run.files[first == run.files.begin() ? 1 : 0]);
    CHECK(bytes_below(then, "by_malloc") == 1000);
    CHECK(bytes_below(at_exit, "by_malloc") == 0);
    CHECK(bytes_below(at_exit, "at_start") == 11);
}

TEST_CASE("travtrack: the peak has blocks that are gone at exit", "[unit]") {
    Run const run(TRAVTRACK_COUNTED " peak", "TRAV_TRACK=heap.folded TRAV_TRACK_PEAK=1");
    REQUIRE(run.files.size() == 2);
    bool const first = run.files[0].string().ends_with(".peak.folded");
    std::string const peak = content(run.files[first ? 0 : 1]), at_exit = content(run.files[first ? 1 : 0]);
    CHECK(bytes_below(peak, "at_peak") == 5'000'000);
    CHECK(bytes_below(peak, "by_malloc") == 1000);
    CHECK(bytes_below(peak, "by_new") == 0);
    CHECK(bytes_below(at_exit, "at_peak") == 0);
    CHECK(bytes_below(at_exit, "by_new") == 1'024'231);
}

TEST_CASE("travtrack: churn has the blocks that were freed", "[unit]") {
    Run const run(TRAVTRACK_COUNTED, "TRAV_TRACK=heap.folded TRAV_TRACK_CHURN=1");
    REQUIRE(run.files.size() == 2);
    bool const first = run.files[0].string().ends_with(".churn.folded");
    std::string const churn = content(run.files[first ? 0 : 1]), at_exit = content(run.files[first ? 1 : 0]);
    CHECK(bytes_below(churn, "freed") == 7 * 999 * 1000 / 2);  // 0, 7, 14, ...
    CHECK(bytes_below(churn, "by_realloc") == 2 * 10 + 5000);
    CHECK(bytes_below(churn, "by_malloc") == 0);
    CHECK(bytes_below(at_exit, "by_realloc") == 6077);
    CHECK(run.said.find(" bytes freed in ") != run.said.npos);
}

TEST_CASE("travtrack: formats are chosen by the ending", "[unit]") {
    Run const speedscope(TRAVTRACK_COUNTED, "TRAV_TRACK=heap.json");
    REQUIRE(speedscope.files.size() == 1);
    CHECK(content(speedscope.files[0]).find("{\"name\":\"by_aligned_alloc\"}") != std::string::npos);
    Run const pprof(TRAVTRACK_COUNTED, "TRAV_TRACK=heap.pb");
    REQUIRE(pprof.files.size() == 1);
    CHECK(count(content(pprof.files[0]), "by_aligned_alloc") == 1);
    CHECK(count(content(pprof.files[0]), "inuse_space") == 1);
}

TEST_CASE("travtrack: a mistake is one line", "[unit]") {
    Run const ending(TRAVTRACK_COUNTED, "TRAV_TRACK=heap.txt");
    CHECK(ending.files.empty());
    CHECK(ending.said ==
          "travtrack: TRAV_TRACK=heap.txt: the name must end in .pb (pprof), .folded or .json\n");
    Run const folder(TRAVTRACK_COUNTED, "TRAV_TRACK=/no/such/heap.pb");
    CHECK(folder.said == "travtrack: cannot write /no/such/heap.pb: No such file or directory\n");
    Run const signal(TRAVTRACK_COUNTED, "TRAV_TRACK=heap.pb TRAV_TRACK_SIGNAL=USER1");
    CHECK(signal.said.starts_with("travtrack: TRAV_TRACK_SIGNAL=USER1 is no signal, such as USR1\n"));
    CHECK(signal.files.size() == 1);
}

TEST_CASE("travtrack: a shell and its commands", "[unit]") {
    Run const run("sh -c 'ls / | sort | wc -l'", "TRAV_TRACK=heap.folded");
    CHECK(run.files.size() >= 3);  // the shell may end by _exit()
    CHECK(std::stoul(content(run.folder / "out")) > 5);
}

#endif
