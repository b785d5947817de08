#include "retainer_rule.hpp"

#include <trav/dump/v8/selector.hpp>

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace heapprof {

namespace {

using trav::dump::EdgeKind;
using trav::dump::V8Edge;
using trav::dump::V8Snapshot;

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

// For each node without a name of its own that a property or variable holds, what the first one to do so calls it.
std::unordered_map<Node, std::string> names_by_holder(V8Snapshot const& snapshot) {
    std::unordered_map<Node, std::string> names;
    for (Node n = 0; n < snapshot.node_count(); ++n) {
        snapshot.for_each_edge(n, [&](V8Edge const& edge) {
            bool const variable = edge.kind == EdgeKind::context;
            if (!(variable || edge.kind == EdgeKind::property) || !snapshot.name(edge.to).empty()) return;
            if (names.count(edge.to) != 0) return;
            names[edge.to] = (variable ? "" : class_name(snapshot, n) + ".") + snapshot.label(edge);
        });
    }
    return names;
}

class Namer {
  public:
    explicit Namer(V8Snapshot const& snapshot) : snapshot_(snapshot), held_(names_by_holder(snapshot)) {}

    std::string operator()(Node n) const {
        if (n == snapshot_.root) return "(root)";
        if (!snapshot_.name(n).empty()) return std::string(snapshot_.name(n));
        if (auto const held = held_.find(n); held != held_.end()) return held->second;
        return std::string("(").append(snapshot_.type(n)).append(")");
    }

  private:
    V8Snapshot const& snapshot_;
    std::unordered_map<Node, std::string> held_;
};

}  // namespace

RetainerNames apply_rule(std::vector<std::string> const& terms, V8Snapshot const& snapshot) {
    RetainerNames result{std::vector<std::uint32_t>(snapshot.node_count()), {""}};
    std::unordered_map<std::string, std::uint32_t> numbers;
    Namer const name(snapshot);
    auto const add = [&](Node n, std::string const& identity) {
        if (result.of_node[n] != 0) return;  // the first term to say so names it
        auto const [at, fresh] =
            numbers.try_emplace(identity, static_cast<std::uint32_t>(result.names.size()));
        if (fresh) result.names.push_back(identity);
        result.of_node[n] = at->second;
    };
    auto const of_type = [&](std::string_view type, std::string_view pattern) {
        std::size_t const number = snapshot.type_named(type);
        bool any = false;
        for (Node n = 0; n < snapshot.node_count(); ++n) {
            if (snapshot.node_type[n] != number) continue;
            std::string const identity = name(n);
            if (!matches(pattern, identity)) continue;
            add(n, identity);
            any = true;
        }
        return any;
    };
    auto const is_type = [&](std::string_view text) {
        return snapshot.type_named(text) < snapshot.type_names.size();
    };

    // Selectors first: whoever points at certain nodes wants to see them by that name.
    for (std::string const& term : terms) {
        std::string const type = term.substr(0, term.find(':'));
        if (term == "default" || is_type(type)) continue;
        trav::dump::Selector const selector(term);
        for (Node const n : selector.find(snapshot)) add(n, selector.text());
    }
    for (std::string const& term : terms) {
        std::size_t const colon = term.find(':');
        std::string const type = term.substr(0, colon);
        if (term == "default") {
            for (char const* each : {"closure", "native", "synthetic"}) of_type(each, "*");
        } else if (is_type(type)) {
            std::string const pattern = colon == std::string::npos ? "*" : term.substr(colon + 1);
            if (!of_type(type, pattern)) {
                throw trav::dump::Error(snapshot.file, "the retainer rule '" + term + "' matches nothing");
            }
        }
    }
    return result;
}

}  // namespace heapprof
