#include "retainer_rule.hpp"

#include <algorithm>

namespace heapprof {

bool matches(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p, ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;  // the star takes one more
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

std::vector<std::string> split_list(std::string_view list) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= list.size();) {
        std::size_t end = std::min(list.find_first_of(",{", begin), list.size());
        while (end != list.size() && list[end] == '{') {
            std::size_t const close = list.find('}', end);
            end = std::min(list.find_first_of(",{", close == list.npos ? end + 1 : close), list.size());
        }
        parts.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string> split_rule(std::string_view rule) {
    std::vector<std::string> terms{""};
    bool in_brackets = false;
    char quote = '\0';
    for (std::size_t i = 0; i != rule.size(); ++i) {
        char const c = rule[i], before = i == 0 ? '\0' : rule[i - 1];
        if (quote != '\0') {
            if (c == quote) quote = '\0';
            if (c == '\\' && i + 1 != rule.size()) terms.back() += rule[i++];  // and what it quotes, below
        } else if (in_brackets && (before == '[' || before == '@') && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == '[' || c == ']') {
            in_brackets = c == '[';
        } else if (c == ',' && !in_brackets) {
            terms.emplace_back();
            continue;
        }
        terms.back() += rule[i];
    }
    return terms;
}

}  // namespace heapprof
