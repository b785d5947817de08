// Command and Option: the part of CLI11 that commands use. CLI11 itself takes seconds to compile, so only
// command_line.cpp, completion.cpp and the two main.cpp include it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace heapprof {

/// Ends parsing: "--by: there is no breakdown 'size'".
[[noreturn]] void wrong_value(std::string const& option, std::string const& what);
/// Ends parsing: "NAME is required".
[[noreturn]] void missing_argument(std::string const& name);
/// Ends parsing with any other message.
[[noreturn]] void wrong_command_line(std::string const& what);
/// Ends parsing and prints the help of the command.
[[noreturn]] void print_help();

/// An error message if `text` is not a whole number; otherwise "".
std::string whole_number(std::string const& text);

/// An option of a command. Each function returns the option.
class Option {
  public:
    explicit Option(CLI::Option* option) : option_(option) {}
    Option const* operator->() const { return this; }

    Option required() const;
    /// The value in the help: "FILE".
    Option type_name(std::string const& name) const;
    /// `check(text)` returns an error message, or an empty text for a valid value.
    Option check(std::function<std::string(std::string const&)> const& check) const;
    Option one_of(std::vector<std::string> const& values) const;
    Option positive() const;
    Option not_negative() const;
    /// A number from `least` to `most`.
    Option within(int least, int most) const;
    Option expected(int least, int most) const;
    /// One value each time that the option is given.
    Option one_value() const;
    Option capture_default_str() const;
    Option needs(Option const& other) const;

  private:
    CLI::Option* option_;
};

/// A command, or the program.
class Command {
  public:
    explicit Command(CLI::App& app) : app_(&app) {}
    Command const* operator->() const { return this; }
    CLI::App& app() const { return *app_; }

    Command add_subcommand(std::string const& name, std::string const& what) const;
    Option add_option(std::string const& names, std::string& value, std::string const& what) const;
    Option add_option(std::string const& names, std::vector<std::string>& values,
                      std::string const& what) const;
    Option add_option(std::string const& names, std::size_t& value, std::string const& what) const;
    Option add_option(std::string const& names, unsigned& value, std::string const& what) const;
    Option add_option(std::string const& names, int& value, std::string const& what) const;
    Option add_option(std::string const& names, double& value, std::string const& what) const;
    Option add_flag(std::string const& names, bool& value, std::string const& what) const;
    /// The examples at the end of the help.
    void footer(std::string const& text) const;
    /// Options of the program may come after the name of the command, too.
    void fallthrough() const;
    /// Passes the arguments to the command unparsed.
    void prefix_command() const;
    /// Treats --help like any other argument.
    void without_help() const;
    std::vector<std::string> remaining() const;
    /// Called if the command was chosen, after its options were parsed.
    void callback(std::function<void()> const& f) const;

  private:
    CLI::App* app_;
};

}  // namespace heapprof
