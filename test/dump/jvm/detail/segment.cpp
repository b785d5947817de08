// The calls of a segment reader, for each kind of object and root.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/detail/segment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using trav::dump::detail::Bytes;
using trav::dump::detail::ClassRecord;
using trav::dump::detail::Static;

namespace {

using Log = std::vector<std::string>;

std::string joined(auto const&... parts) {
    std::ostringstream out;
    ((out << parts << ' '), ...);
    return out.str().substr(0, out.str().size() - 1);
}

/// Records all calls. A text is a number with a name.
struct Heap {
    Log log;
    std::vector<std::string> texts{""};

    std::uint32_t name(std::string_view text) {
        auto const at = std::ranges::find(texts, text);
        if (at == texts.end()) texts.emplace_back(text);
        return static_cast<std::uint32_t>(std::ranges::find(texts, text) - texts.begin());
    }
    std::uint32_t text(std::string_view text) { return name(text); }
    std::string_view string(std::uint32_t number) const { return texts[number]; }

    Heap& roots() { return *this; }
    void add(std::uint64_t id, std::uint32_t thread, std::uint32_t what) {
        log.push_back(joined("root", id, thread, texts[what]));
    }
    void add_local(std::uint64_t id, std::uint32_t thread, std::uint32_t frame, std::uint32_t what) {
        log.push_back(joined("local", id, thread, frame, texts[what]));
    }
    void add_thread(std::uint64_t id, std::uint32_t serial) { log.push_back(joined("thread", id, serial)); }
    void add_class(ClassRecord const& record, std::vector<Static> const& statics) {
        log.push_back(joined("class", record.id, record.super, texts[record.name], record.instance_size));
        for (Static const& each : statics)
            log.push_back(joined("static", texts[each.name], int{each.type}, each.value));
        for (auto const& field : record.fields)
            log.push_back(joined("field", texts[field.name], int{field.type}));
    }
    void add_instance(std::uint64_t id, std::uint64_t class_id, std::string_view data) {
        log.push_back(joined("instance", id, class_id, data));
    }
    void add_objects(std::uint64_t id, std::uint64_t class_id, std::uint32_t length) {
        log.push_back(joined("objects", id, class_id, length));
    }
    void add_slot(std::uint64_t to) { log.push_back(joined("slot", to)); }
    void add_primitives(std::uint64_t id, std::uint8_t type, std::uint32_t length, std::string_view begin) {
        log.push_back(joined("primitives", id, int{type}, length, begin));
    }
    void note_rest(std::uint64_t hash) { log.push_back(joined("rest", hash)); }
};

/// Reads a segment to its end. The texts 1, 2, 3 are in the file, and class 30 is named by the third one.
struct Read {
    explicit Read(Big const& segment) {
        std::istringstream stream(segment.bytes);
        trav::dump::Input input(stream, "test.hprof", 16);
        Bytes bytes(input);
        bytes.id_size(segment.id_size);
        trav::dump::detail::Symbols<Heap> symbols(heap);
        symbols.add_text(1, "one"), symbols.add_text(2, "two"), symbols.add_text(3, "shop/Three");
        symbols.add_class(30, 3, 0);
        symbols.add_frame(40, 1, 0, 0, 0);
        symbols.add_to_trace(50, 40);
        trav::dump::detail::SegmentReader<Heap> reader(bytes, symbols, heap);
        try {
            while (!bytes.at_end()) reader.object();
            reader.finish();
        } catch (trav::dump::Error const& e) { error = e.what(); }
    }
    Heap heap{};
    std::string error{};
};

/// The log of one object, followed by a root.
Log log_of(Big segment) {
    Read read(segment.u(1, 0x07).id(99));
    CHECK(read.error.empty());
    REQUIRE_FALSE(read.heap.log.empty());
    CHECK(read.heap.log.back() == "root 99 0 monitor");
    read.heap.log.pop_back();
    return read.heap.log;
}

}  // namespace

TEST_CASE("hprof segment: roots of each kind", "[unit]") {
    std::size_t const id_size = GENERATE(4u, 8u);
    auto const root = [&](std::uint8_t tag) { return Big{{}, id_size}.u(1, tag).id(7); };
    CHECK(log_of(root(0x01).id(12)) == Log{"root 7 0 JNI global"});
    CHECK(log_of(root(0x02).u(4, 5).u(4, 6)) == Log{"local 7 5 6 JNI local"});
    CHECK(log_of(root(0x04).u(4, 5)) == Log{"root 7 5 native stack"});
    CHECK(log_of(root(0x05)) == Log{"root 7 0 "});
    CHECK(log_of(root(0x06).u(4, 5)) == Log{"root 7 5 block"});
    CHECK(log_of(root(0x07)) == Log{"root 7 0 monitor"});
    CHECK(log_of(root(0x08).u(4, 5).u(4, 50)) == Log{"thread 7 5"});
    CHECK(log_of(root(0xff)) == Log{"root 7 0 unknown root"});
    CHECK(log_of(root(0x89)) == Log{"root 7 0 interned string"});
    CHECK(log_of(root(0x8a)) == Log{"root 7 0 finalizing"});
    CHECK(log_of(root(0x8b)) == Log{"root 7 0 debugger"});
    CHECK(log_of(root(0x8c)) == Log{"root 7 0 reference cleanup"});
    CHECK(log_of(root(0x8d)) == Log{"root 7 0 virtual machine"});
    CHECK(log_of(root(0x8e).u(4, 1).u(4, 2)) == Log{"root 7 0 JNI monitor"});
    CHECK(log_of(root(0x90)).empty());
    CHECK(log_of(Big{{}, id_size}.u(1, 0xfe).u(4, 1).id(7)).empty());
}

