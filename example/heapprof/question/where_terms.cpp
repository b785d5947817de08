#include "where_terms.hpp"

#include "../heap/retained_heap.hpp"
#include "../terminal/remarks.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/ruby/heap.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/report/text.hpp>
#include <trav/text/wildcards.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace heapprof {

namespace {

using trav::dump::DumpValue;
using trav::dump::ValueKind;
using What = WhereTerm::What;
using Marks = std::vector<bool>;

// Evaluates the terms of some conditions in one dump.
class WhereTerms {
  public:
    WhereTerms(AnyDump const& dump, std::span<Where const* const> conditions) : dump_(dump) {
        for (Where const* const each : conditions)
            for (WhereTerm const& term : each->syntax().terms) {
                terms_.push_back(&term);
                marks_.emplace_back(dump.node_count());
            }
        types();
        objects();
        retained();
        references();
        fields();
    }
    std::vector<Marks> marks() && { return std::move(marks_); }

  private:
    // Calls f(term, marks) for the terms of some kinds.
    void each(std::initializer_list<What> kinds, auto const& f) {
        for (std::size_t i = 0; i != terms_.size(); ++i)
            if (std::ranges::find(kinds, terms_[i]->what) != kinds.end()) f(*terms_[i], marks_[i]);
    }
    bool any(std::initializer_list<What> kinds) {
        bool found = false;
        each(kinds, [&](auto const&, auto const&) { found = true; });
        return found;
    }
    void missing(std::string const& what) const { remark(dump_.source() + ": " + what); }

    void types() {
        each({What::type}, [&](WhereTerm const& term, Marks& marks) {
            std::unordered_map<std::uint64_t, bool> known;
            bool found = false;
            for (Node n = 0; n != marks.size(); ++n) {
                auto const [at, fresh] = known.try_emplace(dump_.type(n), false);
                if (fresh) found |= at->second = trav::matches_last_part(term.text, type_name(dump_, n));
                marks[n] = at->second;
            }
            if (!found) missing("nothing is of type " + term.text);
        });
    }
    void objects() {
        each({What::name}, [&](WhereTerm const& term, Marks& marks) {
            std::size_t cut = 0;
            for (Node n = 0; n != marks.size(); ++n) marks[n] = matches_text(term.text, n, cut);
            say_cut(term, cut);
        });
        each({What::size}, [&](WhereTerm const& term, Marks& marks) {
            for (Node n = 0; n != marks.size(); ++n) marks[n] = holds(term, dump_.size(n));
        });
    }
    static bool holds(WhereTerm const& term, std::uint64_t number) {
        auto const whole = static_cast<std::int64_t>(std::min<std::uint64_t>(number, INT64_MAX));
        return term.holds({static_cast<double>(number), whole});
    }
    void retained() {
        if (!any({What::retained})) return;
        RetainedHeap const heap(dump_);
        each({What::retained}, [&](WhereTerm const& term, Marks& marks) {
            for (Node n = 0; n != marks.size(); ++n)
                marks[n] = holds(term, heap.tree.reached(n) ? heap.tree.retained(n).bytes : 0);
        });
    }

    // Calls f(edge) for the program's references that keep their targets alive.
    void each_reference(auto const& f) {
        EdgeSet const machinery = dump_.machinery();
        dump_.for_each_edge(0, dump_.node_count(), [&](AnyDump::Edge const& edge) {
            if (edge.strong && !machinery(edge)) f(edge);
        });
    }
    void references() {
        if (any({What::count})) {
            std::vector<std::uint32_t> counts(dump_.node_count());
            each_reference([&](AnyDump::Edge const& edge) { ++counts[edge.from]; });
            each({What::count}, [&](WhereTerm const& term, Marks& marks) {
                for (Node n = 0; n != marks.size(); ++n) marks[n] = holds(term, counts[n]);
            });
        }
        each({What::held_by}, [&](WhereTerm const& term, Marks& marks) {
            std::unordered_map<std::uint64_t, bool> known;
            bool found = false;
            each_reference([&](AnyDump::Edge const& edge) {
                if (marks[edge.to]) return;
                auto const [at, fresh] = known.try_emplace(dump_.type(edge.from), false);
                if (fresh) at->second = trav::matches_last_part(term.text, type_name(dump_, edge.from));
                if (at->second || trav::matches(term.text, dump_.name(edge))) found = marks[edge.to] = true;
            });
            dump_.for_each_root([&](Node n, std::string_view name) {
                if (trav::matches(term.text, name)) found = marks[n] = true;
            });
            if (!found) missing("no type, field or root called " + term.text + " holds anything");
        });
    }

    // A field term, while the values and references of the dump are examined.
    struct OfField {
        WhereTerm const* term;
        Marks* marks;
        Marks has;            // the field
        Marks own{};          // objects that are themselves such a value
        std::size_t cut = 0;  // texts that may be such values

