#include <trav/detail/compiler.hpp>

#include "catch.hpp"

#ifdef __x86_64__
#include <trav/detail/frame_program.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

using trav::detail::FrameProgram;
using trav::detail::FrameRule;

namespace {

/// A common and a frame description entry, as compilers write them; all numbers fit into their bytes.
class Entry {
  public:
    /// A function of 100 bytes at address 0x1000 with this program, after `common` in the common entry.
    Entry(std::initializer_list<unsigned char> program, char const* augmentation = "zR",
          std::initializer_list<unsigned char> data = {}, unsigned char version = 1,
          unsigned char column = 16, std::initializer_list<unsigned char> common = {}) {
        bool const augmented = *augmentation != 0;
        std::size_t const cie = size_;
        word(0), word(0), byte(version);  // length, id, version
        for (char const* c = augmentation; *c; ++c) byte(static_cast<unsigned char>(*c));
        byte(0), byte(1), byte(0x78), byte(column);  // units 1 and -8, column
        if (augmented) byte(1), byte(4);             // udata8 pointers
        for (int const b : {0x0C, 7, 8, 0x90, 1})
            byte(static_cast<unsigned char>(b));  // CFA rsp + 8, return address below it
        for (unsigned char const b : common) byte(b);
        set(cie, size_ - cie - 4);
        fde_ = size_;
        word(0), word(static_cast<std::uint32_t>(size_ - cie));
        for (std::uint64_t const number : {0x1000u, 100u})
            for (int i = 0; i != 8; ++i) byte(static_cast<unsigned char>(number >> 8 * i));
        if (augmented) byte(static_cast<unsigned char>(data.size()));
        for (unsigned char const b : data) byte(b);
        for (unsigned char const b : program) byte(b);
        set(fde_, size_ - fde_ - 4);
    }
    void length(std::uint32_t number) { set(fde_, number); }
    FrameRule rule(std::uintptr_t pc) const {
        return FrameProgram::rule(reinterpret_cast<std::uintptr_t>(bytes_.data() + fde_), pc);
    }

  private:
    void byte(unsigned char b) { bytes_[size_++] = b; }
    void word(std::uint32_t number) {
        size_ += 4;
        set(size_ - 4, number);
    }
    void set(std::size_t at, std::size_t number) {
        for (std::size_t i = 0; i != 4; ++i) bytes_[at + i] = static_cast<unsigned char>(number >> 8 * i);
    }
    std::array<unsigned char, 256> bytes_{};
    std::size_t size_ = 0, fde_ = 0;
};

using Kind = FrameRule::Kind;
bool is(FrameRule rule, Kind kind, int cfa, int rbp) {
    return rule.kind == kind && rule.cfa == cfa && rule.rbp == rbp;
}

}  // namespace

TEST_CASE("frame program: the rule changes where the program says") {
    // push rbp; mov rbp, rsp; ...; pop rbp; ret: as g++ writes it for a function with a frame pointer
    Entry const entry{0x41, 0x0E, 16,   0x86, 2,  // after 1 byte: CFA rsp + 16, rbp saved at CFA - 16
                      0x43, 0x0D, 6,              // after 4: CFA rbp + 16
                      0x02, 60,   0x0A,           // after 64: remember
                      0x0C, 7,    8,    0xC6,     // CFA rsp + 8, rbp as at entry
                      0x41, 0x0B};                // after 65: as remembered
    CHECK(is(entry.rule(0x1000), Kind::from_rsp, 8, 0));
    CHECK(is(entry.rule(0x1001), Kind::from_rsp, 16, -16));
    CHECK(is(entry.rule(0x1003), Kind::from_rsp, 16, -16));
    CHECK(is(entry.rule(0x1004), Kind::from_rbp, 16, -16));
    CHECK(is(entry.rule(0x103F), Kind::from_rbp, 16, -16));
    CHECK(is(entry.rule(0x1040), Kind::from_rsp, 8, 0));
    CHECK(is(entry.rule(0x1041), Kind::from_rbp, 16, -16));
    CHECK(entry.rule(0x1063).kind == Kind::from_rbp);
    CHECK(entry.rule(0x1064).kind == Kind::complex);  // behind the function
    CHECK(entry.rule(0x0FFF).kind == Kind::complex);
}

