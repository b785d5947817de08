#include "command_line.hpp"

#include <CLI/CLI.hpp>

namespace heapprof {

void wrong_value(std::string const& option, std::string const& what) {
    throw CLI::ValidationError(option, what);
}
void missing_argument(std::string const& name) { throw CLI::RequiredError(name); }
void wrong_command_line(std::string const& what) {
    throw CLI::ParseError(what, CLI::ExitCodes::InvalidError);
}
void print_help() { throw CLI::CallForHelp(); }

std::string whole_number(std::string const& text) {
    bool const digits = text.find_first_not_of("0123456789") == std::string::npos;
    return !text.empty() && text.size() <= 9 && digits ? ""
                                                       : "'" + text + "' is not a number from 0 to 999999999";
}

Option Option::required() const { return Option(option_->required()); }
Option Option::type_name(std::string const& name) const { return Option(option_->type_name(name)); }
Option Option::check(std::function<std::string(std::string const&)> const& check) const {
    return Option(option_->check(check));
}
Option Option::one_of(std::vector<std::string> const& values) const {
    return Option(option_->check(CLI::IsMember(values)));
}
Option Option::positive() const { return Option(option_->check(CLI::PositiveNumber)); }
Option Option::not_negative() const { return Option(option_->check(CLI::NonNegativeNumber)); }
Option Option::within(int least, int most) const {
    return Option(option_->check(CLI::Range(least, most).description("")));
}
Option Option::expected(int least, int most) const { return Option(option_->expected(least, most)); }
Option Option::one_value() const { return Option(option_->allow_extra_args(false)); }
Option Option::capture_default_str() const { return Option(option_->capture_default_str()); }
Option Option::needs(Option const& other) const { return Option(option_->needs(other.option_)); }

Command Command::add_subcommand(std::string const& name, std::string const& what) const {
    return Command(*app_->add_subcommand(name, what));
}
Option Command::add_option(std::string const& names, std::string& value, std::string const& what) const {
    return Option(app_->add_option(names, value, what));
}
Option Command::add_option(std::string const& names, std::vector<std::string>& values,
                           std::string const& what) const {
    return Option(app_->add_option(names, values, what));
}
Option Command::add_option(std::string const& names, std::size_t& value, std::string const& what) const {
    return Option(app_->add_option(names, value, what));
}
Option Command::add_option(std::string const& names, unsigned& value, std::string const& what) const {
    return Option(app_->add_option(names, value, what));
}
Option Command::add_option(std::string const& names, int& value, std::string const& what) const {
    return Option(app_->add_option(names, value, what));
}
Option Command::add_option(std::string const& names, double& value, std::string const& what) const {
    return Option(app_->add_option(names, value, what));
}
Option Command::add_flag(std::string const& names, bool& value, std::string const& what) const {
    return Option(app_->add_flag(names, value, what));
}
void Command::footer(std::string const& text) const { app_->footer(text); }
void Command::fallthrough() const { app_->fallthrough(); }
void Command::without_help() const { app_->set_help_flag(); }
void Command::prefix_command() const { app_->prefix_command(); }
std::vector<std::string> Command::remaining() const { return app_->remaining(); }
void Command::callback(std::function<void()> const& f) const { app_->callback(f); }

}  // namespace heapprof
