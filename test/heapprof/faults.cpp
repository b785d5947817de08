// The profiler under system failures and signals: it prints one line with the system's reason, keeps the
// inputs, and leaves all outputs or none and nothing else in the folder.
#include "catch.hpp"
#include "heapprof/spawn.hpp"
#include "support/sanitized.hpp"

#include <trav/report/eventlog/reader.hpp>
#include <trav/report/hp/reader.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace {

using Contents = std::map<std::string, std::string>;
using Names = std::vector<std::string>;

// Commands that write, in a folder with a dump and a profile. The outputs of `ghc` grow during the run.
struct Command {
    std::string arguments;
    Names outputs;
    bool grows = false;
};
std::vector<Command> const commands{
    {"dump a.graph --json o.json", {"o.json"}},
    {"dump a.graph b.heapsnapshot.gz --hp o.hp --json o.json", {"o.hp", "o.json"}},
    {"export b.heapsnapshot.gz -o o.pb", {"o.pb"}},
    {"page a.graph -o o.html", {"o.html"}},
    {"plot a.hp -o o.svg", {"o.aux", "o.svg"}},
    {"plot a.hp -o o.ps", {"o.aux", "o.ps"}},
    {"ghc sharing +RTS -hr -i0 -l -p -r",
     {"sharing.eventlog", "sharing.hp", "sharing.prof", "sharing.ticky"},
     true},
};

void put_inputs(Folder const& folder) {
    write(folder / "a.graph", read(game));
    write(folder / "b.heapsnapshot.gz", read(shop_1));
    std::string text = "JOB \"a\"\nDATE \"b\"\nSAMPLE_UNIT \"seconds\"\nVALUE_UNIT \"bytes\"\n";
    for (int i = 0; i != 50; ++i) {
        std::string const time = std::to_string(i) + ".0\n";
        text += "BEGIN_SAMPLE " + time + "x\t" + std::to_string(i * 70) + "\ny\t9\nEND_SAMPLE " + time;
    }
    write(folder / "a.hp", text);
    for (auto const& name : folder.files())  // a .hp file contains the dump's date
        std::filesystem::last_write_time(folder / name, std::filesystem::file_time_type{});
}
void put_old(Folder const& folder, Command const& command) {
    for (auto const& name : command.outputs) write(folder / name, "old " + name);
}

// The folder after an undisturbed run.
Contents whole(Command const& command) {
    Folder const folder;
    put_inputs(folder);
    Result const result = Spawned(folder.str(), command.arguments).wait();
    INFO(command.arguments << ": " << result.err);
    REQUIRE(result.code == 0);
    return contents(folder);
}

void check_one_line(Result const& result, int code, std::string const& says) {
    INFO(result.err);
    CHECK(result.code == code);
    CHECK(result.err.starts_with("heapprof: "));
    CHECK(result.err.find(says) != std::string::npos);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
}

// Runs each command with and without older outputs. `setup` makes it fail; the folder must be unchanged.
void check_nothing_written(std::function<void()> const& setup, int code, std::string const& says) {
    for (auto const& command : commands)
        for (bool const older : {false, true}) {
            INFO(command.arguments);
            Folder const folder;
            put_inputs(folder);
            if (older) put_old(folder, command);
            Contents const before = contents(folder);
            check_one_line(Spawned(folder.str(), command.arguments, setup).wait(), code, says);
            CHECK(contents(folder) == before);
        }
}

void limit_files(rlim_t bytes) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit const limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace

TEST_CASE("heapprof: if there is no room for the outputs, none is changed", "[unit]") {
    HEAPPROF_OR_SKIP();
    check_nothing_written([] { limit_files(0); }, 1, ": cannot be written: File too large\n");
    check_nothing_written([] { limit_files(20); }, 1, ": cannot be written: File too large\n");
}