TEST_CASE("frame program: data of an entry, such as a table of handlers, are no program") {
    CHECK(is(Entry({0x0E, 24}, "zR", {0x0E, 64}).rule(0x1000), Kind::from_rsp, 24, 0));
}

TEST_CASE("frame program: an entry without augmentation has a program alone") {
    CHECK(is(Entry({0x0E, 24}, "").rule(0x1000), Kind::from_rsp, 24, 0));
}

TEST_CASE("frame program: rules as at entry are those of the common entry") {
    Entry const entry({0x0E, 16, 0x86, 3,  // CFA rsp + 16, rbp saved at CFA - 24
                       0x41, 0xC6,         // after 1 byte: rbp as at entry, saved at CFA - 16
                       0x41, 0x0C, 6, 24},
                      "zR", {}, 1, 16, {0x86, 2});
    CHECK(is(entry.rule(0x1000), Kind::from_rsp, 16, -24));
    CHECK(is(entry.rule(0x1001), Kind::from_rsp, 16, -16));
    CHECK(is(entry.rule(0x1002), Kind::from_rbp, 24, -16));
}

TEST_CASE("frame program: the end of the table and entries of 64 bits are complex") {
    for (std::uint32_t const length : {0u, 0xFFFFFFFFu}) {
        Entry entry{0x0E, 24, 0x41};  // ends after 1 byte, with any length
        REQUIRE(entry.rule(0x1000).kind == Kind::from_rsp);
        entry.length(length);
        CHECK(entry.rule(0x1000).kind == Kind::complex);
    }
}

TEST_CASE("frame program: the outermost function has no return address") {
    CHECK(Entry{0x07, 16}.rule(0x1000).kind == Kind::outermost);
    CHECK(Entry{0x07, 3}.rule(0x1000).kind == Kind::from_rsp);  // rbx
}

TEST_CASE("frame program: frames that need more than rsp and rbp are complex") {
    CHECK(Entry{0x0F, 3, 0x77, 8, 0x06}.rule(0x1000).kind == Kind::complex);  // def_cfa_expression
    CHECK(Entry{0x0C, 10, 0}.rule(0x1000).kind == Kind::complex);             // CFA from r10
    CHECK(Entry{0x90, 2}.rule(0x1000).kind == Kind::complex);                 // return address elsewhere
    CHECK(Entry{0x10, 6, 2, 0x76, 0}.rule(0x1000).kind == Kind::complex);     // rbp by an expression
    CHECK(Entry{0x10, 3, 2, 0x76, 0}.rule(0x1000).kind == Kind::from_rsp);    // rbx by an expression
    CHECK(Entry{0x0B}.rule(0x1000).kind == Kind::complex);                    // nothing was remembered
    CHECK(Entry({0x00}, "zRS").rule(0x1000).kind == Kind::complex);           // the frame of a signal
    CHECK(is(Entry{0x2E, 5, 0x0E, 24}.rule(0x1000), Kind::from_rsp, 24, 0));  // GNU_args_size
    CHECK(is(Entry{0x05, 6, 3}.rule(0x1000), Kind::from_rsp, 8, -24));        // offset_extended
}

TEST_CASE("frame program: entries of other versions and return addresses in other columns are complex") {
    for (int const version : {1, 2, 3, 4})
        for (int const column : {16, 15}) {
            Entry const entry({0x0E, 24}, "zR", {}, static_cast<unsigned char>(version),
                              static_cast<unsigned char>(column));
            bool const simple = (version == 1 || version == 3) && column == 16;
            CHECK(entry.rule(0x1000).kind == (simple ? Kind::from_rsp : Kind::complex));
        }
}

