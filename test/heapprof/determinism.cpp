// Each command's output is the same for all addresses, memory contents, locales and time zones, and for all
// compilers of the profiler: HEAPPROF_OTHER may name another build. COLUMNS, the width of tables, stays the
// same.
#include "catch.hpp"
#include "heapprof/spawn.hpp"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

std::vector<std::string> const commands{
    "--help",
    "--version",
    "dump --help",
    "dump s.heapsnapshot.gz",
    "dump s.heapsnapshot.gz --by type --largest 20 --hp o.hp --json o.json",
    "dump s.heapsnapshot.gz --root app.catalogue --root app.cache --root app.sessions --by root,type "
    "--by retainer,type --json o.json",
    "dump g.graph g.graph --root game --root textures --by root,retainer,type --largest 5 --json o.json",
    "dump no.graph",
    "dump r.rubyheap.gz --by type --by site,type --largest 10 --json o.json",
    "dump p.jsonl.gz --by type --by retainer --largest 10 --json o.json",
    "dump j.hprof.gz --root Shop.sessions --by root,type --by retainer --retained 10 --json o.json",
    "why s.heapsnapshot.gz class:Order --json o.json",
    "why j.hprof.gz Shop.cache --each-root --json o.json",
    "why r.rubyheap.gz class:Shop::Session",
    "tree p.jsonl.gz --under __main__.sessions --json o.json",
    "show s.heapsnapshot.gz app.sessions --json o.json",
    "strings s.heapsnapshot.gz --json o.json",
    "java j.hprof.gz",
    "java j.hprof.gz --top 0 --json o.json",
    "dump j.hprof.gz --by string,fill --by loader,package,thread",
    "dump s.heapsnapshot.gz --by constructor,shape,fill --by package,file --by detached",
    "diff g.graph g.graph g.graph --json o.json --csv o.csv",
    "diff s.heapsnapshot.gz t.heapsnapshot.gz",
    "watch s.heapsnapshot.gz t.heapsnapshot.gz --by owner -o o.html",
    "watch a.hp -o o.html",
    "strategies --help",  // its output has times
    "completion words dump --by ''",
    "page s.heapsnapshot.gz g.graph",
    "page r.rubyheap.gz p.jsonl.gz",
    "export s.heapsnapshot.gz -o o.speedscope.json",
    "export g.graph -o o.heapsnapshot",
    "export r.rubyheap.gz -o o.folded",
    "export p.jsonl.gz -o o.pb",
    "export j.hprof.gz -o o.dot --top 100",
    "plot a.hp",
    "plot a.hp -o o.ps -c -d",
    "plot a.hp -e6in -o -",
    "plot sharing.eventlog -b -i",
    "ghc sharing +RTS -hr -hb -ho -i0 -l -p -r -xt",
    "ghc lazysum +RTS -hc -i0 -pj",
    "ghc lazysum +RTS -hy -hd -P",
    "ghc --ghc sharing +RTS -hr -i0 -l",
};

struct Said {
    Result result;
    std::map<std::string, std::string> files;
};

// The output and files of a command in its own folder, with the same input files.
Said said(Folder const& inputs, std::string const& arguments, std::string const& before,
          std::string const& program) {
    Folder const folder;
    for (auto const& name : inputs.files()) std::filesystem::copy(inputs / name, folder / name);
    for (auto const& name : inputs.files())
        std::filesystem::last_write_time(folder / name, std::filesystem::last_write_time(inputs / name));
    Result const result = Spawned(folder.str(), arguments, [] {}, before, program).wait();
    return {result, contents(folder)};
}

}  // namespace

TEST_CASE("heapprof: every command writes the same bytes in every environment", "[property]") {
    HEAPPROF_OR_SKIP();
    setenv("SOURCE_DATE_EPOCH", "1465041540", 1);
    Folder const inputs;
    write(inputs / "s.heapsnapshot.gz", read(shop_1));
    write(inputs / "t.heapsnapshot.gz", read(shop_2));
    write(inputs / "g.graph", read(game));
    for (std::string const& file : std::vector<std::string>{"r.rubyheap.gz", "p.jsonl.gz", "j.hprof.gz"})
        write(inputs / file, read("example/data/shop" + file.substr(1)));
    REQUIRE(Spawned(inputs.str(), "ghc sharing +RTS -hr -i0 -l").wait().code == 0);
    std::filesystem::rename(inputs / "sharing.hp", inputs / "a.hp");
    std::filesystem::remove(inputs / "sharing.prof");

    std::vector<std::string> environments{
        "env",  // again, with other addresses
        "env MALLOC_PERTURB_=165",
        "env MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=4096 MALLOC_TOP_PAD_=1",
        "env GLIBCXX_FORCE_NEW=1 MALLOC_PERTURB_=90",
        "env LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 TZ=Pacific/Kiritimati",
        "env LC_ALL=C TZ=America/New_York TERM=dumb",
    };
    if (std::system("setarch -R true >/dev/null 2>&1") == 0) environments.push_back("setarch -R");
    else WARN("not tested: addresses that are not random, because there is no setarch, or it may do nothing");
    std::vector<std::string> programs{profiler()};
    if (char const* const other = std::getenv("HEAPPROF_OTHER")) programs.emplace_back(other);

    for (auto const& command : commands) {
        Said const first = said(inputs, command, "env LC_ALL=C.UTF-8 TZ=UTC", profiler());
        CHECK(first.result.code == (command == "dump no.graph" ? 1 : 0));
        for (auto const& program : programs)
            for (auto const& environment : environments) {
                INFO(environment << ' ' << program << ' ' << command);
                Said const again = said(inputs, command, environment, program);
                CHECK(again.result.code == first.result.code);
                CHECK(again.result.out == first.result.out);
                CHECK(again.result.err == first.result.err);
                CHECK(again.files == first.files);
            }
    }
    unsetenv("SOURCE_DATE_EPOCH");
}