TEST_CASE("hprof segment: local variables come last, with the functions of their threads", "[unit]") {
    Big segment;
    segment.u(1, 0x03).id(7).u(4, 5).u(4, 0);
    segment.u(1, 0x03).id(8).u(4, 6).u(4, 9);
    segment.u(1, 0x08).id(9).u(4, 5).u(4, 50);
    Read const read(segment);
    CHECK(read.heap.log == Log{"thread 9 5", "local 7 5 0 one()", "local 8 6 9 local variable"});
}

TEST_CASE("hprof segment: a class with constants, static fields and fields", "[unit]") {
    std::size_t const id_size = GENERATE(4u, 8u);
    Big segment{{}, id_size};
    segment.u(1, 0x20).id(30).u(4, 77).id(20).id(21).id(22).id(23).id(77).id(77).u(4, 48);
    segment.u(2, 2).u(2, 77).u(1, java_int).u(4, 77).u(2, 77).u(1, java_object).id(77);
    segment.u(2, 3).id(1).u(1, java_object).id(31).id(2).u(1, java_short).u(2, 0x102).id(9).u(1, java_long);
    segment.u(8, 0x1020304050607);
    segment.u(2, 2).id(2).u(1, java_object).id(1).u(1, java_double);
    CHECK(log_of(segment) == Log{"class 30 20 shop.Three 48", "static <super> 2 20", "static <loader> 2 21",
                                 "static <signers> 2 22", "static <protection domain> 2 23",
                                 "static one 2 31", "static two 9 258", "static  11 283686952306183",
                                 "field two 2", "field one 7"});
}

TEST_CASE("hprof segment: instances and arrays", "[unit]") {
    std::size_t const id_size = GENERATE(4u, 8u);
    auto const object = [&](std::uint8_t tag) { return Big{{}, id_size}.u(1, tag).id(7).u(4, 77); };
    CHECK(log_of(object(0x21).id(30).u(4, 3).text("abc")) == Log{"instance 7 30 abc"});
    CHECK(log_of(object(0x21).id(30).u(4, 0)) == Log{"instance 7 30 "});
    CHECK(log_of(object(0x22).u(4, 2).id(30).id(8).id(0)) == Log{"objects 7 30 2", "slot 8", "slot 0"});
    CHECK(log_of(object(0x22).u(4, 0).id(30)) == Log{"objects 7 30 0"});
    CHECK(log_of(object(0x23).u(4, 3).u(1, java_byte).text("abc")) == Log{"primitives 7 8 3 abc"});
    CHECK(log_of(object(0x23).u(4, 2).u(1, java_int).text("abcdefgh")) == Log{"primitives 7 10 2 abcdefgh"});
    CHECK(log_of(object(0xc3).u(4, 100).u(1, java_char)) == Log{"primitives 7 5 100 "});
}

TEST_CASE("hprof segment: 64 bytes of an array are kept, and a hash of the rest of a text", "[unit]") {
    auto const array = [](JavaType type, std::string const& data, std::uint32_t length) {
        return log_of(Big().u(1, 0x23).id(7).u(4, 0).u(4, length).u(1, type).text(data));
    };
    std::string const kept(64, 'x'), rest = "the rest";
    trav::detail::ContentHash hash;
    hash.add(rest);
    std::string const noted = "rest " + std::to_string(hash.value());
    CHECK(array(java_byte, kept, 64) == Log{"primitives 7 8 64 " + kept});
    CHECK(array(java_byte, kept + rest, 72) == Log{"primitives 7 8 72 " + kept, noted});
    CHECK(array(java_char, kept + rest, 36) == Log{"primitives 7 5 36 " + kept, noted});
    CHECK(array(java_long, kept + rest, 9) == Log{"primitives 7 11 9 " + kept});
    CHECK(array(java_boolean, kept + rest, 72) == Log{"primitives 7 4 72 " + kept});
}

TEST_CASE("hprof segment: errors say what there is, and where", "[unit]") {
    auto const error_of = [](Big const& segment) { return Read(segment).error; };
    CHECK(error_of(Big().u(1, 0x07).id(1).u(1, 0x77)) ==
          "test.hprof: byte 10: there is no object or root of kind 119, at byte 9");
    CHECK(error_of(Big().u(1, 0x07).u(4, 1)) == "test.hprof: byte 5: the file ends inside the heap");
    Big const array = Big().u(1, 0x23).id(7).u(4, 0).u(4, 0);
    CHECK(error_of(Big(array).u(1, 3)).ends_with("there is no type 3 of fields"));
    CHECK(error_of(Big(array).u(1, 12)).ends_with("there is no type 12 of fields"));
    CHECK(error_of(Big(array).u(1, java_object)).ends_with("an array of numbers has references"));
    Big head = Big().u(1, 0x20).id(30).u(4, 0);
    for (int i = 0; i != 6; ++i) head.id(0);
    head.u(4, 0);
    CHECK(error_of(Big(head).u(2, 1).u(2, 0).u(1, 1)).ends_with("there is no type 1 of fields"));
    CHECK(error_of(Big(head).u(2, 0).u(2, 1).id(1).u(1, 1)).ends_with("there is no type 1 of fields"));
    CHECK(
        error_of(Big(head).u(2, 0).u(2, 0).u(2, 1).id(1).u(1, 1)).ends_with("there is no type 1 of fields"));
}
