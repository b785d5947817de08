// The suite `dump`: reads large heap dumps and computes retained sizes. Measures CPU seconds and peak memory,
// each run in a separate process, compared with DevTools' own engine if node and the engine are installed.
#include "../harness.hpp"
#include "files.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/jvm/reader.hpp>
#include <trav/dump/retention.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/dominator.hpp>

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace bench {
namespace {

std::filesystem::path const folder = "build/bench";
std::filesystem::path const engine =
    folder / "node_modules/chrome-devtools-mcp/build/src/third_party/devtools-heap-snapshot-worker.js";

/// The cost of one run.
struct Cost {
    double cpu = 0, wall = 0, peak = 0;  ///< seconds, seconds, MiB
    std::string said{};                  ///< its output
};

/// A method: runs in a separate process, and may print a result that others must print, too.
struct Row {
    std::string name;
    std::function<void()> run;
    bool compared;  ///< whether it prints the hash
    std::vector<Cost> costs{};

    /// The median of its rounds.
    double median(double Cost::* what) const {
        std::vector<double> all;
        for (Cost const& cost : costs) all.push_back(cost.*what);
        std::ranges::sort(all);
        return all[all.size() / 2];
    }
};

/// Replaces this process with a program.
[[noreturn]] void become(std::vector<std::string> command) {
    std::vector<char*> arguments;
    for (std::string& argument : command) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    throw std::runtime_error("cannot run " + command[0]);
}

/// Touches 2 GiB in large pages, more than a row takes, in a process of its own. A hypervisor takes free
/// memory back after some seconds, and the next process to touch it pays for its return.
void warm_memory() {
    pid_t const child = fork();
    if (child == 0) {
        constexpr std::size_t bytes = std::size_t{2} << 30;
        void* const all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) _exit(1);
        madvise(all, bytes, MADV_HUGEPAGE);
        std::memset(all, 1, bytes);
        _exit(0);
    }
    if (child > 0) waitpid(child, nullptr, 0);
}

Cost measure(Row const& row) {
    warm_memory();
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("dump: no pipe can be made");
    std::fflush(stdout);
    auto const begin = std::chrono::steady_clock::now();
    pid_t const child = fork();
    if (child < 0) throw std::runtime_error("dump: no process can be started");
    if (child == 0) {
        try {
            dup2(ends[1], STDOUT_FILENO);
            close(ends[0]), close(ends[1]);
            row.run();
            std::fflush(stdout);
            _exit(0);
        } catch (std::exception const& error) {
            fmt::print(stderr, "bench: dump, {}: {}\n", row.name, error.what());
            _exit(1);
        }
    }
    close(ends[1]);
    Cost cost;
    char block[4096];
    for (ssize_t some; (some = read(ends[0], block, sizeof block)) > 0;)
        cost.said.append(block, static_cast<std::size_t>(some));
    close(ends[0]);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    if (status != 0) throw std::runtime_error("dump, " + row.name + ": failed");
    auto const seconds = [](timeval const& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    cost.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    cost.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    cost.peak = static_cast<double>(usage.ru_maxrss) / 1024;
    return cost;
}

/// Reads a dump, computes the retained size of each object, and prints a hash of the sizes.
template <auto read>
std::function<void()> retained(std::string const& file) {
    return [file] {
        using trav::dump::Node;
        trav::dump::Input input(file);
        auto const dump = read(input);
        auto const retention = trav::dump::retention(dump);
        trav::dump::DumpGraph const graph(dump, [&](auto const& edge) { return retention.holds(edge); });
        auto const heap = trav::sized(graph, [&](Node n) { return std::size_t{retention.size(n)}; });
        auto const tree = trav::dominators(heap, trav::dump::roots(dump));
        std::uint32_t hash = 0;
        for (Node n = 0; n != dump.node_count(); ++n)
            hash = static_cast<std::uint32_t>(31 * hash + 7 * heap.size(n) + tree.retained(n).bytes);
        fmt::print("{}\n", hash);
    };
}

void hold(std::string const& name, std::size_t objects, std::string const& file, std::vector<Row> rows,
          Settings const& settings, Contests& contests) {
    std::erase_if(rows, [&](Row const& row) { return !settings.wants(Method{row.name, {}}); });
    if (rows.empty()) return;
    for (unsigned round = 0; round != settings.rounds; ++round)
        for (Row& row : rows) {
            row.costs.push_back(measure(row));
            if (row.compared && row.costs.back().said != rows.front().costs.front().said)
                throw std::runtime_error("dump, " + file + ": '" + row.name + "' found " +
                                         row.costs.back().said + "instead of " +
                                         rows.front().costs.front().said);
        }
    auto const bytes = static_cast<double>(std::filesystem::file_size(file));
    constexpr double mebi = 1 << 20, gibi = 1 << 30;
    Row const* const peer = rows.size() > 1 && rows.back().compared ? &rows.back() : nullptr;
    fmt::print("\ndump, {}: {} objects, {:.0f} MiB\n{:<32}{:>8}{:>8}{:>11}{:>11}{:>14}", name, objects,
               bytes / mebi, "", "CPU s", "wall s", "CPU s/GiB", "peak, MiB", "bytes/object");
    if (peer != nullptr) fmt::print("   x {}", peer->name);
    fmt::print("\n");
    for (Row const& row : rows) {
        double const cpu = row.median(&Cost::cpu), peak = row.median(&Cost::peak);
        auto const count = static_cast<double>(objects);
        fmt::print("{:<32}{:>8.2f}{:>8.2f}{:>11.2f}{:>11.0f}{:>14.0f}", row.name, cpu,
                   row.median(&Cost::wall), cpu * gibi / bytes, peak, peak * mebi / count);
        Result result{"dump", name, row.name, objects, cpu * 1e9 / count, 0, {}, "peak_mebibytes", peak};
        if (peer != nullptr) {
            result.ratios.emplace_back(peer->name, peer->median(&Cost::cpu) / cpu);
            fmt::print("{:>{}.2f}", result.ratios.back().second, peer->name.size() + 5);
        }
        fmt::print("\n");
        contests.add(std::move(result));
    }
}

/// The path of the file. Makes the file if it does not exist.
std::string made(std::string const& name, std::uint32_t objects,
                 void (*make)(std::string const&, std::uint32_t)) {
    std::filesystem::create_directories(folder);
    std::string const file = (folder / (std::to_string(objects) + name)).string();
    if (!std::filesystem::exists(file)) make(file, objects);
    return file;
}

std::uint32_t at_most(std::size_t usual, Settings const& settings) {
    return static_cast<std::uint32_t>(std::max<std::size_t>(std::min(usual, settings.largest), 10'000));
}

void heapsnapshot(Settings const& settings, Contests& contests) {
    std::uint32_t const nodes = at_most(4'850'000, settings);
    std::string const file = made(".heapsnapshot", nodes, make_heapsnapshot);
    std::vector<Row> rows{{"retained sizes", retained<trav::dump::read_v8_dump>(file), true}};
    auto const heapprof =
        std::filesystem::read_symlink("/proc/self/exe").parent_path() / "../example/heapprof";
    auto const by = [&](std::vector<std::string> const& breakdown) {
        std::vector<std::string> command{heapprof.string(), "dump", file, "--by"};
        command.insert(command.end(), breakdown.begin(), breakdown.end());
        rows.push_back(
            {fmt::format("heapprof --by {}", fmt::join(breakdown, " ")), [=] { become(command); }, false});
    };
    if (std::filesystem::exists(heapprof)) by({"type"}), by({"retainer", "--cap", "0"});
    if (std::filesystem::exists(engine))
        rows.push_back({"DevTools' engine",
                        [=] {
                            become({"node", "--max-old-space-size=16384", "bench/dump/devtools.mjs",
                                    engine.string(), file});
                        },
                        true});
    else
        fmt::print("without DevTools' engine: npm install --ignore-scripts --prefix {} "
                   "chrome-devtools-mcp@1.11.0\n",
                   folder.string());
    hold("heapsnapshot", nodes, file, std::move(rows), settings, contests);
}

}  // namespace

void dump(Settings const& settings, Contests& contests) {
    if (settings.wants(std::string("heapsnapshot"))) heapsnapshot(settings, contests);
    if (!settings.wants(std::string("hprof"))) return;
    std::uint32_t const objects = at_most(10'000'000, settings);
    auto const row = [](std::string const& file) {
        return Row{"retained sizes", retained<trav::dump::read_hprof>(file), true};
    };
    std::string file = made(".hprof", objects, [](std::string const& path, std::uint32_t count) {
        make_hprof(path, count, Locality::low);
    });
    hold("hprof", objects, file, {row(file)}, settings, contests);
    file = made(".local.hprof", objects, [](std::string const& path, std::uint32_t count) {
        make_hprof(path, count, Locality::high);
    });
    hold("hprof, references lead nearby", objects, file, {row(file)}, settings, contests);
}

}  // namespace bench
