// trav/graph/detail/object_rows.hpp: ObjectRows, all objects that some roots reach, with their edges and
// sizes, from one walk.
//
// Objects are numbered in the order of their first arrivals. The walk also marks the memory of every object.
// Objects that begin in marked memory, or share 16 bytes with other objects, may be parts of others. Objects
// with memory that was marked before may share it. The search for parts (parts.hpp) takes only these objects
// and those with the same memory. If there are none, each byte has one owner, and no search is needed. Parts
// are then replaced by their owners.
//
// Takes 28 bytes per object, 4 per edge, and the memory of object_places.hpp and object_marks.hpp.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/place.hpp"
#include "../../detail/raise.hpp"
#include "../../detail/ring.hpp"
#include "../../detail/shared_ptr.hpp"
#include "../address_set.hpp"
#include "../object_memory.hpp"
#include "child_list.hpp"
#include "object_marks.hpp"
#include "object_places.hpp"
#include "parts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace trav::detail {

class ObjectRows {
  public:
    /// Adds all objects that a list of roots reaches. `graph` resolves, lists and measures objects.
    void walk(auto const& graph, auto const& roots) {
        for (auto const& root : roots) {
            Object const object = graph.resolve(static_cast<Object>(root));
            if (object.address != nullptr) all_roots_.push(arrive(object).first);
        }
        std::size_t const found = objects_.size();
        run(graph);
        if (std::exchange(begun_, true)) return;
        roots_ = found;
        reached_ = objects_.size();
    }
    /// Ends the walk.
    void end() {
        begins_.push(static_cast<Place>(children_.size()));
        stack_ = {};
    }

    std::span<Object const> nodes() const { return {objects_.data(), objects_.size()}; }
    /// Distinct roots of the first list, which have the first places.
    std::size_t roots() const { return roots_; }
    /// Places from here on are only reachable from later lists.
    std::size_t reached() const { return reached_; }
    /// The start of each place's children in references(), followed by the end of the last place's children.
    std::span<Place const> begins() const { return {begins_.data(), begins_.size()}; }
    std::span<Place const> references() const { return {children_.data(), children_.size()}; }
    /// The bytes of each object.
    std::span<std::size_t const> sizes() const { return {sizes_.data(), sizes_.size()}; }
    std::optional<Place> find(Object const& o) const {
        Place const place = places_.find(o, objects_.data());
        return place == ObjectPlaces::none ? std::nullopt : std::optional(place);
    }

    /// The bytes of the object that is being listed; marks its memory.
    TRAV_ALWAYS_INLINE std::size_t measure(Object const& o) {
        return marks_.cover(o, static_cast<Place>(begins_.size() - 1));
    }
    /// Finds the parts of objects; null if there are none.
    template <class = void>
    SharedPtr<Parts> find_parts(EdgeKinds kinds) {
        find_suspects();
        if (suspects_.empty()) return {};
        GrowingArray<Object> objects;
        for (Place const place : suspects_) objects.push(objects_[place]);
        SharedPtr<Parts> parts(std::in_place, std::span<Object const>(objects.data(), objects.size()),
                               suspect_roots_, kinds);
        return parts->empty() ? SharedPtr<Parts>() : parts;
    }
    /// Replaces parts by their owners. `graph` lists owners.
    void unite(auto const& graph, Parts const& parts) {
        std::size_t const count = objects_.size();
        GrowingArray<Place> owner, to;  // by place: the owner of a part, or `none`; the new place
        owner.assign(count, none);
        to.assign(count, 0);
        for (Place const place : suspects_) {
            Object const around = parts.owner(objects_[place]);
            if (!(around == objects_[place])) owner[place] = places_.find(around, objects_.data());
        }
        Place next = 0;
        for (std::size_t i = 0; i != count; ++i)
            if (owner[i] == none) to[i] = next++;
        for (std::size_t i = 0; i != count; ++i)
            if (owner[i] != none) to[i] = to[owner[i]];

        GrowingArray<Place> begins, children;
        auto const add = [&](Object const& child) {
            if (auto const place = find(graph.resolve(child))) children.push(to[*place]);
        };
        std::size_t reached = 0;
        for (std::size_t i = 0; i != count; ++i) {
            if (owner[i] != none) continue;
            auto const* const different = parts.find(objects_[i]);
            begins.push(static_cast<Place>(children.size()));
            if (different && !(different->roots.empty() && different->left_out.empty()))
                graph.scan(objects_[i], add);
            else
                for (Place at = begins_[i]; at != begins_[i + 1]; ++at) children.push(to[children_[at]]);
            sizes_[to[i]] = different ? different->bytes : sizes_[i];
            reached += i < reached_;
        }
        begins_ = std::move(begins), children_ = std::move(children);
        begins_.push(static_cast<Place>(children_.size()));
        for (std::size_t i = 0; i != count; ++i) {
            places_.move(objects_[i], to[i]);
            if (owner[i] == none) objects_[to[i]] = objects_[i];
        }
        objects_.cut(next), sizes_.cut(next);
        reached_ = reached;
    }

