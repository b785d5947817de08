// trav/profile/detail/classifier.hpp: the classifier of a breakdown: finds the band of each object, for a
// profiler.
//
// A profiler uses its breakdowns only through these interfaces. Every call handles a batch of objects, so it
// may be virtual. classifiers.hpp has the classifier of each kind of breakdown.
#pragma once

#include "../../detail/function.hpp"
#include "../../flow/memory_flow.hpp"
#include "../../flow/numbered.hpp"
#include "../../strategy/counted.hpp"
#include "../amount.hpp"
#include "../band.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trav::detail {

/// The place of an unreached object.
inline constexpr Place unreached = ~Place{0};

/// Objects to classify.
template <class N>
struct Batch {
    std::span<N const> nodes;
    Place const* places;   // places of the nodes, or their slots; null before the flows are solved
    std::uint32_t* bands;  // destination for the band of the first node
    std::size_t stride;    // distance to the destination of the next
};

/// The reached objects by place, independent of the graph's type.
template <class N>
class NumberedHeap {
  public:
    explicit NumberedHeap(auto const& numbered)
        : nodes_(numbered.nodes()),
          begins_(numbered.begins()),
          references_(numbered.references()),
          roots_(numbered.roots()),
          reached_(numbered.reached()) {}

    std::size_t size() const { return nodes_.size(); }
    std::size_t roots() const { return roots_; }
    std::size_t reached() const { return reached_; }
    N const& node(Place place) const { return nodes_[place]; }
    std::span<Place const> children(Place place) const {
        return {references_.data() + begins_[place], begins_[place + 1] - begins_[place]};
    }
    std::span<Place const> begins() const { return begins_; }
    std::span<Place const> references() const { return references_; }

  private:
    std::span<N const> nodes_;
    std::span<Place const> begins_, references_;
    std::size_t roots_, reached_;
};

template <class N>
class FlowClassifier;
template <class N>
class LifeClassifier;

/// A classifier that is notified of births and deaths.
template <class N>
class Follower {
  public:
    virtual ~Follower() = default;
    virtual void created(N const& n) = 0;
    virtual void died(N const& n) = 0;
};

template <class N>
class Classifier {
  public:
    virtual ~Classifier() = default;
    virtual std::string name() const = 0;
    /// The address of the breakdown.
    virtual void const* breakdown() const = 0;
    /// The bands, by number.
    virtual std::vector<Band> bands() const = 0;

    /// Whether the band of an object depends only on the object itself.
    virtual bool at_sight() const { return false; }
    /// Whether objects may be classified while flows are being solved, and again after values have changed.
    virtual bool at_any_time() const { return false; }
    /// Writes the numbers of the objects' bands; writes nothing if bands are only known later.
    virtual void classify(Batch<N> const&) {}

    virtual void begin_sample(std::size_t, double) {}
    /// Called after the sample has been counted.
    virtual void end_sample() {}

    /// This object as a FlowClassifier, or null; life() and follower() likewise.
    virtual FlowClassifier<N>* flow() { return nullptr; }
    virtual LifeClassifier<N>* life() { return nullptr; }
    virtual Follower<N>* follower() { return nullptr; }
};

/// The classifier of a breakdown with a flow, by default along edges of its own. In a sample its members are
/// called in this order.
template <class N>
class FlowClassifier : public Classifier<N> {
  public:
    FlowClassifier* flow() final { return this; }

    /// Whether the flow follows the profiler's graph.
    virtual bool follows_graph() const { return false; }
    /// Whether nodes may send before they are reached.
    virtual bool cuts() const { return false; }
    /// Appends the nodes at which the flow begins; resolve(node) returns false if a handle has no object.
    virtual void sources(std::vector<N> const& roots, Function<bool(N&)> const& resolve,
                         std::vector<N>& nodes) = 0;
    /// Passes the next objects in the order of places, while they are cached.
    virtual void seen(std::span<N const>) {}
    /// Begins to solve the flow in memory order, from the slots of its sources. Returns null if it cannot.
    virtual MemoryFlow<N>* begin_in_memory(std::size_t, std::span<std::size_t const>) { return nullptr; }
    /// Solves the flow; `sources` are the places of its sources if it follows the profiler's graph.
    virtual Statistics solve(NumberedHeap<N> const& heap, std::span<Place const> sources) = 0;
    /// Frees the solution.
    virtual void release() = 0;
    /// The address of a node's value, or of the user's store that has it; null if there is no such store.
    virtual void const* stored_at(N const&) const { return nullptr; }
};

/// The classifier of a breakdown that follows objects over time.
template <class N>
class LifeClassifier : public Classifier<N>, public Follower<N> {
  public:
    LifeClassifier* life() final { return this; }
    Follower<N>* follower() final { return this; }

    virtual void used(N const& n) = 0;
    /// Announces the number of objects that are about to be reported alive.
    virtual void expect_all(std::size_t count) = 0;
    virtual void expect(std::span<N const> nodes) = 0;
    /// Reports objects as alive, with their rows and sizes.
    virtual void alive(std::span<N const> nodes, std::uint32_t const* rows, std::uint64_t const* bytes) = 0;
    /// Undoes such a report.
    virtual void take_back(std::span<N const> nodes, std::uint32_t const* rows,
                           std::uint64_t const* bytes) = 0;
    virtual void end_census() = 0;
    /// Discards the reports: the sample has failed.
    virtual void abandon_census() = 0;
    /// Calls f(census, row, band, amount) for everything known so far.
    virtual void
    each(Function<void(std::size_t, std::uint32_t, std::uint32_t, Amount const&)> const& f) const = 0;
};

}  // namespace trav::detail
