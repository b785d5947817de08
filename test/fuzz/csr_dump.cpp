// Mapped dumps (.csr). The first byte decides whether the other bytes are a file, or choices for a header,
// rows and columns that fit together more often. A dump that opens is sound, or following a reference is an
// Error; opening and listing it take memory and steps in proportion to the length of the file.
#include "dump.hpp"

#include <trav/dump/csr/dump.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

using namespace trav::dump;

namespace {

struct Named {
    std::string_view name;
    std::uint32_t item_bytes;
};
// The columns that CsrDump knows, and one that it does not.
constexpr std::array<Named, 25> known{
    {{"type", 4},          {"type name", 0},     {"root", 4},          {"root name", 0}, {"edge kind", 1},
     {"edge name", 4},     {"name", 4},          {"string", 0},        {"id", 8},        {"id text", 0},
     {"moving ids", 4},    {"reused ids", 4},    {"own type", 0},      {"group", 4},     {"group name", 0},
     {"retainer rule", 0}, {"global", 4},        {"global name", 0},   {"runtime", 4},   {"root list", 4},
     {"retained root", 4}, {"retained size", 8}, {"retained note", 0}, {"another", 2},   {"", 0}}};

void append(std::string& bytes, std::uint64_t value, std::size_t width) {
    for (; width != 0; --width, value >>= 8) bytes += static_cast<char>(value & 0xFF);
}
void pad(std::string& bytes) { bytes.resize((bytes.size() + 7) / 8 * 8); }

// A list of texts: their number, their ends, and the texts.
std::string texts(fuzz::Choices& choices) {
    std::string bytes, all;
    std::size_t const count = choices.below(6);
    append(bytes, count, 8);
    for (std::size_t i = 0; i != count; ++i) {
        all += std::string(choices.below(4), static_cast<char>('a' + i));
        append(bytes, choices.below(32) == 0 ? choices.byte() : all.size(), 8);
    }
    return bytes + all;
}

std::string file_of(fuzz::Choices& choices) {
    trav::detail::CsrHeader header;
    header.version = trav::detail::CsrHeader::with_columns;
    header.node_bytes = 4;
    header.size_bytes = choices.below(2) * 8;
    header.nodes = choices.below(8);
    header.edges = choices.below(8);
    std::string bytes(reinterpret_cast<char const*>(&header), sizeof header);
    std::uint64_t offset = 0;
    for (std::uint64_t i = 0; i <= header.nodes; ++i) {
        append(bytes, i == header.nodes && choices.below(16) != 0 ? header.edges : offset, 8);
        offset += choices.below(3);
    }
    for (std::uint64_t i = 0; i != header.edges; ++i) append(bytes, choices.below(9), 4);
    pad(bytes);
    if (header.size_bytes != 0)
        for (std::uint64_t i = 0; i != header.nodes; ++i) append(bytes, choices.byte(), 8);
    while (choices.left() != 0) {
        Named const& column = known[choices.below(known.size())];
        std::string items;
        if (column.item_bytes == 0 && !column.name.empty()) {
            items = texts(choices);
        } else {
            std::uint64_t const of_edges = column.name.starts_with("edge") ? header.edges : header.nodes;
            std::uint64_t const count = choices.below(4) == 0 ? choices.below(8) : of_edges;
            for (std::uint64_t i = 0; i != count; ++i) append(items, choices.below(9), column.item_bytes);
        }
        std::string name(column.name);
        name.resize(16);
        bytes += name;
        append(bytes, column.item_bytes, 4);
        append(bytes, 0, 4);
        append(bytes, column.item_bytes == 0 ? items.size() : items.size() / column.item_bytes, 8);
        bytes += items;
        pad(bytes);
    }
    return bytes + std::string(32, '\0');
}

void check(std::string_view bytes) {
    static int const file = memfd_create("csr", 0);
    static std::string const name = "/proc/self/fd/" + std::to_string(file);
    fuzz::must(ftruncate(file, static_cast<off_t>(bytes.size())) == 0 &&
                   pwrite(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
               "the system keeps the file");
    auto const before = test::spent;
    auto const linear = [&] {
        fuzz::must(test::is_linear({test::spent.bytes - before.bytes, test::spent.steps - before.steps},
                                   bytes.size()),
                   "the cost of reading is linear");
    };
    try {
        CsrDump const dump(name);
        linear();
        fuzz::must_be_sound(dump);
        for (Node n = 0; n != dump.node_count(); ++n)
            fuzz::must(dump.find_id(dump.id(n), 0, dump.node_count()).has_value(), "an id finds an object");
        for (Node const n : dump.globals()) fuzz::must(n < dump.node_count(), "a global is an object");
        for (Node const n : dump.retention().more_roots(0))
            fuzz::must(n < dump.node_count(), "a root is an object");
        (void)dump.own_types();
        (void)dump.retainer_rule();
    } catch (Error const& error) {
        linear();
        fuzz::must_be_one_line(error.what());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    fuzz::Choices choices(data, size);
    if (choices.below(4) == 0) check(choices.rest());
    else check(file_of(choices));
    return 0;
}
