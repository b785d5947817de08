// `heapprof live`, with a thread of this process in place of a program that serves its heap. test/live runs
// Haskell programs.
#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <live/cbits/heap_socket.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// Sets XDG_RUNTIME_DIR during its lifetime, to a folder with a folder for sockets.
class Runtime {
  public:
    Runtime() {
        std::filesystem::create_directory(folder_ / "trav");
        std::filesystem::permissions(folder_ / "trav", std::filesystem::perms::owner_all);
        setenv("XDG_RUNTIME_DIR", folder_.str().c_str(), 1);
    }
    Runtime(Runtime const&) = delete;
    ~Runtime() { unsetenv("XDG_RUNTIME_DIR"); }

    std::string operator/(std::string const& name) const { return folder_ / ("trav/" + name); }
    std::string ours() const { return *this / (std::to_string(getpid()) + ".live"); }

  private:
    Folder folder_;
};

int listening(std::string const& path) {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::strncpy(at.sun_path, path.c_str(), sizeof at.sun_path - 1);
    int const made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(made, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0 || listen(made, 1) != 0)
        throw std::runtime_error("no socket " + path);
    return made;
}

// Answers questions one at a time with `reply`, and hangs up.
class StandIn {
  public:
    StandIn(Runtime const& runtime, std::function<std::string(std::string const&)> reply)
        : socket_(listening(runtime.ours())), reply_(std::move(reply)), thread_([this] { serve(); }) {}
    StandIn(Runtime const& runtime, std::string const& answer)
        : StandIn(runtime, [answer](std::string const&) { return answer; }) {}
    StandIn(StandIn const&) = delete;
    ~StandIn() {
        shutdown(socket_, SHUT_RDWR);
        thread_.join();
        close(socket_);
    }

  private:
    void serve() {
        for (int caller = 0; (caller = accept(socket_, nullptr, nullptr)) >= 0; close(caller)) {
            std::string question;
            for (char c = 0; ::read(caller, &c, 1) == 1 && c != '\n';) question += c;
            if (question.empty()) continue;
            std::string const answer = reply_(question);
            (void)!send(caller, answer.data(), answer.size(), MSG_NOSIGNAL);
        }
    }

    int socket_;
    std::function<std::string(std::string const&)> reply_;
    std::thread thread_;
};

std::string const own = std::to_string(getpid());

// Checks that `heapprof live` fails with this text in one line.
void refused(std::string const& arguments, std::string const& why) {
    Result const result = run("live " + arguments);
    INFO(result.err);
    CHECK(result.code == 1);
    CHECK(result.out.empty());
    CHECK(has(result.err, why));
    CHECK(result.err.starts_with("heapprof: "));
    CHECK(result.err.find('\n') == result.err.size() - 1);
}

// A process that calls `begin` and waits for a kill.
class Waiting {
  public:
    explicit Waiting(std::function<void()> const& begin) : process_(fork()) {
        if (process_ != 0) return;
        begin();
        for (;;) pause();
    }
    Waiting(Waiting const&) = delete;
    ~Waiting() {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    std::string number() const { return std::to_string(process_); }

  private:
    pid_t process_;
};

unsigned mode(std::string const& path) {
    struct stat facts{};
    return lstat(path.c_str(), &facts) == 0 ? facts.st_mode & 07777 : 0;
}

constexpr char const* three = R"({"roots":["hsc","eps","fc"],"bins":[)"
                              R"({"roots":["hsc"],"held":{"bytes":80,"objects":3}},)"
                              R"({"roots":["hsc","fc"],"held":{"bytes":72,"objects":3}},)"
                              R"({"roots":["hsc","eps"],"held":{"bytes":48,"objects":2}},)"
                              R"({"roots":["hsc","eps","fc"],"held":{"bytes":32,"objects":2}}],)"
                              R"("total":{"bytes":232,"objects":10}})"
                              "\n";

constexpr char const* graph = R"(NODE env HscEnv 32
NODE eps Three 32
NODE fc Four 40
NODE other Three 32
NODE x Word 16
NODE y Word 16
NODE z Word 16
NODE e Word 16
NODE f Word 16
NODE t Word 16
H env
E eps
F fc
env eps
env fc
env other
eps x
eps y
eps e
fc x
fc y
fc z
fc f
other x
other z
other t
)";

// A program with this answer; it records its last question.
struct ThreeRoots {
    Runtime runtime;
    std::string asked;
    StandIn answering{runtime, [this](std::string const& question) {
                          asked = question;
                          return three;
                      }};
};

}  // namespace

