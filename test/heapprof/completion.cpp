#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

// The completions of a command line, as the scripts receive them.
std::set<std::string> words(std::string const& begun) {
    std::istringstream lines(run("completion words " + begun).out);
    std::set<std::string> all;
    for (std::string line; std::getline(lines, line);) all.insert(line.substr(0, line.find('\t')));
    return all;
}

// The output of a shell that runs `script`.
std::string said_by(std::string const& shell, std::string const& script) {
    Folder const folder;
    write(folder / "script", script);
    std::string const command = "HEAPPROF='" + profiler() + "' " + shell + " '" + (folder / "script") +
                                "' >'" + (folder / "said") + "' 2>&1 </dev/null";
    int const status = std::system(command.c_str());
    CHECK(status == 0);
    return read(folder / "said");
}

bool there_is(std::string const& shell) {
    return std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0;
}

// bash's completions for a line that ends at the cursor with the word `last`.
std::string offered(std::string const& line, std::string const& last) {
    return said_by("bash", "eval \"$(\"$HEAPPROF\" completion bash)\"\nCOMP_LINE='" + line +
                               "'\nCOMP_POINT=${#COMP_LINE}\n_heapprof \"$HEAPPROF\" '" + last +
                               "' ''\necho \"${COMPREPLY[*]}\"\n");
}

}  // namespace

TEST_CASE("heapprof completion: completes commands, options, values and files", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(words("du") == std::set<std::string>{"dump"});
    CHECK(words("di") == std::set<std::string>{"diff"});
    CHECK(words("''").contains("completion"));
    CHECK(words("why --e") == std::set<std::string>{"--each-root"});
    CHECK(words("--max") == std::set<std::string>{"--max-memory"});
    CHECK(words("dump --max") == std::set<std::string>{"--max-memory"});
    CHECK(words("--max-memory 2G tr") == std::set<std::string>{"tree"});
    for (char const* const command : {"dump", "dump a.graph", "diff a b c", "plot", "page", "why"})
        CHECK(words(std::string(command) + " ''") == std::set<std::string>{"<files>"});
    CHECK(words("dump --json ''") == std::set<std::string>{"<files>"});
    CHECK(words("why a.graph ''").empty());  // a selector
    CHECK(words("dump --top ''").empty());
    CHECK(words("export --as ''") ==
          std::set<std::string>{"folded", "speedscope.json", "pb", "heapsnapshot", "dot", "csr"});
    CHECK(words("java ''") == std::set<std::string>{"<files>"});
    for (char const* const before : {"java a.hprof ", "java a.hprof threads "})
        CHECK(words(before + std::string("''")) ==
              std::set<std::string>{"threads", "loaders", "references", "collisions"});
    CHECK(words("ghc sh").contains("sharing"));
    CHECK(words("completion ''") == std::set<std::string>{"bash", "zsh", "fish"});
    CHECK(words("nonsense ''").empty());
}

TEST_CASE("heapprof completion: completes the accepted breakdowns", "[unit]") {
    HEAPPROF_OR_SKIP();
    // The error of --by lists the breakdowns.
    std::string const known = run("dump " + game + " --by nonsense").err;
    auto const offered = words("dump --by ''");
    CHECK(offered.size() >= 6);
    for (std::string const& each : offered) CHECK(has(known, each));
    CHECK(words("dump --by ret") == std::set<std::string>{"retainer"});
    CHECK(words("dump --by root,ret") == std::set<std::string>{"root,retainer"});
    CHECK(words("dump --by=ret") == std::set<std::string>{"--by=retainer"});
    CHECK(words("dump --only ow") == std::set<std::string>{"owner="});
    CHECK(words("page --by --by") == std::set<std::string>{});
}

TEST_CASE("heapprof completion: each completion has a one-line description", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(run("completion words du").out == "dump\tProfiles heaps that other programs wrote to files\n");
    CHECK(has(run("completion words dump --to").out, "--top\tLines for each band that is split; 0: all\n"));
}

TEST_CASE("heapprof completion: bash offers the completions", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(offered("heapprof du", "du") == "dump\n");
    CHECK(offered("heapprof dump --by r", "r") == "root retainer reference\n");
    CHECK(offered("heapprof dump --by=root,ty", "root,ty") == "root,type\n");
    CHECK(offered("heapprof dump --by=", "") == offered("heapprof dump --by ", ""));
    CHECK(offered("heapprof dump ", "") == "\n");  // the shell itself offers files
}

TEST_CASE("heapprof completion: zsh and fish accept their scripts", "[unit]") {
    HEAPPROF_OR_SKIP();
    for (std::string const& shell : std::vector<std::string>{"zsh", "fish"}) {
        std::string const script = run("completion " + shell).out;
        CHECK(has(script, "heapprof completion"));
        if (!there_is(shell)) WARN("not tested: there is no " << shell);
        else CHECK(said_by(shell + " -n", script).empty());
    }
    if (there_is("fish"))
        CHECK(has(said_by("fish", run("completion fish").out + "\nset PATH (dirname $HEAPPROF) $PATH\n"
                                                               "complete -C 'heapprof dump --by ro'\n"),
                  "root"));
    Result const unknown = run("completion tcsh");
    CHECK(unknown.code == 2);
    CHECK(has(unknown.err, "'tcsh' is not bash, zsh or fish"));
    CHECK(run("completion").code == 2);
}