        void found(Node n, bool holds) {
            has[n] = true;
            if (holds) (*marks)[n] = true;
        }
    };
    void fields() {
        std::vector<OfField> terms;
        each({What::field}, [&](WhereTerm const& term, Marks& marks) {
            terms.push_back({&term, &marks, Marks(marks.size()), {}});
            if (term.kind != ValueKind::text) terms.back().own.resize(marks.size());
        });
        if (terms.empty()) return;
        if (dump_.get_if<trav::dump::RubyHeap>())
            throw trav::dump::Error(dump_.source(), "Ruby does not write the names of fields");
        values(terms);
        each_reference([&](AnyDump::Edge const& edge) {
            if (edge.name_kind == trav::dump::NameKind::unnamed) return;
            std::string const name = dump_.name(edge);
            for (OfField& each : terms)
                if (each.term->field == name)
                    each.found(edge.from, each.own.empty() ? matches_text(each.term->text, edge.to, each.cut)
                                                           : each.own[edge.to]);
        });
        for (OfField& each : terms) {
            if (std::ranges::find(each.has, true) == each.has.end())
                missing("nothing has a field " + each.term->field);
            through_nameless(each);
            say_cut(*each.term, each.cut);
        }
    }
    // As in selectors: an object without the field has that of the only one with it behind a reference
    // without a name, as the dictionary of a Python object.
    void through_nameless(OfField& field) {
        constexpr Node none = ~Node{0}, several = none - 1;
        std::vector<Node> behind(dump_.node_count(), none);  // the object with the field
        each_reference([&](AnyDump::Edge const& edge) {
            if (edge.name_kind != trav::dump::NameKind::unnamed || !field.has[edge.to]) return;
            Node& only = behind[edge.from];
            only = only == none || only == edge.to ? edge.to : several;
        });
        for (Node n = 0; n != behind.size(); ++n)
            if (!field.has[n] && behind[n] < several && (*field.marks)[behind[n]]) (*field.marks)[n] = true;
    }
    // Throws dump::Error if a term is about numbers, truth values or null, and there are none.
    void values(std::vector<OfField>& terms) {
        bool const texts = std::ranges::all_of(terms, [](OfField const& each) { return each.own.empty(); });
        if (texts && !dump_.no_values().empty()) return;
        std::array<bool, 4> kinds{};
        dump_.for_each_value(Marks(dump_.node_count(), true), [&](DumpValue const& value) {
            kinds[static_cast<std::size_t>(value.kind)] = true;
            for (OfField& each : terms) {
                bool const holds = each.term->kind == value.kind && is(*each.term, value);
                if (value.field == each.term->field) each.found(value.node, holds);
                else if (value.field.empty() && holds && !each.own.empty()) each.own[value.node] = true;
            }
        });
        for (OfField const& each : terms)
            if (each.term->kind != ValueKind::text && !kinds[static_cast<std::size_t>(each.term->kind)])
                no_value_of(*each.term);
    }
    [[noreturn]] void no_value_of(WhereTerm const& term) const {
        bool const number = term.kind == ValueKind::number;
        std::string const of_v8 = "; V8 writes numbers if asked to: writeHeapSnapshot(file, "
                                  "{exposeNumericValues: true}), or 'Include numerical values' in DevTools";
        throw trav::dump::Error(dump_.source(),
                                std::string("there is no ") +
                                    (number                          ? "number"
                                     : term.kind == ValueKind::truth ? "true or false"
                                                                     : "null") +
                                    " in it, so ." + term.field + " cannot be compared" +
                                    (number && dump_.get_if<trav::dump::V8Dump>() ? of_v8 : ""));
    }
    static bool is(WhereTerm const& term, DumpValue const& value) {
        if (term.kind == ValueKind::nothing) return true;
        if (term.kind == ValueKind::truth) return term.text == value.text;
        if (term.kind == ValueKind::text) return trav::matches(term.text, value.text);
        auto const number = WhereNumber::parse(value.text);
        return number && term.holds(*number);
    }

    // Whether the object's text matches. A text that is cut matches if all texts with its beginning do, and
    // is counted if only some do.
    bool matches_text(std::string const& pattern, Node n, std::size_t& cut) {
        std::string_view const text = dump_.name(n);
        if (!is_cut(n)) return trav::matches(pattern, text);
        std::string_view const begin = std::string_view(pattern).substr(0, pattern.find_first_of("*?"));
        if (begin.size() < pattern.size() && pattern.find_first_not_of('*', begin.size()) == pattern.npos &&
            begin.size() <= text.size())
            return text.starts_with(begin);
        if (begin.size() == pattern.size() && begin.size() <= text.size()) return false;  // it is longer
        std::size_t const same = std::min(begin.size(), text.size());
        if (begin.substr(0, same) == text.substr(0, same)) ++cut;
        return false;
    }
    bool is_cut(Node n) {
        if (!cut_) {
            cut_.emplace(dump_.node_count());
            if (dump_.has_strings())
                dump_.for_each_string([&](trav::dump::DumpString const& string) {
                    (*cut_)[string.node] = !string.known || string.rest_hash != 0;
                });
        }
        return (*cut_)[n];
    }
    void say_cut(WhereTerm const& term, std::size_t cut) const {
        if (cut != 0)
            missing(trav::grouped(cut) + " texts may match \"" + term.text +
                    "\", but are not known whole: they count as different");
    }

    AnyDump const& dump_;
    std::vector<WhereTerm const*> terms_;
    std::vector<Marks> marks_;  // by term
    std::optional<Marks> cut_;  // the strings of which the dump has only a part
};

}  // namespace

std::vector<std::vector<Marks>> where_terms(AnyDump const& dump, std::span<Where const* const> conditions) {
    std::vector<Marks> all = WhereTerms(dump, conditions).marks();
    std::vector<std::vector<Marks>> result;
    auto next = std::make_move_iterator(all.begin());
    for (Where const* const each : conditions) {
        auto const end = next + static_cast<std::ptrdiff_t>(each->syntax().terms.size());
        result.emplace_back(next, end);
        next = end;
    }
    return result;
}

}  // namespace heapprof