TEST_CASE("frame program: advances by two and four bytes; rules as at entry") {
    Entry const entry{0x03, 20, 0, 0x86, 2,            // after 20: rbp saved at CFA - 16
                      0x04, 30, 0, 0,    0, 0x06, 3,   // after 50: rbx as at entry
                      0x04, 1,  0, 0,    0, 0x06, 6};  // after 51: rbp as at entry
    CHECK(is(entry.rule(0x1013), Kind::from_rsp, 8, 0));
    CHECK(is(entry.rule(0x1014), Kind::from_rsp, 8, -16));
    CHECK(is(entry.rule(0x1032), Kind::from_rsp, 8, -16));
    CHECK(is(entry.rule(0x1033), Kind::from_rsp, 8, 0));
    CHECK(Entry{0x03, 0, 1, 0x07, 16}.rule(0x1063).kind == Kind::from_rsp);        // after 256
    CHECK(Entry{0x04, 0, 0, 1, 0, 0x07, 16}.rule(0x1063).kind == Kind::from_rsp);  // after 65,536
    CHECK(Entry{0x08, 16}.rule(0x1000).kind == Kind::complex);                     // same_value
    CHECK(Entry{0x08, 6}.rule(0x1000).kind == Kind::from_rsp);
    CHECK(Entry{0x10, 16, 2, 0x76, 0}.rule(0x1000).kind == Kind::complex);  // the return address
}

TEST_CASE("frame program: pointers in the encodings of DWARF") {
    unsigned char const bytes[] = {0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};  // -2
    auto const begin = reinterpret_cast<std::uintptr_t>(bytes);
    struct Known {
        unsigned encoding;
        std::uintptr_t base, value;
        std::size_t size;  // 0: fails
    };
    auto const minus_two = ~std::uintptr_t{1};
    for (auto const& [encoding, base, value, size] : {Known{0x00, 0, minus_two, 8},
                                                      {0x04, 0, minus_two, 8},
                                                      {0x0C, 0, minus_two, 8},
                                                      {0x03, 0, 0xFFFFFFFE, 4},
                                                      {0x0B, 0, minus_two, 4},
                                                      {0x1B, 0, begin - 2, 4},
                                                      {0x1C, 7, begin - 2, 8},
                                                      {0x3B, 1000, 998, 4},
                                                      {0x33, 2, 0x100000000, 4},
                                                      {0x3B, 0, 0, 0},
                                                      {0x2B, 1000, 0, 0},
                                                      {0x01, 0, 0, 0},
                                                      {0x0A, 0, 0, 0}}) {
        CAPTURE(encoding);
        trav::detail::FrameTable table(begin);
        bool failed = false;
        std::uintptr_t const found = table.pointer(encoding, base, failed);
        CHECK(failed == (size == 0));
        if (size == 0) continue;
        CHECK(found == value);
        CHECK(table.place() == begin + size);
    }
}

TEST_CASE("frame program: tables are read as DWARF defines them") {
    // by hand, after figures 22 and 23 of DWARF 4
    unsigned char const numbers[] = {2, 127, 0x80, 1, 0x81, 1, 0xB9, 0x64};
    trav::detail::FrameTable unsigned_table(reinterpret_cast<std::uintptr_t>(numbers));
    CHECK(unsigned_table.uleb() == 2);
    CHECK(unsigned_table.uleb() == 127);
    CHECK(unsigned_table.uleb() == 128);
    CHECK(unsigned_table.uleb() == 129);
    CHECK(unsigned_table.uleb() == 12857);
    unsigned char const with_signs[] = {2, 0x7E, 0xFF, 0, 0x81, 0x7F, 0x80, 1, 0x80, 0x7F};
    trav::detail::FrameTable signed_table(reinterpret_cast<std::uintptr_t>(with_signs));
    CHECK(signed_table.sleb() == 2);
    CHECK(signed_table.sleb() == -2);
    CHECK(signed_table.sleb() == 127);
    CHECK(signed_table.sleb() == -127);
    CHECK(signed_table.sleb() == 128);
    CHECK(signed_table.sleb() == -128);
}
#endif
