#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "heapprof/run.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace {

// Exit code, one line on standard error that begins with "heapprof: " and contains `says`, nothing on
// standard output.
void check_error(std::string const& arguments, int code, std::string const& says) {
    Result const result = run(arguments);
    INFO("heapprof " << arguments << "\n" << result.err);
    CHECK(result.code == code);
    CHECK(result.out.empty());
    CHECK(result.err.rfind("heapprof: ", 0) == 0);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK(result.err.find(says) != std::string::npos);
}

}  // namespace

TEST_CASE("heapprof: a file that cannot be read is one line and code 1, and nothing is written", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const input = folder / "bad.heapsnapshot";
    auto const bad = [&](std::string const& text, std::string const& says) {
        write(input, text);
        check_error("dump " + input + " --by type --hp " + (folder / "x.hp") + " --json " +
                        (folder / "x.json"),
                    1, says);
        CHECK(folder.files() == std::vector<std::string>{"bad.heapsnapshot"});
    };
    bad("", "the file is empty");
    bad("hello", "expected '{', found 'h'");
    bad(minimal_v8.substr(0, minimal_v8.size() / 2), "cut short");
    bad(read(shop_1).substr(0, 100000), "cut short");
    bad(read(shop_1) + "x", "something follows the gzip data");
    bad(with("\"node_count\":6", "\"node_count\":7"), "6 nodes, but snapshot.node_count is 7");
    bad(with("\"edge_count\":7", "\"edge_count\":8"), "7 edges, but snapshot.edge_count is 8");
    bad(with(",2,9,35]", ",2,9,36]"), "leads nowhere");
    bad(with("\"edges\":", "\"others\":"), "section 'edges' is due");
    bad(with("\"nodes\":", "\"strings\":"), "section 'nodes' is due, found 'strings'");
    bad(with(",2,5,11", ",4,5,11"), "unknown type 4");
    write(input, "");
    std::filesystem::rename(input, folder / "bad.dump");
    check_error(std::string("dump ") + (folder / "bad.dump"), 1, "the file is empty");
    write(folder / "bad.dump", "a b\n");
    check_error(
        std::string("dump ") + (folder / "bad.dump"), 1,
        "bad.dump: is no dump that can be read: that is a heap snapshot of V8: Chrome, Node, Deno, Electron "
        "(.heapsnapshot), or ");
    write(folder / "bad.graph", "a b\nNODE b Level many\n");
    check_error(std::string("dump ") + (folder / "bad.graph"), 1,
                "bad.graph: line 2: 'many' is no number of bytes\n");
    check_error(std::string("dump ") + (folder / "none.heapsnapshot"), 1,
                "none.heapsnapshot: No such file or directory");
    check_error(std::string("dump ") + folder.str(), 1, "is a directory");
    check_error("dump " + shop_1 + " " + (folder / "none.heapsnapshot"), 1, "No such file or directory");
}

TEST_CASE("heapprof: what matches nothing is one line and code 1", "[unit]") {
    HEAPPROF_OR_SKIP();
    check_error("dump " + shop_1 + " --root app.cash", 1, "app has no 'cash'; it has cache");
    check_error("dump " + shop_1 + " --root class:Basket", 1, "no object of class Basket; there is ");
    check_error("dump " + shop_1 + " --root @2", 1, "no node with this id");
    check_error("dump " + shop_1 + " --by retainer --retainer closure:nobody", 1,
                "'closure:nobody' matches nothing");
    check_error("dump " + shop_1 + " --by retainer --retainer app.cash", 1, "app has no 'cash'");
    check_error("dump " + game + " --root level", 1,
                "there is no root 'level'; there is game, events, textures");
    check_error("dump " + game + " --root game.levels", 1, "game has no 'levels'; it has level, player");
    check_error("dump " + game + " --by retainer --retainer Level:on*", 1, "'Level:on*' matches nothing");
    check_error("dump " + shop_1 + " --only type=Basket", 1, "--only type=Basket: there is no such band");
}

