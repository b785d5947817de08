#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "heapprof/run.hpp"
#include "support/sanitized.hpp"

#include <trav/text/one_line.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

// Checks the exit code, one line on standard error that begins with "heapprof: " and contains `says`, and an
// empty standard output.
void check_error(std::string const& arguments, int code, std::string const& says) {
    Result const result = run(arguments);
    INFO("heapprof " << arguments << "\n" << result.err);
    CHECK(result.code == code);
    CHECK(result.out.empty());
    CHECK(result.err.rfind("heapprof: ", 0) == 0);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK(result.err.find(says) != std::string::npos);
}

// The exit code and standard error, with standard output redirected by the shell.
std::string said_with(std::string const& arguments, std::string const& redirection,
                      std::string const& folder = ".") {
    Folder const here;
    std::string const command = "cd '" + folder + "' && { '" + profiler() + "' " + arguments + ' ' +
                                redirection + "; } 2>" + (here / "err") + " >" + (here / "out");
    int const status = std::system(command.c_str());
    return std::to_string(WEXITSTATUS(status)) + ' ' + read(here / "err") + read(here / "out");
}

}  // namespace

TEST_CASE("heapprof: an unreadable file gives one line and code 1, and no output", "[unit]") {
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
    check_error(std::string("dump ") + folder.str(), 1, "Is a directory");
    check_error("dump " + shop_1 + " " + (folder / "none.heapsnapshot"), 1, "No such file or directory");
}

TEST_CASE("heapprof: names the kind of an unsupported file for any name and compression", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "a.hprof", std::string("FLR\0\0\2\0\1", 8));
    check_error(
        "dump " + (folder / "a.hprof"), 1,
        "a.hprof: is a recording of Java's Flight Recorder (.jfr), which cannot be read as a dump: `jfr` "
        "opens it; `jcmd PID GC.heap_dump FILE` writes the objects\n");
    write(folder / "b", "\x0a\4\x08\1\x10\2\x0a\4\x08\3\x10\4");
    REQUIRE(std::system(("gzip " + (folder / "b")).c_str()) == 0);
    check_error("dump " + (folder / "b.gz"), 1,
                "b.gz: is a profile for pprof, which cannot be read as a dump: ");
    check_error("dump example/data/Biography.hp", 1, "`heapprof plot` draws it\n");
}

