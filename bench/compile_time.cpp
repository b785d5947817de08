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

/// A program that profiles its structs by type: one int, or 35 classes with containers and smart pointers.
/// `headers` are lines with trav's headers.
std::string by_type(std::string const& headers, int classes) {
    std::string program = headers + "#include <iostream>\n#include <map>\n#include <memory>\n"
                                    "#include <string>\n#include <vector>\n";
    for (int i = 0; i != classes; ++i) program += fmt::format("struct T{};\n", i);
    for (int i = 0; i != classes; ++i) {
        auto const next = [&](int step) { return fmt::format("T{}", (i + step) % classes); };
        bool const is_virtual = i % 7 == 5;
        std::vector<std::string> members;
        switch (i % 4) {
        case 0: members = {"std::vector<std::unique_ptr<" + next(1) + ">>", "std::string"}; break;
        case 1: members = {"std::map<int, " + next(7) + "*>", "std::vector<std::string>"}; break;
        case 2: members = {"std::shared_ptr<" + next(1) + ">", "std::vector<int>"}; break;
        default: members = {"std::unique_ptr<" + next(1) + ">", "double"}; break;
        }
        members.push_back(next(3) + "*");
        program += fmt::format("struct T{} {{\n", i);
        if (is_virtual) program += fmt::format("    virtual ~T{}() = default;\n", i);
        std::string list;
        for (std::size_t m = 0; m != members.size(); ++m) {
            program += fmt::format("    {} m{}{{}};\n", members[m], m);
            list += fmt::format("{}&T{}::m{}", m == 0 ? "" : ", ", i, m);
        }
        program +=
            fmt::format("}};\ntemplate <>\nstruct trav::Described<T{}> : trav::Members<{}> {{}};\n", i, list);
    }
    return program + fmt::format("int main() {{\n"
                                 "    {} root{{}};\n"
                                 "    auto type = trav::by_type();\n"
                                 "    trav::Profiler profiler{{trav::Objects<>(), type}};\n"
                                 "    profiler.sample(trav::roots(root));\n"
                                 "    trav::print(std::cout, profiler.profile().by(type));\n"
                                 "}}\n",
                                 classes == 0 ? "int" : "T0");
}
constexpr char const* by_headers = "#include <trav/graph/objects.hpp>\n#include <trav/profile/by_type.hpp>\n"
                                   "#include <trav/profile/profiler.hpp>\n#include <trav/report/table.hpp>\n";
constexpr char const* by_compiled = "#include <trav/compiled.hpp>\n";

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
        {"an int by type", scratch.write("int.cpp", by_type(by_headers, 0))},
        {"an int by type, compiled.hpp", scratch.write("int_compiled.cpp", by_type(by_compiled, 0))},
        {"35 types", scratch.write("types.cpp", by_type(by_headers, 35))},
        {"35 types, compiled.hpp", scratch.write("types_compiled.cpp", by_type(by_compiled, 35))},
        {"trav/compiled.cpp", BENCH_ROOT "/include/trav/compiled.cpp"},
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
