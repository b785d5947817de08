// test/heapprof/mpi.cpp: heapprof-mpi prints the same bytes as heapprof, for any number of ranks. HEAPPROF
// and HEAPPROF_MPI name the programs, MPIEXEC the launcher; without MPI the tests do nothing.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/distributed/part_csr.hpp>
#include <trav/graph/mapped.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <utility>
#include <vector>

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

// A copy of a file with 0xFF for all data of other ranks' objects: references, sizes and columns.
void keep_part(std::string const& from, std::string const& to, std::size_t rank, std::size_t ranks) {
    trav::MappedCsr<> const graph(from);
    auto const begins = trav::distributed::even_parts(graph.offsets(), ranks);
    std::uint64_t const first = begins[rank], last = begins[rank + 1];
    std::filesystem::copy_file(from, to);
    std::fstream file(to, std::ios::in | std::ios::out | std::ios::binary);
    auto const fill = [&](std::uint64_t at, std::uint64_t begin, std::uint64_t end, std::uint64_t all,
                          std::uint64_t bytes) {
        for (auto const& [some, more] : {std::pair{std::uint64_t{0}, begin}, std::pair{end, all}}) {
            file.seekp(static_cast<std::streamoff>(at + some * bytes));
            file << std::string(static_cast<std::size_t>((more - some) * bytes), '\xFF');
        }
    };
    auto const place = [&](void const* p) {
        return static_cast<std::uint64_t>(static_cast<char const*>(p) - graph.mapping().data());
    };
    auto const columns = graph.columns();
    std::uint64_t const nodes = graph.count(), edges = graph.targets().size();
    auto const of_edges = [&](std::uint64_t at, std::uint64_t bytes) {
        fill(at, graph.offsets()[first], graph.offsets()[last], edges, bytes);
    };
    fill(place(graph.sizes().data()), first, last, nodes, 8);
    of_edges(place(graph.targets().data()), 4);
    for (char const* const name : {"type", "group", "name"})
        if (columns.has(name)) fill(columns.position(name), first, last, nodes, 4);
    for (char const* const name : {"id", "retained size"})
        if (columns.has(name)) fill(columns.position(name), first, last, nodes, 8);
    if (columns.has("edge name")) of_edges(columns.position("edge name"), 4);
    if (columns.has("edge kind")) of_edges(columns.position("edge kind"), 1);
}

}  // namespace

TEST_CASE("heapprof-mpi prints heapprof's output, with 1, 2 and 3 ranks") {
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

TEST_CASE("heapprof-mpi reports an unreadable file once, from one rank") {
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
    std::string const csr = folder / "heap.csr";
    REQUIRE(run(folder, setting("HEAPPROF") + " export example/data/game.graph -o " + csr).code == 0);
    for (std::string const arguments : {" --root class:Nobody", " --root @99", " --retainer Nobody:*"}) {
        std::string const asked = " dump " + csr + arguments;
        auto const nothing = run(folder, mpiexec + " 3 " + program + asked);
        CHECK(nothing.code != 0);
        CHECK(nothing.error.find(run(folder, setting("HEAPPROF") + asked).error) != std::string::npos);
    }
}

TEST_CASE("heapprof-mpi reports a damaged .csr in heapprof's words") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    std::string const csr = folder / "heap.csr", asked = " dump " + csr + " --by retainer";
    REQUIRE(run(folder, setting("HEAPPROF") + " export example/data/game.graph -o " + csr).code == 0);
    std::string bytes = read(csr);
    bytes[64 + 8] = '\x77';  // the offset of object 1
    std::ofstream(csr, std::ios::binary) << bytes;
    std::string const expected = run(folder, setting("HEAPPROF") + asked).error;
    CHECK(expected.find("heapprof: " + csr + ": byte 72: offset 1 is 119") == 0);
    auto const found = run(folder, mpiexec + " 2 " + program + asked);
    CHECK(found.code == 1);
    INFO(found.error);
    CHECK(found.error.find(expected) != std::string::npos);
}

TEST_CASE("heapprof-mpi reports running out of memory with code 4") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    std::string const csr = folder / "heap.csr";
    std::vector<std::uint32_t> const offsets{0};
    trav::write_csr(csr, trav::Csr<>(offsets, {}));
    std::uint64_t const nodes = 30'000'000;  // without references: zeros after the header
    std::string header = read(csr).substr(0, 64);
    std::memcpy(&header[24], &nodes, sizeof nodes);
    std::ofstream(csr, std::ios::binary) << header;
    std::filesystem::resize_file(csr, 64 + (nodes + 1) * 8);
    // MPI needs less than this limit; one value for each object needs more
    std::string const limited = " sh -c 'ulimit -d 150000; exec \"$0\" \"$@\"' " + program;
    auto const check = [&](std::string const& asked, std::string const& said) {
        auto const found = run(folder, mpiexec + " 2" + limited + " dump " + csr + asked);
        INFO(found.error);
        CHECK(found.code == 4);
        CHECK(found.error.find("heapprof: " + said) != std::string::npos);
        CHECK(found.out.empty());
    };
    std::string roots;  // a set of so many takes 8 bytes
    for (int n = 0; n != 40; ++n) roots += " --root @" + std::to_string(n);
    check(roots + " --by root", "out of memory\n");
    check(" --largest 3", csr + ": this walks through the graph, which takes ");
}

