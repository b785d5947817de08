// heapprof-mpi: `heapprof dump` on several ranks, with the same output. Each rank handles a part of the
// objects; the first one writes the answer.
//
//     mpirun -n 4 heapprof-mpi dump app.csr --by root --by retainer     each rank reads its part
//     mpirun -n 4 heapprof-mpi dump app.heapsnapshot --by root          each rank reads the whole file
//     mpirun -n 4 heapprof-mpi --checkpoint saved dump app.csr --by root   resumes after a kill
//
// Exit codes are those of heapprof. A failing rank ends all others.
#include "../command.hpp"
#include "../command/limits.hpp"
#include "../terminal/remarks.hpp"
#include "dump_profiler_of_ranks.hpp"
#include "ranks.hpp"

#include <trav/dump/error.hpp>
#include <trav/text/one_line.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <thread>

namespace {

constexpr char const* examples = R"(Examples:
  mpirun -n 4 heapprof-mpi dump app.dump --by root
      the output of heapprof dump, computed by four ranks
  mpirun -n 4 heapprof-mpi --checkpoint saved dump app.dump --by root
      the same; if it is killed, the same command resumes it)";

// Prints the error and aborts. The other ranks wait a second, so that the first rank prints a common error.
[[noreturn]] void fail(trav::distributed::Mpi& mpi, std::string const& what, int code = 1) {
    if (mpi.rank() != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
    std::cerr.clear();
    heapprof::print_error(what);
    mpi.abort(code);
}

// The command line without the options of checkpoints.
std::string question(int argc, char** argv) {
    std::string all = "heapprof";
    for (int i = 1; i < argc; ++i) {
        std::string const word = argv[i];
        if (word == "--checkpoint" || word == "--every") ++i;
        else if (!word.starts_with("--checkpoint=") && !word.starts_with("--every=")) all += ' ' + word;
    }
    return all;
}

int run(trav::distributed::Mpi& mpi, int argc, char** argv) {
    bool const first = mpi.rank() == 0;
    if (!first) {
        std::cout.setstate(std::ios::failbit);
        std::cerr.setstate(std::ios::failbit);
    }
    std::string const asked = question(argc, argv);
    CLI::App app("Profiles heaps on several ranks of an MPI program, with the output of heapprof. Each rank\n"
                 "reads its part of a .csr. Every rank reads any other dump whole, so convert large dumps\n"
                 "first: heapprof export DUMP -o FILE.csr",
                 "heapprof-mpi");
    app.require_subcommand(1);
    std::string folder;
    double seconds = 60;
    auto* const checkpoint =
        app.add_option("--checkpoint", folder,
                       "Save each rank's results in this folder. The same command resumes from them;\n"
                       "the files are removed after the answer")
            ->type_name("FOLDER")
            ->check([](std::string const& text) { return text.empty() ? "the name is empty" : ""; });
    app.add_option("--every", seconds, "Seconds between checkpoints (60)")
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber)
        ->needs(checkpoint);
    app.footer(examples);
    heapprof::Action chosen;
    heapprof::add_dump(heapprof::Command(app), asked, chosen, heapprof::all_ranks());
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        if (error.get_exit_code() != 0) {
            heapprof::print_error(error.what());
            return 2;
        }
        if (first) app.exit(error);  // --help
        return 0;
    }
    int code = 0;
    try {
        heapprof::ranks.emplace(mpi, folder, seconds, asked);
        chosen();
    } catch (heapprof::LeftToTheFirst const&) {  // NOLINT(bugprone-empty-catch): its work is done
    } catch (heapprof::LimitExceeded const& error) {
        std::cout.flush();
        heapprof::print_error(error.what());
        code = 3;
    } catch (std::bad_alloc const&) {
        fail(mpi, "out of memory", 4);
    } catch (trav::dump::TooLittleMemory const& error) {
        fail(mpi, error.what(), 4);
    } catch (std::exception const& error) { fail(mpi, error.what()); }
    heapprof::print_remarks();
    if (first && !std::cout.flush()) fail(mpi, "standard output cannot be written");
    if (mpi.sum(heapprof::ranks->restored()) != 0)  // after the answer is written
        std::cerr << "heapprof: " + trav::one_line(folder) + ": resumed from this folder\n";
    heapprof::ranks->remove();
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int code = 0;
    {
        trav::distributed::Mpi mpi;
        code = run(mpi, argc, argv);
        heapprof::ranks.reset();
    }
    MPI_Finalize();
    return code;
}
