// The threads in `heapprof java`: their order, functions and variables.
#include "catch.hpp"
#include "heapprof/java_heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using enum JavaProgram::Id;
using Java = JavaHeap;
using Texts = std::vector<std::string>;
using Threads = heapprof::JavaThreadsAnswer;

Texts names(Threads const& answer) {
    Texts all;
    for (auto const& each : answer.threads) all.push_back(each.name + (each.out_of_memory ? "!" : ""));
    return all;
}

// A line for each shown function: its depth, and its variables.
std::string shown(Threads::Thread const& thread) {
    std::string text;
    for (auto const& frame : thread.frames) {
        text += frame.depth == Threads::no_frame ? "?" : std::to_string(frame.depth);
        for (auto const& local : frame.locals) text += ' ' + local.object.id;
        if (frame.more_locals != 0) text += " +" + std::to_string(frame.more_locals);
        text += '\n';
    }
    return text;
}

}  // namespace

TEST_CASE("heapprof java threads: functions as Java prints them", "[unit]") {
    JavaProgram file;
    file.numbered_class(8, pair_class, "shop/Pair");
    struct Frame {
        std::string method, source;
        std::uint32_t of_class;
        std::int32_t line;
        std::string text;
    };
    std::vector<Frame> const frames{{"f", "Pair.java", 8, 12, "shop.Pair.f(Pair.java:12)"},
                                    {"f", "Pair.java", 8, 1, "shop.Pair.f(Pair.java:1)"},
                                    {"f", "Pair.java", 8, 0, "shop.Pair.f(Pair.java)"},
                                    {"f", "Pair.java", 8, -1, "shop.Pair.f(Pair.java)"},
                                    {"f", "Pair.java", 8, -2, "shop.Pair.f(Pair.java)"},
                                    {"f", "Pair.java", 8, -3, "shop.Pair.f(Native Method)"},
                                    {"f", "", 8, 12, "shop.Pair.f(Unknown Source)"},
                                    {"f", "Pair.java", 0, 12, "f(Pair.java:12)"}};
    std::vector<std::uint64_t> trace;
    for (auto const& [method, source, of_class, line, text] : frames) {
        trace.push_back(trace.size() + 1);
        file.frame(trace.back(), method, source, of_class, line);
    }
    trace.push_back(99);  // without a name
    file.record(4, file.data().id(99).id(0).id(0).id(file.string("Pair.java")).u(4, 0).u(4, 7).bytes);
    file.trace(1, trace);
    file.thread(0x1000, "main", 1, 1);
    auto const answer = Java(file).threads();
    REQUIRE(answer.threads.size() == 1);
    REQUIRE(answer.threads[0].frames.size() == frames.size() + 1);
    CHECK(answer.threads[0].frames.back().function == "(unknown function)(Pair.java:7)");
    for (std::size_t i = 0; i != frames.size(); ++i) {
        CHECK(answer.threads[0].frames[i].function == frames[i].text);
        CHECK(answer.threads[0].frames[i].depth == i);
    }
    CHECK(answer.threads[0].depth == frames.size() + 1);
    CHECK(answer.has_frames);
    CHECK_FALSE(answer.has_locals);
    CHECK(answer.more == 0);
}

TEST_CASE("heapprof java threads: threads out of memory come first, then the others by kept bytes",
          "[unit]") {
    JavaProgram file;
    file.numbered_class(7, error_class, "java/lang/OutOfMemoryError");
    file.numbered_class(8, pair_class, "shop/Pair");
    file.frame(1, "<init>", "", 7, 1);
    file.frame(2, "<init>", "", 8, 1);
    file.frame(3, "getMessage", "", 7, 1);
    file.trace(1, {1, 2}), file.trace(2, {2, 3}), file.trace(3, {2});
    file.thread(0x1000, "d", 1, 3);
    file.thread(0x2000, "b", 2, 2, 0x6000), file.bytes_of(0x6000, 400);
    file.thread(0x3000, "a", 3, 1);
    file.thread(0x4000, "c", 4, 0, 0x7000), file.bytes_of(0x7000, 200);
    file.thread(0x5000, "e", 5, 3);
    file.thread(0x20000, "f", 6, 1, 0x21000), file.bytes_of(0x21000, 8);  // the stack of another
    Java const java(file);
    Texts const all{"thread f!", "thread a!", "thread b", "thread c", "thread d", "thread e"};
    CHECK(names(java.threads()) == all);
    for (std::size_t top = 1; top != 8; ++top) {
        std::size_t const count = std::min<std::size_t>(top, 6);
        CHECK(names(java.threads(top)) == Texts(all.begin(), all.begin() + static_cast<int>(count)));
        CHECK(java.threads(top).more == 6 - count);
    }
    // A thread of 32 bytes, a string of 24, and its text of 24 + 1, rounded up.
    CHECK(java.threads().threads[4].alone.bytes == 32 + 24 + 32);
    CHECK(java.threads().threads[4].alone.objects == 3);
    CHECK(java.threads().threads[2].alone.bytes == 32 + 24 + 32 + 24 + 400);
    CHECK(java.threads().threads[0].alone.bytes == 32 + 24 + 32 + 24 + 8);
    JavaProgram const none;
    CHECK(Java(none).threads().threads.empty());
    CHECK_FALSE(Java(none).threads().has_frames);
}

