// test/graph/new_file.cpp: the contents of a new file at each time, and its appearance under its name.
#include <trav/graph/new_file.hpp>

#include "catch.hpp"
#include "support/folder.hpp"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sys/resource.h>

using trav::detail::NewFile;

namespace {

constexpr std::size_t room = std::size_t{1} << 16;  // bytes that wait

void put(NewFile& file, std::string const& text) { file.write_bytes(text.data(), text.size()); }
void put_at(NewFile& file, std::uint64_t at, std::string const& text) {
    file.write_at(at, std::span<char const>(text));
}

}  // namespace

TEST_CASE("a new file appears when it is finished", "[unit]") {
    Folder const folder;
    std::string const name = folder / "new";
    {
        NewFile file(name);
        put(file, "abc");
        file.write(std::uint16_t{0x4141});
        CHECK_FALSE(std::filesystem::exists(name));
        file.flush();
        CHECK(read(file.path()) == "abcAA");
        CHECK_FALSE(std::filesystem::exists(name));
        put(file, "d");
        file.finish();
        CHECK(read(name) == "abcAAd");
    }
    CHECK(read(name) == "abcAAd");
    CHECK(folder.files() == std::vector<std::string>{"new"});
    {
        NewFile file(name);
        put(file, "other");
        file.flush();
    }  // not finished
    CHECK(read(name) == "abcAAd");
    CHECK(folder.files() == std::vector<std::string>{"new"});
    NewFile(name).finish();
    CHECK(read(name).empty());
}

TEST_CASE("a new file keeps the order of what is written, in pieces of any size", "[property]") {
    std::vector<std::size_t> const sizes{0, 1, 5, room - 1, room, room + 1, 3 * room};
    for (std::size_t const first : sizes)
        for (std::size_t const second : sizes) {
            Folder const folder;
            std::string const name = folder / "new";
            NewFile file(name);
            std::string expected;
            char next = 'a';
            for (std::size_t const size : {first, second, std::size_t{2}, first}) {
                put(file, std::string(size, next));
                expected.append(size, next++);
            }
            file.finish();
            CHECK((read(name) == expected));
        }
}

TEST_CASE("a new file is written in few pieces", "[unit]") {
    Folder const folder;
    NewFile file(folder / "new");
    for (std::size_t i = 0; i != room; ++i) put(file, "x");
    CHECK(read(file.path()).empty());  // waits
    put(file, "y");
    CHECK(read(file.path()) == std::string(room, 'x'));
    put(file, std::string(room, 'z'));
    CHECK(read(file.path()) == std::string(room, 'x') + 'y');
    put(file, std::string(room + 1, 'w'));
    CHECK((read(file.path()) ==
           std::string(room, 'x') + 'y' + std::string(room, 'z') + std::string(room + 1, 'w')));
    file.finish();
}

TEST_CASE("parts of a new file are written at other positions", "[unit]") {
    Folder const folder;
    std::string const name = folder / "new";
    NewFile file(name);
    put(file, "abc");
    put_at(file, 10, "xyz");  // before what waits
    put(file, "def");
    put_at(file, 6, "");
    file.flush();
    CHECK(read(file.path()) == std::string("abcdef\0\0\0\0xyz", 13));
    put(file, "g");
    file.move_to(8);
    put(file, "hi");
    file.move_to(1);
    put(file, "B");
    file.finish();
    CHECK(read(name) == std::string("aBcdefg\0hixyz", 13));

    NewFile numbers(name);
    std::uint32_t const items[] = {0x41414141, 0x42424242};
    numbers.write_at(2, std::span<std::uint32_t const>(items));
    numbers.finish();
    CHECK(read(name) == std::string("\0\0AAAABBBB", 10));
}

TEST_CASE("a new file that cannot be written is an error with its name", "[unit]") {
    Folder const folder;
    std::string const inside = folder / "none" + "/new";
    std::string message;
    try {
        NewFile const file(inside);
    } catch (trav::BadFile const& e) { message = e.what(); }
    CHECK(message == "trav: " + inside + ": No such file or directory");
    CHECK(folder.files().empty());

    std::optional<NewFile> file(folder / "new");
    put(*file, "abc");
    message.clear();
    try {
        file->write_at(std::uint64_t{1} << 63, std::span<char const>("abc", 3));  // a negative position
    } catch (trav::BadFile const& e) { message = e.what(); }
    CHECK(message == "trav: " + (folder / "new") + ": Invalid argument");
    file.reset();
    CHECK(folder.files().empty());
}

TEST_CASE("a new file that is written in part continues behind it", "[unit]") {
    Folder const folder;
    NewFile file(folder / "new");
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    rlimit few = before;
    few.rlim_cur = 100'000;
    auto const handler = std::signal(SIGXFSZ, SIG_IGN);
    std::string const text(200'000, 'x');
    std::string message;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &few) == 0);
    try {
        file.write_bytes(text.data(), text.size());
    } catch (trav::BadFile const& e) { message = e.what(); }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(message == "trav: " + (folder / "new") + ": File too large");
    CHECK((read(file.path()) == std::string(100'000, 'x')));
}
