#include "completion.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

namespace heapprof {

namespace {

constexpr char const* bash = R"sh(# heapprof for bash: eval "$(heapprof completion bash)"
_heapprof() {
    local line=${COMP_LINE:0:COMP_POINT} words current word about
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    current=${words[-1]}
    COMPREPLY=()
    while IFS=$'\t' read -r word about; do
        if [[ $word == '<files>' ]]; then
            compopt -o default 2>/dev/null
            return
        fi
        [[ $word == *= ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${word#"${current%"$2"}"}") # for bash words end at = and :
    done < <("$1" completion words "${words[@]:1}" 2>/dev/null)
}
complete -F _heapprof heapprof
)sh";

constexpr char const* zsh = R"sh(#compdef heapprof
# heapprof for zsh: eval "$(heapprof completion zsh)", or a file _heapprof in a folder of $fpath
_heapprof() {
    local -a found
    local word about
    while IFS=$'\t' read -r word about; do
        if [[ $word == '<files>' ]]; then
            _files
            return
        fi
        found+=("${word//:/\\:}:$about")
    done < <("$words[1]" completion words "${(@)words[2,CURRENT]}" 2>/dev/null)
    _describe -V heapprof found
}
if [[ $funcstack[1] == _heapprof ]]; then _heapprof "$@"; else compdef _heapprof heapprof; fi
)sh";

constexpr char const* fish = R"sh(# heapprof for fish: heapprof completion fish | source
function __heapprof_words
    set -l words (commandline -opc)
    set -l found ($words[1] completion words $words[2..-1] (commandline -ct) 2>/dev/null)
    if test "$found[1]" = '<files>'
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c heapprof -f -a '(__heapprof_words)'
)sh";

bool takes_value(CLI::Option const& option) { return option.get_items_expected_max() > 0; }

CLI::Option const* option_called(CLI::App const& app, std::string const& name) {
    CLI::Option const* const found = app.get_option_no_throw(name);
    return found && found->nonpositional() ? found : nullptr;
}

// The members in braces in a type's name, put there by CLI::IsMember.
std::vector<std::string> members(std::string const& type) {
    std::vector<std::string> found;
    std::size_t const begin = type.find('{'), end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos) return found;
    for (std::size_t at = begin + 1; at <= end;) {
        std::size_t const comma = std::min(type.find(',', at), end);
        found.push_back(type.substr(at, comma - at));
        at = comma + 1;
    }
    return found;
}

class Completer {
  public:
    Completer(CLI::App const& app, KnownWords const& known) : command_(&app), known_(known) {}

    Completions complete(std::vector<std::string> const& words) {
        current_ = words.back();
        CLI::Option const* open = nullptr;  // an option that waits for its value
        std::size_t arguments = 0;
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            std::string const& word = words[i];
            if (open) open = nullptr;
            else if (word.starts_with('-')) open = option(word);
            else if (auto const* const inner = command(word); arguments == 0 && inner) command_ = inner;
            else ++arguments;
            if (open && !takes_value(*open)) open = nullptr;
        }
        if (open) value(*open, "");
        else if (std::size_t const equals = current_.find('=');
                 current_.starts_with("--") && equals != std::string::npos) {
            if (auto const* const found = option(current_.substr(0, equals)))
                value(*found, current_.substr(0, equals + 1));
        } else if (current_.starts_with('-')) options();
        else argument(arguments);
        return std::move(found_);
    }

  private:
    CLI::App const* command(std::string const& name) const {
        for (auto const* const each : command_->get_subcommands({}))
            if (each->get_name() == name) return each;
        return nullptr;
    }
    // An option of the command or of the program.
    CLI::Option const* option(std::string const& name) const {
        auto const* const own = option_called(*command_, name);
        return own || !command_->get_parent() ? own : option_called(*command_->get_parent(), name);
    }

    void add(std::string word, std::string const& about = "") {
        if (word.starts_with(current_))
            found_.words.push_back({std::move(word), about.substr(0, about.find('\n'))});
    }
    void options() {
        for (auto const* app = command_; app; app = app->get_parent())
            for (auto const* const each : app->get_options()) {
                if (app != command_ && each->get_lnames() == std::vector<std::string>{"help"}) continue;
                for (auto const& name : each->get_snames()) add('-' + name, each->get_description());
                for (auto const& name : each->get_lnames()) add("--" + name, each->get_description());
            }
    }
    void argument(std::size_t before) {
        auto const inner = command_->get_subcommands({});
        if (!inner.empty()) {
            for (auto const* const each : inner)
                if (before == 0) add(each->get_name(), each->get_description());
            return;
        }
        if (auto const at = known_.find(command_->get_name()); at != known_.end()) {
            for (std::string const& each : at->second)
                if (before == 0) add(each);
            return;
        }
        // The last positional may repeat; `plot` parses its own flags.
        std::vector<CLI::Option const*> places;
        for (auto const* const each : command_->get_options())
            if (each->get_positional()) places.push_back(each);
        if (before >= places.size() && !places.empty() && places.back()->get_items_expected_max() <= 1)
            return;
        auto const* const place = places.empty() ? nullptr : places[std::min(before, places.size() - 1)];
        found_.files = place == nullptr || place->get_name() == "FILE";
        if (found_.files) return;
        for (std::string const& each : members(place->get_type_name())) add(each);
    }
    // `begin` is the part of the word before the value.
    void value(CLI::Option const& option, std::string begin) {
        std::string const type = option.get_type_name();
        std::string const name = type.substr(0, type.find_first_of(",=: "));
        if (name == "FILE") {
            found_.files = begin.empty();
            return;
        }
        for (std::string const& each : members(type)) add(begin + each);
        auto const at = known_.find(name);
        if (at == known_.end()) return;
        bool const list = type.starts_with(name + ",");
        if (std::size_t const comma = current_.rfind(','); list && comma != std::string::npos)
            begin = current_.substr(0, comma + 1);
        for (std::string const& each : at->second)
            add(begin + each + (type.starts_with(name + '=') ? "=" : ""));
    }

    CLI::App const* command_;
    KnownWords const& known_;
    std::string current_;
    Completions found_;
};

}  // namespace

Completions complete(Command const& app, KnownWords const& known, std::vector<std::string> words) {
    if (words.empty()) words.emplace_back();
    return Completer(app.app(), known).complete(words);
}

std::string completion_lines(Completions const& found) {
    if (found.files) return "<files>\n";
    std::string text;
    for (auto const& [word, about] : found.words) text += word + '\t' + about + '\n';
    return text;
}

char const* completion_script(std::string const& shell) {
    return shell == "bash" ? bash : shell == "zsh" ? zsh : shell == "fish" ? fish : nullptr;
}

}  // namespace heapprof
