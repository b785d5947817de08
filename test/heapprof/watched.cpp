// The files of `heapprof watch`: changes, reading again, and unreadable files.
#include "catch.hpp"
#include "heapprof/hp_text.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/terminal/watched.hpp>

#include <chrono>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

using heapprof::DumpOptions;
using heapprof::Watched;
using heapprof::WatchedHeap;
using test::hp_sample;
using Texts = std::vector<std::string>;

DumpOptions by_type(Texts const& files) {
    DumpOptions options;
    options.question.files = files;
    options.question.breakdowns = {"type"};
    options.by = {{"type"}};
    return options;
}

// Sets the time of a file to so many seconds after a fixed one.
void set_time(std::string const& file, double seconds) {
    using Clock = std::filesystem::file_time_type::clock;
    static auto const first = std::chrono::floor<std::chrono::hours>(Clock::now()) - std::chrono::hours(100);
    std::filesystem::last_write_time(
        file, std::chrono::time_point_cast<Clock::duration>(
                  first + std::chrono::milliseconds(static_cast<long>(1000 * seconds))));
}

// A dump of an app and so many sessions.
void write_dump(std::string const& file, std::size_t sessions, double seconds) {
    std::string text = "ROOT a\nNODE a App 7\n";
    for (std::size_t i = 0; i != sessions; ++i) {
        std::string const id = "s" + std::to_string(i);
        text += "NODE " + id + " Session 10\na " + id + '\n';
    }
    write(file, whole(text));
    set_time(file, seconds);
}

// For example "App 7 7, Session 10 20; 2 samples, the last 2".
std::string text(WatchedHeap const& heap) {
    std::set<std::string> lines;
    for (auto const& line : heap.table.lines) {
        std::string numbers;
        for (auto const& amount : line.amounts) numbers += ' ' + std::to_string(amount.bytes);
        lines.insert(line.texts.at(0) + numbers);
    }
    std::string all;
    for (std::string const& line : lines) all += (all.empty() ? "" : ", ") + line;
    return all + "; " + std::to_string(heap.table.times.size()) + " samples, the last " + heap.last;
}

std::string const head = test::hp_head("minutes", "ticks");

}  // namespace

TEST_CASE("heapprof watched: one profile, or any number of dumps and folders", "[unit]") {
    Folder const folder;
    for (std::string const name : {"a.hp", "a.eventlog", "a.graph", "ahp"}) write(folder / name, "");
    auto const wrong = [](Texts const& files) {
        return test::message_of<std::exception>([&] { Watched(by_type(files), false); });
    };
    std::string const one = "watch: one .hp file or eventlog at a time", hp = folder / "a.hp",
                      graph = folder / "a.graph", log = folder / "a.eventlog";
    CHECK(wrong({hp, graph}) == one);
    CHECK(wrong({graph, log}) == one);
    CHECK(wrong({hp, hp}) == one);
    CHECK(wrong({graph, graph}).empty());
    CHECK(wrong({folder.str(), graph}).empty());
    CHECK(wrong({graph, folder / "none"}) == (folder / "none") + ": No such file or directory");
    CHECK(Watched(by_type({hp}), false).profile());
    CHECK(Watched(by_type({log}), false).profile());
    CHECK_FALSE(Watched(by_type({graph}), false).profile());
    CHECK_FALSE(Watched(by_type({folder / "ahp"}), false).profile());
    CHECK_FALSE(Watched(by_type({folder.str()}), false).profile());
    CHECK(Watched(by_type({hp}), false).options().question.files == Texts{hp});
}

TEST_CASE("heapprof watched: changes are new, other and missing dumps", "[unit]") {
    Folder const folder;
    Watched watched(by_type({folder.str()}), false);
    auto const changes = [&](bool does) {
        CHECK(watched.changed() == does);
        CHECK_FALSE(watched.changed());
    };
    changes(true);  // the first time
    write_dump(folder / "1.graph", 1, 1);
    changes(true);
    write_dump(folder / "1.graph", 2, 1);  // another size
    changes(true);
    set_time(folder / "1.graph", 2);
    changes(true);
    set_time(folder / "1.graph", 2.5);
    changes(true);
    write(folder / "notes.txt", "x");
    std::filesystem::create_directory(folder / "2.graph");
    changes(false);
    std::filesystem::remove(folder / "1.graph");
    changes(true);
}

