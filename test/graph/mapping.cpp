// test/graph/mapping.cpp: mapped and copied files: their contents, their descriptors, and
// rejected files.
#include <trav/graph/mapping.hpp>

#include "catch.hpp"
#include "support/folder.hpp"

#include <cerrno>
#include <cstddef>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using trav::detail::Mapping;

namespace {

std::string text(Mapping const& mapping) { return {mapping.data(), mapping.size()}; }
/// The descriptor of the next file: the lowest free one.
int next_descriptor() {
    int const fd = ::open("/dev/null", O_RDONLY);
    ::close(fd);
    return fd;
}
std::string error(std::string const& file, bool copy) {
    try {
        Mapping const mapping(file, copy);
    } catch (trav::BadFile const& e) { return e.what(); }
    return "";
}
/// Overwrites a file without replacing it.
void overwrite(std::string const& file, std::string const& text) {
    int const fd = ::open(file.c_str(), O_WRONLY);
    REQUIRE(::pwrite(fd, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()));
    ::close(fd);
}
struct Copied {
    int error = 0;
    std::string text;
    friend bool operator==(Copied const&, Copied const&) = default;
};
Copied copied(Mapping const& mapping, std::size_t at, std::size_t bytes) {
    Copied result{0, std::string(bytes, '-')};
    result.error = mapping.copy(at, result.text.data(), bytes);
    return result;
}

}  // namespace

TEST_CASE("a mapping has the bytes of its file", "[unit]") {
    Folder const folder;
    std::string const file = folder / "file", large = folder / "large";
    std::string all;
    for (int i = 0; i != 20'000; ++i) all += std::to_string(i);
    write(file, "abcdef");
    write(large, all);
    for (bool const copy : {false, true}) {
        CHECK(text(Mapping(file, copy)) == "abcdef");
        CHECK((text(Mapping(large, copy)) == all));
    }
}

TEST_CASE("a copy of a file does not change with the file, and a mapping does", "[unit]") {
    Folder const folder;
    std::string const file = folder / "file";
    write(file, "abcdef");
    Mapping const mapped(file, false), copy(file, true);
    overwrite(file, "ABC");
    CHECK(text(mapped) == "ABCdef");
    CHECK(text(copy) == "abcdef");
}

TEST_CASE("an empty file has no bytes", "[unit]") {
    Folder const folder;
    write(folder / "file", "");
    for (bool const copy : {false, true}) {
        Mapping const mapping(folder / "file", copy);
        CHECK(mapping.size() == 0);
        CHECK(mapping.data() == nullptr);
    }
}

TEST_CASE("parts of a mapped file are copied without its pages", "[unit]") {
    Folder const folder;
    std::string const file = folder / "file";
    write(file, "abcdef");
    Mapping const mapped(file, false), copy(file, true);
    for (Mapping const* const each : {&mapped, &copy}) {
        CHECK(copied(*each, 0, 6) == Copied{0, "abcdef"});
        CHECK(copied(*each, 2, 3) == Copied{0, "cde"});
        CHECK(copied(*each, 6, 0) == Copied{0, ""});
    }
    REQUIRE(::truncate(file.c_str(), 4) == 0);
    CHECK(copied(mapped, 0, 4) == Copied{0, "abcd"});
    CHECK(copied(mapped, 2, 3) == Copied{-1, "cd-"});
    CHECK(copied(mapped, 5, 1) == Copied{-1, "-"});
    CHECK(copied(copy, 2, 3) == Copied{0, "cde"});
    Copied const wrong = copied(mapped, ~std::size_t{0} / 2 + 1, 2);  // a negative position
    CHECK(wrong == Copied{EINVAL, "--"});
}

TEST_CASE("a mapping keeps its file open, and a copy does not", "[unit]") {
    Folder const folder;
    std::string const file = folder / "file";
    write(file, "abc");
    int const before = next_descriptor();
    {
        Mapping const copy(file, true);
        CHECK(next_descriptor() == before);
        Mapping const mapped(file, false);
        CHECK(next_descriptor() != before);
        CHECK(::fcntl(before, F_GETFD) == FD_CLOEXEC);
    }
    CHECK(next_descriptor() == before);
}

TEST_CASE("files that cannot be mapped are rejected, and closed", "[unit]") {
    Folder const folder;
    std::string const none = folder / "none", pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    int const before = next_descriptor();
    for (bool const copy : {false, true}) {
        CHECK(error(none, copy) == "trav: " + none + ": No such file or directory");
        for (std::string const& file : {folder.str(), pipe, std::string("/dev/null")})
            CHECK(error(file, copy) == "trav: " + file + ": is not a regular file, so it cannot be mapped");
    }
    CHECK(next_descriptor() == before);
}
