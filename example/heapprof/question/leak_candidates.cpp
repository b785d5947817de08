#include "leak_candidates.hpp"

#include "../breakdown/by_owner.hpp"

#include <cstddef>
#include <map>
#include <utility>

namespace heapprof {

std::string path_without_numbers(std::string const& name) {
    std::size_t const end = name.starts_with(shared_prefix) ? 0 : std::min(end_of_path(name), name.size());
    return without_numbers(name.substr(0, end)) + name.substr(end);
}

std::string any_key(std::string const& name) {
    std::size_t const end = end_of_path(name);
    if (end == std::string::npos || name.starts_with(shared_prefix)) return "";
    std::size_t begin = 0;
    begin = name.rfind(name[end - 1] == ']' ? '[' : '.', end);
    if (begin == std::string::npos || begin == 0) return "";
    return name.substr(0, begin) + "[]" + name.substr(end);
}

std::uint64_t growth(std::vector<trav::Amount> const& amounts) {
    std::uint64_t const first = amounts.front().bytes, last = amounts.back().bytes;
    return last > first ? last - first : 0;
}

bool grows_steadily(std::vector<trav::Amount> const& amounts, std::uint64_t tenths,
                    std::uint64_t trav::Amount::* what) {
    std::size_t const steps = std::min<std::size_t>(amounts.size() - 1, 3);
    std::uint64_t const first = amounts.front().*what, last = amounts.back().*what;
    for (std::size_t i = 0; i != steps; ++i) {
        std::uint64_t const before = amounts[i * (amounts.size() - 1) / steps].*what;
        std::uint64_t const after = amounts[(i + 1) * (amounts.size() - 1) / steps].*what;
        if (after <= before || (after - before) * steps * 10 < (last - first) * tenths) return false;
    }
    return last > first;
}

bool grows_by_leaps(std::vector<trav::Amount> const& amounts) {
    for (std::size_t i = 1; i < amounts.size(); ++i)
        if (amounts[i].bytes < amounts[i - 1].bytes || amounts[i].objects != amounts[0].objects) return false;
    return amounts.back().bytes * 2 >= amounts.front().bytes * 3 && amounts.front().bytes != 0;
}

std::size_t last_fall(std::vector<trav::Amount> const& amounts) {
    std::size_t found = 0;
    for (std::size_t i = 1; i != amounts.size(); ++i)
        if (amounts[i].bytes < amounts[i - 1].bytes / 2) found = i;
    return found;
}

Candidates::Candidates(trav::Table const& by_owner, Rules const& rules) {
    std::map<std::string, std::vector<trav::Table::Line const*>> alike;
    std::set<std::string> old;  // names without numbers in the first dump
    for (auto const& line : by_owner.lines)
        if (line.amounts.front().bytes != 0) old.insert(path_without_numbers(line.texts[0]));
    for (auto const& line : by_owner.lines) {
        std::string const& name = line.texts[0];
        NameParts const parts = parts_of_name(name);
        bool const warms_up = rules.is("code", parts) && growth(line.amounts) < line.amounts.back().bytes / 4;
        bool const of_runtime = rules.is("runtime", parts) && !rules.is("unnamed", parts);
        if (name == "UNREACHED" || of_runtime || warms_up) continue;
        std::string const plain = path_without_numbers(name), key = old.contains(plain) ? "" : any_key(name);
        alike[key.empty() ? plain : path_without_numbers(key)].push_back(&line);
    }
    for (auto const& [key, lines] : alike) {
        std::set<std::string> names;
        for (trav::Table::Line const* const line : lines) names.insert(path_without_numbers(line->texts[0]));
        Candidate one{lines.size() == 1   ? lines[0]->texts[0]
                      : names.size() == 1 ? *names.begin()
                                          : key,
                      {},
                      {}};
        for (trav::Table::Line const* const line : lines) {
            one.owners.insert(line->texts[0]);
            one.amounts.resize(line->amounts.size());
            for (std::size_t i = 0; i != one.amounts.size(); ++i) one.amounts[i] += line->amounts[i];
        }
        all_.push_back(std::move(one));
    }
}

}  // namespace heapprof
