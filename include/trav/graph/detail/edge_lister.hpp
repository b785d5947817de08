// trav/graph/detail/edge_lister.hpp: EdgeLister, which takes the edges of one object with their names, or the
// structs that are part of it, and passes them on.
#pragma once

#include "../named_edge.hpp"
#include "child_list.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace trav::detail {

class EdgeLister {
  public:
    static constexpr bool names = true;
    enum class Of : unsigned char { edges, parts };

    /// f(NamedEdge const&) is called for each edge, or for each part, and must live as long as this.
    template <class F>
    EdgeLister(Object const& from, F& f, Of of = Of::edges)
        : edge_{from, {}, EdgeKind::opaque, {}},
          f_(const_cast<void*>(static_cast<void const*>(&f))),
          call_([](void* g, NamedEdge const& edge) { (*static_cast<F*>(g))(edge); }),
          of_(of) {}

    // What follow() calls.
    void add(EdgeKind kind, void const* address, Type const& type) {
        if (of_ == Of::edges) pass_on(kind, {address, &type});
    }
    bool enter(void const* part, Type const& type) {
        if (depth_ == deepest_part) {
            add(EdgeKind::owns, part, type);
            return false;
        }
        ++depth_;
        if (of_ == Of::parts && !(Object{part, &type} == edge_.from)) pass_on(EdgeKind::owns, {part, &type});
        return true;
    }
    void leave() { --depth_; }
    void step_in(std::string_view member) { steps_.push_back({EdgeStep::To::member, member, 0}); }
    void step_in(std::size_t element) { step_in_number(static_cast<long long>(element)); }
    /// The element with a key: if it is text, or a number, that; else what is given.
    void step_in_key(auto const& key, std::size_t element) {
        using Key = std::remove_cvref_t<decltype(key)>;
        if constexpr (std::convertible_to<Key const&, std::string_view>)
            steps_.push_back({EdgeStep::To::key, key, 0});
        else if constexpr (std::integral<Key> || std::is_enum_v<Key>)
            step_in_number(static_cast<long long>(key));
        else step_in(element);
    }
    void step_out() { steps_.pop_back(); }

  private:
    void pass_on(EdgeKind kind, Object const& to) {
        edge_.to = to;
        edge_.kind = kind;
        edge_.steps = steps_;
        call_(f_, edge_);
    }
    void step_in_number(long long number) { steps_.push_back({EdgeStep::To::element, {}, number}); }

    std::vector<EdgeStep> steps_;
    NamedEdge edge_;
    void* f_;
    void (*call_)(void*, NamedEdge const&);
    Of of_;
    unsigned depth_ = 0;
};

}  // namespace trav::detail
