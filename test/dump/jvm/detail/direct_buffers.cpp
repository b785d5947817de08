// The memory of direct buffers with random fields, beside the conditions of the header's first comment.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/detail/direct_buffers.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using trav::dump::JvmHeap;
using trav::dump::Node;
using trav::dump::detail::ClassRecord;
using trav::dump::detail::ClassTable;
using trav::dump::detail::FieldType;

namespace {

constexpr std::uint8_t of_bytes = FieldType::byte, of_int = FieldType::integer, of_float = FieldType::single,
                       of_id = FieldType::object;
using Fields = std::vector<std::pair<std::string, std::uint8_t>>;

struct Buffers {
    explicit Buffers(std::size_t bytes_of_id) : id_size(bytes_of_id) { heap.shapes.resize(1); }

    /// Adds a class with a shape. The number of a class is one less than its id.
    void add(Fields const& fields, std::uint64_t super) {
        ClassRecord record;
        record.id = classes.size() + 1, record.super = super;
        for (auto const& [name, type] : fields) record.fields.push_back({heap.strings.add(name), type});
        heap.shapes.emplace_back();
        classes.add(std::move(record));
    }
    /// The outside bytes of an object with these bytes of fields; 0: none.
    std::uint64_t outside(std::uint32_t of_class, Big const& data) {
        auto const node = static_cast<Node>(heap.shape_of.size());
        std::size_t const before = heap.outside.size();
        heap.shape_of.push_back(of_class + 1);
        heap.shapes[of_class + 1].outside = false;
        buffers.add(heap, node, of_class, classes, data.bytes, id_size);
        if (heap.outside.size() == before) {
            CHECK_FALSE(heap.shapes[of_class + 1].outside);
            return 0;
        }
        CHECK(heap.shapes[of_class + 1].outside);
        CHECK(heap.outside.size() == before + 1);
        CHECK(heap.outside.back().first == node);
        CHECK(heap.outside.back().second != 0);
        return heap.outside.back().second;
    }

    std::size_t id_size;
    JvmHeap heap{};
    ClassTable classes{id_size};
    trav::dump::detail::DirectBuffers buffers{};
};

}  // namespace

TEST_CASE("jvm direct buffers: a cleaner, and neither an attachment, nor a file, nor a segment", "[unit]") {
    std::size_t const id_size = GENERATE(4u, 8u);
    std::mt19937 random(1);
    Fields const choice{{"capacity", of_int}, {"capacity", of_float}, {"capacity", of_id}, {"cleaner", of_id},
                        {"cleaner", of_int},  {"att", of_id},         {"att", of_int},     {"fd", of_id},
                        {"fd", of_int},       {"segment", of_id},     {"segment", of_int}, {"mark", of_int},
                        {"next", of_id},      {"flag", of_bytes},     {"cleaners", of_id}, {"limit", of_int}};
    std::uint64_t const capacities[]{0, 1, 0x100, 0x12345678, 0x7fffffff, 0x80000000, 0xffffffff};
    int found = 0;
    for (int round = 0; round != 400; ++round) {
        CAPTURE(round);
        Buffers buffers(id_size);
        // the object's class comes first; most lines have the fields of a buffer
        std::vector<Fields> line(1 + random() % 3);
        std::vector<std::size_t> picked;
        for (std::size_t i = 0; i != choice.size(); ++i) {
            bool const makes_a_buffer = i == 0 || i == 3;
            if ((random() % 6 == 0) != makes_a_buffer) picked.push_back(i);
        }
        for (std::size_t const i : picked) {
            Fields& fields = line[random() % line.size()];
            fields.insert(fields.begin() + std::ptrdiff_t(random() % (fields.size() + 1)), choice[i]);
        }
        for (std::size_t i = line.size(); i-- != 0;)
            buffers.add(line[i], i + 1 == line.size() ? 0 : buffers.classes.size());
        for (int object = 0; object != 4; ++object) {
            Big data{{}, id_size};
            std::uint64_t capacity = 0, cleaner = 0, others = 0;
            for (Fields const& fields : line)
                for (auto const& [name, type] : fields) {
                    std::uint64_t value = random() % 4 == 0 ? 0 : 1 + random() % 1000;
                    bool const is_int = type == of_int, refers = type == of_id;
                    bool const is_other = refers && (name == "att" || name == "fd" || name == "segment");
                    if (is_other && random() % 4 != 0) value = 0;
                    if (is_int && name == "capacity")
                        value = capacity = capacities[random() % std::size(capacities)];
                    if (refers && name == "cleaner") cleaner = value;
                    if (is_other) others += value;
                    data.u(FieldType::size(type, id_size), value);
                }
            bool const has_memory = cleaner != 0 && others == 0 && capacity <= 0x7fffffff;
            auto const of_class = static_cast<std::uint32_t>(line.size() - 1);
            CHECK(buffers.outside(of_class, data) == (has_memory ? capacity : 0));
            found += has_memory && capacity != 0;
        }
    }
    CHECK(found > 100);
}

TEST_CASE("jvm direct buffers: classes in turn, each with its own fields", "[unit]") {
    Buffers buffers(8);
    buffers.add({{"capacity", of_int}, {"cleaner", of_id}}, 0);
    buffers.add({{"fd", of_id}}, 1);
    buffers.add({{"cleaner", of_id}, {"capacity", of_int}}, 0);
    buffers.add({{"capacity", of_int}}, 0);
    buffers.add({{"cleaner", of_id}}, 0);
    for (int twice = 0; twice != 2; ++twice) {
        CHECK(buffers.outside(0, Big().u(4, 7).id(1)) == 7);
        CHECK(buffers.outside(0, Big().u(4, 8).id(std::uint64_t{1} << 56)) == 8);
        CHECK(buffers.outside(1, Big().id(0).u(4, 9).id(1)) == 9);
        CHECK(buffers.outside(1, Big().id(1).u(4, 9).id(1)) == 0);
        CHECK(buffers.outside(2, Big().id(1).u(4, 10)) == 10);
        CHECK(buffers.outside(3, Big().u(4, 11)) == 0);
        CHECK(buffers.outside(4, Big().id(12)) == 0);
    }
}