TEST_CASE("heapprof: output that cannot be written is one line and code 1", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    check_error("dump " + shop_1 + " --hp " + (folder / "no/x.hp"), 1,
                "no/x.hp: cannot be written: No such file");
    check_error("dump " + shop_1 + " --json " + folder.str(), 1, "is a directory");
    // One that fails leaves no other.
    check_error("dump " + shop_1 + " --hp " + (folder / "x.hp") + " --json " + (folder / "no/x.json"), 1,
                "no/x.json");
    CHECK(folder.files().empty());
    if (std::filesystem::exists("/dev/full")) {
        check_error("dump " + shop_1 + " --json /dev/full", 1, "/dev/full: cannot be written");
        int const status = std::system(
            (std::string("'") + heapprof() + "' dump " + shop_1 + " >/dev/full 2>/dev/null").c_str());
        CHECK(WEXITSTATUS(status) == 1);
    }
}

TEST_CASE("heapprof: a file that stood there stays if the new one cannot be made", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", "precious");
    check_error("dump " + shop_1 + " --by type --only type=Basket --hp " + (folder / "x.hp"), 1,
                "no such band");
    CHECK(read(folder / "x.hp") == "precious");
    CHECK(run("dump " + shop_1 + " --hp " + (folder / "x.hp")).code == 0);
    CHECK(read(folder / "x.hp").rfind("JOB ", 0) == 0);
    CHECK(folder.files() == std::vector<std::string>{"x.hp"});
}

TEST_CASE("heapprof: a wrong command line is one line and code 2", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::vector<std::pair<std::string, std::string>> const cases{
        {"", "subcommand"},
        {"plod", "subcommand"},
        {"dump", "FILE is required"},
        {"dump x --bogus", "--bogus"},
        {"dump x --by colour", "there is no breakdown 'colour'"},
        {"dump x --by type,type", "'type' is there twice"},
        {"dump x --by type,", "empty part"},
        {"dump x --by root", "needs a root"},
        {"dump x --only root=cache", "needs a root"},
        {"dump x --only type", "has no '='"},
        {"dump x --only colour=red", "there is no breakdown 'colour'"},
        {"dump x --root a=b..c", "a name is due at character 3"},
        {"dump x --root a=", "a name is due"},
        {"dump x --root =app", "has no name"},
        {"dump x --root a=app.x --root a=app.y", "two roots are called 'a'"},
        {"dump x --root a,b=app", "cannot be called"},
        {"dump x --root '(other)=app'", "cannot be called"},
        {"dump x --top many", "is not a number"},
        {"dump x --top -1", "is not a number"},
        {"dump x --depth 0", "0 shows nothing"},
        {"dump x --by type --by retainer --hp x.hp", "holds one table"},
    };
    for (auto const& [arguments, says] : cases) check_error(arguments, 2, says);
}

TEST_CASE("heapprof: help is for standard output, with examples, and code 0", "[unit]") {
    HEAPPROF_OR_SKIP();
    for (std::string const arguments : {"--help", "dump --help", "dump -h"}) {
        Result const result = run(arguments);
        CHECK(result.code == 0);
        CHECK(result.err.empty());
        CHECK(result.out.find("Usage: heapprof") != std::string::npos);
    }
    std::string const help = run("dump --help").out;
    for (char const* option : {".heapsnapshot", ".graph", "--by", "--root", "--retainer", "--only", "--top",
                               "--depth", "--largest", "--hp", "--json", "Examples:"}) {
        CHECK(help.find(option) != std::string::npos);
    }
}

TEST_CASE("heapprof: what was meant is said of an option or command that is almost one", "[unit]") {
    HEAPPROF_OR_SKIP();
    check_error("dump x --larges 3", 2, "--larges; did you mean --largest?");
    check_error("dump x --retianer=closure", 2, "; did you mean --retainer?");
    check_error("dmp x", 2, "; did you mean dump?");
    check_error("dump " + shop_1 + " --only type=Orders", 1, "there is no such band; there is Order");
    check_error("dump " + shop_1 + " --root class:Sesion", 1, "there is Session, ");
    CHECK(run("dump x --bogus").err.find("did you mean") == std::string::npos);
}

TEST_CASE("heapprof: says its version", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("--version");
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.starts_with("heapprof "));
    CHECK(std::count(result.out.begin(), result.out.end(), '.') == 2);
}
