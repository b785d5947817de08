#include "catch.hpp"
#include "heapprof/run.hpp"

#include <string>
#include <utility>
#include <vector>

namespace {

// The commands of a page that only print, each with the text that follows it.
std::vector<std::pair<std::string, std::string>> commands(std::string const& page) {
    std::vector<std::pair<std::string, std::string>> result;
    std::string const open = "\n```sh\nheapprof ", between = "\n```\n\n```text\n", close = "```";
    for (std::size_t at = 0; (at = page.find(open, at)) != std::string::npos; at += open.size()) {
        std::size_t const end = page.find("\n```", at + open.size());
        if (page.compare(end, between.size(), between) != 0) continue;
        std::size_t const text = end + between.size();
        std::string const command = page.substr(at + open.size(), end - at - open.size());
        if (command.find("ghc ") == 0) continue;
        result.emplace_back(command, page.substr(text, page.find(close, text) - text));
    }
    return result;
}

}  // namespace

TEST_CASE("heapprof: its guide has what it prints", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const all = commands(read("doc/heapprof.md"));
    CHECK(all.size() > 10);
    for (auto const& [command, text] : all) {
        Folder const folder;
        std::string const line =
            "cd example/data && '" + profiler() + "' " + command + " >" + (folder / "out");
        INFO(command);
        CHECK(std::system(line.c_str()) == 0);
        std::string const printed = read(folder / "out");
        INFO(printed);
        CHECK(printed.find(text) != std::string::npos);
    }
}
