#include "catch.hpp"
#include "heapprof/hp_text.hpp"
#include "heapprof/spawn.hpp"

#include <heapprof/terminal/sparkline.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>

using test::hp_sample;

namespace {

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

std::string const head = test::hp_head("seconds");

void append(std::string const& file, std::string const& text) { std::ofstream(file, std::ios::app) << text; }

// A terminal of 24 rows and 80 columns for a program; the test reads the program's output at its other end.
class Terminal {
  public:
    Terminal() : end_(posix_openpt(O_RDWR | O_NOCTTY)) {
        REQUIRE(end_ >= 0);
        REQUIRE(grantpt(end_) == 0);
        REQUIRE(unlockpt(end_) == 0);
        name_ = ptsname(end_);
        winsize const size{24, 80, 0, 0};
        REQUIRE(ioctl(end_, TIOCSWINSZ, &size) == 0);
    }
    Terminal(Terminal const&) = delete;
    Terminal& operator=(Terminal const&) = delete;
    ~Terminal() { close(end_); }

    // Makes the terminal the standard output of a new process.
    void attach() const {
        int const other = open(name_.c_str(), O_RDWR | O_NOCTTY);
        dup2(other, STDOUT_FILENO);
        close(other);
    }
    // Waits up to a minute for the program to write this text, since the last call; false on a timeout.
    bool shows(std::string const& wanted) {
        auto const deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (std::chrono::steady_clock::now() < deadline) {
            if (auto const at = text_.find(wanted); at != std::string::npos) {
                text_.erase(0, at + wanted.size());
                return true;
            }
            pollfd waits{end_, POLLIN, 0};
            if (poll(&waits, 1, 100) <= 0) continue;
            std::string block(1 << 12, '\0');
            ssize_t const some = read(end_, block.data(), block.size());
            if (some > 0) text_.append(block, 0, static_cast<std::size_t>(some));
        }
        UNSCOPED_INFO(text_);
        return false;
    }
    termios settings() const {
        termios found{};
        tcgetattr(end_, &found);
        return found;
    }

  private:
    int end_;
    std::string name_, text_;
};

std::string const enters = "\033[?1049h\033[?25l", leaves = "\033[?25h\033[?1049l";

}  // namespace

TEST_CASE("heapprof watch: a sparkline has eighths of the largest number", "[unit]") {
    using heapprof::sparkline;
    CHECK(sparkline({}, 10).empty());
    CHECK(sparkline({0, 0}, 10) == "  ");
    CHECK(sparkline({1, 2, 4, 8}, 10) == "▁▂▄█");
    CHECK(sparkline({1000000, 1, 0}, 10) == "█▁ ");
    CHECK(sparkline({1, 8, 1, 4, 4, 4}, 3) == "█▄▄");  // pairs share a character
    CHECK(sparkline({8, 1, 1, 1, 1}, 2) == "█▁");      // the first two, and the other three
    CHECK(sparkline({~0ull, ~0ull / 2 + 1}, 10) == "█▄");
}

TEST_CASE("heapprof watch: prints the last sample once without a terminal", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", head + hp_sample("0.1", "Session\t1024\n") +
                               hp_sample("0.2", "Cache\t4096\nSession\t2048\n") +
                               hp_sample("0.35", "Session\t8192\nGone\t0\n"));
    Result const result = run("watch " + (folder / "x.hp"));
    INFO(result.err);
    CHECK(result.code == 0);
    CHECK(result.out == "3 samples, the last at 0.35 seconds\n"
                        "\n"
                        "band     over time     bytes       %\n"
                        "Session        ▁▂█  8.00 KiB  100.0%\n"
                        "total          ▁▆█  8.00 KiB  100.0%\n");
    CHECK(run("watch --once --top 1 " + (folder / "x.hp")).out == result.out);
}