TEST_CASE("heapprof: a selector without a match gives one line and code 1", "[unit]") {
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

TEST_CASE("heapprof: an unwritable output gives one line and code 1", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    check_error("dump " + shop_1 + " --hp " + (folder / "no/x.hp"), 1,
                "no/x.hp: cannot be written: No such file");
    check_error("dump " + shop_1 + " --json " + folder.str(), 1, "cannot be written: Is a directory\n");
    // If one output fails, no other output remains.
    check_error("dump " + shop_1 + " --hp " + (folder / "x.hp") + " --json " + (folder / "no/x.json"), 1,
                "no/x.json");
    CHECK(folder.files().empty());
    if (std::filesystem::exists("/dev/full")) {
        check_error("dump " + shop_1 + " --json /dev/full", 1,
                    "/dev/full: cannot be written: No space left on device\n");
        // If one of two outputs cannot be written, neither is replaced.
        write(folder / "x.hp", "precious");
        check_error("dump " + game + " --hp " + (folder / "x.hp") + " --json /dev/full", 1, "No space left");
        CHECK(read(folder / "x.hp") == "precious");
    }
}

TEST_CASE("heapprof: unwritable standard output gives one line and code 1, also for help", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.json", "precious");
    for (std::string const& arguments :
         std::vector<std::string>{"--help", "--version", "dump --help", "dump " + game,
                                  "dump " + game + " --json " + (folder / "x.json"), "plot --help",
                                  "ghc --help", std::string("ghc sharing")}) {
        INFO(arguments);
        if (std::filesystem::exists("/dev/full"))
            CHECK(said_with(arguments, ">/dev/full") ==
                  "1 heapprof: standard output: cannot be written: No space left on device\n");
        // If it is closed, the next opened file does not take its place.
        CHECK(said_with(arguments, ">&-") ==
              "1 heapprof: standard output: cannot be written: Bad file descriptor\n");
        CHECK(read(folder / "x.json") == "precious");
    }
    CHECK(said_with("dump " + game + " --json " + (folder / "x.json"), "<&- 2>&- | grep -c total")
              .ends_with("1\n"));
    CHECK(nlohmann::json::accept(read(folder / "x.json")));
}

TEST_CASE("heapprof: inputs and outputs must be different files, under any names", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const profile = "JOB \"a\" DATE \"b\" SAMPLE_UNIT \"s\" VALUE_UNIT \"b\"\n"
                                "BEGIN_SAMPLE 1.0\nx\t5\nEND_SAMPLE 1.0\n";
    write(folder / "in.graph", read(game));
    write(folder / "b.hp", profile);
    write(folder / "b.aux", profile);
    write(folder / "b.svg", profile);
    std::filesystem::create_hard_link(folder / "in.graph", folder / "hard");
    std::filesystem::create_symlink("in.graph", folder / "soft");
    std::filesystem::create_symlink("nowhere", folder / "loose");
    std::filesystem::create_hard_link(folder / "b.hp", folder / "c.svg");
    auto const files = folder.files();
    auto const refused = [&](std::string const& arguments, std::string const& says) {
        INFO(arguments);
        std::string const said = said_with(arguments, "", folder.str());
        CHECK(said == "1 heapprof: " + says + "\n");
        CHECK(folder.files() == files);
        CHECK(read(folder / "in.graph") == read(game));
        for (auto const name : {"b.hp", "b.aux", "b.svg"}) CHECK(read(folder / name) == profile);
    };
    for (std::string const name : {"in.graph", "./in.graph", "hard", "soft"}) {
        refused("dump in.graph --json " + name, name + ": is the same file as the input in.graph");
        refused("dump in.graph --hp " + name, name + ": is the same file as the input in.graph");
        refused("dump " + name + " --json in.graph", "in.graph: is the same file as the input " + name);
    }
    refused("dump b.hp in.graph --json hard", "hard: is the same file as the input in.graph");
    refused("dump /dev/stdin --json in.graph <in.graph",
            "in.graph: is the same file as the input /dev/stdin");
    refused("dump in.graph >>in.graph", "/dev/stdout: is the same file as the input in.graph");
    refused("dump in.graph --json x --hp ./x", "x: is the same file as the output ./x");
    refused("dump in.graph --json loose --hp nowhere", "loose: is the same file as the output nowhere");
    refused("dump in.graph --json b.hp --hp ../" + std::filesystem::path(folder.str()).filename().string() +
                "/b.hp",
            "b.hp: is the same file as the output ../" +
                std::filesystem::path(folder.str()).filename().string() + "/b.hp");
    refused("plot b.hp -o c.svg", "c.svg: is the same file as the input b.hp");
    refused("plot -o c.svg <b.hp", "c.svg: is the same file as the input /dev/stdin");
    refused("plot b.aux", "b.aux: is the same file as the input b.aux");
    refused("plot b.svg", "b.svg: is the same file as the input b.svg");
    refused("ghc sharing +RTS -hr -rsharing.hp", "sharing.hp: is the same file as the output sharing.hp");
    refused("ghc sharing +RTS -p -rb.svg -pob >>b.svg",
            "b.svg: is the same file as standard output, /dev/stdout");
    CHECK(run("dump " + game + " --hp /dev/null --json /dev/null").code == 0);
}

TEST_CASE("heapprof: an output that is a link stays a link, and its target is written", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::filesystem::create_directory(folder / "sub");
    std::filesystem::create_symlink("sub/x.json", folder / "link");
    for (int i = 0; i != 2; ++i) {  // a dangling link, then a link to a file
        CHECK(run("dump " + game + " --json " + (folder / "link")).code == 0);
        CHECK(std::filesystem::is_symlink(folder / "link"));
        CHECK(nlohmann::json::accept(read(folder / "sub/x.json")));
    }
    std::filesystem::create_symlink("circle", folder / "circle");
    check_error("dump " + game + " --json " + (folder / "circle"), 1,
                "circle: cannot be written: Too many levels of symbolic links\n");
}

TEST_CASE("heapprof: a pipe is written to, never replaced, by every command", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const pipe = folder / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    write(folder / "x.graph", whole("0 1\n"));
    write(folder / "pairs.csv", "0 1\n");
    write(folder / "order.csv", "0 1\n1 0\n");
    for (std::string const command :
         {"sort pairs.csv", "sort order.csv", "export x.graph --as csr", "export x.graph --as folded"}) {
        INFO(command);
        auto const said = [&](std::string const& output) {
            return said_with(command + " -o " + output, "", folder.str());
        };
        int const reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
        REQUIRE(reader >= 0);
        CHECK(said("pipe") == "0 pipe\n");
        std::string text(1 << 16, 'x');
        text.resize(static_cast<std::size_t>(read(reader, text.data(), text.size())));
        close(reader);
        CHECK(said("file") == "0 file\n");
        CHECK(text == read(folder / "file"));
        CHECK(said("/dev/fd/9 9>file9") == "0 /dev/fd/9\n");
        CHECK(text == read(folder / "file9"));
    }
    CHECK(std::filesystem::is_fifo(pipe));
    CHECK(folder.files() ==
          std::vector<std::string>{"file", "file9", "order.csv", "pairs.csv", "pipe", "x.graph"});
}

TEST_CASE("heapprof: an error is one line for any arguments and contents of files", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    check_error("dump \"$(printf 'no\\nsuch\\033[2J\\377')\"", 1, "no\\nsuch\\x1b[2J\\xff: No such file");
    check_error("dump x --\"$(printf 'a\\nb')\"", 2, "a\\nb");
    check_error("plot --\"$(printf 'a\\nb')\"", 2, "a\\nb");
    check_error("ghc \"$(printf 'a\\nb')\"", 1, "a\\nb");
    check_error("ghc sharing +RTS \"$(printf -- '-h\\nx')\"", 1, "\\n");
    check_error("dump " + game + " --json \"$(printf '/no\\nsuch/x')\"", 1,
                "/no\\nsuch/x: cannot be written: No such");

    // A file with a remark.
    write(folder / "cut.jsonl", "{\"id\": 1, \"type\": \"T\", \"size\": 8}\n");
    check_error("dump " + (folder / "cut.jsonl") + " --root none", 1,
                " (" + (folder / "cut.jsonl") + ": its last line is not {\"objects\": LINES}: ");
    write(folder / "empty.eventlog", "");
    check_error("plot " + (folder / "empty.eventlog"), 1, "empty.eventlog: the file is empty\n");

    // An eventlog and a profile that end before the first sample.
    std::string const log = folder / "x.eventlog";
    CHECK(std::system(
              ("cd '" + folder.str() + "' && '" + profiler() + "' ghc sharing +RTS -hr -i0 -l >/dev/null")
                  .c_str()) == 0);
    std::string const whole = read(folder / "sharing.eventlog");
    write(log, whole.substr(0, whole.find("+RTS") + 20));
    check_error("plot " + log, 1, "x.eventlog: contains no samples: the end is missing\n");
    write(folder / "x.hp",
          "JOB \"a\" DATE \"b\" SAMPLE_UNIT \"s\" VALUE_UNIT \"b\"\nBEGIN_SAMPLE 1.0\nx\t5\n");
    check_error("plot " + (folder / "x.hp"), 1, "x.hp: contains no samples: the end is missing\n");
    if (std::ifstream("/proc/self/mem")) {
        check_error("dump /proc/self/mem", 1, "/proc/self/mem: cannot be read: Input/output error\n");
        check_error("plot -o /dev/null /proc/self/mem", 1,
                    "/proc/self/mem: cannot be read: Input/output error\n");
    }
}

TEST_CASE("heapprof: control and invisible characters in names of objects never reach the terminal or JSON",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const text = "\xC2\x9B"
                             "2J\x7F\xFF\xC3\xE2\x80\xAE",  // and U+202E, which turns text around
        evil = "\x1B]0;x\x07" + text;
    write(folder / "x.graph",
          "NODE a " + text + " 10 " + text + "\nNODE b T 5\nROOT a " + text + "\na b " + text + "\n");
    std::string const of_json = text + R"(\u001b[2J\u009b\u0000\n\u200b\u2028)";
    write(folder / "x.heapsnapshot",
          with("\"the user\"", "\"" + of_json + "\"", with("\"Session\"", "\"Session" + of_json + "\"")));
    write(folder / "x.hp", "JOB \"" + evil + "\" DATE \"b\" SAMPLE_UNIT \"" + evil + "\" VALUE_UNIT \"b\"\n" +
                               "BEGIN_SAMPLE 1.0\n" + evil + "\t5\nEND_SAMPLE 1.0\n");
    auto const harmless = [](std::string const& shown) {
        bool ok = true;
        for (std::size_t i = 0, bytes = 0; i < shown.size(); i += bytes) {
            bytes = trav::detail::utf8_bytes(std::string_view(shown).substr(i));
            char32_t const c =
                bytes == 0 ? 0 : trav::detail::utf8_character(std::string_view(shown).substr(i, bytes));
            ok = ok && (c >= 0x20 || c == '\n') && !(c >= 0x7F && c < 0xA0) && !trav::detail::is_invisible(c);
            if (bytes == 0) break;
        }
        return ok;
    };
    for (std::string const& arguments : std::vector<std::string>{
             "dump " + (folder / "x.graph") + " --by type --largest 3 --json " + (folder / "x.json"),
             "dump " + (folder / "x.graph") + " --root r=@a --by root,type --by retainer",
             "dump " + (folder / "x.heapsnapshot") + " --by type --by retainer --largest 9 --json " +
                 (folder / "y.json"),
             "plot " + (folder / "x.hp") + " -o " + (folder / "x.svg")}) {
        Result const result = run(arguments);
        INFO(arguments << '\n' << result.out << result.err);
        CHECK(result.code == 0);
        CHECK(harmless(result.out));
    }
    CHECK(harmless(read(folder / "x.json")));
    CHECK(nlohmann::json::accept(read(folder / "x.json")));
    CHECK(harmless(read(folder / "y.json")));
    CHECK(nlohmann::json::accept(read(folder / "y.json")));
    CHECK(read(folder / "y.json").find("Session") != std::string::npos);
    CHECK(harmless(read(folder / "x.svg")));
    Result const refused = run("dump " + (folder / "x.graph") + " --root r");
    CHECK(refused.code == 1);
    CHECK(harmless(refused.err));
}

TEST_CASE("heapprof: an old file stays if the new one cannot be created", "[unit]") {
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

TEST_CASE("heapprof: a wrong command line gives one line and code 2", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::vector<std::pair<std::string, std::string>> const cases{
        {"", "subcommand"},
        {"plod", "there is no command 'plod'; did you mean plot?"},
        {"threads x.hprof", "A subcommand is required: there is no command 'threads' (see heapprof --help)"},
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
        {"dump x --root a=app.x --root a=app.y", "two roots have the name 'a'"},
        {"dump x --root a,b=app", "cannot be called"},
        {"dump x --root '(other)=app'", "cannot be called"},
        {"dump x --top many", "is not a number"},
        {"dump x --top -1", "is not a number"},
        {"dump x --depth 0", "0 shows nothing"},
        {"dump x --by type --by retainer --hp x.hp", "holds one table"},
        {"dump x --json ''", "the name of a file is empty"},
        {"dump x --json=", "--json"},
        {"dump x --hp ''", "the name of a file is empty"},
        {"dump ''", "the name of a file is empty"},
        {"plot ''", "the name of a file is empty"},
        {"plot x -o ''", "-o needs a file"},
        {"plot x --output ''", "--output needs a file"},
        {"plot x --output=", "--output needs a file"},
        {"dump x --max-memory many", "'many' is not a size: write 512M, 2G, or 0 for no limit"},
        {"--max-memory 1.5G dump x", "is not a size"},
        {"--max-memory -1 dump x", "is not a size"},
        {"--max-memory 2GB dump x", "is not a size"},
        {"--max-memory 99999999999999G dump x", "is not a size"},
        {"--max-memory '' dump x", "is not a size"},
    };
    for (auto const& [arguments, says] : cases) check_error(arguments, 2, says);
}

TEST_CASE("heapprof: help goes to standard output, with examples and code 0", "[unit]") {
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

TEST_CASE("heapprof: suggests a similar option or command", "[unit]") {
    HEAPPROF_OR_SKIP();
    check_error("dump x --larges 3", 2, "--larges; did you mean --largest?");
    check_error("dump x --retianer=closure", 2, "; did you mean --retainer?");
    check_error("dmp x", 2, "; did you mean dump?");
    check_error("dump " + shop_1 + " --only type=Orders", 1, "there is no such band; there is Order");
    check_error("dump " + shop_1 + " --root class:Sesion", 1, "there is Session, ");
    CHECK(run("dump x --bogus").err.find("did you mean") == std::string::npos);
}

TEST_CASE("heapprof: prints its version", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("--version");
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.starts_with("heapprof "));
    CHECK(std::count(result.out.begin(), result.out.end(), '.') == 2);
}

TEST_CASE("heapprof: starts no program but heapprof-ghc, and waits for no connection", "[unit]") {
    HEAPPROF_OR_SKIP();
    if (test::sanitized) return;  // a sanitizer's runtime may do so
    Folder const folder;
    std::string const symbols = folder / "symbols";
    std::string const command = "nm -D --undefined-only '" + profiler() + "' 2>/dev/null >" + symbols;
    if (std::system(command.c_str()) != 0) {
        WARN("skipped: nm cannot list the functions that heapprof takes from libraries");
        return;
    }
    std::set<std::string> taken;
    std::ifstream lines(symbols);
    for (std::string kind, name; lines >> kind >> name;) taken.insert(name.substr(0, name.find('@')));
    CHECK(taken.contains("execv"));    // of file/beside.cpp
    CHECK(taken.contains("connect"));  // of file/live_program.cpp
    for (char const* const other :
         {"fork", "vfork", "clone", "posix_spawn", "posix_spawnp", "system", "popen", "execve", "execvp",
          "execl", "execle", "execlp", "fexecve", "syscall", "bind", "listen", "accept", "accept4"}) {
        INFO(other);
        CHECK_FALSE(taken.contains(other));
    }
}
