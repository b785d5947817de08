// trav-bench-mpi: the cost of solving a flow on several ranks, compared with one process.
//
//     mpirun -n 4 trav-bench-mpi                                      functional heaps of 10^6 objects
//     mpirun -n 2 trav-bench-mpi --shape rmat --n 10000000 --order shuffled --engine pbgl
//
// 20 roots; masks of 8 bytes, which are sent as they are, and sets, which are sent as agreed numbers. The
// results are compared with trav::solve. Seconds are for the slowest rank, the best of seven; bytes are the
// total sent by all ranks to solve. Memory is the maximum of any rank, including the parts of the file that
// it has mapped.
//
// `way` is reliable even if other programs are running: the processor time, including set-up, of the rank
// that takes longest between two exchanges, summed up and divided by the time of one process; medians of
// seven.
#include "../arrays.hpp"

#include <trav/distributed/mpi.hpp>
#include <trav/distributed/part_csr.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/flow/solve.hpp>
#include <trav/graph/write_csr.hpp>

#ifdef BENCH_PBGL
#include <trav/distributed/pbgl.hpp>
#endif

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using Node = std::uint32_t;
using bench::Order;

struct Masks {
    using value = std::uint64_t;
    static constexpr value nothing = 0;
    static constexpr bool portable = true;
    value join(value a, value b) const { return a | b; }
};
/// The same masks as lists of their elements.
struct Sets : Masks {
    static constexpr bool portable = false;
    std::vector<std::uint32_t> elements(value set) const {
        std::vector<std::uint32_t> all;
        for (std::uint32_t i = 0; i != 64; ++i)
            if ((set >> i & 1) != 0) all.push_back(i);
        return all;
    }
    value of(std::vector<std::uint32_t> const& elements) const {
        value set = 0;
        for (auto const e : elements) set |= value{1} << e;
        return set;
    }
};

struct Options {
    std::string shape = "functional", order = "allocation", engine = "mpi";
    std::size_t n = 1000000;
};

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
double median(std::vector<double> all) {
    std::ranges::sort(all);
    return all[all.size() / 2];
}
/// The ranks, and the processor time of this one between its calls.
template <class Comm>
struct Timed {
    Comm& comm;
    std::vector<double> busy{};
    double since = processor_seconds();

    std::size_t rank() const { return comm.rank(); }
    std::size_t size() const { return comm.size(); }
    trav::distributed::Messages exchange(trav::distributed::Messages messages) {
        stop();
        auto received = comm.exchange(std::move(messages));
        since = processor_seconds();
        return received;
    }
    std::uint64_t sum(std::uint64_t n) {
        stop();
        auto const all = comm.sum(n);
        since = processor_seconds();
        return all;
    }
    void stop() { busy.push_back(processor_seconds() - since); }
};
template <class Comm>
Timed(Comm&) -> Timed<Comm>;  // clang 14 deduces no arguments of aggregates
/// The maximum over all ranks.
double most(auto& comm, double mine) {
    double largest = 0;
    for (std::size_t rank = 0; rank != comm.size(); ++rank) {
        auto const micro = static_cast<std::uint64_t>(rank == comm.rank() ? mine * 1e6 : 0);
        largest = std::max(largest, static_cast<double>(comm.sum(micro)) / 1e6);
    }
    return largest;
}
/// A checksum of the values of the objects from `begin` to before `end`.
std::uint64_t checksum(auto const& found, std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for (std::uint64_t n = begin; n != end; ++n)
        if (auto const* const mask = found.find(static_cast<Node>(n)))
            sum += (n + 1) * (*mask * 0x9E3779B97F4A7C15u ^ *mask >> 7);
    return sum;
}
/// Waits for all ranks without occupying the processor, unlike MPI's own waits.
void wait_idly() {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE), done == 0;)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

