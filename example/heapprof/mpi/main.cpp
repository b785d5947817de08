// heapprof-mpi: `heapprof dump` by several ranks, which print what one prints: each finds out about its part
// of the objects, and the first one writes the answer.
//
//     mpirun -n 4 heapprof-mpi dump app.csr --by root --by retainer     each rank reads its part
//     mpirun -n 4 heapprof-mpi dump app.heapsnapshot --by root          each rank reads the whole file
//
// Exit codes are those of heapprof. A rank that fails ends all others.
#include "../command.hpp"
#include "../command/limits.hpp"
#include "../question/heap_profiler.hpp"

#include <trav/detail/one_line.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <exception>
#include <iostream>
#include <string>
#include <thread>

namespace {

// What all ranks find wrong the first one says; of the others one speaks that alone has a reason.
[[noreturn]] void fail(std::string const& what) {
    if (heapprof::ranks->rank() != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
    std::cerr.clear();
    std::cerr << "heapprof: " + trav::detail::one_line(what) + '\n' << std::flush;
    heapprof::ranks->abort(1);
}

int run(int argc, char** argv) {
    bool const first = heapprof::ranks->rank() == 0;
    if (!first) {
        std::cout.setstate(std::ios::failbit);
        std::cerr.setstate(std::ios::failbit);
    }
    std::string command_line = "heapprof";  // what the answer calls the job, as heapprof does
    for (int i = 1; i < argc; ++i) command_line += std::string(" ") + argv[i];
    CLI::App app(
        "Profiles heaps by several ranks of an MPI program, and prints what heapprof prints. Of a .csr\n"
        "each rank reads its part; any other dump is read as a whole by each of them, so make large\n"
        "ones a .csr first: heapprof export DUMP -o FILE.csr",
        "heapprof-mpi");
    app.require_subcommand(1);
    heapprof::Action chosen;
    heapprof::add_dump(app, command_line, chosen);
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        if (error.get_exit_code() != 0) {
            std::cerr << "heapprof: " + trav::detail::one_line(error.what()) + '\n';
            return 2;
        }
        if (first) app.exit(error);  // --help
        return 0;
    }
    try {
        chosen();
    } catch (heapprof::LeftToTheFirst const&) {
    } catch (heapprof::LimitExceeded const& error) {
        std::cout.flush();
        std::cerr << "heapprof: " + trav::detail::one_line(error.what()) + '\n';
        return 3;
    } catch (std::exception const& error) { fail(error.what()); }
    if (first && !std::cout.flush()) fail("standard output cannot be written");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    heapprof::ranks.emplace();
    int const code = run(argc, argv);
    heapprof::ranks.reset();
    MPI_Finalize();
    return code;
}