TEST_CASE("heapprof live: prints a census like a dump", "[unit]") {
    HEAPPROF_OR_SKIP();
    ThreeRoots const program;
    Result const result = run("live " + own);
    CHECK(result.err.empty());
    CHECK(result.code == 0);
    CHECK(program.asked == "by root");
    CHECK(result.out == R"(root        bytes       %  objects
hsc          80 B   34.5%        3
hsc,fc       72 B   31.0%        3
hsc,eps      48 B   20.7%        2
hsc,eps,fc   32 B   13.8%        2
total       232 B  100.0%       10

held by       alone  shared  in all
hsc            80 B   152 B   232 B
eps             0 B    80 B    80 B
fc              0 B   104 B   104 B
all of these  232 B     0 B   232 B
(alone: none of the other roots reaches it; shared: another root does)
)");
    // A dump of the same objects.
    std::string const dump = ask("dump", "--root hsc=@H --root eps=@E --root fc=@F --by root", graph).out;
    auto const summary = [](std::string const& text) {
        return text.substr(text.find("held by"), text.find("(alone") - text.find("held by"));
    };
    CHECK(summary(result.out) == summary(dump));
}

TEST_CASE("heapprof live: splits by type and by retainer, cuts lines, writes JSON", "[unit]") {
    HEAPPROF_OR_SKIP();
    ThreeRoots const program;
    Result const by_type = run("live --by type --top 1 " + own);
    CHECK(program.asked == "by type");
    CHECK(by_type.out == R"(type        bytes       %  objects
hsc          80 B   34.5%        3
... 3 more  152 B   65.5%        7
total       232 B  100.0%       10
)");
    CHECK(run("live --by retainer " + own).out.starts_with("retainer "));
    CHECK(program.asked == "by retainer");
    auto const json = nlohmann::json::parse(run("live --json - " + own).out);
    CHECK(json["schema"] == "heapprof live");
    CHECK(json["process"] == getpid());
    CHECK(line(json["tables"][0], {"hsc,fc"}).bytes == std::vector<std::uint64_t>{72});
    CHECK(json["roots"][0]["alone"] == std::vector<std::uint64_t>{80});
}

TEST_CASE("heapprof live: escapes control characters in names", "[unit]") {
    HEAPPROF_OR_SKIP();
    Runtime const runtime;
    StandIn const program(runtime,
                          "{\"roots\":[\"a\\u001b[2J\\nb\"],\"bins\":[{\"roots\":[\"a\\u001b[2J\\nb\"],"
                          "\"held\":{\"bytes\":8,\"objects\":1}}]}\n");
    CHECK(has(run("live " + own).out, "a\\x1b[2J\\nb"));
}

TEST_CASE("heapprof live: prints the error of a program that cannot count its heap", "[unit]") {
    HEAPPROF_OR_SKIP();
    Runtime const runtime;
    {
        StandIn const program(runtime, "{\"error\":\"heap-roots: there is no memory for a census\"}\n");
        refused(own, "): heap-roots: there is no memory for a census");
    }
    std::filesystem::remove(runtime.ours());
    {
        StandIn const program(runtime, "{\"roots\":[],\"bins\":[]}\n");
        refused(own, "has set no roots");
    }
    for (char const* const answer : {"HTTP/1.0 400 Bad Request\n", "{}\n", "[]\n", "\n", "{\"error\":1}\n",
                                     "{\"roots\":[\"a\"],\"bins\":[{\"roots\":[\"a\"]}]}\n"}) {
        std::filesystem::remove(runtime.ours());
        StandIn const program(runtime, answer);
        refused(own, "gives an answer that this version of heapprof does not understand");
    }
}

TEST_CASE("heapprof live: reports a program that breaks off or does not answer", "[unit]") {
    HEAPPROF_OR_SKIP();
    Runtime const runtime;
    {
        StandIn const program(runtime, std::string(three).substr(0, 30));
        refused(own, "broke off after 30 bytes of its answer");
    }
    std::filesystem::remove(runtime.ours());
    int const silent = listening(runtime.ours());
    refused(own + " --timeout 0.2", "did not answer within 0.2 s");
    // More clients than the queue holds; the last one receives the same answer.
    heap_socket::Socket const first = heap_socket::connect(runtime.ours()),
                              second = heap_socket::connect(runtime.ours()),
                              third = heap_socket::connect(runtime.ours());
    CHECK_FALSE(third);
    refused(own + " --timeout 0.2", "did not answer within 0.2 s");
    close(silent);
}

TEST_CASE("heapprof live: reports processes that do not serve a heap", "[unit]") {
    HEAPPROF_OR_SKIP();
    Runtime const runtime;
    refused(own, "process " + own + " (");
    refused(own, ") does not serve its heap");
    close(listening(runtime.ours()));  // a stale socket
    refused(own, ") does not serve its heap");
    std::string const ended = Waiting([] {}).number();
    refused(ended, "there is no process " + ended);
    close(listening(runtime / (ended + ".live")));
    refused(ended, "there is no process " + ended);
    if (geteuid() == 0) {
        Waiting const other([] { (void)!setuid(65534); });
        for (unsigned tries = 0; tries != 1000 && mode("/proc/" + other.number()) != 0; ++tries) {
            if (has(read("/proc/" + other.number() + "/status"), "Uid:\t65534")) break;
            usleep(1000);
        }
        refused(other.number(), "is another user's");
    } else {
        refused("1", "is another user's");
    }
    Result const wrong = run("live x");
    CHECK(wrong.code == 2);
    CHECK(run("live -- -1").code == 2);
    CHECK(run("live " + own + " --by size").code == 2);
}