TEST_CASE("heapprof watched: dumps of a folder have the order of writing, named dumps their own", "[unit]") {
    Folder const folder;
    write_dump(folder / "9.graph", 1, 1);
    write_dump(folder / "b.graph", 3, 2.5);
    write_dump(folder / "a.graph", 4, 2.5);
    write_dump(folder / "c.graph", 2, 2);
    auto const read = [](Texts const& files) {
        Watched watched(by_type(files), false);
        REQUIRE(watched.changed());
        WatchedHeap const& heap = watched.read();
        CHECK(heap.waiting.empty());
        CHECK(heap.unit == "bytes");
        CHECK(heap.dumps.outline.boxes.empty());
        CHECK(heap.dumps.dumps.size() == heap.table.times.size());
        for (std::size_t i = 0; i != heap.table.times.size(); ++i)
            CHECK(heap.table.times[i] == static_cast<double>(i + 1));
        return text(heap);
    };
    CHECK(read({folder.str()}) == "App 7 7 7 7, Session 10 20 40 30; 4 samples, the last b");
    CHECK(read({folder / "b.graph", folder / "9.graph"}) == "App 7 7, Session 30 10; 2 samples, the last 9");
    CHECK(read({folder / "b.graph", folder.str()}) ==
          "App 7 7 7 7 7, Session 30 10 20 40 30; 5 samples, the last b");
}

TEST_CASE("heapprof watched: each dump is read once, and a broken one later", "[unit]") {
    Folder const folder;
    Watched watched(by_type({folder.str()}), true);
    auto const read = [&]() -> WatchedHeap const& {
        REQUIRE(watched.changed());
        return watched.read();
    };
    CHECK(read().waiting == "there is no sample yet");
    write_dump(folder / "1.graph", 1, 1);
    CHECK(text(read()) == "App 7, Session 10; 1 samples, the last 1");
    CHECK(watched.read().waiting.empty());
    CHECK(watched.read().dumps.outline.boxes.size() == 3);  // with the heap
    // A dump with the same time and size is not read again.
    write(folder / "1.graph", whole("ROOT a\nNODE a Apq 8\nNODE s0 Session 10\na s0\n"));
    set_time(folder / "1.graph", 1);
    write(folder / "2.graph", "NODE a\n");
    set_time(folder / "2.graph", 2);
    CHECK(text(read()) == "App 7, Session 10; 1 samples, the last 1");
    CHECK(watched.read().waiting.starts_with(folder / "2.graph"));
    write_dump(folder / "3.graph", 3, 3);
    CHECK(text(read()) == "App 7 7, Session 10 30; 2 samples, the last 3");
    CHECK(watched.read().waiting.starts_with(folder / "2.graph"));
    CHECK(watched.read().dumps.outline.boxes.size() == 5);
    write_dump(folder / "2.graph", 2, 2);
    CHECK(text(read()) == "App 7 7 7, Session 10 20 30; 3 samples, the last 3");
    CHECK(watched.read().waiting.empty());
    CHECK(watched.read().dumps.dumps.at(1).file == folder / "2.graph");
}

TEST_CASE("heapprof watched: --only, and a table by the first --by", "[unit]") {
    Folder const folder;
    write_dump(folder / "1.graph", 2, 1);
    DumpOptions options = by_type({folder / "1.graph"});
    options.only = {{"type", {"Session"}}};
    options.by = {{"type"}, {"owner"}};
    Watched watched(options, false);
    CHECK(watched.changed());
    CHECK(text(watched.read()) == "Session 20; 1 samples, the last 1");
}

TEST_CASE("heapprof watched: whole samples of a .hp file", "[unit]") {
    Folder const folder;
    std::string const file = folder / "a.hp";
    write(file, "");
    Watched watched(by_type({file}), false);
    auto const read = [&](std::string const& all) -> WatchedHeap const& {
        write(file, all);
        return watched.read();
    };
    CHECK(read(head).waiting == "there is no sample yet");
    CHECK(read(head + "BEGIN_SAMPLE 1.0\nA\t5\n").waiting == "there is no whole sample yet");
    CHECK(read(head + hp_sample("0.0", "")).waiting == "there is no sample yet");
    std::string const two =
        head + hp_sample("0.0", "") + hp_sample("1.23456", "A\t5\nB\t7\n") + hp_sample("2.0", "B\t9\n");
    CHECK(text(read(two)) == "A 5 0, B 7 9; 2 samples, the last at 2 minutes");
    CHECK(watched.read().waiting.empty());
    CHECK(watched.read().unit == "ticks");
    CHECK(watched.read().file.samples.size() == 2);
    CHECK(text(read(two + hp_sample("1234.56", ""))) == "A 5 0, B 7 9; 2 samples, the last at 2 minutes");
    CHECK(text(read(two + hp_sample("3.14159", "A\t1\n") + "BEGIN_SAMPLE 4.0\nA\t5\n")) ==
          "A 5 0 1, B 7 9 0; 3 samples, the last at 3.14 minutes");
    CHECK(watched.read().waiting.empty());
    CHECK(read("nonsense\n").waiting.starts_with(file));
    CHECK(text(watched.read()) == "A 5 0 1, B 7 9 0; 3 samples, the last at 3.14 minutes");
}
