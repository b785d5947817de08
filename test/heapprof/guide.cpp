// Runs the commands of the guides in a folder with the example's dumps, and compares their output with the
// text blocks.
#include "catch.hpp"
#include "heapprof/spawn.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace {

// A block of commands, and a block with their output in the same section.
struct Shown {
    std::vector<std::string> commands;
    std::string language, text;
};

std::vector<Shown> shown(std::string const& page) {
    std::vector<Shown> all;
    std::istringstream in(page);
    std::vector<std::string> commands;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) commands.clear();
        if (!line.starts_with("```")) continue;
        std::string const language = line.substr(3);
        std::string text;
        while (std::getline(in, line) && line != "```") text += line + '\n';
        if (language != "sh") {
            if (!commands.empty()) all.push_back({commands, language, text});
            continue;
        }
        commands.clear();
        for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.erase(at, 2);
        std::istringstream lines(text);
        while (std::getline(lines, line))
            if (line.starts_with("heapprof ")) commands.push_back(line.substr(9));
    }
    return all;
}

}  // namespace

TEST_CASE("heapprof: the guide and README show what is printed", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    for (auto const& file : std::filesystem::directory_iterator("example/data"))
        std::filesystem::copy(file.path(), folder / file.path().filename().string());
    std::string const unpack = "gzip -d '" + (folder / "shop.jsonl.gz") + "'";
    REQUIRE(std::system(unpack.c_str()) == 0);
    auto blocks = shown(read("doc/heapprof.md"));
    CHECK(blocks.size() >= 9);
    auto const of_ghc = shown(read("doc/ghc.md"));
    CHECK(of_ghc.size() >= 1);
    auto const readme = shown(read("README.md"));
    CHECK(readme.size() == 2);
    blocks.insert(blocks.end(), of_ghc.begin(), of_ghc.end());
    blocks.insert(blocks.end(), readme.begin(), readme.end());
    for (auto const& [commands, language, text] : blocks) {
        std::string out;
        for (std::string const& command : commands) {
            INFO(command);
            Result const result = Spawned(folder.str(), command).wait();
            bool const leaks = command.starts_with("leaks ");
            CHECK(result.err == (leaks ? "heapprof: 1 leak\n" : ""));
            CHECK(result.code == (leaks ? 3 : 0));
            out += result.out;
        }
        INFO(text << "is not in\n" << out);
        if (language == "json") CHECK(nlohmann::json::parse(out) == nlohmann::json::parse(text));
        else CHECK(out.find(text) != std::string::npos);
    }
}
