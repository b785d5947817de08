// trav/policy/flow/numbered.hpp: what can be reached, numbered breadth first, with the children of each object as numbers.
//
// The graph is read once, each object and each reference. Whoever needs it more often reads arrays instead: in sequence, with
// nothing to look up, and without the latency of objects that lie anywhere. Room: a node, 8 bytes and what the store takes for
// each object, and 4 bytes for each reference. It is kept for the next time.
#pragma once

#include "../../detail/absent.hpp"
#include "../../graph/graph.hpp"
#include "../../store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// The number of an object that was reached: 0, 1, 2, ...
using Place = std::uint32_t;

/// Places are used up: more than 2^32 - 1 objects in one flow.
struct TooManyObjects : std::exception {
    char const* what() const noexcept override { return "trav: more than 2^32 - 1 objects in one flow"; }
};

/// The part of a graph that can be reached. `Store` keeps the Place of each node.
template <class G, class Store>
class Numbered {
    using N = node_t<G>;
    static constexpr bool may_be_nothing = requires(G const& graph, N n) { graph.resolve(n); };

  public:
    explicit Numbered(Store store) : store_(static_cast<Store&&>(store)) {}

    /// Numbers what `roots` reach. seen(node) is called once for each object, in the order of their numbers. Throws
    /// TooManyObjects.
    template <class Roots, class Seen>
    void number(G const& graph, Roots const& roots, Seen&& seen) {
        detail::begin_pass(store_, graph);
        count_ = 0;
        children_.clear();
        begins_.assign(1, 0);
        for (auto const& handle : roots) {
            N const root = resolve(graph, static_cast<N>(handle));
            if (null(graph, root)) continue;
            make_room(1);
            arrive(root);
        }
        roots_ = count_;
        std::vector<N> waiting;  // children that were listed and not looked at
        for (std::size_t opened = 0; opened != count_;) {
            waiting.clear();
            std::size_t const first = opened;
            for (; opened != count_ && waiting.size() < batch; ++opened) {
                if (opened + near < count_) fetch_children(graph, nodes_[opened + near]);
                if (opened + far < count_) fetch(graph, nodes_[opened + far]);
                seen(std::as_const(nodes_[opened]));
                scan(graph, nodes_[opened], [&](N const& child) {
                    if (null(graph, child)) return;
                    if constexpr (may_be_nothing) fetch(graph, child);
                    else if constexpr (requires { store_.address(child); })
                        __builtin_prefetch(store_.address(child), 1);
                    waiting.push_back(child);
                });
                begins_.push_back(children_.size() + waiting.size());
            }
            make_room(waiting.size());
            enter_all(graph, waiting, first, opened);
        }
        nodes_.resize(count_);
    }

    std::size_t size() const { return count_; }
    /// Places from 0 to roots() - 1 are those of the roots, each of them once.
    std::size_t roots() const { return roots_; }
    N const& node(Place place) const { return nodes_[place]; }
    std::span<N const> nodes() const { return {nodes_.data(), count_}; }
    std::span<Place const> children(Place place) const {
        return {children_.data() + begins_[place], begins_[place + 1] - begins_[place]};
    }
    std::span<std::size_t const> begins() const { return begins_; }
    /// All references, those of place 0 first.
    std::span<Place const> references() const { return children_; }
    /// The place of a node, or null if it was not reached.
    auto find(N const& n) const { return store_.find(n); }

  private:
    static constexpr std::size_t batch = 256;  ///< references under way
    static constexpr std::size_t far = 32, near = 16;

    /// The places of one batch of children, of the objects [first, last).
    void enter_all(G const& graph, std::vector<N> const& waiting, std::size_t first, std::size_t last) {
        if constexpr (may_be_nothing) {
            std::size_t at = 0, end = 0;
            for (std::size_t parent = first; parent != last; ++parent) {
                end = begins_[parent + 1] - begins_[first];
                for (; at != end; ++at) {
                    N const child = resolve(graph, waiting[at]);
                    if (!null(graph, child)) children_.push_back(arrive(child));
                }
                begins_[parent + 1] = children_.size();
            }
        } else {
            std::size_t at = children_.size();
            children_.resize(at + waiting.size());
            for (N const& child : waiting) children_[at++] = arrive(child);
        }
    }
    /// No branch asks whether the node is new: that is as good as random.
    TRAV_INLINE Place arrive(N const& n) {
        auto&& touched = store_.touch(n);
        Place& data = touched.data();
        Place const place = touched.fresh ? static_cast<Place>(count_) : data;
        data = place;
        nodes_[count_] = n;
        count_ += touched.fresh;
        return place;
    }
    void make_room(std::size_t more) {
        std::size_t const needed = count_ + more;
        if (needed > ~Place{0}) throw TooManyObjects();
        if (nodes_.size() < needed) nodes_.resize(needed < 2 * nodes_.size() ? 2 * nodes_.size() : needed);
    }
    // inlined, or GCC drops them: they do nothing but prefetch
    TRAV_INLINE static void fetch(G const& graph, N const& n) {
        if constexpr (requires { graph.address(n); }) __builtin_prefetch(graph.address(n));
        else if constexpr (std::is_pointer_v<N>) __builtin_prefetch(n);
    }
    TRAV_INLINE static void fetch_children(G const& graph, N const& n) {
        if constexpr (!AtOnceGraph<G> && requires { graph.children(n).data(); })
            __builtin_prefetch(graph.children(n).data());
    }

    Store store_;
    std::size_t count_ = 0;
    std::size_t roots_ = 0;
    std::vector<N> nodes_;
    std::vector<std::size_t> begins_{0};
    std::vector<Place> children_;
};

}  // namespace trav
