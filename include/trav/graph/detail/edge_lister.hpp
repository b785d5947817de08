// trav/graph/detail/edge_lister.hpp: EdgeLister, which takes the edges of one object with their names, and
// passes them on.
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

    /// f(NamedEdge const&) is called for each edge, and must live as long as this.
    template <class F>
    EdgeLister(Object const& from, F& f)
        : edge_{from, {}, EdgeKind::opaque, {}},
          f_(const_cast<void*>(static_cast<void const*>(&f))),
          call_([](void* g, NamedEdge const& edge) { (*static_cast<F*>(g))(edge); }) {}

    // What follow() calls.
    void add(EdgeKind kind, void const* address, Type const& type) {
        edge_.to = {address, &type};
        edge_.kind = kind;
        edge_.steps = steps_;
        call_(f_, edge_);
    }
    bool enter(void const* part, Type const& type) {
        if (depth_ == deepest_part) {
            add(EdgeKind::owns, part, type);
            return false;
        }
        ++depth_;
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
    void step_in_number(long long number) { steps_.push_back({EdgeStep::To::element, {}, number}); }

    std::vector<EdgeStep> steps_;
    NamedEdge edge_;
    void* f_;
    void (*call_)(void*, NamedEdge const&);
    unsigned depth_ = 0;
};

}  // namespace trav::detail
