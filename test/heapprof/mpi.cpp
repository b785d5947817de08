// test/heapprof/mpi.cpp: heapprof-mpi prints what heapprof prints, byte for byte, for any number of ranks.
// HEAPPROF and HEAPPROF_MPI name the programs, MPIEXEC how ranks are started; without MPI there is nothing to
// compare.
#include "catch.hpp"
#include "support/folder.hpp"

#include <cstdlib>
#include <string>
#include <sys/wait.h>

namespace {

std::string setting(char const* name) {
    char const* const value = std::getenv(name);
    return value ? value : "";
}
struct Outcome {
    int code;
    std::string out, error;
};
Outcome run(Folder const& folder, std::string const& command) {
    int const status = std::system((command + " >" + folder / "out" + " 2>" + folder / "error").c_str());
    return {WEXITSTATUS(status), read(folder / "out"), read(folder / "error")};
}

}  // namespace

TEST_CASE("heapprof-mpi prints what heapprof prints, with 1, 2 and 3 ranks") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    std::string const shop = "example/data/shop-1.heapsnapshot.gz example/data/shop-2.heapsnapshot.gz";
    for (std::string const arguments : {
             " dump example/data/game.graph --by type --by retainer --root game --by root,type",
             " dump example/data/shop.hprof.gz --by type --by retainer --top 0",
         }) {
        auto const expected = run(folder, setting("HEAPPROF") + arguments);
        REQUIRE(expected.code == 0);
        REQUIRE(expected.out.size() > 500);
        for (char const* const ranks : {" 1 ", " 2 ", " 3 "}) {
            auto const found = run(folder, mpiexec + ranks + program + arguments);
            INFO(arguments << ", ranks:" << ranks << found.error);
            CHECK(found.code == 0);
            CHECK(found.out == expected.out);
        }
    }
    auto const several =
        " dump " + shop + " --root app.cache --by type --by root --by retainer,type --depth 9";
    CHECK(run(folder, mpiexec + " 3 " + program + several).out ==
          run(folder, setting("HEAPPROF") + several).out);
}

TEST_CASE("what heapprof-mpi cannot read is said once, by one rank") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    auto const missing = run(folder, mpiexec + " 3 " + program + " dump " + folder / "none.graph");
    CHECK(missing.code != 0);
    std::string const line = "heapprof: " + folder / "none.graph" + ": No such file or directory\n";
    auto const at = missing.error.find(line);
    CHECK(at != std::string::npos);
    CHECK(missing.error.find("heapprof: ", at + 1) == std::string::npos);
    auto const wrong = run(folder, mpiexec + " 3 " + program + " dump");
    CHECK(wrong.code == 2);
    CHECK(wrong.out.empty());
}
