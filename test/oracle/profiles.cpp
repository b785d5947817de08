// Profilers against definitions, over time: the heap changes, and objects are used, move and die between
// censuses.
#include "profiles.hpp"
#include "check.hpp"
#include "profile/expected.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace oracle;

namespace {

/// The expected results of a story, by definition.
class Told {
  public:
    explicit Told(Case const& c) : case_(c), past_(c) {
        for (std::size_t k = 0; k != c.steps.size(); ++k) {
            Step const& step = c.steps[k];
            auto const before = past_.allocated;
            if (!past_.apply(step)) continue;
            if (step.what == Do::use) lives_[step.a].uses.insert(censuses_);
            if (step.what == Do::collect && deaths_are_told(c, k))
                for (std::size_t n = 0; n != before.size(); ++n)
                    if (before[n] && !past_.allocated[n]) lives_[static_cast<int>(n)].dead = true;
            if (step.what == Do::census) census();
        }
    }

    using Texts = std::map<std::string, std::string>;  // by breakdown
    /// The lines by these breakdowns, of the objects that `keep` accepts at a census.
    Lines lines(Names const& names, std::function<bool(Texts const&)> const& keep = {}) const {
        Lines all;
        for (auto const& [n, census, known] : counted_) {
            Texts texts = known;
            texts["biography"] = case_.type_of(n) == 2 ? "INHERENT_USE" : test::phase(lives_.at(n), census);
            if (keep && !keep(texts)) continue;
            std::vector<std::string> line;
            for (auto const& name : names) line.push_back(texts.at(name));
            auto& amounts = all[line];
            amounts.resize(censuses_);
            amounts[census] += Amount{static_cast<std::uint64_t>(case_.bytes_of(n)), 1};
        }
        return all;
    }

  private:
    struct Counted {
        int n;
        std::size_t census;
        Texts texts;
    };

    void census() {
        auto const& shape = past_.shape;
        auto const reached = past_.reached(), by_roots = test::closure(shape);
        std::map<int, Numbers> by_name;  // in order of first occurrence of the names
        std::vector<std::pair<std::string, Numbers>> named;
        std::set<int> objects;
        for (auto const& [name, node] : past_.named()) by_name[name].push_back(node), objects.insert(node);
        std::set<int> seen;
        for (auto const& [name, node] : case_.named)
            if (seen.insert(name).second) named.emplace_back(name_of(name), by_name[name]);
        test::Shape data = shape;  // without edges to machinery
        for (auto& children : data.children)
            std::erase_if(children, [&](int to) { return to >= 0 && case_.type_of(to) == 3; });
        auto const root = test::root_sets(shape, named), holder = test::root_sets(data, named);
        auto const other_roots = test::other_roots(shape, objects);
        test::Shape once = shape;  // a profiler's policies arrive at each root once
        std::ranges::sort(once.roots);
        once.roots.erase(std::unique(once.roots.begin(), once.roots.end()), once.roots.end());
        auto const arrivals = test::arrivals(once);
        auto const retainers = test::retainer_sets(
            shape, [&](int n) { return case_.retainer(n) != null; },
            [&](int n) { return std::to_string(case_.retainer(n)); });
        for (int n = 0; n != shape.size(); ++n) {
            if (!(case_.whole_heap ? past_.allocated : reached)[at(n)]) {
                if (auto const life = lives_.find(n); life != lives_.end()) life->second.dead = true;
                continue;
            }
            lives_[n].censuses.insert(censuses_);
            auto const set_text = [](auto const& set) { return set.empty() ? "NOROOT" : test::joined(set); };
            auto const& retained = retainers[at(n)];
            counted_.push_back({n,
                                censuses_,
                                {{"type", type_name(case_.type_of(n))},
                                 {"root", set_text(root[at(n)])},
                                 {"holder", set_text(holder[at(n)])},
                                 {"other roots", other_roots[at(n)]},
                                 {"arrivals", by_roots[at(n)] ? std::to_string(arrivals[at(n)]) : "none"},
                                 {"retainer", retained.empty()                  ? "UNREACHED"
                                              : retained.size() > at(case_.cap) ? "MANY"
                                                                                : test::joined(retained)}}});
        }
        ++censuses_;
    }

