// test/heapprof/csr.cpp: a dump exported as a .csr gives the same answers.
#include "catch.hpp"
#include "heapprof/run.hpp"

#include <trav/graph/csr.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

/// The output of a command for a file with the name x, without the table of files.
std::string answer(std::string const& command, std::string const& file, std::string const& options) {
    Result const result = run(command + " " + file + options);
    INFO(result.err);
    CHECK(result.code == 0);
    return command == "dump" ? result.out.substr(result.out.find("\n\n")) : result.out;
}

/// The answer in JSON, without file names.
nlohmann::json facts(std::string const& arguments) {
    auto result = dump_json(arguments);
    result.erase("job");
    for (auto& dump : result["dumps"]) {
        dump.erase("file");
        for (auto& object : dump["largest"])  // the ids of a .csr are texts
            if (object["id"].is_number()) object["id"] = std::to_string(object["id"].get<std::uint64_t>());
    }
    return result;
}

/// Exports a dump and compares the answers of both.
void check_same(std::string const& dump, std::vector<std::pair<std::string, std::string>> const& questions) {
    Folder const folder;
    std::string const csr = folder / "x.csr";
    Result const exported = run("export " + dump + " -o " + csr);
    REQUIRE(exported.err == "");
    REQUIRE(exported.code == 0);
    CHECK(exported.out == csr + "\n");
    for (auto const& [command, options] : questions) {
        INFO(dump << ": " << command << options);
        CHECK(answer(command, csr, options) == answer(command, dump, options));
        if (command == "dump") CHECK((facts(csr + options) == facts(dump + options)));
    }
    std::string const again = folder / "again.csr";
    REQUIRE(run("export " + csr + " -o " + again).code == 0);
    CHECK(answer("dump", again, " --top 0") == answer("dump", dump, " --top 0"));

    std::string const sorted = folder / "sorted.csr";
    Result const sort = run("sort " + csr + " -o " + sorted);
    REQUIRE(sort.err == "");
    CHECK(sort.out == sorted + "\n");
    for (auto const& [command, options] : questions) {
        // The order selects one of several shortest paths, and the order of equals.
        if (command != "dump" || options.find("--by retainer") != std::string::npos ||
            options.find(",retainer") != std::string::npos)
            continue;
        INFO("sorted: " << dump << ": " << command << options);
        CHECK(answer(command, sorted, options) == answer(command, dump, options));
    }
}

/// Writes a graph without references: zeros after the header.
void write_isolated(std::string const& csr, std::uint64_t nodes) {
    std::vector<std::uint32_t> const offsets{0};
    trav::write_csr(csr, trav::Csr<>(offsets, {}));
    std::filesystem::resize_file(csr, 64 + (nodes + 1) * 8);
    std::fstream file(csr, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(24);
    file.write(reinterpret_cast<char const*>(&nodes), sizeof nodes);
}

}  // namespace

TEST_CASE("a .csr of a V8 snapshot gives the snapshot's answers", "[unit]") {
    HEAPPROF_OR_SKIP();
    check_same(shop_3, {{"dump", " --top 0"},
                        {"dump", three_roots + " --by root --top 0"},
                        {"dump", three_roots + " --by root,type,retainer --top 0 --depth 3"},
                        {"dump", " --by retainer --top 0"},
                        {"dump", " --by retainer --retainer default,app.orders --cap 0 --top 0"},
                        {"dump", " --by retainer --retainer 'closure:on*,roots' --top 0"},
                        {"dump", " --root all=class:Session --by root,retainer --top 0"},
                        {"dump", " --largest 10 --retained 10"},
                        {"tree", ""},
                        {"why", " app.cache"}});
}

TEST_CASE("a .csr of other dumps gives their answers", "[unit]") {
    HEAPPROF_OR_SKIP();
    check_same(game, {{"dump", " --root game --root textures --by type --by root --by retainer --top 0"},
                      {"dump", "  --root class:Monster --by root,type --top 0"},
                      {"dump", " --by retainer,type --retainer Level,Player --top 0"},
                      {"dump", " --by owner,type --top 0"},
                      {"tree", ""}});
    check_same("example/data/shop.hprof.gz",
               {{"dump", " --by type --by retainer,type --largest 5 --top 0"}, {"tree", ""}});
    check_same("example/data/shop.rubyheap.gz", {{"dump", " --by type --by retainer --largest 5 --top 0"}});
    check_same("example/data/shop.jsonl.gz", {{"dump", " --by type --by retainer --largest 5 --top 0"}});
}

TEST_CASE("a .csr of a Java heap has its owners, but does not group by threads", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const dump = "example/data/shop.hprof.gz", csr = folder / "x.csr";
    REQUIRE(run("export " + dump + " -o " + csr).code == 0);
    auto const owners = [](std::string const& file) {
        std::vector<nlohmann::json> lines;
        auto const json = dump_json(file + " --by owner");
        for (auto const& line : json["tables"][0]["lines"])
            if (!line["labels"][0].get<std::string>().starts_with("shared: ")) lines.push_back(line);
        return lines;
    };
    CHECK(owners(csr).size() >= 6);  // five, and UNREACHED
    CHECK(owners(csr) == owners(dump));
}