TEST_CASE("heapprof-mpi prints heapprof's output for a mapped dump") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    auto const compare = [&](std::string const& dump, std::string const& arguments) {
        std::string const csr = folder / dump.substr(0, dump.find('.')) + ".csr";
        REQUIRE(run(folder, setting("HEAPPROF") + " export example/data/" + dump + " -o " + csr).code == 0);
        std::string const asked = " dump " + csr + arguments;
        auto const expected = run(folder, setting("HEAPPROF") + asked);
        for (char const* const ranks : {" 1 ", " 2 ", " 3 "}) {
            auto const found = run(folder, mpiexec + ranks + program + asked);
            INFO(asked << ", ranks:" << ranks << found.error);
            CHECK(found.code == 0);
            CHECK(found.out == expected.out);
            CHECK(expected.out.size() > 500);
        }
    };
    std::string const all = " --by type --by retainer,type --top 0";
    compare("shop-1.heapsnapshot.gz", all + " --by root,type --root app.cache --root class:Order --cap 3");
    compare("shop-1.heapsnapshot.gz", " --by root --root variable:orders --by owner --largest 3");
    compare("shop-1.heapsnapshot.gz", " --by retainer --retainer closure:o*,class:Order,app.orders");
    compare("shop.hprof.gz", all);
    compare("game.graph", all + " --by root,type --root game");
    compare("shop.rubyheap.gz", all);
}

TEST_CASE("a rank of heapprof-mpi reads only its own objects of a mapped dump") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    std::string const csr = folder / "heap.csr", heapprof = setting("HEAPPROF");
    REQUIRE(run(folder, heapprof + " export example/data/shop-1.heapsnapshot.gz -o " + csr).code == 0);
    for (std::string const arguments : {
             " dump heap.csr --by type --by retainer,type --top 0",
             " dump heap.csr --by root --root class:Order --root class:Session --root a=@5",
         }) {
        auto const expected = run(folder, "cd " + folder.str() + " && " + heapprof + arguments);
        REQUIRE(expected.code == 0);
        std::string command = mpiexec;
        for (std::size_t rank = 0; rank != 3; ++rank) {
            std::string const own = folder / "rank" + std::to_string(rank);
            if (std::filesystem::create_directory(own)) keep_part(csr, own + "/heap.csr", rank, 3);
            command += (rank == 0 ? " 1 -wdir " : " : -n 1 -wdir ") + own + ' ' + program + arguments;
        }
        auto const found = run(folder, command);
        INFO(found.error);
        CHECK(found.code == 0);
        CHECK(found.out == expected.out);
    }
}

TEST_CASE("heapprof-mpi resumes from checkpoints after a failure, with the same output") {
    std::string const mpiexec = setting("MPIEXEC"), program = setting("HEAPPROF_MPI");
    if (mpiexec.empty() || program.empty()) return;
    Folder const folder;
    std::string const saved = folder / "saved", csr = folder / "game.csr", dump = " dump " + csr;
    REQUIRE(run(folder, setting("HEAPPROF") + " export example/data/game.graph -o " + csr).code == 0);
    std::string const json = folder / "answers/all.json";
    std::string const question = dump + " --by type --by retainer --root game --by root,type --json " + json;
    std::string const start = mpiexec + " 3 " + program, options = " --every 0 --checkpoint " + saved;

    // The run computes everything, and fails to write the answer, because its folder is missing.
    auto const failed = run(folder, start + options + question);
    CHECK(failed.code != 0);
    CHECK(failed.error.find("heapprof: " + json + ": cannot be written: No such file or directory\n") !=
          std::string::npos);
    for (char const* const file : {"/flow-0.rank-0", "/flow-0.rank-1", "/flow-1.rank-2"})
        CHECK(std::filesystem::exists(saved + file));

    auto const other = run(folder, start + options + dump + " --by retainer");
    CHECK(other.code != 0);
    CHECK(other.error.find("heapprof: " + saved +
                           "/flow-0.rank-0: a checkpoint of another job: remove "
                           "it, or name another folder\n") != std::string::npos);
    auto const fewer = run(folder, mpiexec + " 2 " + program + options + question);
    CHECK(fewer.code != 0);
    CHECK(fewer.error.find(": a checkpoint of 3 ranks, not 2: remove it") != std::string::npos);

    std::filesystem::create_directory(folder / "answers");
    auto const expected = run(folder, setting("HEAPPROF") + question);
    REQUIRE(expected.code == 0);
    std::string const expected_json = read(json);
    std::filesystem::remove(json);
    std::filesystem::remove(saved + "/flow-0.rank-1");
    std::filesystem::resize_file(saved + "/flow-1.rank-2", 100);
    auto const found = run(folder, start + question + options);  // options may stand anywhere
    INFO(found.error);
    CHECK(found.code == 0);
    CHECK(found.out == expected.out);
    CHECK(read(json) == expected_json);
    CHECK(found.error.find("heapprof: " + saved + ": resumed from this folder\n") != std::string::npos);
    CHECK(std::filesystem::is_empty(saved));

    auto const anew = run(folder, start + options + question);
    CHECK(anew.out == expected.out);
    CHECK(anew.error.find("resumed") == std::string::npos);
    CHECK(run(folder, start + " --every 5" + question).code == 2);  // needs --checkpoint
}
