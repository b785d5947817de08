#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/report/unreadable.hpp>

#include <string>

using trav::open_to_read, trav::Unreadable;

namespace {

std::string fault(std::string const& path) {
    try {
        open_to_read(path);
    } catch (Unreadable const& error) { return error.what(); }
    return "none";
}

}  // namespace

TEST_CASE("unreadable: one line that names the file, the place and the fault", "[unit]") {
    Unreadable const error("x\n.hp", "line", 3, "JOB\tmissing");
    CHECK(error.what() == std::string("x\\n.hp, line 3: JOB\\tmissing"));
    CHECK(error.place() == 3);
}

TEST_CASE("unreadable: files that can be opened are; others are an error", "[unit]") {
    Folder const folder;
    write(folder / "x.hp", "text");
    std::string word;
    open_to_read(folder / "x.hp") >> word;
    CHECK(word == "text");
    CHECK(fault(folder / "y.hp") == (folder / "y.hp") + ": No such file or directory");
    CHECK(fault(folder.str()) == folder.str() + ": Is a directory");
}
