// One program in Node, Deno and Bun: stored heaps, and heaps of the installed runtimes.
#include "catch.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/run.hpp"

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

std::string const leak = "test/data/v8/leak.mjs";
std::string const by_session = " --root app.requests --root app.listeners --by root,type";

std::uint64_t sessions(nlohmann::json const& dump, std::string const& roots) {
    auto const found = line(dump["tables"][0], {roots, "Session"});
    return found.objects.empty() ? 0 : found.objects[0];
}

// The answer of `why` for the sessions of leak.mjs: 300 in a Map, 30 of them also in listeners, one also in a
// field.
Result check_sessions(std::string const& file,
                      std::vector<std::pair<char const*, unsigned>> const& by_roots) {
    auto const dump = dump_json(file + by_session);
    for (auto const& [roots, count] : by_roots) {
        INFO(roots);
        CHECK(sessions(dump, roots) == count);
    }
    Result why = run("why " + file + " class:Session");
    CHECK(has(why.out, "class:Session: 300 objects"));
    return why;
}

void check_v8(std::string const& file) {
    auto const why =
        check_sessions(file, {{"requests", 269}, {"requests,listeners", 30}, {"requests,(other)", 1}});
    CHECK(has(why.out, "    299"));
    CHECK(has(why.out, ".requests -> Map"));
    CHECK(has(run("show " + file + " app.latest").out, "from v8/leak.mjs:8\n"));
    CHECK(has(run("show " + file + " app.listeners[0]").out, "from v8/leak.mjs:18\n"));
    CHECK(why.err.empty());
}

// The file lacks the contents of Maps: only the listeners and the field lead to sessions.
void check_bun(std::string const& file) {
    auto const why = check_sessions(file, {{"listeners", 30}, {"(other)", 1}, {"UNREACHED", 269}});
    CHECK(has(why.out, "no root leads to 269 of them along strong references"));
    CHECK(has(why.err,
              "Bun does not write what is in a Map or a Set: what nothing else holds seems to be held "
              "by nothing"));
    auto const owners = run("dump " + file + " --by owner,type --only type=Session");
    CHECK(has(owners.out, "UNREACHED"));
    // The global object refers to it by a property, and again without a name.
    std::string const bun = run("why " + file + " Bun").out, held = bun.substr(bun.find("held by"));
    std::size_t const first = held.find("GlobalObject");
    CHECK(held.find(" .Bun\n", first) != std::string::npos);
    CHECK(held.substr(0, held.find("dominated by")).find("GlobalObject", first + 1) == std::string::npos);
}

// `command` must write the heap of leak.mjs to FILE.
void check_program(std::string const& program, std::string command, auto const& check) {
    if (std::system(("command -v " + program + " >/dev/null").c_str()) != 0) {
        WARN("skipped: there is no " << program << " to be found");
        return;
    }
    Folder const folder;
    std::string const file = folder / "leak.heapsnapshot";
    command.replace(command.find("FILE"), 4, '\'' + file + '\'');
    REQUIRE(std::system(command.c_str()) == 0);
    check(file);
}

}  // namespace

TEST_CASE("heaps of JavaScript: reads heaps of Deno, with V8 15", "[conformance]") {
    HEAPPROF_OR_SKIP();
    check_v8("test/data/v8/deno.heapsnapshot.gz");
}

TEST_CASE("heaps of JavaScript: reads heaps of Bun, with JavaScriptCore", "[conformance]") {
    HEAPPROF_OR_SKIP();
    check_bun("test/data/v8/bun.heapsnapshot.gz");
}

TEST_CASE("heaps of JavaScript: reads heaps of installed runtimes", "[conformance]") {
    HEAPPROF_OR_SKIP();
    std::string const deno = "DENO_NO_UPDATE_CHECK=1 deno run --no-config --allow-all ";
    check_program("node", "node " + leak + " FILE", check_v8);
    check_program("deno", deno + leak + " FILE", check_v8);
    check_program("bun", "bun " + leak + " FILE", check_bun);
    // Takes a snapshot like DevTools, of a program that runs with --inspect.
    check_program("deno",
                  deno + "test/data/v8/inspect.mjs FILE env " + deno + "--inspect=127.0.0.1:0 " + leak,
                  check_v8);
}
