// trav/profile/detail/classifier.hpp: the classifier of a breakdown: finds the band of each object, for a
// profiler.
//
// A profiler uses its breakdowns only through these interfaces. Most calls handle a batch of objects, so they
// may be virtual. classifiers.hpp has the models.
#pragma once

#include "../../detail/function.hpp"
#include "../../flow/memory_flow.hpp"
#include "../../flow/numbered.hpp"
#include "../../fwd.hpp"
#include "../../strategy/statistics.hpp"
#include "../band.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
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
    NumberedHeap() = default;
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
    std::size_t roots_ = 0, reached_ = 0;
};

/// The flow of a breakdown. In a sample its members are called in this order.
template <class N>
class BreakdownFlow {
  public:
    virtual ~BreakdownFlow() = default;
    /// Whether the flow follows the profiler's graph; otherwise it has edges of its own.
    bool follows_graph() const { return follows_graph_; }
    /// Whether nodes may send before they are reached.
    bool cuts() const { return cuts_; }

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

  protected:
    BreakdownFlow(bool follows_graph, bool cuts) : follows_graph_(follows_graph), cuts_(cuts) {}

  private:
    bool follows_graph_, cuts_;
};

/// When the band of an object is known.
enum class Timing : unsigned char {
    at_sight,     // it depends only on the object itself
    at_any_time,  // while flows are being solved, and again after values have changed
    at_the_end
};

template <class N>
class Classifier {
  public:
    virtual ~Classifier() = default;
    std::string const& name() const { return name_; }
    /// The address of the breakdown.
    void const* breakdown() const { return breakdown_; }
    Timing timing() const { return timing_; }
    /// The breakdown's flow, or null.
    BreakdownFlow<N>* flow() const { return flow_; }
    /// The breakdown as a Biography, or null.
    Biography<N>* life() const { return life_; }

    /// The bands, by number.
    virtual std::vector<Band> bands() const = 0;
    /// Writes the numbers of the objects' bands; writes nothing if bands are only known later.
    virtual void classify(Batch<N> const&) {}
    virtual void begin_sample(std::size_t, double) {}
    /// Called after the sample has been counted.
    virtual void end_sample() {}
    virtual void created(N const&) {}
    virtual void died(N const&) {}

  protected:
    Classifier(std::string name, void const* breakdown, Timing timing)
        : name_(std::move(name)), breakdown_(breakdown), timing_(timing) {}
    BreakdownFlow<N>* flow_ = nullptr;
    Biography<N>* life_ = nullptr;

  private:
    std::string name_;
    void const* breakdown_;
    Timing timing_;
};

}  // namespace trav::detail
