// trav/profile/detail/mark_names.hpp: MarkNames, the marks that coverage.hpp puts on blocks, and their texts:
// a type with the block's relation to it, or any other text.
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
    /// The relation of a block to a type: it holds an object, with pointers or plain; it is behind an object;
    /// or it is the remainder beside an object.
    enum class Relation : Mark { holds, plain, behind, beside };

    /// The mark of blocks that hold objects of a type.
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

    static Relation relation(Mark mark) { return static_cast<Relation>(mark & 3); }
    static Mark with(Mark mark, Relation relation) { return (mark & ~Mark{3}) | static_cast<Mark>(relation); }
    /// Whether blocks with this mark hold objects. The mark may be BlockMarks::none.
    static bool is_seen(Mark mark) { return (mark & of_type) != 0 && relation(mark) <= Relation::plain; }
    /// The text for an unseen block, or for the remainder of a seen block.
    std::string text(Mark mark) const {
        if ((mark & of_type) == 0) return labels_[mark];
        return (relation(mark) == Relation::behind ? "(behind) " : "(beside) ") +
               types_[(mark & ~of_type) >> 2]->name();
    }

  private:
    static constexpr Mark of_type = Mark{1} << 31;
    static_assert((BlockMarks::none & 3) == static_cast<Mark>(Relation::beside));  // is not seen

    std::vector<std::string> labels_;
    std::unordered_map<std::string, Mark> texts_;
    std::vector<Type const*> types_;
    std::unordered_map<Type const*, Mark> numbers_;
};

}  // namespace trav::detail
