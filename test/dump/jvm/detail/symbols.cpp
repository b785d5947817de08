// The texts, classes, functions and stacks of an hprof file, by their numbers in it.
#include "catch.hpp"

#include <trav/dump/jvm/detail/symbols.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using trav::dump::JvmStacks;

namespace {

struct Heap {
    std::vector<std::string> texts{""};
    std::size_t asked = 0;  ///< calls of name()

    std::uint32_t text(std::string_view text) {
        texts.emplace_back(text);
        return static_cast<std::uint32_t>(texts.size() - 1);
    }
    std::uint32_t name(std::string_view wanted) {
        ++asked;
        auto const at = std::ranges::find(texts, wanted);
        return at == texts.end() ? text(wanted) : static_cast<std::uint32_t>(at - texts.begin());
    }
    std::string_view string(std::uint32_t number) const { return texts[number]; }
};

struct Symbols : trav::dump::detail::Symbols<Heap> {
    explicit Symbols(Heap& of) : trav::dump::detail::Symbols<Heap>(of), heap(of) {
        add_text(11, "shop/Shop");
        add_text(12, "run");
        add_text(13, "Shop.java");
        add_text(14, "[I");
        add_text(15, std::string(201, 'f'));
        add_text(16, "stop");
    }
    std::string_view called(std::uint32_t thread, std::uint32_t frame) {
        return heap.texts[function(thread, frame)];
    }

    Heap& heap;
};

using Frame = std::tuple<std::string, std::string, std::string, std::int32_t>;

}  // namespace

TEST_CASE("jvm symbols: texts and names of classes by their ids", "[unit]") {
    Heap heap;
    Symbols symbols(heap);
    CHECK(heap.texts[symbols.text(11)] == "shop/Shop");
    CHECK(heap.texts[symbols.text(12)] == "run");
    CHECK(symbols.text(99) == 0);
    symbols.add_text(12, "stop");  // the last one with an id
    CHECK(heap.texts[symbols.text(12)] == "stop");

    symbols.add_class(100, 11, 1);
    symbols.add_class(200, 14, 2);
    symbols.add_class(300, 11, 3);  // another class with this name
    symbols.add_class(400, 99, 4);
    CHECK(heap.texts[symbols.class_name(100)] == "shop.Shop");
    CHECK(heap.texts[symbols.class_name(200)] == "int[]");
    CHECK(symbols.class_name(300) == symbols.class_name(100));
    CHECK(symbols.class_name(400) == 0);
    CHECK(heap.asked == 3);  // once for each text
    CHECK(heap.texts[symbols.class_name(500)] == "(class without a name)");
}

TEST_CASE("jvm symbols: the function in a frame of a thread", "[unit]") {
    Heap heap;
    Symbols symbols(heap);
    symbols.add_frame(1, 12, 13, 0, 0);
    symbols.add_frame(2, 15, 13, 0, 0);
    symbols.add_frame(3, 99, 13, 0, 0);
    for (std::uint64_t const frame : {1u, 2u, 77u, 3u, 1u}) symbols.add_to_trace(5, frame);
    symbols.add_thread(30, 5);
    symbols.add_thread(31, 6);  // a trace without frames
    CHECK(symbols.called(30, 0) == "run()");
    CHECK(symbols.called(30, 1) == std::string(200, 'f') + "..()");
    CHECK(symbols.called(30, 2) == "local variable");  // frame 77 is not in the file
    CHECK(symbols.called(30, 3) == "()");
    CHECK(symbols.called(30, 4) == "run()");
    CHECK(symbols.called(30, 5) == "local variable");  // one beyond the last
    CHECK(symbols.called(30, 0xffffffff) == "local variable");
    CHECK(symbols.called(31, 0) == "local variable");
    CHECK(symbols.called(32, 0) == "local variable");
    std::size_t const before = heap.asked;
    CHECK(symbols.called(30, 0) == "run()");
    CHECK(heap.asked == before);  // known
}

TEST_CASE("jvm symbols: stacks of threads, once for each trace", "[unit]") {
    Heap heap;
    Symbols symbols(heap);
    symbols.add_frame(1, 12, 13, 8, -3);  // before its class
    symbols.add_frame(2, 16, 99, 9, 41);  // of no class
    symbols.add_class(100, 11, 8);
    symbols.add_to_trace(5, 1);
    symbols.add_to_trace(5, 77);
    symbols.add_to_trace(5, 2);
    symbols.add_to_trace(7, 2);
    for (auto const& [thread, trace] : {std::pair{30u, 5u}, {31u, 7u}, {32u, 5u}, {33u, 6u}})
        symbols.add_thread(thread, trace);
    JvmStacks stacks;
    for (std::uint32_t const number : {33u, 31u, 30u, 34u, 32u})
        stacks.threads.push_back({.node = number, .number = number, .name = 0});
    symbols.add_frames(stacks);
    std::vector<std::vector<Frame>> found;
    for (JvmStacks::Thread const& thread : stacks.threads) {
        CHECK(thread.node == thread.number);
        found.emplace_back();
        for (JvmStacks::Frame const& each : stacks.frames_of(thread))
            found.back().emplace_back(heap.texts[each.class_name], heap.texts[each.method],
                                      heap.texts[each.source], each.line);
    }
    std::vector<Frame> const five{
        {"shop.Shop", "run", "Shop.java", -3}, {"", "", "", 0}, {"", "stop", "", 41}};
    CHECK(found == std::vector<std::vector<Frame>>{{}, {five[2]}, five, {}, five});
    CHECK(stacks.frames.size() == 4);
}
