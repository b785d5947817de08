#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/graph/device.hpp>

#include <cerrno>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

TEST_CASE("device: names of descriptors", "[unit]") {
    CHECK(trav::named_descriptor("/dev/stdout") == 1);
    CHECK(trav::named_descriptor("/dev/stderr") == 2);
    CHECK(trav::named_descriptor("/dev/fd/0") == 0);
    CHECK(trav::named_descriptor("/proc/self/fd/17") == 17);
    for (auto const* const other :
         {"", "/dev/stdin", "/dev/fd/", "/dev/fd/1x", "/dev/fd/-1", "dev/fd/1", "1"})
        CHECK(trav::named_descriptor(other) == -1);
}

TEST_CASE("device: what is not a regular file", "[unit]") {
    Folder const folder;
    write(folder / "file", "old");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::filesystem::create_symlink("pipe", folder / "to pipe");
    std::filesystem::create_symlink("file", folder / "to file");
    for (std::string const& name : {std::string("/dev/null"), std::string("/dev/fd/1"), folder / "pipe",
                                    folder / "to pipe", folder / "."})
        CHECK(trav::is_device(name));
    for (auto const* const name : {"file", "to file", "none"}) CHECK(!trav::is_device(folder / name));
}

TEST_CASE("device: open_device() opens for writing, or errno says why", "[unit]") {
    Folder const folder;
    write(folder / "file", "old");
    int const null = trav::open_device("/dev/null"), file = trav::open_device(folder / "file");
    REQUIRE(null >= 0);
    CHECK(::write(null, "x", 1) == 1);
    CHECK(read(folder / "file").empty());
    int const again = trav::open_device("/dev/fd/" + std::to_string(file));
    CHECK(again != file);
    CHECK(::write(again, "new", 3) == 3);
    CHECK(read(folder / "file") == "new");
    for (int const each : {null, file, again}) close(each);
    CHECK(trav::open_device(folder / ".") == -1);
    CHECK(errno == EISDIR);
    CHECK(trav::open_device(folder / "none") == -1);
    CHECK(errno == ENOENT);
}