TEST_CASE("heapprof live: reports a missing XDG_RUNTIME_DIR", "[unit]") {
    HEAPPROF_OR_SKIP();
    unsetenv("XDG_RUNTIME_DIR");
    refused(own, "XDG_RUNTIME_DIR does not name a folder");
    refused("", "XDG_RUNTIME_DIR does not name a folder");
    setenv("XDG_RUNTIME_DIR", "here", 1);
    refused("", "XDG_RUNTIME_DIR does not name a folder");
    unsetenv("XDG_RUNTIME_DIR");
}

TEST_CASE("heapprof live: lists programs", "[unit]") {
    HEAPPROF_OR_SKIP();
    Runtime const runtime;
    CHECK(run("live").out == "no program serves its heap\n");
    close(listening(runtime / "1.live"));  // a stale socket
    write(runtime / "2.live", "");
    int const other = listening(runtime / "x.live");
    CHECK(run("live").out == "no program serves its heap\n");
    StandIn const program(runtime, three);
    std::string const all = run("live").out;
    CHECK(all.starts_with("process  program\n"));
    CHECK(has(all, "\n" + std::string(7 - own.size(), ' ') + own + "  "));
    CHECK(std::count(all.begin(), all.end(), '\n') == 2);
    close(other);
}

TEST_CASE("a program's socket belongs to its user alone, and is removed at the end", "[unit]") {
    Runtime const runtime;
    std::filesystem::remove_all(heap_socket::folder());
    {
        heap_socket::Listener const listener;
        CHECK(mode(heap_socket::folder()) == 0700);
        CHECK(mode(runtime.ours()) == 0600);
        CHECK_FALSE(listener.accept());  // no client
        CHECK_THROWS_WITH(heap_socket::Listener(), runtime.ours() + ": is served already");
        CHECK(listener.accept());  // the connection of served()
        CHECK_FALSE(listener.accept());
        heap_socket::Socket const caller = heap_socket::connect(runtime.ours());
        CHECK(caller);
        CHECK(listener.accept());
        pid_t const copy = fork();  // exits normally
        if (copy == 0) {
            listener.~Listener();
            _exit(0);
        }
        waitpid(copy, nullptr, 0);
        CHECK(mode(runtime.ours()) == 0600);
    }
    CHECK(mode(runtime.ours()) == 0);
    close(listening(runtime.ours()));
    heap_socket::Listener const instead;  // replaces a killed program's socket
    CHECK(heap_socket::served(runtime.ours()));
}

TEST_CASE("a program does not serve in a folder that others can write to", "[unit]") {
    Runtime const runtime;
    std::string const folder = heap_socket::folder();
    chmod(folder.c_str(), 0750);
    std::string const why = folder + ": is not a folder of mode 0700 of this user";
    CHECK_THROWS_WITH(heap_socket::Listener(), why);
    std::filesystem::rename(folder, folder + ".real");
    chmod((folder + ".real").c_str(), 0700);
    std::filesystem::create_symlink(folder + ".real", folder);
    CHECK_THROWS_WITH(heap_socket::Listener(), why);
    std::filesystem::remove(folder);
    setenv("XDG_RUNTIME_DIR", (folder + "/none").c_str(), 1);
    CHECK_THROWS_WITH(heap_socket::Listener(), folder + "/none/trav: No such file or directory");
    std::string const deep = folder + ".real/" + std::string(100, 'x');
    std::filesystem::create_directory(deep);
    setenv("XDG_RUNTIME_DIR", deep.c_str(), 1);
    CHECK_THROWS_WITH(heap_socket::Listener(), Catch::Contains("too long for a socket, which may have 107"));
}

TEST_CASE("another user is refused, even with access to the socket", "[unit]") {
    if (geteuid() != 0) {
        WARN("skipped: only root can be another user");
        return;
    }
    Runtime const runtime;
    heap_socket::Listener const listener;
    chmod(heap_socket::folder().c_str(), 0755);
    chmod(runtime.ours().c_str(), 0666);
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    Waiting const other([&, path = runtime.ours()] {
        bool const in = setuid(65534) == 0;
        heap_socket::Socket const caller = heap_socket::connect(path);
        (void)!::write(ready[1], in && caller ? "y" : "n", 1);
        for (;;) pause();
    });
    char connected = 0;
    REQUIRE(::read(ready[0], &connected, 1) == 1);
    CHECK(connected == 'y');
    CHECK_FALSE(listener.accept());
    close(ready[0]), close(ready[1]);
}