TEST_CASE("heapprof watch: reads dumps, and folders of dumps in order of writing", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const base = "ROOT a\nNODE a App 1024\n";
    std::filesystem::create_directory(folder / "dumps");
    write(folder / "dumps/z.graph", base + "NODE s Session 1024\na s\n");
    write(folder / "dumps/b.graph", base + "NODE s Session 4096\na s\nNODE c Cache 2048\na c\n");
    write(folder / "dumps/notes.txt", "no dump");
    auto const now = std::filesystem::last_write_time(folder / "dumps/b.graph");
    std::filesystem::last_write_time(folder / "dumps/z.graph", now - std::chrono::hours(1));
    Result const result = run("watch " + (folder / "dumps") + " --top 2");
    INFO(result.err);
    CHECK(result.out == "2 samples, the last b\n"
                        "\n"
                        "type        over time     bytes       %\n"
                        "Session            ▂█  4.00 KiB   57.1%\n"
                        "Cache               █  2.00 KiB   28.6%\n"
                        "... 1 more         ██  1.00 KiB   14.3%\n"
                        "total              ▃█  7.00 KiB  100.0%\n");
    CHECK(run("watch " + (folder / "dumps/b.graph") + ' ' + (folder / "dumps/z.graph")).out.substr(0, 25) ==
          "2 samples, the last z\n\nty");
    CHECK(has(run("watch " + (folder / "dumps") + " --by root --root a").out, "\nroot   over time"));
}

TEST_CASE("heapprof watch: a half-written file is read next time", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const whole = head + hp_sample("0.1", "Session\t1024\n"),
                      next = hp_sample("0.2", "Session\t2048\n");
    for (std::size_t const cut : {1u, 8u, 15u, 17u, 20u, 27u, 30u, 35u, 40u}) {
        INFO(cut);
        write(folder / "x.hp", whole + next.substr(0, cut));
        Result const result = run("watch " + (folder / "x.hp"));
        CHECK(result.code == 0);
        CHECK(has(result.out, "1 sample, at 0.1 seconds\n"));
    }
    write(folder / "x.hp", whole + next);
    CHECK(has(run("watch " + (folder / "x.hp")).out, "2 samples, the last at 0.2 seconds\n"));
    write(folder / "1.graph", "ROOT a\nNODE a App 1024\n");
    write(folder / "2.heapsnapshot", "{\"snapshot\":{\"meta\":{\"node_fields\":[");
    Result const dumps = run("watch " + (folder / "1.graph") + ' ' + (folder / "2.heapsnapshot"));
    CHECK(dumps.code == 0);
    CHECK(has(dumps.out, "1 sample, 1\n"));
    CHECK(has(dumps.out, "\nwaiting: "));
}

TEST_CASE("heapprof watch: an error is one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", head);
    Result const empty = run("watch " + (folder / "x.hp"));
    CHECK(empty.code == 1);
    CHECK(has(empty.err, "sample"));
    CHECK(has(run("watch " + (folder / "no.hp")).err, "no.hp: No such file or directory\n"));
    CHECK(run("watch " + (folder / "x.hp") + ' ' + game).code == 1);
    CHECK(run("watch " + game + " -o -").code == 2);
    CHECK(run("watch " + game + " -o " + game).code == 1);
    CHECK(run("watch").code == 2);
}

TEST_CASE("heapprof watch: redraws the terminal when the file grows, and restores it", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", head + hp_sample("0.1", "Session\t1024\n"));
    Terminal terminal;
    termios const before = terminal.settings();
    Spawned watch(folder.str(), "watch x.hp -o x.html", [&] { terminal.attach(); }, "env -u COLUMNS");
    CHECK(terminal.shows(enters));
    CHECK(terminal.shows("1.00 KiB"));
    append(folder / "x.hp", hp_sample("0.2", "Session\t3072\n") + "BEGIN_SAMPLE 0.3\nSess");
    CHECK(terminal.shows("2 samples, the last at 0.2 seconds"));
    CHECK(terminal.shows("▃█  3.00 KiB"));
    append(folder / "x.hp", "ion\t512\nEND_SAMPLE 0.3\n");
    CHECK(terminal.shows("3 samples, the last at 0.3 seconds"));
    CHECK(terminal.shows("512 B"));
    watch.kill(SIGINT);
    CHECK(terminal.shows(leaves));
    CHECK(watch.wait().code == 0);
    termios const after = terminal.settings();
    CHECK(after.c_lflag == before.c_lflag);
    CHECK(after.c_oflag == before.c_oflag);
    std::string const page = read(folder / "x.html");
    CHECK(has(page, "<meta http-equiv=\"refresh\" content=\"2\">"));
    CHECK(has(page, "<title>Session"));
    CHECK(folder.files().size() == 2);  // no draft remains
}

