#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/graph/atomic_file.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using trav::AtomicFile;

namespace {

using Files = std::vector<std::string>;

void put(AtomicFile const& file, std::string const& text) {
    REQUIRE(file);
    REQUIRE(::write(file.descriptor(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

struct stat about(std::string const& name) {
    struct stat result{};
    REQUIRE(stat(name.c_str(), &result) == 0);
    return result;
}

uid_t const nobody = 65534;

// What run() returns in a process of this user, or of nobody if this is root, who may do everything.
int as_user(auto run) {
    pid_t const child = fork();
    if (child == 0) _exit(geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0) ? 99 : run());
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// /dev/null or /dev/full; for root, who could replace it, a copy in the folder, or "" if that is forbidden.
std::string device(Folder const& folder, std::string const& name) {
    if (geteuid() != 0) return "/dev/" + name;
    if (mknod((folder / name).c_str(), S_IFCHR | 0666, about("/dev/" + name).st_rdev) != 0) return "";
    int const opened = open((folder / name).c_str(), O_WRONLY);
    return opened >= 0 && close(opened) == 0 ? folder / name : "";
}

}  // namespace

// Each test uses a draft without a name and one with a name, as on systems that require one.
#define FOR_BOTH for (bool const unnamed : {true, false})

TEST_CASE("atomic file: the file keeps its contents until commit()", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        write(name, "old");
        AtomicFile file(name, unnamed);
        put(file, "new");
        CHECK(read(name) == "old");
        CHECK(file.commit());
        CHECK(read(name) == "new");
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("atomic file: a new file appears on commit()", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        AtomicFile file(folder / "file", unnamed);
        put(file, "new");
        CHECK(!std::filesystem::exists(folder / "file"));
        CHECK(file.commit());
        CHECK(read(folder / "file") == "new");
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("atomic file: a draft that is not committed is removed", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        {
            AtomicFile file(folder / "file", unnamed);
            put(file, "new");
            CHECK(folder.files().size() == (unnamed ? 0 : 1));
        }
        CHECK(folder.files().empty());
    }
}

TEST_CASE("atomic file: two drafts of one file do not interfere, and the last commit wins", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        AtomicFile first(folder / "file", unnamed), second(folder / "file", unnamed);
        put(first, "1");
        put(second, "2");
        CHECK(second.commit());
        CHECK(first.commit());
        CHECK(read(folder / "file") == "1");
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("atomic file: a name that cannot be replaced is untouched, and the draft is removed", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        std::filesystem::create_directory(name);
        write(folder / "file/inside", "x");
        {
            AtomicFile file(name, unnamed);
            put(file, "new");
            errno = 0;
            CHECK(!file.commit());
            CHECK(errno == EISDIR);
        }
        CHECK(folder.files() == Files{"file"});
        CHECK(read(folder / "file/inside") == "x");
    }
}

TEST_CASE("atomic file: commit() fails if the name has become a folder's, or the folder is gone", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::filesystem::create_directory(folder / "gone");
        {
            AtomicFile file(folder / "file", unnamed), other(folder / "gone/file", unnamed);
            put(file, "new");
            std::filesystem::create_directory(folder / "file");
            CHECK(!file.commit());
            CHECK(errno == EISDIR);
            std::filesystem::remove_all(folder / "gone");
            CHECK(!other.commit());
            CHECK(errno == ENOENT);
        }
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("atomic file: the end of a committed draft does not remove the next one", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "old");
        auto first = std::make_unique<AtomicFile>(folder / "file", unnamed);
        CHECK(first->commit());
        AtomicFile second(folder / "file", unnamed);
        put(second, "new");
        first.reset();
        CHECK(second.commit());
        CHECK(read(folder / "file") == "new");
    }
}

TEST_CASE("atomic file: undo() reverts a commit", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "old", "old");
        {
            AtomicFile file(folder / "old", unnamed), other(folder / "none", unnamed);
            put(file, "new");
            put(other, "new");
            CHECK(file.commit(true));
            CHECK(other.commit(true));
            CHECK(read(folder / "old") == "new");
            CHECK(read(folder / "none") == "new");
            CHECK(file.undo());
            CHECK(other.undo());
        }
        CHECK(folder.files() == Files{"old"});
        CHECK(read(folder / "old") == "old");
        {
            AtomicFile file(folder / "old", unnamed);
            put(file, "new");
            CHECK(file.commit(true));
        }
        CHECK(folder.files() == Files{"old"});
        CHECK(read(folder / "old") == "new");
    }
}

TEST_CASE("atomic file: undo() fails after a commit that was not to be undone", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "old");
        AtomicFile file(folder / "file", unnamed);
        put(file, "new");
        errno = ENOENT;
        CHECK(file.commit());
        CHECK(!file.undo());
        CHECK(read(folder / "file") == "new");
    }
}

