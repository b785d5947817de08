// The suite `compile-time`: the cost of compiling programs that use the library, compared with programs that
// do not. The figures are for the compiler that built this program, with -O2.
#include "harness.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace bench {
namespace {

/// A directory that is removed at the end.
struct Scratch {
    std::filesystem::path path;
    Scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "trav-bench-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a directory " + name);
        path = name;
    }
    ~Scratch() { std::filesystem::remove_all(path); }
    Scratch(Scratch const&) = delete;
    Scratch& operator=(Scratch const&) = delete;

    std::string write(std::string const& name, std::string const& text) const {
        auto const file = path / name;
        if (!(std::ofstream(file) << text).flush()) throw std::runtime_error("cannot write " + file.string());
        return file.string();
    }
};

/// The cost of compiling one file.
struct Taken {
    double cpu_seconds, megabytes;
};

Taken compile(std::string const& source) {
    std::vector<std::string> words{BENCH_COMPILER, "-std=c++20", "-O2", "-I" BENCH_ROOT "/include",
                                   "-c",           source,       "-o",  "/dev/null"};
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t const child = fork();
    if (child == 0) {
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        throw std::runtime_error(std::string(BENCH_COMPILER) + " does not compile " + source);
    auto const seconds = [](timeval const& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024};
}

constexpr char const* with_vector = R"(
#include <vector>
int main() { return static_cast<int>(std::vector<int>(3).size()) - 3; }
)";
constexpr char const* with_boost = R"(
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/depth_first_search.hpp>
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
struct Count : boost::default_dfs_visitor {
    int* found;
    explicit Count(int* count) : found(count) {}
    void discover_vertex(Graph::vertex_descriptor, Graph const&) const { ++*found; }
};
int main() {
    Graph graph(3);
    add_edge(0, 1, graph);
    int found = 0;
    boost::depth_first_search(graph, boost::visitor(Count(&found)));
    return found - 3;
}
)";
constexpr char const* with_profiles = R"(
#include <trav/graph/sized.hpp>
#include <trav/graph/via.hpp>
#include <trav/profile.hpp>
#include <trav/report/table.hpp>
#include <iostream>
#include <string>
#include <vector>
struct Obj { std::string type; std::size_t bytes; std::vector<Obj*> fields; };
int main() {
    Obj leaf{"leaf", 1, {}}, top{"top", 2, {&leaf}};
    auto const heap = trav::sized(trav::Via<&Obj::fields>{}, [](Obj* n) { return n->bytes; });
    auto type = trav::by("type", [](Obj* n) { return n->type; });
    trav::RootSets<Obj*> roots{{"top", &top}};
    auto is_top = [](Obj* n) { return n->type == "top"; };
    auto retainers = trav::by_retainer<Obj*>(is_top, [](Obj* n) { return n->type; });
    trav::Biography<Obj*> life;
    trav::Profiler profiler{heap, type, roots, retainers, life};
    profiler.sample({&top}, 1);
    auto const profile = profiler.profile();
    trav::print(std::cout, profile.by(type));
    trav::print(std::cout, profile.by(roots, retainers));
    trav::print(std::cout, profile.by(life));
    return static_cast<int>(trav::dominators(heap, std::vector{&top}).retained(&top).bytes) - 3;
}
)";
constexpr char const* with_engine = R"(
#include <trav/traverse_heap.hpp>
#include <vector>
struct Obj { std::vector<Obj*> fields; };
struct Heap {
    using node = Obj*;
    auto const& children(Obj* n) const { return n->fields; }
};
struct Count {
    int found = 0;
    void visit(auto& here) { found += here.first; }
};
int main() {
    Obj leaf, top{{&leaf, &leaf}};
    return trav::traverse(Heap{}, std::vector{&top}, Count{}).found - 2;
}
)";

constexpr char const* one_header = "boost/graph/depth_first_search.hpp";

/// Prints medians relative to `one_header`. The first round is a warm-up.
void print_shares(std::vector<std::string> const& headers,
                  std::map<std::string, std::vector<double>>& cpu_seconds) {
    auto const median = [&](std::string const& header) {
        auto& times = cpu_seconds[header];
        std::sort(times.begin() + 1, times.end());
        return times[1 + (times.size() - 1) / 2];
    };
    if (!cpu_seconds.contains(one_header)) return;
    fmt::print("\nCPU seconds of a header alone, beside {}\n", one_header);
    for (auto const& header : headers)
        if (cpu_seconds.contains(header))
            fmt::print("{:<36}{:>6.2f}{:>8.2f}\n", header, median(header),
                       median(header) / median(one_header));
}

}  // namespace

void compile_time(Settings const& settings, Contests& contests) {
    Scratch const scratch;
    std::string const examples = BENCH_ROOT "/example/";
    std::vector<std::pair<std::string, std::string>> sources{
        {"#include <vector>", scratch.write("vector.cpp", with_vector)},
        {"Boost.Graph DFS", scratch.write("boost.cpp", with_boost)},
        {"a traversal", scratch.write("engine.cpp", with_engine)},
        {"four breakdowns, dominators", scratch.write("profiles.cpp", with_profiles)},
        {"example/quickstart.cpp", examples + "quickstart.cpp"},
        {"example/fuse.cpp", examples + "fuse.cpp"},
        {"example/profile_roots.cpp", examples + "profile_roots.cpp"},
    };
    std::vector<std::string> const headers{one_header,
                                           "trav/traverse_heap.hpp",
                                           "trav/engine.hpp",
                                           "trav/trav.hpp",
                                           "trav/graph/objects.hpp",
                                           "trav/profile/profiler.hpp",
                                           "trav/profile/root_set.hpp",
                                           "trav/profile/retainer.hpp",
                                           "trav/profile/biography.hpp",
                                           "trav/report/json.hpp",
                                           "trav/ghc/machine/machine.hpp"};
    for (std::string const& header : headers) {
        std::string name = header;
        std::replace(name.begin(), name.end(), '/', '_');
        sources.emplace_back(header,
                             scratch.write(name + ".cpp", "#include <" + header + ">\nint main() {}\n"));
    }
    std::map<std::string, double> megabytes;
    std::map<std::string, std::vector<double>> cpu_seconds;
    std::vector<Method> methods;
    for (auto const& file : sources)
        if (settings.wants(file.first))
            methods.push_back({file.first,
                               [&] {
                                   Taken const taken = compile(file.second);
                                   megabytes[file.first] = taken.megabytes;
                                   cpu_seconds[file.first].push_back(taken.cpu_seconds);
                                   return std::uint64_t{0};
                               },
                               1, "peak_megabytes", [&] { return megabytes[file.first]; }});
    Settings files = settings;
    files.n = 1;
    contests.hold("compile-time", "one file", files, methods, {"#include <vector>", "Boost.Graph DFS"});
    print_shares(headers, cpu_seconds);
}

}  // namespace bench