    Case const& case_;
    Past past_;
    std::size_t censuses_ = 0;
    std::map<int, test::Life> lives_{};
    std::vector<Counted> counted_{};
};

/// Compares the profile with the expected lines, by these breakdowns.
void same_lines(Checks& checks, Told const& told, trav::Profile const& profile, std::string const& call,
                Names const& names) {
    std::string const text = "lines(" + call + ", " + literal(names) + ")";
    checks.same(text.c_str(), told.lines(names), [&] { return lines(profile, names); });
}

}  // namespace

TEST_CASE("oracle: profiles over time, of all breakdowns together and of each alone", "[property]") {
    hold(
        "profiles.hpp", "profiles", "stories of heaps", {1'000, 30'000},
        [](auto& dice, int size) { return random_story(dice, 2 + size / 8, 2 + size / 3); },
        [&](Checks& checks, Case const& c) {
            Told const told(c);
            Names const all{"biography", "type", "root", "holder", "other roots", "retainer", "arrivals"};
            Names const of_list{"biography", "type", "root", "holder", "other roots", "retainer"};
            auto const fused = profiled<false>(c, Way::fused);
            std::string const call = "profiled<false>(c, Way::fused)";
            same_lines(checks, told, fused, call, all);
            same_lines(checks, told, fused, call, {});
            for (auto const& name : all) same_lines(checks, told, fused, call, {name});
            for (std::size_t a = 0; a != all.size(); ++a)
                same_lines(checks, told, fused, call, {all[a], all[(a + 3) % all.size()]});

            using Texts = Told::Texts;
            ORACLE_SAME(checks, told.lines({"root"}, [](Texts const& t) { return t.at("type") == "T1"; }),
                        lines(profiled<false>(c, Way::fused).where(trav::in("type", {"T1"})), {"root"}));
            auto const has_root = [](Texts const& t) {
                return t.at("root") != "NOROOT" && t.at("root").find('a') != std::string::npos;
            };
            ORACLE_SAME(checks, told.lines({"type", "biography"}, has_root),
                        lines(profiled<false>(c, Way::fused).where(trav::having("root", {"a"})),
                              {"type", "biography"}));
            auto const wasted = [&](Texts const& t) {
                bool const never = t.at("biography") == "VOID" || t.at("biography") == "DRAG";
                return never && t.at("retainer") != "SYSTEM" && !has_root(t);
            };
            ORACLE_SAME(checks, told.lines({"retainer"}, wasted),
                        lines(profiled<false>(c, Way::fused)
                                  .where(trav::in("biography", {"VOID", "DRAG"}),
                                         !trav::in("retainer", {"SYSTEM"}), !trav::having("root", {"a"})),
                              {"retainer"}));

            same_lines(checks, told, profiled<true, trav::BreadthFirst>(c, Way::reversed),
                       "profiled<true, trav::BreadthFirst>(c, Way::reversed)", all);
            same_lines(checks, told, profiled<false>(c, Way::listed), "profiled<false>(c, Way::listed)",
                       of_list);
            auto const alone = [&](Told const& by, Case const& heap, Way way, std::string const& name) {
                same_lines(checks, by, profiled<false>(heap, way), "profiled<false>(c, Way::" + name + ")",
                           {name});
            };
            if (checks.due(0, 7)) alone(told, c, Way::root, "root");
            if (checks.due(1, 7)) alone(told, c, Way::holder, "holder");
            if (checks.due(2, 7)) alone(told, c, Way::other_roots, "other roots");
            // these have no named roots
            Case unnamed = c;
            unnamed.named.clear();
            Told const of_unnamed(unnamed);
            checks.ask_of(unnamed);
            if (checks.due(3, 7)) alone(of_unnamed, unnamed, Way::type, "type");
            if (checks.due(4, 7)) alone(of_unnamed, unnamed, Way::retainer, "retainer");
            if (checks.due(5, 7)) alone(of_unnamed, unnamed, Way::arrivals, "arrivals");
            if (checks.due(6, 7)) alone(of_unnamed, unnamed, Way::biography, "biography");
        });
}
