// trav/policy/flow/labels.hpp: solves a flow over a numbered graph; every object sends its label once.
//
// First in topological order: an object sends when all its parents have sent, for which a count of them is enough. What a cycle
// holds back is then sent by strongly connected components, whose members share one label. A `cut` node waits for nobody: what
// it sends is known, so cycles through it are none. O(objects + references) joins, whatever the cycles; for a flow with a
// `transfer`, a component is gone round until its labels stop growing.
#pragma once

#include "../../detail/absent.hpp"
#include "components.hpp"
#include "flow.hpp"
#include "numbered.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trav::detail {

/// The labels of objects by their places.
template <Flow F, class N>
class Labels {
  public:
    using Label = typename F::label;

    explicit Labels(F& flow) : flow_(flow) {}

    /// Forgets all labels.
    void clear() { cuts_.clear(); }
    /// Told of each object in the order of places, while it is near: asks for its cut.
    TRAV_INLINE void seen(N const& n) {
        if constexpr (cuts) {
            auto const instead = flow_.cut(n);
            cuts_.push_back({instead ? *instead : Label{}, static_cast<bool>(instead)});
        }
    }

    /// One label for all.
    void fill(std::size_t count, Label const& label) { records_.assign(count, Record{label, 0, true}); }
    /// Solves the flow. `sources` are places with their labels.
    void solve(auto const& graph, std::vector<Source<Place, Label>> const& sources) {
        begin(graph, sources);
        if (graph.references().size() < ~Place{0}) {
            count_parents(graph);
            release(graph);
            if (order_.size() == graph.size()) return;
            if constexpr (HasNothing<F> && !transfers)
                if (sweep(graph)) return;
        }
        condense(graph);
    }
    /// The same, without trying a topological order first.
    void condense_all(auto const& graph, std::vector<Source<Place, Label>> const& sources) {
        begin(graph, sources);
        order_.clear();
        for (std::size_t i = 0; i != graph.size(); ++i)
            if (is_cut(static_cast<Place>(i))) {
                records_[i].waiting = 0;
                order_.push_back(static_cast<Place>(i));
            }
        for (Place const cut : order_) send(graph, cut);
        condense(graph);
    }

    /// The label of the object at a place, or null if the flow did not reach it.
    Label const* find(Place place) const {
        return records_[place].reached ? &records_[place].label : nullptr;
    }

  private:
    static constexpr bool cuts = Cuts<F, N>;
    static constexpr bool transfers = Transfers<F, N>;

    struct Record {
        Label label;
        Place waiting;  // parents that have not sent
        bool reached;
    };
    struct Cut {
        Label label;
        bool is;
    };

    void begin(auto const& graph, std::vector<Source<Place, Label>> const& sources) {
        Label nothing{};
        if constexpr (HasNothing<F>) nothing = F::nothing;
        records_.assign(graph.size(), Record{nothing, 1, false});
        for (auto const& source : sources) receive(source.node, source.label, true);
        if constexpr (cuts) {
            std::size_t begun = 0;
            for (std::size_t i = 0; i != graph.roots(); ++i) begun += records_[i].reached;
            if (begun != graph.roots()) leave_out_unreached(graph);
        }
    }
    /// A cut node sends at once, so it must be known before whether the flow reaches it.
    void leave_out_unreached(auto const& graph) {
        std::vector<bool> reached(graph.size());
        order_.clear();
        auto const reach = [&](Place place) {
            if (!reached[place]) order_.push_back(place);
            reached[place] = true;
        };
        for (std::size_t i = 0; i != graph.size(); ++i)
            if (records_[i].reached) reach(static_cast<Place>(i));
        for (std::size_t i = 0; i != order_.size(); ++i)
            for (Place const child : graph.children(order_[i])) reach(child);
        for (std::size_t i = 0; i != cuts_.size(); ++i) cuts_[i].is = cuts_[i].is && reached[i];
    }
    bool is_cut(Place place) const {
        if constexpr (cuts) return cuts_[place].is;
        else return false;
    }
    bool sends(Place place) const { return records_[place].reached || is_cut(place); }
    Label sent(auto const& graph, Place place) {
        if constexpr (cuts)
            if (cuts_[place].is) return cuts_[place].label;
        if constexpr (transfers) return flow_.transfer(graph.node(place), records_[place].label);
        else return records_[place].label;
    }
    /// `reached`: there is a label.
    TRAV_INLINE void receive(Place place, Label const& label, bool reached) {
        Record& record = records_[place];
        if constexpr (HasNothing<F>) {
            record.label = flow_.join(record.label, label);
        } else if (reached) {
            if (record.reached) record.label = flow_.join(record.label, label);
            else record.label = label;
        }
        record.reached |= reached;
    }
    void send(auto const& graph, Place place) {
        if (!sends(place)) return;
        Label const label = sent(graph, place);
        for (Place const child : graph.children(place)) receive(child, label, true);
    }

