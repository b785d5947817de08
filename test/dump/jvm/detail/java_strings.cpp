// The names of strings in a heap filled by hand.
#include "catch.hpp"

#include <trav/dump/jvm/detail/java_strings.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using trav::dump::jvm_null;
using trav::dump::JvmHeap;
using trav::dump::Node;
using trav::dump::detail::ClassRecord;
using trav::dump::detail::ClassTable;
using trav::dump::detail::Field;
using trav::dump::detail::FieldType;
using trav::dump::detail::JavaStrings;

namespace {

constexpr std::uint32_t of_strings = 1, of_bytes = 2, of_characters = 3, of_integers = 4;
enum Name : std::uint32_t { none, value, coder, hash };

struct Heap {
    Heap() {
        for (auto const* name : {"", "value", "coder", "hash"}) heap.strings.add(std::string_view(name));
    }
    std::uint32_t add_class(std::vector<Field> fields) {
        ClassRecord record;
        record.id = classes.size() + 1;
        record.fields = std::move(fields);
        return classes.add(std::move(record));
    }
    Node add(std::uint32_t shape, std::uint32_t first_slot) {
        heap.ids.push_back(heap.ids.size());
        heap.shape_of.push_back(shape);
        heap.first_slot.push_back(first_slot);
        return heap.node_count() - 1;
    }
    Node array(std::uint32_t shape, std::string const& text) { return add(shape, strings.add_array(text)); }
    /// A string with these references and other fields.
    Node string(std::uint32_t of_class, std::vector<Node> const& references, std::string const& data) {
        Node const n = add(of_strings, static_cast<std::uint32_t>(heap.slots.size()));
        heap.slots.insert(heap.slots.end(), references.begin(), references.end());
        strings.add_string(heap, n, of_class, classes, data, 4);
        return n;
    }
    void finish() { strings.finish(heap, of_bytes, of_characters); }

    JvmHeap heap{};
    ClassTable classes{4};
    JavaStrings strings{};
};

using namespace std::string_literals;
std::string const id(4, '\1');

}  // namespace

TEST_CASE("java strings: characters of one byte, or of two in either order", "[unit]") {
    Heap h;
    std::uint32_t const its = h.add_class({{value, FieldType::object}, {coder, FieldType::byte}});
    Node const latin = h.array(of_bytes, "caf\xe9"), wide = h.array(of_bytes, "\xac\x20!\0"s),
               old = h.array(of_characters, "\x20\xac\0!"s), empty = h.array(of_bytes, "");
    Node const a = h.string(its, {latin}, id + '\0'), b = h.string(its, {wide}, id + '\1'),
               c = h.string(its, {old}, id + '\0'), d = h.string(its, {old}, id + '\1'),
               e = h.string(its, {empty}, id + '\0');
    h.finish();
    CHECK(h.heap.name(a) == "caf\xc3\xa9");
    CHECK(h.heap.name(b) == "\xe2\x82\xac!");
    CHECK(h.heap.name(c) == "\xe2\x82\xac!");
    CHECK(h.heap.name(d) == "\xe2\x82\xac!");
    CHECK(h.heap.name(e).empty());
    CHECK(h.heap.name_number(e) != 0);  // the text is known
    CHECK(h.heap.names.size() == 5);
}

TEST_CASE("java strings: the fields may be in any order, and of each class elsewhere", "[unit]") {
    Heap h;
    Field const reference{hash, FieldType::object}, number{hash, FieldType::integer};
    Field const array{value, FieldType::object}, wide{coder, FieldType::byte};
    std::uint32_t const last = h.add_class({number, reference, wide, reference, array}),
                        first = h.add_class({array, reference, number, wide});
    Node const text = h.array(of_bytes, "!\0?\0"s), other = h.array(of_bytes, "other");
    Node const a = h.string(last, {other, other, text}, "\1\1\1\1"s + id + '\1' + id + id),
               b = h.string(first, {text, other}, id + id + "\0\0\0\0"s + '\1'),
               c = h.string(last, {other, other, text}, "\1\1\1\1"s + id + '\0' + id + id);
    h.finish();
    CHECK(h.heap.name(a) == "!?");
    CHECK(h.heap.name(b) == "!?");
    CHECK(h.heap.name(c) == "!\0?\0"s);
}

TEST_CASE("java strings: without their fields they have no names, or only one byte for each character",
          "[unit]") {
    Heap h;
    std::uint32_t const nothing = h.add_class({}),
                        others = h.add_class({{value, FieldType::integer}, {hash, FieldType::object}}),
                        no_coder = h.add_class({{value, FieldType::object}}),
                        long_coder = h.add_class({{value, FieldType::object}, {coder, FieldType::integer}});
    Node const text = h.array(of_bytes, "ab");
    h.string(nothing, {}, "");
    h.string(others, {text}, id + id);
    Node const a = h.string(no_coder, {text}, id), b = h.string(long_coder, {text}, id + id);
    h.finish();
    CHECK(h.heap.names.size() == 2);
    CHECK(h.heap.name(a) == "ab");
    CHECK(h.heap.name(b) == "ab");
}

TEST_CASE("java strings: only arrays of bytes and characters have texts", "[unit]") {
    for (bool const has_bytes : {false, true}) {
        Heap h;
        std::uint32_t const its = h.add_class({{value, FieldType::object}});
        Node const text = h.array(of_characters, "\0a"s), numbers = h.add(of_integers, 1),
                   unknown = h.add(0, 1), bytes = h.array(of_bytes, "b");
        Node const a = h.string(its, {text}, id);
        h.string(its, {numbers}, id), h.string(its, {unknown}, id), h.string(its, {jvm_null}, id);
        Node const b = h.string(its, {bytes}, id);
        Node const last = h.array(of_characters, "\0c"s);
        h.strings.finish(h.heap, has_bytes ? of_bytes : 0, of_characters);
        CHECK(h.heap.names.size() == (has_bytes ? 2 : 1));
        CHECK(h.heap.name(a) == "a");
        CHECK(h.heap.name(b) == (has_bytes ? "b" : ""));
        // the number of a text is no slot
        CHECK(h.heap.first_slot[text] == 0);
        CHECK(h.heap.first_slot[last] == 0);
        CHECK(h.heap.first_slot[bytes] == (has_bytes ? 0 : 1));
        CHECK(h.heap.first_slot[numbers] == 1);
        CHECK(h.heap.first_slot[unknown] == 1);
        CHECK(h.heap.first_slot[b] == 4);
    }
}