TEST_CASE("atomic file: tidy() removes the older file, so undo() fails", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        write(name, "old");
        AtomicFile file(name, unnamed);
        put(file, "new");
        CHECK(file.commit(true));
        file.tidy();
        CHECK(folder.files() == Files{"file"});
        CHECK(!file.undo());
        CHECK(read(name) == "new");
    }
}

TEST_CASE("atomic file: a new draft removes drafts of killed programs, but not of running ones", "[unit]") {
    Folder const folder;
    write(folder / "file", "old");
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    pid_t const child = fork();
    if (child == 0) {
        AtomicFile file(folder / "file", false);
        if (write(channel[1], "x", 1) != 1) _exit(1);
        pause();
    }
    char ready = 0;
    REQUIRE(read(channel[0], &ready, 1) == 1);
    close(channel[0]);
    close(channel[1]);
    { AtomicFile const other(folder / "other"); }
    CHECK(folder.files().size() == 2);  // its program is running
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    CHECK(folder.files().size() == 2);
    { AtomicFile const other(folder / "other"); }
    CHECK(folder.files() == Files{"file"});
}

TEST_CASE("atomic file: a link with a draft's name is no draft, and a pipe is not waited for", "[unit]") {
    Folder const folder;
    write(folder / "kept", "old");
    std::filesystem::create_symlink("kept", folder / ".trav-draft-1-1");
    REQUIRE(mkfifo((folder / ".trav-draft-1-2").c_str(), 0600) == 0);
    { AtomicFile const file(folder / "file"); }
    CHECK(std::filesystem::is_symlink(folder / ".trav-draft-1-1"));
    CHECK(read(folder / "kept") == "old");
}

TEST_CASE("atomic file: a symbolic link stays a link, even without a target", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::filesystem::create_directory(folder / "sub");
        std::filesystem::create_symlink("sub/link", folder / "link");
        std::filesystem::create_symlink("../target", folder / "sub/link");
        for (std::string const text : {"new", "newer"}) {
            AtomicFile file(folder / "link", unnamed);
            put(file, text);
            CHECK(file.commit());
            CHECK(std::filesystem::is_symlink(folder / "link"));
            CHECK(std::filesystem::is_symlink(folder / "sub/link"));
            CHECK(read(folder / "target") == text);
            CHECK(!std::filesystem::is_symlink(folder / "target"));
        }
        std::filesystem::create_symlink("circle", folder / "circle");
        AtomicFile const circle(folder / "circle", unnamed);
        CHECK(errno == ELOOP);
        CHECK(!circle);
    }
}

TEST_CASE("atomic file: the file keeps the permissions of the older file", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "old");
        REQUIRE(chmod((folder / "file").c_str(), 0600) == 0);
        AtomicFile file(folder / "file", unnamed);
        CHECK(file.commit());
        CHECK((about(folder / "file").st_mode & 07777) == 0600);
    }
}

