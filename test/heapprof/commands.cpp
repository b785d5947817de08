// The common rules of heapprof's commands: their help, options after their names, and answers beside inputs.
#include "catch.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/in_process.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/command.hpp>
#include <heapprof/question/dump_profiler.hpp>

#include <CLI/CLI.hpp>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using heapprof::Action;
using heapprof::Command;

}  // namespace

TEST_CASE("heapprof commands: the help of each ends with examples, and options may follow it", "[unit]") {
    CLI::App app;
    Action chosen;
    Command const root(app);
    for (auto const add : {heapprof::add_leaks, heapprof::add_tree, heapprof::add_why, heapprof::add_export,
                           heapprof::add_sort, heapprof::add_show, heapprof::add_strings, heapprof::add_java,
                           heapprof::add_diff, heapprof::add_live, heapprof::add_strategies})
        add(root, chosen);
    for (auto const add : {heapprof::add_page, heapprof::add_watch}) add(root, "job", chosen);
    heapprof::add_dump(root, "job", chosen, heapprof::one_process());
    auto const commands = app.get_subcommands({});
    REQUIRE(commands.size() == 14);
    for (CLI::App const* const command : commands) {
        std::string const name = command->get_name();
        CAPTURE(name);
        CHECK(command->get_description() != "");
        bool const has_examples = command->get_footer().find("  heapprof " + name) != std::string::npos;
        CHECK(has_examples);
        CHECK(command->get_fallthrough());
    }
}

TEST_CASE("heapprof commands: an answer never replaces a dump", "[unit]") {
    using Add = std::function<void(Command const&, Action&)>;
    struct Case {
        Add add;
        std::size_t dumps;
        std::vector<std::string> more;
    };
    Folder const folder;
    std::string const file = folder / "x.graph", text = "ROOT app\n" + node("app", "App", 1);
    write(file, text);
    Add const dump = [](Command const& app, Action& chosen) {
        heapprof::add_dump(app, "job", chosen, heapprof::one_process());
    };
    for (Case const& each : {Case{heapprof::add_tree, 1, {}},
                             {heapprof::add_why, 1, {"app"}},
                             {heapprof::add_show, 1, {"app"}},
                             {heapprof::add_strings, 1, {}},
                             {heapprof::add_java, 1, {}},
                             {heapprof::add_strategies, 1, {}},
                             {heapprof::add_leaks, 1, {}},
                             {heapprof::add_diff, 2, {}},
                             {dump, 1, {}}}) {
        std::vector<std::string> arguments(each.dumps, file);
        arguments.insert(arguments.end(), each.more.begin(), each.more.end());
        arguments.insert(arguments.end(), {"--json", file});
        CHECK(test::message_of<std::exception>([&] { (void)test::printed(each.add, arguments); }) ==
              file + ": is the same file as the input " + file);
        CHECK(read(file) == text);
    }
}
