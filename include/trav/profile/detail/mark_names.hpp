// trav/profile/detail/mark_names.hpp: MarkNames, the marks that coverage.hpp puts on blocks, and what they
// are called: by the type of the objects in a block and what it is to them, or by any other text.
#pragma once

#include "../../graph/object.hpp"
#include "block_marks.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace trav::detail {

class MarkNames {
  public:
    using Mark = BlockMarks::Mark;
    /// The marks of a type: of blocks in which one is, with pointers behind it or without; of those behind
    /// it; and of the rest of its blocks.
    enum class Part : Mark { holds, plain, behind, beside };

    /// For blocks that hold objects of a type.
    Mark of(Type const* type) {
        auto const [found, fresh] = numbers_.try_emplace(type, static_cast<Mark>(types_.size()));
        if (fresh) types_.push_back(type);
        return of_type | found->second << 2;
    }
    Mark of(std::string const& text) {
        auto const [found, fresh] = texts_.try_emplace(text, static_cast<Mark>(labels_.size()));
        if (fresh) labels_.push_back(text);
        return found->second;
    }

    static Part part(Mark mark) { return static_cast<Part>(mark & 3); }
    static Mark with(Mark mark, Part part) { return (mark & ~Mark{3}) | static_cast<Mark>(part); }
    /// Whether objects are in a block with this mark, which may be BlockMarks::none.
    static bool is_seen(Mark mark) { return (mark & of_type) != 0 && part(mark) <= Part::plain; }
    /// Of blocks that are not seen, or of what is left of those that are.
    std::string text(Mark mark) const {
        if ((mark & of_type) == 0) return labels_[mark];
        return (part(mark) == Part::behind ? "(behind) " : "(beside) ") +
               types_[(mark & ~of_type) >> 2]->name();
    }

  private:
    static constexpr Mark of_type = Mark{1} << 31;
    static_assert((BlockMarks::none & 3) == static_cast<Mark>(Part::beside));  // is not seen

    std::vector<std::string> labels_;
    std::unordered_map<std::string, Mark> texts_;
    std::vector<Type const*> types_;
    std::unordered_map<Type const*, Mark> numbers_;
};

}  // namespace trav::detail
