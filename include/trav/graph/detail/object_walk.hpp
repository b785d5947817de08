// trav/graph/detail/object_walk.hpp: ObjectWalk, which lists all objects that some roots reach, each once.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/ring.hpp"
#include "../object.hpp"
#include "child_list.hpp"
#include "object_table.hpp"

#include <cstddef>
#include <span>

namespace trav::detail {

class ObjectWalk {
  public:
    /// All roots must be added before run().
    void add_root(Object const& root) {
        if (root.address && known_.add(root).second) objects_.push(root);
        roots_ = objects_.size();
    }
    /// Follows edges of these kinds; resolve(object) is the object that an edge leads to.
    void run(EdgeKinds kinds, auto const& resolve) {
        for (std::size_t i = 0; i != roots_; ++i) {
            list(Object(objects_[i]), kinds);
            follow_all(kinds, resolve);
        }
    }
    /// The roots first.
    std::span<Object const> objects() const { return {objects_.data(), objects_.size()}; }
    std::size_t roots() const { return roots_; }

  private:
    void follow_all(EdgeKinds kinds, auto const& resolve) {
        while (!stack_.empty() || !arrivals_.empty()) {
            Object handle;
            if (!stack_.empty()) {
                Object const next = stack_.pop();
                prefetch_at(next.address);
                prefetch_at<1>(known_.home(next));
                if (!arrivals_.full()) {
                    arrivals_.push(next);
                    continue;
                }
                handle = arrivals_.exchange(next);
            } else {
                handle = arrivals_.pop();
            }
            Object const object = resolve(handle);
            if (!known_.add(object).second) continue;
            objects_.push(object);
            list(object, kinds);
        }
    }
    void list(Object const& object, EdgeKinds kinds) {
        if (object.type->children == nullptr) return;
        ChildList children(kinds);
        object.type->children(object.address, children);
        for (Object const* at = children.end(); at != children.begin();) stack_.push(*--at);
    }

    ObjectTable<> known_;
    GrowingArray<Object> objects_, stack_;
    Ring<Object, 16> arrivals_;
    std::size_t roots_ = 0;
};

}  // namespace trav::detail
