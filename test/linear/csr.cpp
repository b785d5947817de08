// Hostile .csr files.
#include "catch.hpp"
#include "linear/hostile.hpp"
#include "support/folder.hpp"

#include <trav/dump/csr/dump.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

std::string bytes_of(std::uint64_t value, std::size_t width = 8) {
    std::string bytes;
    for (; width != 0; --width, value >>= 8) bytes += static_cast<char>(value & 0xFF);
    return bytes;
}
std::string padded(std::string bytes) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
    return bytes;
}
std::string column(std::string name, std::size_t item_bytes, std::string const& items) {
    name.resize(16);
    return name + bytes_of(item_bytes, 4) + bytes_of(0, 4) +
           bytes_of(items.size() / (item_bytes == 0 ? 1 : item_bytes)) + padded(items);
}
// A file of so many objects that all refer to the last one.
std::string objects(std::size_t count, std::string const& columns) {
    std::string text = "trav.csr" + bytes_of(0x01020304, 4) + bytes_of(2, 4) + bytes_of(4, 4) +
                       bytes_of(0, 4) + bytes_of(count) + bytes_of(count) + std::string(24, '\0');
    for (std::size_t i = 0; i <= count; ++i) text += bytes_of(i);
    std::string targets;
    for (std::size_t i = 0; i != count; ++i) targets += bytes_of(count - 1, 4);
    return text + padded(targets) + columns + std::string(32, '\0');
}

void check_csr(auto write_file) {
    Folder const folder;
    check_linear(
        [&](std::string const& text) {
            write(folder / "x.csr", text);
            look_at(trav::dump::CsrDump(folder / "x.csr"));
        },
        write_file);
}

}  // namespace

TEST_CASE("csr: many columns of one name", "[unit]") {
    check_csr([](std::size_t n) {
        std::string columns;
        for (std::size_t i = 0; i != 20 * n; ++i) columns += column("root", 4, "");
        return objects(1, columns);
    });
}

TEST_CASE("csr: many roots and references with one long name", "[unit]") {
    check_csr([](std::size_t n) {
        std::string const name(100 * n, 'N'), text = bytes_of(1) + bytes_of(name.size()) + name;
        std::string numbers, root_names = bytes_of(20 * n);
        for (std::size_t i = 0; i != 20 * n; ++i) numbers += bytes_of(0, 4), root_names += bytes_of(0);
        return objects(20 * n, column("string", 0, text) + column("edge name", 4, numbers) +
                                   column("type name", 0, text) + column("type", 4, numbers) +
                                   column("root", 4, numbers) + column("root name", 0, root_names));
    });
}