TEST_CASE("root sets of a .csr may have any number of roots", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    {
        std::ofstream text(folder / "x.graph");
        text << "ROOT 0 zero\nNODE s S 100\n";
        for (int i = 0; i != 70; ++i)  // each root has its own object, and all share one
            text << "NODE " << i << " T 1\nNODE c" << i << " C 10\n" << i << " c" << i << '\n' << i << " s\n";
    }
    REQUIRE(run("export " + (folder / "x.graph") + " -o " + (folder / "x.csr")).code == 0);
    for (int const roots : {1, 7, 8, 15, 16, 31, 32, 63, 64, 70}) {
        std::string options = " --by root,type --top 0";
        for (int i = 0; i != roots; ++i)
            options += " --root r" + std::to_string(i) + "=@" + std::to_string(i);
        INFO(roots);
        CHECK(answer("dump", folder / "x.csr", options) == answer("dump", folder / "x.graph", options));
    }
}

TEST_CASE("a .csr without columns has one type and numbers as ids", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::vector<std::uint32_t> const offsets{0, 2, 3, 3, 3}, targets{1, 2, 2};
    std::vector<std::uint64_t> const sizes{10, 20, 40, 80};
    trav::write_csr(folder / "x.csr",
                    trav::Csr<std::uint32_t, std::uint32_t, std::uint64_t>(offsets, targets, sizes));
    auto const json = dump_json((folder / "x.csr") + " --root a=@0 --root b=@1 --by type --by root");
    CHECK(json["dumps"][0]["bytes"] == 150);
    CHECK(line(json["tables"][0], {"(object)"}).objects[0] == 4);
    CHECK(line(json["tables"][1], {"a"}).bytes[0] == 10);
    CHECK(line(json["tables"][1], {"b"}).bytes[0] == 20);
    CHECK(line(json["tables"][1], {"a,b"}).bytes[0] == 40);
    CHECK(line(json["tables"][1], {"UNREACHED"}).bytes[0] == 80);
}

TEST_CASE("a list of references is a dump; objects without referrers are its roots", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::ofstream(folder / "x.txt") << "2 1\n2 0\n1 0\n";
    Result const sort = run("sort " + (folder / "x.txt") + " -o " + (folder / "x.csr"));
    REQUIRE(sort.err == "");
    CHECK(sort.out == (folder / "x.csr") + "\n");
    auto const root = dump_json((folder / "x.csr") + " --root a=@1 --by root")["tables"][0];
    CHECK(line(root, {"(other)"}).objects[0] == 1);    // 2
    CHECK(line(root, {"a"}).objects[0] == 1);          // 1
    CHECK(line(root, {"a,(other)"}).objects[0] == 1);  // 0, the target of both
}

TEST_CASE("a .csr that is damaged, gzipped or on standard input is refused with one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const csr = folder / "x.csr";
    REQUIRE(run("export " + game + " -o " + csr).code == 0);
    std::string const good = read(csr);
    auto const refusal = [&](std::string const& bytes, std::string const& options = "") {
        std::ofstream(csr, std::ios::binary) << bytes;
        Result const result = run("dump " + csr + options);
        CHECK(result.code == 1);
        CHECK(result.out == "");
        return result.err;
    };
    std::string const begin = "heapprof: " + csr + ": ";
    CHECK(refusal(good.substr(0, good.size() - 8)) ==
          begin + "byte " + std::to_string(good.size() - 8) + ": the file ends in its columns\n");
    std::string bytes = good;
    bytes[64 + 8] = '\x77';  // the offset of object 1
    CHECK(refusal(bytes, " --by retainer").find(begin + "byte 72: offset 1 is 119") == 0);
    bytes = good;
    bytes[64 + 14 * 8 + 3] = '\x77';  // the first target
    CHECK(refusal(bytes, " --by retainer").find(": a target in this block is ") != std::string::npos);
    std::ofstream(csr, std::ios::binary) << good;
    REQUIRE(std::system(("gzip -k " + csr).c_str()) == 0);
    CHECK(run("dump " + csr + ".gz").err ==
          begin.substr(0, begin.size() - 2) +
              ".gz: a .csr is mapped: it has to be a file that is not packed\n");
    CHECK(run("export " + game + " -o - --as csr").code == 2);
    std::ofstream(csr, std::ios::binary) << "";
    CHECK(run("sort " + csr + " -o " + (folder / "sorted.csr")).err == begin + "the file is empty\n");
    CHECK_FALSE(std::filesystem::exists(folder / "sorted.csr"));
    std::string const nowhere = folder / "none/x.csr";
    std::ofstream(folder / "x.edges") << "1 0\n";
    for (std::string const& made : {"export " + game, "sort " + (folder / "x.edges")})
        CHECK(run(made + " -o " + nowhere).err == "heapprof: " + nowhere + ": No such file or directory\n");
}