    void count_parents(auto const& graph) {
        for (auto& record : records_) record.waiting = 0;
        for (Place const child : graph.references()) ++records_[child].waiting;
        if constexpr (cuts)
            for (std::size_t i = 0; i != records_.size(); ++i)
                if (cuts_[i].is) records_[i].waiting = 0;
    }
    /// Sends for every object whose parents have all sent. Such objects are listed in `order_`.
    void release(auto const& graph) {
        std::size_t const count = graph.size();
        order_.resize(count + 1);
        Place* const order = order_.data();
        std::size_t listed = 0;
        for (std::size_t i = 0; i != count; ++i) {
            order[listed] = static_cast<Place>(i);
            listed += records_[i].waiting == 0;
        }
        Place const* const children = graph.references().data();
        std::size_t const* const begins = graph.begins().data();
        // of each object as many children are prefetched, its own or others: to ask how many it has costs more
        std::size_t const few = graph.references().size() < 4 ? graph.references().size() : 4;
        std::size_t const last = graph.references().size() - few;
        for (std::size_t i = 0; i != listed; ++i) {
            if (i + 3 * ahead < listed) __builtin_prefetch(&begins[order[i + 3 * ahead]]);
            if (i + 2 * ahead < listed) __builtin_prefetch(&children[begins[order[i + 2 * ahead]]]);
            if (i + ahead < listed) {
                Place const soon = order[i + ahead];
                std::size_t const begin = begins[soon] < last ? begins[soon] : last;
                for (std::size_t at = begin; at != begin + few; ++at)
                    __builtin_prefetch(&records_[children[at]], 1);
                __builtin_prefetch(&records_[soon]);
            }
            Place const place = order[i];
            bool const reached = sends(place);
            Label const label = reached ? sent(graph, place) : records_[place].label;
            for (std::size_t at = begins[place], end = begins[place + 1]; at != end; ++at) {
                Place const child = children[at];
                receive(child, label, reached);
                order[listed] = child;
                listed += --records_[child].waiting == 0;  // of a cut node it wraps round
            }
        }
        order_.resize(listed);
    }

    /// Sends in the order of places what is not in `order_`, again and again while something has grown. Many heaps with cycles
    /// take two to four sends for each object, a third of what it takes to find components. False: given up, after as many
    /// as that; labels have grown on the way, but none too far.
    bool sweep(auto const& graph) {
        std::size_t const count = graph.size();
        for (Record& record : records_) record.waiting = remains + record.reached;
        for (Place const place : order_) records_[place].waiting = 0;
        std::size_t const limit = (count - order_.size()) / 2 * 9;
        for (std::size_t sends = 0; sends <= limit;
             sends += count / 64 + 1) {  // to look for them costs time, too
            std::size_t behind = 0;
            for (std::size_t place = 0; place != count; ++place) {
                if (records_[place].waiting != remains + 1) continue;
                ++sends;
                records_[place].waiting = remains;
                Label const label = records_[place].label;
                for (Place const child : graph.children(static_cast<Place>(place))) {
                    Record& record = records_[child];
                    Label const grown = flow_.join(record.label, label);
                    bool const has_new = !(grown == record.label) | !record.reached;
                    record.label = grown;
                    record.reached = true;
                    record.waiting |= has_new;
                    behind += has_new & (child <= place);
                }
            }
            if (behind == 0) return true;
        }
        return false;
    }
    static constexpr Place remains = 2;  // and 1: has something new to send

    /// Sends for every object that is not in `order_`, component by component.
    void condense(auto const& graph) {
        std::vector<bool> released(graph.size());
        for (Place const place : order_) released[place] = true;
        components_.find(graph.begins(), graph.references(), [&](Place place) { return released[place]; });
        std::size_t sent_to = components_.members().size();  // going down
        for (std::size_t i = components_.count(); i-- != 0;) {
            auto const members = components_[i];
            prefetch(graph, sent_to);
            sent_to -= members.size();
            settle(graph, members);
            for (Place const place : members) {
                if (!records_[place].reached) continue;
                Label const label = sent(graph, place);
                for (Place const child : graph.children(place))
                    if (!components_.same(place, child)) receive(child, label, true);
            }
        }
    }
    void prefetch(auto const& graph, std::size_t end) const {
        auto const members = components_.members();
        if (end <= 3 * ahead) return;
        __builtin_prefetch(&graph.begins()[members[end - 3 * ahead]]);
        __builtin_prefetch(&graph.references()[graph.begins()[members[end - 2 * ahead]]]);
        Place const soon = members[end - ahead];
        __builtin_prefetch(&records_[soon], 1);
        components_.prefetch(soon);
        auto const children = graph.children(soon);
        for (Place const child : children.first(children.size() < 16 ? children.size() : 16)) {
            __builtin_prefetch(&records_[child], 1);
            components_.prefetch(child);
        }
    }
    /// Brings the members of one component to their labels, all from outside having been received.
    void settle(auto const& graph, std::span<Place const> members) {
        if constexpr (transfers) {
            std::vector<Place> behind;  // labels that have grown and were not sent
            for (Place const place : members)
                if (records_[place].reached) behind.push_back(place);
            go_round(graph, behind);
        } else {
            if (members.size() == 1) return;
            Record all = records_[members.front()];
            for (Place const place : members.subspan(1)) {
                Record const& one = records_[place];
                if (!one.reached) continue;
                all.label = all.reached ? flow_.join(all.label, one.label) : one.label;
                all.reached = true;
            }
            for (Place const place : members) records_[place] = all;
        }
    }
    void go_round(auto const& graph, std::vector<Place>& behind) {
        std::vector<Place> grown;
        for (Place const place : behind) records_[place].waiting = is_behind;
        for (; !behind.empty(); behind.swap(grown), grown.clear())
            for (Place const place : behind) {
                records_[place].waiting = 0;
                Label const label = sent(graph, place);
                for (Place const child : graph.children(place)) {
                    if (!components_.same(place, child)) continue;
                    Record& record = records_[child];
                    Label const before = record.label;
                    bool const was_reached = record.reached;
                    receive(child, label, true);
                    if (was_reached && (record.label == before || record.waiting == is_behind)) continue;
                    record.waiting = is_behind;
                    grown.push_back(child);
                }
            }
    }
    static constexpr Place is_behind = ~Place{0};
    static constexpr std::size_t ahead = 16;

    F& flow_;
    std::vector<Record> records_;
    std::vector<Cut> cuts_;     // by place, of a flow that has any
    std::vector<Place> order_;  // in which objects have sent
    Components components_;
};

}  // namespace trav::detail