TEST_CASE("heapprof: if there is room for only one of two outputs, neither is replaced", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    put_inputs(folder);
    write(folder / "o.hp", "old");
    Contents const before = contents(folder);
    std::string const dump = "dump a.graph --hp o.hp --json ";
    for (std::string const json : {"o.json", "/dev/full"}) {
        Result const result = Spawned(folder.str(), dump + json, [] { limit_files(500); }).wait();
        check_one_line(result, 1, json + ": cannot be written: ");
        CHECK(contents(folder) == before);
    }
    write(folder / "wide.hp", read(folder / "a.hp"));
    Contents const with_plot = contents(folder);
    // The picture has some KiB, its parameters a hundred bytes.
    Result const result = Spawned(folder.str(), "plot wide.hp -o o.svg", [] { limit_files(500); }).wait();
    check_one_line(result, 1, "o.svg: cannot be written: File too large");
    CHECK(contents(folder) == with_plot);
}

TEST_CASE("heapprof: if a later output cannot be replaced, the earlier ones are restored", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder, other;
    std::string text;
    for (int i = 0; i != 4000; ++i)  // more than a pipe holds
        text += "NODE n" + std::to_string(i) + " Type" + std::to_string(i) + std::string(40, 't') + " 8\n";
    write(other / "many.graph", text + "END 4000\n");
    write(folder / "o.hp", "old");
    std::string const pipe = other / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    Spawned dump(folder.str(),
                 "dump " + (other / "many.graph") + " --top 4000 --hp o.hp --json o.json >" + pipe);
    std::ifstream said(pipe);
    REQUIRE(said.get() != EOF);  // it has written both drafts, and waits for room in the pipe
    std::filesystem::create_directory(folder / "o.json");
    said.ignore(std::numeric_limits<std::streamsize>::max());
    check_one_line(dump.wait(), 1, "o.json: cannot be written: Is a directory\n");
    CHECK(read(folder / "o.hp") == "old");
    CHECK(folder.files() == Names{"o.hp", "o.json"});
}

TEST_CASE("heapprof: each output is on the disk before the first one is replaced", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder, other;
    put_inputs(folder);
    std::string const trace = other / "trace";
    std::string const strace =
        "strace -f -o " + trace + " -e trace=fsync,fdatasync,linkat,rename,renameat,renameat2";
    if (test::sanitized || std::system((strace + " true >/dev/null 2>&1").c_str()) != 0) {
        WARN("skipped: strace cannot list the system's calls");
        return;
    }
    for (auto const& command : commands) {
        if (command.grows) continue;
        INFO(command.arguments);
        CHECK(Spawned(folder.str(), command.arguments, [] {}, strace).wait().code == 0);
        std::string const calls = read(trace);
        INFO(calls);
        std::size_t written = 0, at = 0;
        std::size_t const replaced = std::min(calls.find("linkat("), calls.find("rename"));
        CHECK(replaced != calls.npos);
        for (; (at = calls.find("sync(", at)) < replaced; ++at) ++written;
        CHECK(at == calls.npos);
        CHECK(written == command.outputs.size());
    }
}

TEST_CASE("heapprof ghc: if the disc fills up during a run, the samples so far can be read", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    Result const result =
        Spawned(folder.str(), "ghc lazysum +RTS -hd -i0 -l -p", [] { limit_files(4000); }).wait();
    check_one_line(result, 1, ": cannot be written: File too large");
    CHECK(folder.files() == Names{"lazysum.eventlog", "lazysum.hp"});
    CHECK(!trav::read_hp(folder / "lazysum.hp").samples.empty());
    CHECK(trav::read_eventlog(folder / "lazysum.eventlog").cut);
}