TEST_CASE("atomic file: the file keeps the owner and the group of the older file", "[unit]") {
    if (geteuid() != 0) return;  // only root can give a file to another user
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        REQUIRE(chmod((folder / ".").c_str(), 0755) == 0);
        for (auto const& [owner, group] : {std::pair{nobody, gid_t{0}}, {uid_t{0}, gid_t{7}}, {nobody, 7}}) {
            write(name, "old");
            REQUIRE(chmod(name.c_str(), 0600) == 0);
            REQUIRE(chown(name.c_str(), owner, group) == 0);
            ino_t const before = about(name).st_ino;
            AtomicFile file(name, unnamed);
            put(file, "new");
            CHECK(file.commit());
            CHECK(about(name).st_uid == owner);
            CHECK(about(name).st_gid == group);
            CHECK((about(name).st_mode & 07777) == 0600);
            CHECK(about(name).st_ino != before);  // replaced
            int const readable = as_user([&] { return access(name.c_str(), R_OK); });
            CHECK((readable == 0) == (owner == nobody));
            REQUIRE(unlink(name.c_str()) == 0);
        }
    }
}

TEST_CASE("atomic file: another user's file is overwritten on commit(), which keeps its owner", "[unit]") {
    if (geteuid() != 0) return;  // only root can make a file of another user
    FOR_BOTH {
        Folder const folder;
        std::string const name = folder / "file";
        std::string const text(200'000, 'x');
        write(name, "old" + text);
        REQUIRE(chmod(name.c_str(), 0666) == 0);
        REQUIRE(chmod((folder / ".").c_str(), 0777) == 0);
        CHECK(as_user([&] {
                  AtomicFile file(name, unnamed), not_committed(name, unnamed);
                  if (!file || ::write(file.descriptor(), text.data(), text.size()) != 200'000) return 1;
                  if (read(name) != "old" + text) return 2;
                  if (!file.commit(true)) return 3;
                  return file.undo() ? 4 : 0;
              }) == 0);
        CHECK(read(name) == text);
        CHECK(about(name).st_uid == 0);
        CHECK((about(name).st_mode & 07777) == 0666);
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("atomic file: a pipe and a descriptor are written to on commit()", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        std::string const pipe = folder / "pipe";
        REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
        std::filesystem::create_symlink("pipe", folder / "link");
        { AtomicFile const not_committed(pipe, unnamed); }
        for (std::string const name : {"pipe", "link"}) {
            int const reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
            AtomicFile file(folder / name, unnamed);
            put(file, "new");
            CHECK(file.commit());
            char text[4] = {};
            CHECK(read(reader, text, 4) == 3);
            CHECK(text == std::string("new"));
            CHECK(read(reader, text, 4) == 0);
            close(reader);
        }
        int const reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
        {
            AtomicFile file(pipe, unnamed);
            put(file, "x");  // the least that can be copied
            CHECK(file.commit());
        }
        char text[4] = {};
        CHECK(read(reader, text, 4) == 1);
        CHECK(text == std::string("x"));
        close(reader);
        write(folder / "file", "old");
        int const open_file = open((folder / "file").c_str(), O_WRONLY | O_APPEND);
        {
            AtomicFile file("/dev/fd/" + std::to_string(open_file), unnamed);
            put(file, "new");
            CHECK(file.commit());
        }
        close(open_file);
        CHECK(read(folder / "file") == "oldnew");
        CHECK(!AtomicFile("/dev/fd/" + std::to_string(open_file), unnamed));
        CHECK(errno == ENOENT);
        CHECK(S_ISFIFO(about(pipe).st_mode));
        CHECK(folder.files() == Files{"file", "link", "pipe"});
    }
}

TEST_CASE("atomic file: the draft of a pipe is a file in TMPDIR", "[unit]") {
    FOR_BOTH {
        Folder const folder, temporary;
        REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
        char const* const before = std::getenv("TMPDIR");
        std::string const old = before == nullptr ? "" : before;
        setenv("TMPDIR", temporary.str().c_str(), 1);
        {
            AtomicFile file(folder / "pipe", unnamed);
            put(file, "new");
            CHECK(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file.descriptor()))
                      .string()
                      .starts_with(temporary.str()));
            CHECK(folder.files() == Files{"pipe"});
        }
        if (before == nullptr) unsetenv("TMPDIR");
        else setenv("TMPDIR", old.c_str(), 1);
        CHECK(temporary.files().empty());
    }
}

TEST_CASE("atomic file: a device is written to on commit(), which fails if the device does", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        for (auto const& [name, error] : {std::pair{"null", 0}, {"full", ENOSPC}}) {
            std::string const path = device(folder, name);
            if (path.empty()) return;
            {
                AtomicFile file(path, unnamed);
                put(file, "new");
                errno = 0;
                CHECK(file.commit() == (error == 0));
                CHECK(errno == error);
            }
            CHECK(S_ISCHR(about(path).st_mode));
        }
    }
}