TEST_CASE("heapprof watch: restores the terminal when stopped, and redraws when resumed", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", head + hp_sample("0.1", "Session\t1024\n"));
    Terminal terminal;
    Spawned watch(
        folder.str(), "watch x.hp",
        [&] {
            terminal.attach();
            setpgid(0, 0);  // a separate job, because orphaned jobs cannot be stopped
            std::signal(SIGTSTP, SIG_DFL);
        },
        "env -u COLUMNS");
    CHECK(terminal.shows(enters));
    for (int times = 0; times != 2; ++times) {
        CHECK(terminal.shows("1.00 KiB"));
        watch.kill(SIGTSTP);
        CHECK(terminal.shows(leaves));
        CHECK(watch.stops());
        watch.kill(SIGCONT);
        CHECK(terminal.shows(enters));
    }
    CHECK(terminal.shows("1.00 KiB"));
    watch.kill(SIGINT);
    CHECK(terminal.shows(leaves));
    CHECK(watch.wait().code == 0);
}

TEST_CASE("heapprof watch: restores the terminal when a signal ends it", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", head + hp_sample("0.1", "Session\t1024\n"));
    for (int const signal : {SIGHUP, SIGQUIT}) {
        Terminal terminal;
        Spawned watch(folder.str(), "watch x.hp", [&] { terminal.attach(); }, "env -u COLUMNS");
        CHECK(terminal.shows("1.00 KiB"));
        watch.kill(signal);
        CHECK(terminal.shows(leaves));
        CHECK(watch.wait().code == 128 + signal);
    }
}

TEST_CASE("heapprof watch: an id must denote the same object in all dumps", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "1.graph", "ROOT a\nNODE a App 1024\nNODE 7 Cache 10\na 7 cache\n");
    write(folder / "2.graph", "ROOT a\nNODE a App 2048\nNODE 7 Session 10\na 7 cache\n");
    Result const result = run("watch " + (folder / "1.graph") + ' ' + (folder / "2.graph") + " --root @7");
    INFO(result.err);
    CHECK(result.code == 0);
    CHECK(result.out.starts_with("1 sample, 1\n"));
    CHECK(has(result.out, "2.graph: selector '@7' is Session here, but Cache in "));
    CHECK(has(result.out, "1.graph: ids were given anew in between\n"));
}

TEST_CASE("heapprof watch: writes a page for a folder of dumps that reloads itself", "[unit]") {
    HEAPPROF_OR_SKIP();
    if (run("page " + game + " -o -").code != 0) {
        WARN("skipped: heapprof was built without D3");
        return;
    }
    Folder const folder;
    std::filesystem::create_directory(folder / "dumps");
    Terminal terminal;
    Spawned watch(folder.str(), "watch dumps -o x.html", [&] { terminal.attach(); }, "env -u COLUMNS");
    CHECK(terminal.shows("waiting: there is no sample yet"));
    write(folder / "dumps/1.graph", "ROOT a\nNODE a App 1024\n");
    CHECK(terminal.shows("1 sample, 1"));
    CHECK(has(read(folder / "x.html"), "<meta http-equiv=\"refresh\" content=\"2\">"));
    write(folder / "dumps/2.heapsnapshot", "{\"snapshot\":{");
    CHECK(terminal.shows("waiting: "));
    std::filesystem::remove(folder / "dumps/2.heapsnapshot");
    write(folder / "dumps/2.graph", "ROOT a\nNODE a App 5120\n");
    CHECK(terminal.shows("2 samples, the last 2"));
    std::string const page = read(folder / "x.html");
    CHECK(has(page, "dumps/1.graph"));
    CHECK(has(page, "dumps/2.graph"));
    watch.kill(SIGTERM);
    CHECK(terminal.shows(leaves));
    CHECK(watch.wait().code == 128 + SIGTERM);
    // A page that is not rewritten does not reload itself.
    CHECK(!has(run("page " + game + " -o -").out, "refresh"));
    CHECK(run("watch " + game + " -o " + (folder / "y.html")).code == 0);
    CHECK(!has(read(folder / "y.html"), "refresh"));
}
