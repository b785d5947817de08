// test/graph/c_file.cpp: the bytes of open files, compared with what the C library says of their buffers.
#include <trav/graph/c_file.hpp>

#include "catch.hpp"
#include "graph/resources.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/unseen.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <vector>

#if defined(__GLIBC__)
#include <stdio_ext.h>

namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
struct Log {
    std::vector<char> buffer{};  // fclose writes from it, so it outlives the file
    std::unique_ptr<std::FILE, Close> file{std::tmpfile()};
    std::FILE* also = file.get();
};
struct Inside {
    std::array<char, 600> buffer{};
    std::unique_ptr<std::FILE, Close> file{std::tmpfile()};
};

}  // namespace

template <>
struct trav::Described<Log> : trav::Members<&Log::buffer, &Log::file, &Log::also> {};
template <>
struct trav::Described<Inside> : trav::Members<&Inside::buffer, &Inside::file> {};

namespace {

trav::Amount of_files(auto const& owner) { return by_type_of(trav::roots(owner)).at("FILE"); }
trav::Amount file_with(std::size_t buffer) { return {sizeof(std::FILE) + buffer, 1}; }

TEST_CASE("A file has the buffer that the C library allocates at the first write", "[unit]") {
    Log const log;
    REQUIRE(log.file);
    CHECK(of_files(log) == file_with(0));
    std::fputs("line", log.also);
    REQUIRE(__fbufsize(log.also) >= 512);
    CHECK(of_files(log) == file_with(__fbufsize(log.also)));
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(log)).empty());
}

TEST_CASE("A file without a buffer has its own bytes only", "[unit]") {
    Log const log;
    REQUIRE(std::setvbuf(log.also, nullptr, _IONBF, 0) == 0);
    std::fputs("line", log.also);
    CHECK(of_files(log) == file_with(0));
}

TEST_CASE("A buffer of the program's counts once", "[unit]") {
    Log log;
    log.buffer.resize(3000);
    REQUIRE(std::setvbuf(log.also, log.buffer.data(), _IOFBF, log.buffer.size()) == 0);
    std::fputs("line", log.also);
    CHECK(by_type_of(trav::roots(log)).total() ==
          trav::Amount{sizeof(Log) + log.buffer.capacity() + sizeof(std::FILE), 2});

    Inside inside;
    REQUIRE(std::setvbuf(inside.file.get(), inside.buffer.data(), _IOFBF, inside.buffer.size()) == 0);
    CHECK(by_type_of(trav::roots(inside)).total() == trav::Amount{sizeof(Inside) + sizeof(std::FILE), 2});

    static char elsewhere[700];
    Log const other;
    REQUIRE(std::setvbuf(other.also, elsewhere, _IOFBF, sizeof elsewhere) == 0);
    CHECK(of_files(other) == file_with(sizeof elsewhere));
}

}  // namespace
#endif