TEST_CASE("heapprof java threads: the innermost functions, and functions with a hundredth of the heap",
          "[unit]") {
    auto const made = [](std::uint32_t filling) {
        JavaProgram file;
        file.frame(1, "f", "", 0, 1);
        file.trace(1, std::vector<std::uint64_t>(9, 1));
        file.thread(0x1000, "main", 1, 1);
        auto const local = [&](std::uint64_t id, std::uint32_t length, std::uint32_t frame) {
            file.bytes_of(id, length), file.local(id, 1, frame);
        };
        local(0x2000, 8, 0), local(0x2100, 16, 0), local(0x2200, 8, 0), local(0x2300, 80, 0);
        local(0x3000, 200 - 24, 4);  // a hundredth
        local(0x4000, 192 - 24, 5);
        local(0x5000, 192 - 24, 6), local(0x5200, 200 - 24, 6), local(0x5400, 8, 6);
        local(0x6000, 8, 8);  // the last function
        local(0x7000, 8, 9), local(0x7100, 8, 0xFFFFFFFF);
        if (filling != 0) file.bytes_of(0x10000000, filling - 24);
        return file;
    };
    std::uint64_t const before = Java(made(0)).heap.total.bytes;
    Java const java(made(static_cast<std::uint32_t>(20'000 - before)));
    REQUIRE(java.heap.total.bytes == 20'000);
    auto const of = [&](std::size_t top) {
        auto const answer = java.threads(top);
        CHECK(answer.has_locals);
        return shown(answer.threads.at(0));
    };
    CHECK(of(0) == "0 0x2300 0x2100 0x2000 0x2200\n1\n2\n3\n4 0x3000\n5 0x4000\n6 0x5200 0x5000 0x5400\n7\n"
                   "8 0x6000\n? 0x7000 0x7100\n");
    CHECK(of(1) == "0 0x2300 +3\n4 0x3000\n6 0x5200 +2\n? 0x7000 +1\n");
    CHECK(of(2) == "0 0x2300 0x2100 +2\n1\n4 0x3000\n6 0x5200 0x5000 +1\n? 0x7000 0x7100\n");
    CHECK(of(6) == "0 0x2300 0x2100 0x2000 0x2200\n1\n2\n3\n4 0x3000\n5 0x4000\n6 0x5200 0x5000 0x5400\n"
                   "? 0x7000 0x7100\n");
    CHECK(java.threads().threads[0].frames[4].locals[0].retained == 200);
    // In a larger heap, 200 bytes are less than a hundredth.
    Java const larger(made(static_cast<std::uint32_t>(20'100 - before + 4)));
    CHECK(shown(larger.threads(1).threads[0]) == "0 0x2300 +3\n? 0x7000 +1\n");
}

TEST_CASE(
    "heapprof java threads: equal threads are in the order of their numbers, equal variables in file order",
    "[unit]") {
    JavaProgram file;
    Texts threads, variables;
    for (std::uint32_t i = 100; i != 150; ++i) {
        file.thread(0x20000 + 0x100 * i, std::to_string(i), i, 0);
        threads.push_back("thread " + std::to_string(i));
        file.bytes_of(0x40000 + 0x100 * i, 8), file.local(0x40000 + 0x100 * i, 100, 0xFFFFFFFF);
    }
    auto const answer = Java(file).threads();
    CHECK(names(answer) == threads);
    auto const& locals = answer.threads[0].frames.at(0).locals;
    CHECK(locals.size() == 50);
    CHECK(std::ranges::is_sorted(locals, {}, [](auto const& each) { return each.object.id; }));
}
