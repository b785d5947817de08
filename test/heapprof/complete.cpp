// Completions of the last word of a command line.
#include "catch.hpp"

#include <heapprof/command/completion.hpp>

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace heapprof;
using Words = std::vector<std::string>;

// A program with options and commands of each kind.
struct Program {
    Program() {
        Command const program(app);
        program->add_flag("-q,--quiet", flag, "Says nothing\nat all");
        program->add_option("--max", number, "The most")->type_name("N");
        Command const dump = program->add_subcommand("dump", "Profiles heaps\nof programs");
        dump->add_option("FILE", many, "Dumps");
        dump->add_option("--by", more, "Split it")->type_name("BREAKDOWN,...");
        dump->add_option("--only", more, "A part")->type_name("BREAKDOWN=BAND,...");
        dump->add_option("--json", text, "All of it")->type_name("FILE");
        dump->add_option("--top", number, "Lines")->type_name("N");
        dump->add_option("--as", text, "The format")->one_of({"folded", "pb", "dot"})->type_name("FORMAT");
        dump->add_flag("--drops", flag, "Drops");
        Command const java = program->add_subcommand("java", "Tables");
        java->add_option("FILE", text, "A dump");
        java->add_option("TABLE", many, "Tables")->one_of({"threads", "loaders"})->type_name("ONE OF");
        program->add_subcommand("ghc", "Programs")->add_option("NAME", text, "A program");
        Command const why = program->add_subcommand("why", "Paths");
        why->add_option("FILE", text, "A dump");
        why->add_option("SELECTOR", text, "Objects");
        program->add_subcommand("plot", "Drawings");
        program->add_subcommand("show", "An object")->add_option("FILE", text, "A dump");
    }
    Words operator()(Words const& words) {
        KnownWords const known{{"BREAKDOWN", {"type", "root", "retainer"}}, {"ghc", {"sharing", "shape"}}};
        Completions const found = complete(Command(app), known, words);
        Words all;
        if (found.files) all.emplace_back("<files>");
        for (auto const& each : found.words) all.push_back(each.word);
        return all;
    }
    CLI::App app;
    bool flag = false;
    std::size_t number = 0;
    std::string text;
    Words many, more;
};

}  // namespace

TEST_CASE("heapprof complete: commands, options, values and files", "[unit]") {
    Program program;
    Words const none, files{"<files>"}, commands{"dump", "java", "ghc", "why", "plot", "show"};
    struct Case {
        Words words, found;
    };
    for (auto const& [words, found] : std::vector<Case>{
             // commands, after options of the program only
             {{}, commands},
             {{""}, commands},
             {{"d"}, {"dump"}},
             {{"dump"}, {"dump"}},
             {{"dumps"}, none},
             {{"x", ""}, none},
             {{"x", "dump", ""}, none},
             {{"-q", "d"}, {"dump"}},
             {{"--max", ""}, none},
             {{"--max", "5", "d"}, {"dump"}},
             {{"a=b"}, none},
             {{"--none", "d"}, {"dump"}},
             // files, and other arguments
             {{"dump", ""}, files},
             {{"dump", "x"}, files},
             {{"dump", "dump", ""}, files},
             {{"dump", "a", "b", ""}, files},
             {{"plot", "a", ""}, files},
             {{"dump", "x=y"}, files},
             {{"show", ""}, files},
             {{"show", "a", ""}, none},
             {{"show", "a", "b", ""}, none},
             {{"why", ""}, files},
             {{"why", "a", ""}, none},
             {{"why", "a", "b", ""}, none},
             {{"java", ""}, files},
             {{"java", "a", ""}, {"threads", "loaders"}},
             {{"java", "a", "l"}, {"loaders"}},
             {{"java", "a", "threads", ""}, {"threads", "loaders"}},
             {{"ghc", ""}, {"sharing", "shape"}},
             {{"ghc", "shar"}, {"sharing"}},
             {{"ghc", "shape", ""}, none},
             // options of the command, then those of the program
             {{"--"}, {"--help", "--quiet", "--max"}},
             {{"-"}, {"-h", "--help", "-q", "--quiet", "--max"}},
             {{"dump", "-"},
              {"-h", "--help", "--by", "--only", "--json", "--top", "--as", "--drops", "-q", "--quiet",
               "--max"}},
             {{"dump", "--t"}, {"--top"}},
             {{"dump", "a", "--m"}, {"--max"}},
             {{"dump", "-x=y"}, none},
             // values
             {{"dump", "--by", ""}, {"type", "root", "retainer"}},
             {{"dump", "--by", "r"}, {"root", "retainer"}},
             {{"dump", "--by", "type,ro"}, {"type,root"}},
             {{"dump", "--by", "a,b,"}, {"a,b,type", "a,b,root", "a,b,retainer"}},
             {{"dump", "--by=r"}, {"--by=root", "--by=retainer"}},
             {{"dump", "--by=type,ro"}, {"--by=type,root"}},
             {{"dump", "--only", "r"}, {"root=", "retainer="}},
             {{"dump", "--only=r"}, {"--only=root=", "--only=retainer="}},
             {{"dump", "--only", "type,r"}, none},
             {{"dump", "--json", ""}, files},
             {{"dump", "--json=x"}, none},
             {{"dump", "--as", ""}, {"folded", "pb", "dot"}},
             {{"dump", "--as", "p"}, {"pb"}},
             {{"dump", "--as=d"}, {"--as=dot"}},
             {{"dump", "--top", ""}, none},
             {{"dump", "--max", ""}, none},
             {{"--max=1"}, none},
             {{"dump", "--none=1"}, none},
             // a flag takes no value, an option one
             {{"dump", "--drops", ""}, files},
             {{"dump", "--none", ""}, files},
             {{"dump", "--by", "type", ""}, files},
             {{"dump", "--json", "--as", ""}, files},
             {{"dump", "--as", "--json", "--by", "t"}, {"type"}},
             {{"why", "--max", "1", ""}, files},
         }) {
        INFO(Catch::StringMaker<Words>::convert(words));
        CHECK(program(words) == found);
    }
}

TEST_CASE("heapprof complete: a line has the first line of a description", "[unit]") {
    Program program;
    auto const lines = [&](Words const& words) {
        return completion_lines(complete(Command(program.app), {}, words));
    };
    CHECK(lines({"du"}) == "dump\tProfiles heaps\n");
    CHECK(lines({"dump", "--q"}) == "--quiet\tSays nothing\n");
    CHECK(lines({"dump", "--as", ""}) == "folded\t\npb\t\ndot\t\n");
    CHECK(lines({"dump", ""}) == "<files>\n");
    CHECK(lines({"nothing"}).empty());
}

TEST_CASE("heapprof complete: a script for each shell", "[unit]") {
    for (std::string const shell : {"bash", "zsh", "fish"}) {
        REQUIRE(completion_script(shell) != nullptr);
        CHECK(std::string(completion_script(shell)).find("# heapprof for " + shell + ":") !=
              std::string::npos);
    }
    CHECK(completion_script("tcsh") == nullptr);
    CHECK(completion_script("") == nullptr);
}
