#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/detail/draft.hpp>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using trav::detail::Draft;

namespace {

using Files = std::vector<std::string>;

void put(Draft const& draft, std::string const& text) {
    REQUIRE(draft);
    REQUIRE(::write(draft.descriptor(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

}  // namespace

// Each test goes with and without a name for the draft, as on systems that cannot do without.
#define FOR_BOTH for (bool const unnamed : {true, false})

TEST_CASE("draft: the file is the old one until the new one is committed", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        write(name, "old");
        Draft draft(name, unnamed);
        put(draft, "new");
        CHECK(read(name) == "old");
        CHECK(draft.commit());
        CHECK(read(name) == "new");
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("draft: a file that was not there is there when it is committed", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        Draft draft(folder / "file", unnamed);
        put(draft, "new");
        CHECK(!std::filesystem::exists(folder / "file"));
        CHECK(draft.commit());
        CHECK(read(folder / "file") == "new");
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("draft: one that is not committed is removed", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        {
            Draft draft(folder / "file", unnamed);
            put(draft, "new");
            CHECK(folder.files().size() == (unnamed ? 0 : 1));
        }
        CHECK(folder.files().empty());
    }
}

TEST_CASE("draft: two of one file do not meet, and the last one stays", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        Draft first(folder / "file", unnamed), second(folder / "file", unnamed);
        put(first, "1");
        put(second, "2");
        CHECK(second.commit());
        CHECK(first.commit());
        CHECK(read(folder / "file") == "1");
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("draft: a name that cannot be replaced is left alone, and the draft removed", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        std::filesystem::create_directory(name);
        write(folder / "file/inside", "x");
        {
            Draft draft(name, unnamed);
            put(draft, "new");
            errno = 0;
            CHECK(!draft.commit());
            CHECK(errno == EISDIR);
        }
        CHECK(folder.files() == Files{"file"});
        CHECK(read(folder / "file/inside") == "x");
    }
}

TEST_CASE("draft: what was committed can be revoked", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "old", "old");
        {
            Draft draft(folder / "old", unnamed), other(folder / "none", unnamed);
            put(draft, "new");
            put(other, "new");
            CHECK(draft.commit(true));
            CHECK(other.commit(true));
            CHECK(read(folder / "old") == "new");
            CHECK(read(folder / "none") == "new");
            CHECK(draft.undo());
            CHECK(other.undo());
        }
        CHECK(folder.files() == Files{"old"});
        CHECK(read(folder / "old") == "old");
        {
            Draft draft(folder / "old", unnamed);
            put(draft, "new");
            CHECK(draft.commit(true));
        }
        CHECK(folder.files() == Files{"old"});
        CHECK(read(folder / "old") == "new");
    }
}

TEST_CASE("draft: nothing is left beside a file that cannot be revoked any more", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        write(name, "old");
        Draft draft(name, unnamed);
        put(draft, "new");
        CHECK(draft.commit(true));
        draft.tidy();
        CHECK(folder.files() == Files{"file"});
        CHECK(!draft.undo());
        CHECK(read(name) == "new");
    }
}

TEST_CASE("draft: the next one in the folder removes what killed programs left, not what others write",
          "[unit]") {
    Folder const folder;
    write(folder / "file", "old");
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    pid_t const child = fork();
    if (child == 0) {
        Draft draft(folder / "file", false);
        if (write(channel[1], "x", 1) != 1) _exit(1);
        pause();
    }
    char ready = 0;
    REQUIRE(read(channel[0], &ready, 1) == 1);
    close(channel[0]);
    close(channel[1]);
    { Draft const other(folder / "other"); }
    CHECK(folder.files().size() == 2);  // it lives
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    CHECK(folder.files().size() == 2);
    { Draft const other(folder / "other"); }
    CHECK(folder.files() == Files{"file"});
}

TEST_CASE("draft: a link stays a link, also one that leads to nothing yet", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::filesystem::create_directory(folder / "sub");
        std::filesystem::create_symlink("sub/link", folder / "link");
        std::filesystem::create_symlink("../target", folder / "sub/link");
        for (std::string const text : {"new", "newer"}) {
            Draft draft(folder / "link", unnamed);
            put(draft, text);
            CHECK(draft.commit());
            CHECK(std::filesystem::is_symlink(folder / "link"));
            CHECK(std::filesystem::is_symlink(folder / "sub/link"));
            CHECK(read(folder / "target") == text);
            CHECK(!std::filesystem::is_symlink(folder / "target"));
        }
        std::filesystem::create_symlink("circle", folder / "circle");
        Draft const circle(folder / "circle", unnamed);
        CHECK(errno == ELOOP);
        CHECK(!circle);
    }
}

TEST_CASE("draft: the file has the rights of the older one", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "old");
        REQUIRE(chmod((folder / "file").c_str(), 0600) == 0);
        Draft draft(folder / "file", unnamed);
        CHECK(draft.commit());
        struct stat about{};
        REQUIRE(stat((folder / "file").c_str(), &about) == 0);
        CHECK((about.st_mode & 07777) == 0600);
    }
}

TEST_CASE("draft: an older file that may not be written is not replaced", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "old");
        REQUIRE(chmod((folder / "file").c_str(), 0444) == 0);
        REQUIRE(chmod((folder / ".").c_str(), 0777) == 0);
        pid_t const child = fork();
        if (child == 0) {  // as nobody, since root may write everything
            if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
            Draft const draft(folder / "file", unnamed);
            _exit(!draft && errno == EACCES ? 0 : 1);
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(status == 0);
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("draft: why there can be none", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "");
        errno = 0;
        CHECK(!Draft(folder / "none/file", unnamed));
        CHECK(errno == ENOENT);
        CHECK(!Draft(folder / "file/file", unnamed));
        CHECK(errno == ENOTDIR);
    }
}

TEST_CASE("draft: a name may be as long as the system allows", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        for (int i = 0; i != 2; ++i) {
            Draft draft(folder / std::string(255, 'x'), unnamed);
            put(draft, "new");
            CHECK(draft.commit());
        }
        CHECK(folder.files() == Files{std::string(255, 'x')});
    }
}
