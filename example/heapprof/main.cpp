// heapprof, and heapprof-ghc: a heap profiler for the command line. `heapprof --help` lists its commands.
//
// Exit codes: 0: success; 1: something cannot be read, found or written; 2: wrong command line; 3: the heap
// exceeds a limit or leaks; 4: too little memory. All but 0 print one line on standard error.
#include "command.hpp"
#include "command/limits.hpp"
#include "file/file_buffer.hpp"
#include "file/memory_limit.hpp"
#include "file/size.hpp"
#include "terminal/command_line.hpp"
#include "terminal/remarks.hpp"

#include <trav/dump/error.hpp>
#include <trav/report/text.hpp>

#include <trav/dump/nearest.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

// "; did you mean --retainer?" if an argument resembles an option or a command, and which command is none.
std::string likely(CLI::App const& app, int argc, char** argv) {
    auto const used = app.get_subcommands();
    std::vector<std::string> names;
    for (auto const* const option : (used.empty() ? &app : used.front())->get_options())
        for (std::string const& name : option->get_lnames()) names.push_back("--" + name);
    if (used.empty())
        for (auto const* const command : app.get_subcommands({})) names.push_back(command->get_name());
    bool const no_command = used.empty() && argc > 1 && argv[1][0] != '-';
    std::string wrong = no_command ? std::string(": there is no command '") + argv[1] + '\'' : "";
    for (int i = 1; i < argc; ++i) {
        std::string argument(argv[i]);
        argument = argument.substr(0, argument.find('='));
        if (used.empty() ? i > 1 : !argument.starts_with("--")) continue;
        if (std::ranges::find(names, argument) != names.end()) continue;
        for (std::string const& name : trav::dump::nearest(names, argument, 1))
            if (trav::dump::edit_distance(name, argument) <= 2) return wrong + "; did you mean " + name + "?";
    }
    return wrong;
}

/// Standard output; flush() throws with the system's reason if writing fails.
class StandardOutput {
  public:
    StandardOutput() : before_(std::cout.rdbuf(&buffer_)) {}
    StandardOutput(StandardOutput const&) = delete;
    StandardOutput& operator=(StandardOutput const&) = delete;
    ~StandardOutput() { std::cout.rdbuf(before_); }
    void flush() {
        if (!buffer_.flush()) heapprof::cannot_write("standard output");
    }

  private:
    heapprof::FileBuffer buffer_{STDOUT_FILENO};
    std::streambuf* before_;
};

/// Opens /dev/null for closed standard streams, read-only, so that no later file takes their descriptors.
void open_standard_streams() {
    for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
}

int fail(int code, std::string const& what) {
    heapprof::print_error(what);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    open_standard_streams();
    CLI::App app("Profiles heaps: their contents, and the owners, roots and retainers that keep them alive.",
                 "heapprof");
    app.require_subcommand(1);
    app.set_version_flag("--version", "heapprof " HEAPPROF_VERSION);
    std::string max_memory;
    app.add_option("--max-memory", max_memory,
                   "Fail instead of using more memory: 512M, 2G. 0: no limit. The default is\n"
                   "three quarters of the machine's memory")
        ->type_name("SIZE")
        ->check([](std::string const& text) {
            return heapprof::parse_size(text)
                       ? std::string()
                       : "'" + text + "' is not a size: write 512M, 2G, or 0 for no limit";
        });
    std::string width;
    app.add_option("--width", width,
                   "The width of tables in columns; 0: unlimited. The default is COLUMNS, or\n"
                   "else the terminal's width")
        ->type_name("N")
        ->check([](std::string const& text) { return heapprof::whole_number(text); });
    app.footer("Begin with heapprof leaks FILE... heapprof COMMAND --help has examples.");
    heapprof::Command const root(app);
    heapprof::Action chosen;
    heapprof::add_commands(root, {argv + 1, argv + argc}, chosen);

    StandardOutput output;
    std::uint64_t memory = 0;
    try {
        try {
            app.parse(argc, argv);
        } catch (CLI::ParseError const& error) {
            if (error.get_exit_code() != 0)
                return fail(2, error.what() + likely(app, argc, argv) + " (see heapprof --help)");
            app.exit(error);  // --help, --version
            output.flush();
            return 0;
        }
        memory = max_memory.empty() ? heapprof::machine_memory() / 4 * 3 : *heapprof::parse_size(max_memory);
        heapprof::MemoryLimit const limit(memory);
        if (!width.empty()) (void)::setenv("COLUMNS", width.c_str(), 1);
        chosen();
        heapprof::print_remarks();
        output.flush();
        return 0;
    } catch (heapprof::LimitExceeded const& error) {
        output.flush();
        return fail(3, error.what());
    } catch (std::bad_alloc const&) {
        return fail(4, memory == 0 ? "out of memory"
                                   : "out of memory at the limit of " + trav::humanised(memory) +
                                         "; --max-memory SIZE sets another");
    } catch (trav::dump::TooLittleMemory const& error) {
        return fail(4, error.what());
    } catch (std::exception const& error) { return fail(1, error.what()); }
}
