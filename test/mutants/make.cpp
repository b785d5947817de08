// Lists the mutants that operators.hpp makes of a source, or prints one of them as a patch:
//
//     make --list FILE [FIRST-LAST...]      FILE NUMBER OPERATOR DESCRIPTION, a line for each mutant, or only
//                                           for those that change something in these lines
//     make --patch FILE NUMBER              the description, and the patch
//     make --choices FILE [NUMBER...]       the source with these mutants as choices at run time (choice.hpp)
#include "operators.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

namespace {

std::size_t line_of(std::string_view source, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::ranges::count(source.substr(0, at), '\n'));
}

/// The text with each run of spaces as one.
std::string on_one_line(std::string_view text) {
    std::string line;
    for (char const c : text) {
        bool const space = c == ' ' || c == '\n';
        if (!space || !line.ends_with(' ')) line += space ? ' ' : c;
    }
    return line;
}

std::string description(std::string const& file, std::string_view source, mutants::Mutant const& mutant) {
    std::size_t const column = mutant.begin - (source.substr(0, mutant.begin).rfind('\n') + 1) + 1;
    std::string const old = on_one_line(source.substr(mutant.begin, mutant.end - mutant.begin));
    return file + ":" + std::to_string(line_of(source, mutant.begin)) + ":" + std::to_string(column) + ": `" +
           old + "` " + (mutant.text.empty() ? "is dropped" : "becomes `" + on_one_line(mutant.text) + "`");
}

/// Prints the lines of a text, each behind a sign.
void print_lines(char sign, std::string_view text) {
    while (!text.empty()) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        std::cout << sign << text.substr(0, end) << '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void print_patch(std::string const& file, std::string_view source, mutants::Mutant const& mutant) {
    std::size_t const begin = source.substr(0, mutant.begin).rfind('\n') + 1;  // npos + 1 is 0
    std::size_t const end = std::min(source.find('\n', mutant.end), source.size());
    std::string_view const old = source.substr(begin, end - begin);
    std::string const changed = std::string(source.substr(begin, mutant.begin - begin)) + mutant.text +
                                std::string(source.substr(mutant.end, end - mutant.end)) + "\n";
    std::size_t const first = line_of(source, begin);
    std::cout << description(file, source, mutant) << "\n--- a/" << file << "\n+++ b/" << file << "\n@@ -"
              << first << ',' << std::ranges::count(old, '\n') + 1 << " +" << first << ','
              << std::ranges::count(changed, '\n') << " @@\n";
    print_lines('-', old);
    print_lines('+', changed);
}

/// A text on one line, without comments.
std::string of_tokens(std::string const& text) {
    std::string line;
    std::size_t end = 0;
    for (auto const& token : mutants::Lexer(text).tokens()) {
        if (token.begin != end) line += ' ';
        line += token.text;
        end = token.end;
    }
    return line;
}

/// The mutants that may be chosen at one place.
struct Choice {
    mutants::Place place;
    bool is_condition = false;
    std::vector<std::pair<std::size_t, std::string>> mutants;  // number and text
};

/// Prints choices, and what is between them. A compiler names mutants by their lines.
class ChoicePrinter {
  public:
    ChoicePrinter(std::string const& file, std::string_view source, std::vector<Choice> const& choices)
        : file_(file), source_(source), choices_(choices) {}

    void print(std::size_t begin, std::size_t end) {
        while (next_ != choices_.size() && choices_[next_].place.begin < end) {
            Choice const& choice = choices_[next_++];
            std::cout << source_.substr(begin, choice.place.begin - begin);
            begin = choice.place.end;
            std::cout << (choice.place.is_statement ? "{" : "(");
            std::string const type = choice.is_condition ? "static_cast<bool>" : "";
            for (auto const& [number, text] : choice.mutants) {
                std::string const on = "mutants::chosen(" + std::to_string(number) + ")";
                std::cout << "\n#line " << number << " \"mutant\"\n";
                if (choice.place.is_statement) std::cout << "if (" << on << ") {" << text << "} else";
                else std::cout << on << " ? " << type << "(" << text << ") :";
            }
            std::cout << "\n#line " << line_of(source_, choice.place.begin) << " \"" << file_ << "\"\n";
            std::cout << type << (choice.place.is_statement ? "{" : "(");
            print(choice.place.begin, choice.place.end);
            std::cout << (choice.place.is_statement ? "}}" : "))");
        }
        std::cout << source_.substr(begin, end - begin);
    }

  private:
    std::string const& file_;
    std::string_view source_;
    std::vector<Choice> const& choices_;
    std::size_t next_ = 0;
};

void print_choices(std::string const& file, std::string_view source, std::vector<mutants::Mutant> const& all,
                   std::vector<std::string> const& numbers) {
    mutants::Operators const operators(source);
    std::vector<Choice> choices;
    for (auto const& given : numbers) {
        std::size_t const number = std::stoul(given);
        mutants::Mutant mutant = all.at(number - 1);
        if (mutant.made_by == "condition") {  // the condition becomes true
            mutant.begin = source.find('(', mutant.begin) + 1;
            mutant.end = source.rfind(')', mutant.end - 1);
            mutant.text = "true";
        }
        mutants::Place const place = operators.place(mutant.begin, mutant.end);
        std::string_view const old = source.substr(place.begin, place.end - place.begin);
        if (old.empty() || old.find("\n#") != old.npos) continue;
        mutant.begin -= place.begin, mutant.end -= place.begin;
        auto const same = [&](Choice const& c) {
            return c.place.begin == place.begin && c.place.end == place.end;
        };
        auto at = std::ranges::find_if(choices, same);
        if (at == choices.end()) at = choices.insert(at, Choice{place, false, {}});
        at->is_condition |= !place.is_statement &&
                            mutants::is_one(mutant.made_by, {"condition", "negate", "boolean", "operand"});
        at->mutants.emplace_back(number, of_tokens(mutants::apply(old, mutant)));
    }
    std::ranges::sort(choices, [](Choice const& a, Choice const& b) {
        return a.place.begin != b.place.begin ? a.place.begin < b.place.begin : a.place.end > b.place.end;
    });
    std::cout << "#include \"mutants/choice.hpp\"\n#line 1 \"" << file << "\"\n";
    ChoicePrinter(file, source, choices).print(0, source.size());
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> const given(arguments + 1, arguments + count);
    if (given.size() < 2) return 2;
    std::ifstream in(given[1], std::ios::binary);
    if (!in) {
        std::cerr << "make: cannot read " << given[1] << '\n';
        return 2;
    }
    std::string const source(std::istreambuf_iterator<char>(in), {});
    auto const all = mutants::mutants(source);
    if (given[0] == "--patch" && given.size() == 3) {
        print_patch(given[1], source, all.at(std::stoul(given[2]) - 1));
        return 0;
    }
    if (given[0] == "--choices") {
        print_choices(given[1], source, all, {given.begin() + 2, given.end()});
        return 0;
    }
    for (std::size_t i = 0; i != all.size(); ++i) {
        std::size_t const first = line_of(source, all[i].begin), last = line_of(source, all[i].end - 1);
        bool wanted = given.size() == 2;
        for (std::size_t range = 2; range != given.size(); ++range) {
            std::size_t const dash = given[range].find('-');
            wanted |= last >= std::stoul(given[range]) && first <= std::stoul(given[range].substr(dash + 1));
        }
        if (wanted)
            std::cout << given[1] << ' ' << i + 1 << ' ' << all[i].made_by << ' '
                      << description(given[1], source, all[i]) << '\n';
    }
}