template <class Flow>
void measure(auto& comm, std::string const& file,
             std::vector<trav::Source<Node, std::uint64_t>> const& sources, char const* name) {
    namespace td = trav::distributed;
    constexpr int rounds = 7;
    double alone = 1e9, set_up = 1e9, both = 1e9;
    std::vector<double> alone_busy, way;
    std::uint64_t expected = 0, sum = 0;
    td::Figures figures;
    Flow flow;
    if (comm.rank() == 0) {
        trav::MappedCsr<> const graph(file, trav::Trust::arrays);
        for (int i = 0; i != rounds; ++i) {
            double const begin = seconds(), busy = processor_seconds();
            auto const found = trav::solve(graph, sources, flow);
            alone_busy.push_back(processor_seconds() - busy);
            alone = std::min(alone, seconds() - begin);
            expected = checksum(found, 0, graph.count());
        }
    }
    wait_idly();
    td::PartCsr<> const part(file, comm);
    for (int i = 0; i != rounds; ++i) {
        comm.sum(0);
        double const begin = seconds();
        Timed timed{comm};
        td::SharedGraph const heap(timed, part);
        heap.border();
        double const ready = seconds();
        auto const found = trav::solve(heap, sources, flow);
        timed.stop();
        double const end = seconds();
        set_up = std::min(set_up, most(comm, ready - begin));
        both = std::min(both, most(comm, end - begin));
        way.push_back(0);
        for (double const busy : timed.busy) way.back() += most(comm, busy);
        figures = found.figures();
        sum = checksum(found, part.first(), part.first() + part.count());
    }
    struct rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    double const memory = most(comm, static_cast<double>(usage.ru_maxrss) / 1024);
    auto const edges = static_cast<double>(part.graph().targets().size());
    auto const cut = static_cast<double>(comm.sum(figures.cut_edges));
    auto const ghosts = comm.sum(figures.ghosts), updates = comm.sum(figures.updates);
    auto const bytes = static_cast<double>(comm.sum(figures.bytes));
    bool const same = comm.sum(sum) == comm.sum(expected);
    if (comm.rank() != 0) return;
    fmt::print("{:<6}{:>7}{:>9.1f} %{:>10}{:>8}{:>10}{:>9.1f}{:>9.3f}{:>9.3f}{:>9.3f}{:>7.2f}{:>9.0f}  {}\n",
               name, comm.size(), 100 * cut / std::max(edges, 1.0), ghosts, figures.supersteps, updates,
               bytes / std::max(cut, 1.0), alone, set_up, both - set_up, median(way) / median(alone_busy),
               memory, same ? "" : "ANSWERS DIFFER");
}

void run(auto& comm, Options const& options) {
    auto const file = (std::filesystem::temp_directory_path() / "trav-bench-mpi-").string() +
                      std::to_string(comm.sum(comm.rank() == 0 ? static_cast<std::uint64_t>(getpid()) : 0)) +
                      ".csr";
    std::vector<trav::Source<Node, std::uint64_t>> sources(20);
    if (comm.rank() == 0) {
        auto const at = std::ranges::find(bench::order_names, options.order);
        auto const order = static_cast<Order>(at - bench::order_names.begin());
        auto const shape = bench::make_shape(options.shape, options.n);
        trav::write_csr(file, bench::make_arrays(shape, order).graph());
        auto const roots = bench::roots_near_the_top(shape, order, sources.size());
        for (std::size_t i = 0; i != sources.size(); ++i) sources[i].node = roots[i];
        fmt::print("{}, {} objects, {}, {}\n", options.shape, options.n, options.order, options.engine);
        fmt::print("{:<6}{:>7}{:>11}{:>10}{:>8}{:>10}{:>9}{:>9}{:>9}{:>9}{:>7}{:>9}\n", "", "ranks",
                   "cut edges", "ghosts", "steps", "updates", "B/cut", "alone s", "set up s", "solve s",
                   "way", "MB/rank");
    }
    for (std::size_t i = 0; i != sources.size(); ++i) {
        sources[i].node = static_cast<Node>(comm.sum(comm.rank() == 0 ? sources[i].node : 0));
        sources[i].value = std::uint64_t{1} << i;
    }
    measure<Masks>(comm, file, sources, "masks");
    measure<Sets>(comm, file, sources, "sets");
    comm.sum(0);
    if (comm.rank() == 0) std::filesystem::remove(file);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    Options options;
    CLI::App app("What it costs several ranks to solve a flow, beside one process.", "trav-bench-mpi");
    app.add_option("--shape", options.shape)->check(CLI::IsMember(bench::shape_names));
    app.add_option("--order", options.order)->check(CLI::IsMember(bench::order_names));
    app.add_option("--n", options.n, "How many objects")->check(CLI::Range(1000, 100000000));
#ifdef BENCH_PBGL
    app.add_option("--engine", options.engine)->check(CLI::IsMember({"mpi", "pbgl"}));
#endif
    int code = 0, rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        app.parse(argc, argv);
        if (options.engine == "mpi") {
            trav::distributed::Mpi comm;
            run(comm, options);
        }
#ifdef BENCH_PBGL
        if (options.engine == "pbgl") {
            trav::distributed::Pbgl comm;
            run(comm, options);
        }
#endif
    } catch (CLI::ParseError const& error) {
        code = rank == 0 ? app.exit(error) : error.get_exit_code();
    } catch (std::exception const& error) {
        fmt::print(stderr, "trav-bench-mpi: rank {}: {}\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return code;
}
