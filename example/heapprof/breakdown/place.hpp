// Place: where the graph of a dump is. Breakdowns are written once, for each place:
//
//     InMemory     in_memory.hpp: a dump of any format
//     Streamed     streamed.hpp: a .csr file that is read in order
//     DumpPart     mpi/dump_part.hpp: the objects of one rank of heapprof-mpi
//
// Each of these also has
//
//     template <class Flow> using Values      // the result of solve(): find(n) for objects here
//     auto solve(sources, flow, follow) const // along edges that follow(from, to, kind) admits; a kind has
//                                             // strong() and machinery()
//     auto known(marks) const                 // bits of the objects here, as a predicate on these and on the
//                                             // objects that they refer to; refers to `marks`
//     bool plain() const                      // all edges are known to be strong, and none to be machinery
//     static constexpr bool of_several_ranks
#pragma once

#include "../file/any_dump.hpp"
#include "../question/object_selector.hpp"

#include <trav/flow/flow.hpp>
#include <trav/flow/reach.hpp>

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// A dump, and the objects of it that this process examines: all of them or, in heapprof-mpi, the objects of
/// one rank.
class Place {
  public:
    using Names = std::unordered_map<Node, std::string>;
    using Condition = std::function<bool(Node)>;

    explicit Place(AnyDump const& dump) : dump_(dump) {}
    virtual ~Place() = default;
    AnyDump const& dump() const { return dump_; }
    virtual Node first() const = 0;
    virtual Node last() const = 0;
    bool owns(Node n) const { return n - first() < last() - first(); }
    /// The roots of the dump that are here.
    std::vector<Node> roots() const {
        std::vector<Node> here = trav::dump::roots(dump_);
        std::erase_if(here, [this](Node n) { return !owns(n); });
        return here;
    }
    /// The objects that a selector matches, here and in other processes.
    virtual std::vector<Node> find(ObjectSelector const& selector) const = 0;
    /// Whether a condition holds here or in another process.
    virtual bool any(bool here) const = 0;
    /// Extends a condition on the objects here to all objects that they refer to.
    virtual Condition ask(Condition of) const = 0;
    /// The names of the objects here. If several processes have named an object, the first one's name wins.
    virtual Names first_names(Names names) const = 0;

  private:
    AnyDump const& dump_;
};

/// All objects of a dump.
class WholeDump : public Place {
  public:
    using Place::Place;
    Node first() const final { return 0; }
    Node last() const final { return dump().node_count(); }
    std::vector<Node> find(ObjectSelector const& selector) const final { return selector.find(dump()); }
    bool any(bool here) const final { return here; }
    /// Evaluates the condition once per object, not once per reference.
    Condition ask(Condition of) const final {
        std::vector<bool> answers(dump().node_count());
        for (Node n = 0; n != answers.size(); ++n) answers[n] = of(n);
        return [answers = std::move(answers)](Node n) { return answers[n]; };
    }
    Names first_names(Names names) const final { return names; }

    static constexpr bool of_several_ranks = false;
    static auto known(std::vector<bool> const& marks) {
        return [&marks](Node n) -> bool { return marks[n]; };
    }
};

/// For each object here, whether edges that `follow` admits reach it from some objects.
std::vector<bool> reached(auto const& place, std::vector<Node> const& from, auto const& follow) {
    std::vector<trav::Source<Node, bool>> sources;
    for (Node const n : from) sources.push_back({n, true});
    trav::Reach reach;
    auto const found = place.solve(sources, reach, follow);
    std::vector<bool> marks(place.last() - place.first());
    for (Node n = place.first(); n != place.last(); ++n) marks[n - place.first()] = found.find(n) != nullptr;
    return marks;
}

}  // namespace heapprof
