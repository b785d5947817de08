#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/detail/draft.hpp>

#include <cerrno>
#include <filesystem>
#include <string>

TEST_CASE("draft: the file is the old one until the new one is committed", "[unit]") {
    Folder const folder;
    std::string const name = folder / "file";
    write(name, "old");
    trav::detail::Draft draft(name);
    write(draft.path(), "new");
    CHECK(read(name) == "old");
    CHECK(draft.commit());
    CHECK(read(name) == "new");
    CHECK(folder.files().size() == 1);
}

TEST_CASE("draft: one that is not committed is removed", "[unit]") {
    Folder const folder;
    std::string const name = folder / "file";
    {
        trav::detail::Draft draft(name);
        write(draft.path(), "new");
        CHECK(folder.files().size() == 1);
    }
    CHECK(folder.files().size() == 0);
}

TEST_CASE("draft: two of one file do not meet, and the last one stays", "[unit]") {
    Folder const folder;
    trav::detail::Draft first(folder / "file"), second(folder / "file");
    CHECK(first.path() != second.path());
    write(first.path(), "1");
    write(second.path(), "2");
    CHECK(second.commit());
    CHECK(first.commit());
    CHECK(read(folder / "file") == "1");
}

TEST_CASE("draft: a name that cannot be replaced is left alone, and the draft removed", "[unit]") {
    Folder const folder;
    std::string const name = folder / "file";
    std::filesystem::create_directory(name);
    write(folder / "file/inside", "x");
    {
        trav::detail::Draft draft(name);
        write(draft.path(), "new");
        errno = 0;
        CHECK(!draft.commit());
        CHECK(errno != 0);
    }
    CHECK(folder.files().size() == 1);
    CHECK(read(folder / "file/inside") == "x");
}