TEST_CASE("heapprof: a closed pipe ends a command silently, and no file is written", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const close_output = [] {
        int ends[2];
        if (pipe(ends) != 0) _exit(126);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]), close(ends[1]);
        signal(SIGPIPE, SIG_DFL);
    };
    for (auto const& command : commands) {
        if (command.grows) continue;
        INFO(command.arguments);
        Folder const folder;
        put_inputs(folder);
        put_old(folder, command);
        Contents const before = contents(folder);
        Result const quiet = Spawned(folder.str(), command.arguments, close_output).wait();
        CHECK(quiet.code == 128 + SIGPIPE);
        CHECK(quiet.err.empty());
        CHECK(contents(folder) == before);
        // If the caller ignores SIGPIPE, as Python does, it is an ordinary error.
        auto const ignoring = [&] { close_output(), signal(SIGPIPE, SIG_IGN); };
        check_one_line(Spawned(folder.str(), command.arguments, ignoring).wait(), 1,
                       "standard output: cannot be written: Broken pipe");
        CHECK(contents(folder) == before);
    }
}

TEST_CASE("heapprof: if nothing can be written, it prints the reason and changes nothing", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    put_inputs(folder);
    write(folder / "o.hp", "old");
    Contents const before = contents(folder);
    for (std::string const arguments :
         {"dump a.graph --hp o.hp --json a.graph/o.json", "plot a.hp -o a.graph/o.svg",
          "ghc sharing +RTS -hr -ra.graph/ticky", "ghc sharing +RTS -hr -poa.graph/x"}) {
        INFO(arguments);
        check_one_line(Spawned(folder.str(), arguments).wait(), 1, ": cannot be written: Not a directory\n");
        CHECK(contents(folder) == before);
    }
    check_one_line(Spawned(folder.str(), "dump a.graph --json /proc/o.json").wait(), 1,
                   "/proc/o.json: cannot be written: ");
    check_one_line(Spawned(folder.str(), "plot a.hp -o .").wait(), 1, ".: cannot be written: Is a directory");
    CHECK(contents(folder) == before);
}

TEST_CASE("heapprof: a killed run leaves all outputs or none, and nothing else", "[property]") {
    HEAPPROF_OR_SKIP();
    setenv("SOURCE_DATE_EPOCH", "0", 1);
    std::mt19937 random(7);
    for (auto const& command : commands) {
        Contents const done = whole(command);
        auto const start = std::chrono::steady_clock::now();
        whole(command);
        auto const lasts = std::chrono::steady_clock::now() - start;
        for (int i = 0; i != attempts(); ++i) {
            int const signal = i % 2 == 0 ? SIGKILL : SIGTERM;
            INFO(command.arguments << ", signal " << signal << ", attempt " << i);
            Folder const folder;
            put_inputs(folder);
            bool const older = i % 4 < 2;
            if (older) put_old(folder, command);
            Contents const before = contents(folder);
            Spawned run(folder.str(), command.arguments);
            std::this_thread::sleep_for(lasts * (random() % 1100) / 1000);
            run.kill(signal);
            Result const result = run.wait();
            CHECK((result.code == 0 || result.code == 128 + signal));
            CHECK(result.err.empty());

            Contents after = contents(folder);
            // A kill between two system calls may leave a draft of the old or new file; the next run in the
            // folder removes it.
            if (std::erase_if(after,
                              [](auto const& file) { return file.first.starts_with(".trav-draft-"); })) {
                CHECK(signal == SIGKILL);
                CHECK(Spawned(folder.str(), "plot a.hp -o z.svg").wait().code == 0);
                for (auto const& name : folder.files()) CHECK(!name.starts_with(".trav-draft-"));
            }
            std::size_t fresh = 0, growing = 0;
            for (auto const& [name, text] : after) {
                INFO(name);
                bool const is_output =
                    std::find(command.outputs.begin(), command.outputs.end(), name) != command.outputs.end();
                if (before.contains(name) && text == before.at(name)) continue;
                REQUIRE(is_output);
                ++fresh;
                growing += name == "sharing.hp" || name == "sharing.eventlog";
                if (name == "sharing.hp") CHECK(done.at(name).starts_with(text));
                else if (name == "sharing.eventlog") CHECK_NOTHROW(trav::read_eventlog(folder / name));
                else CHECK(text == done.at(name));
            }
            if (!command.grows && signal == SIGTERM) CHECK((fresh == 0 || fresh == command.outputs.size()));
            if (command.grows && signal == SIGTERM) CHECK((growing == 0 || growing == 2));
            if (result.code == 0) CHECK(fresh == command.outputs.size());
        }
    }
    unsetenv("SOURCE_DATE_EPOCH");
}