  private:
    static constexpr Place none = ObjectPlaces::none;

    struct Arrival {
        Object object;
        Place at;  // position for its place in children_
    };

    /// Finds all objects that may be parts, and those around them.
    template <class = void>
    void find_suspects() {
        GrowingArray<bool> suspect;  // by place
        suspect.assign(objects_.size(), false);
        AddressSet inner;                      // where suspects and shared memory begin
        ObjectMarks marks(std::move(marks_));  // freed here
        bool any = false;
        auto const add = [&](std::size_t place) {
            any = suspect[place] = true;
            inner.add(begin_of(objects_[place]) & ~std::uintptr_t{7});
        };
        for (std::size_t i = 0; i != objects_.size(); ++i)
            if (marks.is_covered(objects_[i])) add(i);
        for (Place const place : places_.crowded()) add(place);
        for (Place const place : marks.again()) {
            any = suspect[place] = true;
            marks.add_begins(objects_[place], inner);
        }
        if (!any) return;
        for (std::size_t i = 0; i != objects_.size(); ++i)
            suspect[i] = suspect[i] || contains_any(objects_[i], inner);
        for (Place const place : all_roots_)
            if (std::exchange(suspect[place], false)) suspects_.push(place);
        suspect_roots_ = suspects_.size();
        for (std::size_t i = 0; i != objects_.size(); ++i)
            if (suspect[i]) suspects_.push(static_cast<Place>(i));
    }
    TRAV_ALWAYS_INLINE std::pair<Place, bool> arrive(Object const& object) {
        auto const arrived = places_.add(object, objects_.data(), static_cast<Place>(objects_.size()));
        if (arrived.second) objects_.push(object);
        return arrived;
    }
    TRAV_ALWAYS_INLINE void list_next(auto const& graph) {
        Object const object = objects_[begins_.size()];
        std::size_t const first = children_.size();
        begins_.push(static_cast<Place>(first));
        sizes_.push(graph.measure(object, *this));
        ChildList list(graph.kinds());
        if (!graph.list(object, list)) return;
        auto const count = static_cast<std::size_t>(list.end() - list.begin());
        if (first + count >= ObjectPlaces::none) raise(TooManyObjects());
        children_.room(count);
        children_.add(count);
        for (std::size_t i = count; i-- != 0;) stack_.push({list.begin()[i], static_cast<Place>(first + i)});
    }
    /// Lists the objects that have arrived, and all that they reach.
    void run(auto const& graph) {
        std::size_t arrived = objects_.size() - begins_.size();
        while (arrived != 0 ? arrived-- != 0 : find_next(graph)) list_next(graph);
    }
    /// Takes arrivals until an object is new. Returns false at the end.
    TRAV_ALWAYS_INLINE bool find_next(auto const& graph) {
        while (!stack_.empty() || !arrivals_.empty()) {
            Arrival arrival;
            if (!stack_.empty()) {
                Arrival const next = stack_.pop();
                prefetch_at(next.object.address);
                prefetch_at<1>(places_.entry_at(next.object));
                if (!arrivals_.full()) {
                    arrivals_.push(next);
                    continue;
                }
                arrival = arrivals_.exchange(next);
            } else {
                arrival = arrivals_.pop();
            }
            auto const [place, fresh] = arrive(graph.resolve(arrival.object));
            children_[arrival.at] = place;
            if (fresh) return true;
        }
        return false;
    }

    ObjectPlaces places_;
    ObjectMarks marks_;
    GrowingArray<Object> objects_;
    GrowingArray<std::size_t> sizes_;
    GrowingArray<Place> begins_, children_, all_roots_;
    GrowingArray<Place> suspects_;  // objects that may be parts, or may have them: the roots first
    std::size_t suspect_roots_ = 0;
    GrowingArray<Arrival> stack_;
    Ring<Arrival, 16> arrivals_;
    std::size_t roots_ = 0, reached_ = 0;
    bool begun_ = false;
};

}  // namespace trav::detail