TEST_CASE("atomic file: a read-only older file is not replaced", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "old");
        REQUIRE(chmod((folder / "file").c_str(), 0444) == 0);
        REQUIRE(chmod((folder / ".").c_str(), 0777) == 0);
        CHECK(as_user([&] {
                  AtomicFile const file(folder / "file", unnamed);
                  return !file && errno == EACCES ? 0 : 1;
              }) == 0);
        CHECK(folder.files() == Files{"file"});
    }
}

TEST_CASE("atomic file: errno says why a draft cannot be created", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        write(folder / "file", "");
        errno = 0;
        CHECK(!AtomicFile(folder / "none/file", unnamed));
        CHECK(errno == ENOENT);
        CHECK(!AtomicFile(folder / "file/file", unnamed));
        CHECK(errno == ENOTDIR);
        REQUIRE(chmod((folder / "file").c_str(), 0666) == 0);
        REQUIRE(chmod(folder.str().c_str(), 0555) == 0);
        CHECK(as_user([&] {
                  AtomicFile const file(folder / "file", unnamed);
                  return file ? 1 : errno == EACCES ? 0 : 2;
              }) == 0);
        REQUIRE(chmod(folder.str().c_str(), 0755) == 0);
    }
}

TEST_CASE("atomic file: a name may be as long as the system allows", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        for (int i = 0; i != 2; ++i) {
            AtomicFile file(folder / std::string(255, 'x'), unnamed);
            put(file, "new");
            CHECK(file.commit());
        }
        CHECK(folder.files() == Files{std::string(255, 'x')});
    }
}

TEST_CASE("atomic file: a new file has the mode of other new files; a draft that is copied is private",
          "[unit]") {
    mode_t const before = umask(022);
    FOR_BOTH {
        Folder const folder;
        AtomicFile file(folder / "file", unnamed);
        CHECK(file.commit());
        CHECK((about(folder / "file").st_mode & 07777) == 0644);
        REQUIRE(mkfifo((folder / "pipe").c_str(), 0666) == 0);
        AtomicFile const copied(folder / "pipe", unnamed);
        struct stat draft{};
        REQUIRE(fstat(copied.descriptor(), &draft) == 0);
        CHECK((draft.st_mode & 07777) == 0600);
    }
    umask(before);
}

TEST_CASE("atomic file: a name without a folder is of the current one", "[unit]") {
    Folder const folder;
    std::filesystem::path const before = std::filesystem::current_path();
    std::filesystem::current_path(folder.str());
    FOR_BOTH {
        write(".trav-draft-1-1", "left by a killed program");
        AtomicFile file("file", unnamed);
        CHECK((unnamed == file.path().starts_with("/proc/") ||
               !AtomicFile(folder / "other").path().starts_with("/proc/")));
        put(file, "new");
        CHECK(file.commit());
        CHECK(folder.files() == Files{"file"});
    }
    std::filesystem::current_path(before);
}

TEST_CASE("atomic file: descriptors are closed, and errno stays", "[unit]") {
    auto const open_files = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
    };
    auto const before = open_files();
    FOR_BOTH {
        Folder const folder;
        write(folder / ".trav-draft-1-1", "left by a killed program");
        {
            AtomicFile const file(folder / "file", unnamed);
            errno = 7;
        }
        CHECK(errno == 7);
        CHECK(open_files() == before);
    }
}