TEST_CASE("heapprof: two simultaneous runs into one file leave the output of one of them", "[property]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    put_inputs(folder);
    std::string const one = "plot a.hp -o o.svg", two = "plot a.hp -o o.svg -b -d";
    REQUIRE(Spawned(folder.str(), one).wait().code == 0);
    std::string const first = read(folder / "o.svg");
    REQUIRE(Spawned(folder.str(), two).wait().code == 0);
    std::string const second = read(folder / "o.svg");
    REQUIRE(first != second);
    std::filesystem::remove(folder / "o.svg");
    Names const files{"a.graph", "a.hp", "b.heapsnapshot.gz", "o.aux", "o.svg"};
    for (int i = 0; i != attempts(); ++i) {
        if (i % 2 == 0) std::filesystem::remove(folder / "o.svg");
        Spawned a(folder.str(), one), b(folder.str(), two);
        CHECK(a.wait().code == 0);
        CHECK(b.wait().code == 0);
        std::string const now = read(folder / "o.svg");
        CHECK((now == first || now == second));
        CHECK(folder.files() == files);
    }
}

TEST_CASE("heapprof: an input truncated during reading gives one error line or an answer", "[property]") {
    HEAPPROF_OR_SKIP();
    std::mt19937 random(11);
    for (std::string const input : {"b.heapsnapshot.gz", "a.graph", "a.hp"}) {
        std::string const arguments =
            input == "a.hp" ? "plot a.hp -o o.svg" : "dump " + input + " --json o.json";
        for (int i = 0; i != attempts(); ++i) {
            INFO(arguments << ", attempt " << i);
            Folder const folder;
            put_inputs(folder);
            Spawned run(folder.str(), arguments);
            std::this_thread::sleep_for(std::chrono::microseconds(random() % 200000));
            std::filesystem::resize_file(folder / input, random() % 1000);
            Result const result = run.wait();
            INFO(result.err);
            CHECK((result.code == 0 || result.code == 1));
            CHECK(std::count(result.err.begin(), result.err.end(), '\n') <= 1);
            CHECK((result.code == 0) ==
                  (std::filesystem::exists(folder / "o.json") || std::filesystem::exists(folder / "o.svg")));
        }
    }
}

TEST_CASE("heapprof: exceeding --max-memory gives one line that names it, and no output", "[unit]") {
    HEAPPROF_OR_SKIP();
    if (test::sanitized) {
        WARN("not limited: a sanitizer's own memory counts, and it does not survive a refusal");
        return;
    }
    Folder const folder;
    put_inputs(folder);
    write(folder / "o.json", "old");
    Contents const before = contents(folder);
    bool enough = false;
    for (int kib = 64; kib <= 1 << 20; kib *= 2) {
        INFO(kib << " KiB");
        std::string const size = std::to_string(kib) + "k";
        Result const result =
            Spawned(folder.str(), "dump b.heapsnapshot.gz --json o.json --max-memory " + size).wait();
        if (enough || result.code == 0) {
            CHECK(result.code == 0);
            enough = true;
            continue;
        }
        check_one_line(result, 4, "heapprof: out of memory at the limit of ");
        CHECK(result.err.find("--max-memory") != std::string::npos);
        CHECK(result.out.empty());
        CHECK(contents(folder) == before);
    }
    CHECK(enough);
    CHECK(Spawned(folder.str(), "--max-memory 0 dump a.graph").wait().code == 0);
    write(folder / "o.json", "old");
#ifdef __linux__
    CHECK(Spawned(folder.str(), "--max-memory 64k dump b.heapsnapshot.gz").wait().code == 4);
    CHECK(Spawned(folder.str(), "--max-memory 64k ghc sharing +RTS -hr").wait().code == 4);
    CHECK(contents(folder) == before);
#endif
}
