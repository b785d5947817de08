// trav/profile/detail/classifier.hpp: a breakdown at work in a profiler: says which band each object is in.
//
// These interfaces are all that a profiler knows of its breakdowns. A call is for a batch of objects, never
// for one, so that it may be virtual; classifiers.hpp has those of each kind of breakdown.
#pragma once

#include "../../flow/detail/memory_flow.hpp"
#include "../../flow/detail/numbered.hpp"
#include "../../strategy/counted.hpp"
#include "../amount.hpp"
#include "../band.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace trav::detail {

/// The place of an object that was not reached.
inline constexpr Place unreached = ~Place{0};

/// Some objects whose bands are asked for.
template <class N>
struct Batch {
    std::span<N const> nodes;
    Place const* places;   // of the nodes, or their slots; null before the flows are solved
    std::uint32_t* bands;  // where the band of the first one belongs
    std::size_t stride;    // and how far from it that of the next one
};

/// What was reached, by places, whatever the type of the graph.
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

/// Of a breakdown that is told of births and deaths.
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
    /// Where the breakdown is.
    virtual void const* breakdown() const = 0;
    /// By their numbers.
    virtual std::vector<Band> bands() const = 0;

    /// Whether an object's band depends on the object alone.
    virtual bool at_sight() const { return false; }
    /// Whether bands may be asked for while flows are being solved, and again when values have changed.
    virtual bool at_any_time() const { return false; }
    /// Writes the numbers of the objects' bands; nothing, if they are known only later.
    virtual void classify(Batch<N> const&) {}

    virtual void begin_sample(std::size_t, double) {}
    /// The sample has been counted.
    virtual void end_sample() {}

    /// Itself, if it is one.
    virtual FlowClassifier<N>* flow() { return nullptr; }
    virtual LifeClassifier<N>* life() { return nullptr; }
    virtual Follower<N>* follower() { return nullptr; }
};

/// Of a breakdown with a flow. In a sample its members are called in this order.
template <class N>
class FlowClassifier : public Classifier<N> {
  public:
    FlowClassifier* flow() final { return this; }

    /// Whether the flow follows the profiler's graph.
    virtual bool follows_graph() const = 0;
    /// Whether nodes may send before anything has reached them.
    virtual bool cuts() const = 0;
    /// Appends the nodes at which the flow begins; resolve(node) is false if a handle stands for nothing.
    virtual void sources(std::vector<N> const& roots, std::function<bool(N&)> const& resolve,
                         std::vector<N>& nodes) = 0;
    /// The next objects in the order of places, while they are near.
    virtual void seen(std::span<N const> nodes) = 0;
    /// Begins to solve the flow in the order of memory, from the slots of its sources. Null: it cannot.
    virtual MemoryFlow<N>* begin_in_memory(std::size_t, std::span<std::size_t const>) { return nullptr; }
    /// Solves the flow; `sources` are the places of its sources if it follows the profiler's graph.
    virtual Statistics solve(NumberedHeap<N> const& heap, std::span<Place const> sources) = 0;
    /// Frees what was found.
    virtual void release() = 0;
    /// Where the value of a node is kept, or its store, if that is one of the user's.
    virtual void const* label(N const&) const { return nullptr; }
};

/// Of a breakdown that follows objects over time.
template <class N>
class LifeClassifier : public Classifier<N>, public Follower<N> {
  public:
    LifeClassifier* life() final { return this; }
    Follower<N>* follower() final { return this; }

    virtual void used(N const& n) = 0;
    /// So many objects are about to be found alive.
    virtual void expect_all(std::size_t count) = 0;
    virtual void expect(std::span<N const> nodes) = 0;
    /// These are alive, in these rows, of these sizes.
    virtual void alive(std::span<N const> nodes, std::uint32_t const* rows, std::uint64_t const* bytes) = 0;
    /// Takes that back.
    virtual void take_back(std::span<N const> nodes, std::uint32_t const* rows,
                           std::uint64_t const* bytes) = 0;
    virtual void end_census() = 0;
    /// Forgets which were alive: the sample has failed.
    virtual void abandon_census() = 0;
    /// Calls f(census, row, band, amount) for all that is known by now.
    virtual void
    each(std::function<void(std::size_t, std::uint32_t, std::uint32_t, Amount const&)> const& f) const = 0;
};

}  // namespace trav::detail