#ifdef O_TMPFILE
TEST_CASE("atomic file: a draft has no name, where the system supports that", "[unit]") {
    Folder const folder;
    int const unnamed = open(folder.str().c_str(), O_TMPFILE | O_RDWR, 0600);
    AtomicFile const file(folder / "file");
    CHECK(folder.files().empty() == (unnamed >= 0));
    if (unnamed >= 0) close(unnamed);
}
#endif

TEST_CASE("atomic file: a draft is locked, so that no other process takes it for abandoned", "[unit]") {
    FOR_BOTH {
        Folder const folder;
        AtomicFile const file(folder / "file", unnamed);
        int const again = open(file.path().c_str(), O_RDONLY);
        REQUIRE(again >= 0);
        CHECK(flock(again, LOCK_EX | LOCK_NB) != 0);
        close(again);
    }
}

TEST_CASE("atomic file: a program without a standard input has the draft, or the device, in its place",
          "[unit]") {
    int const input = dup(0);
    FOR_BOTH {
        Folder const folder, devices;
        write(folder / "file", "old");
        REQUIRE(chmod((folder / "file").c_str(), 0640) == 0);
        std::string const null = device(devices, "null");
        AtomicFile to_device(null.empty() ? devices / "other" : null, unnamed);
        close(0);
        CHECK(to_device.commit());
        {
            errno = EEXIST;
            AtomicFile file(folder / "file", unnamed);
            CHECK(file.descriptor() == 0);
            put(file, "new");
            CHECK(file.commit());
        }
        CHECK(fcntl(0, F_GETFD) < 0);
        CHECK(read(folder / "file") == "new");
        CHECK((about(folder / "file").st_mode & 0777) == 0640);
        CHECK(folder.files() == Files{"file"});
        dup2(input, 0);
    }
    close(input);
}

TEST_CASE("atomic file: as many links are followed as by the system", "[unit]") {
    Folder const folder;
    auto const link = [&](int n) { return folder / ("link" + std::to_string(n)); };
    for (int n = 1; n != 60; ++n) std::filesystem::create_symlink(link(n - 1), link(n));
    int n = 1;
    while (open(link(n).c_str(), O_RDONLY) < 0 && errno == ENOENT) ++n;  // until there are too many
    REQUIRE(errno == ELOOP);
    CHECK(AtomicFile::behind_links(link(n - 1)) == link(0));
    CHECK(AtomicFile::behind_links(link(n)) == link(1));
}

namespace {

void nothing(int) {}

}  // namespace

TEST_CASE("atomic file: all is copied to a slow pipe, though signals interrupt", "[unit]") {
    std::string text;
    for (int i = 0; i != 100'000; ++i) text += std::to_string(i);
    Folder const folder;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::string got;
    std::thread reader([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        sigset_t alarm;
        sigemptyset(&alarm), sigaddset(&alarm, SIGALRM);
        pthread_sigmask(SIG_BLOCK, &alarm, nullptr);
        int const from = open((folder / "pipe").c_str(), O_RDONLY);
        char some[10'000];
        for (ssize_t count; (count = read(from, some, sizeof some)) > 0;) {
            got.append(some, static_cast<std::size_t>(count));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        close(from);
    });
    AtomicFile file(folder / "pipe");
    put(file, text);
    struct sigaction interrupt{}, before{};
    interrupt.sa_handler = nothing;  // without SA_RESTART
    sigaction(SIGALRM, &interrupt, &before);
    itimerval const often{{0, 300}, {0, 300}}, never{};
    setitimer(ITIMER_REAL, &often, nullptr);
    bool const committed = file.commit();
    setitimer(ITIMER_REAL, &never, nullptr);
    if (!committed) close(open((folder / "pipe").c_str(), O_WRONLY));  // ends the reader
    reader.join();
    sigaction(SIGALRM, &before, nullptr);
    CHECK(committed);
    CHECK(got == text);
}