TEST_CASE("a .csr that needs too much memory is refused at once", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const csr = folder / "x.csr";
    write_isolated(csr, 4'000'000);
    Result const tree = run("--max-memory 100M tree " + csr);
    CHECK(tree.code == 4);
    CHECK(tree.err.find(csr + ": this walks through the graph, which takes 259 MiB of memory for 4,000,000 "
                              "objects, and ") != std::string::npos);
    CHECK(tree.err.find(" may be taken: heapprof dump --by type,root,retainer takes less; --max-memory SIZE "
                        "sets another limit\n") != std::string::npos);
    CHECK(run("--max-memory 100M dump " + csr + " --by type").code == 0);
    CHECK(run("--max-memory 100M dump " + csr + " --root a=@1 --by root").code == 0);
    // Two blocks of 2^18 rows take 4,194,320 bytes. An object takes a byte for one root, 4 bytes for a set of
    // retainers, and 3 bits; or 4 bits if both are asked for.
    auto const takes = [&](std::string const& breakdowns, std::string const& much) {
        Result const result = run("--max-memory 8M dump " + csr + " --root a=@1 --by " + breakdowns);
        CHECK(result.code == 4);
        INFO(result.err);
        CHECK(result.err.find(csr + ": this takes " + much + " of memory for 4,000,000 objects, and ") !=
              std::string::npos);
    };
    takes("root", "9.25 MiB");
    takes("retainer", "20.7 MiB");
    takes("root,retainer", "25.0 MiB");
    Result const sort = run("--max-memory 8M sort " + csr + " -o " + (folder / "y.csr"));
    CHECK(sort.code == 4);
    CHECK(sort.err.find(csr + ": sorting takes ") != std::string::npos);
}

TEST_CASE("a .csr says how much memory it takes, from 64 MiB on", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const csr = folder / "x.csr";
    // 4,194,320 bytes, and 8 bytes for 40 roots, 4 for retainers and half a byte for each object
    auto const said = [&](std::uint64_t objects) {
        write_isolated(csr, objects);
        std::string roots;
        for (int i = 0; i != 40; ++i) roots += " --root r" + std::to_string(i) + "=@" + std::to_string(i + 1);
        Result const result = run("dump " + csr + roots + " --by root,retainer");
        CHECK(result.code == 0);
        return result.err;
    };
    CHECK(said(5'033'163).empty());
    CHECK(said(5'033'164) == "heapprof: " + csr + ": takes 64.0 MiB of memory for 5,033,164 objects\n");
}

// In the long suite only: writes a file of 720 MB.
TEST_CASE("a .csr of 3 * 10^7 objects is profiled in a fifth of the memory of its file", "[unit]") {
    HEAPPROF_OR_SKIP();
    if (std::getenv("TRAV_LONG") == nullptr) return;
    Folder const folder;
    std::string const csr = folder / "x.csr", group = "trav-test-" + std::to_string(getpid());
    constexpr std::uint32_t n = 30'000'000;  // n refers to n - 1 and n / 2
    {
        std::vector<std::uint32_t> offsets{0}, targets;
        for (std::uint32_t i = 0; i != n; ++i) {
            if (i != 0) targets.insert(targets.end(), {i - 1, i / 2});
            offsets.push_back(static_cast<std::uint32_t>(targets.size()));
        }
        trav::write_csr(csr, trav::Csr<>(offsets, targets));
    }
    // A control group also limits the file's pages. If none can be created, limit the allocations.
    std::string const v1 = "/sys/fs/cgroup/memory/" + group, v2 = "/sys/fs/cgroup/" + group;
    bool const is_v1 = std::filesystem::exists("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    std::string const folder_of_group = is_v1 ? v1 : v2;
    std::string const limit = folder_of_group + (is_v1 ? "/memory.limit_in_bytes" : "/memory.max");
    std::error_code none;
    std::filesystem::create_directory(folder_of_group, none);
    bool const grouped = !none && (std::ofstream(limit) << 140'000'000).flush();
    std::string const begin =
        grouped ? "sh -c 'echo $$ >" + folder_of_group + "/cgroup.procs && exec \"$0\" \"$@\"' " : "";
    if (!grouped) WARN("no control group can be made: the limit is RLIMIT_DATA alone");
    std::string const options = " --root a=@29999999 --root b=@15000000 --by root --json ";
    int const status = std::system((begin + profiler() + " --max-memory 120M dump " + csr + options +
                                    (folder / "x.json") + " >/dev/null 2>" + (folder / "err"))
                                       .c_str());
    std::filesystem::remove(folder_of_group, none);
    INFO(read(folder / "err"));
    REQUIRE(status == 0);
    auto const table = nlohmann::json::parse(read(folder / "x.json"))["tables"][0];
    CHECK(line(table, {"a"}).objects[0] == n - 1 - n / 2);
    CHECK(line(table, {"b"}).objects[0] == 1);
    CHECK(line(table, {"a,b"}).objects[0] == n / 2);
}
