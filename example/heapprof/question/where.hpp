// Where: a condition on the objects of a dump, for `--where`, `--bands` and object_selector.hpp.
//
//     Where const large("type=Session and retained>1KiB");
//     large.find(dump)                 // for each object, whether the condition holds
//
// where_syntax.hpp describes conditions. In a dump,
//
//     type                 is the type of the object, or the last part of it: Session of shop.Session
//     name                 is the object's own name: the text of a string, the name of a class or function
//     size, retained       are bytes; retained bytes are counted by the dump's rule, and 0 for garbage
//     count                is the number of the program's references that keep other objects alive
//     .FIELD               is a value in the object, or of the object that such a reference leads to
//     held by              is the type, root name or field of such a reference to the object
//
// Costs a pass over the objects or edges for each kind of term, dominators for `retained`, and for values in
// Java's objects another read of the file. Takes a bit per object and term.
#pragma once

#include "../file/any_dump.hpp"
#include "where_syntax.hpp"

#include <trav/dump/grouping.hpp>

#include <string>
#include <vector>

namespace heapprof {

/// A condition.
class Where {
  public:
    /// Throws std::invalid_argument with one line.
    explicit Where(std::string text) : syntax_(std::move(text)) {}

    std::string const& text() const { return syntax_.text; }
    WhereSyntax const& syntax() const { return syntax_; }
    /// Whether the answer needs references, not only types and sizes.
    bool walks() const;
    /// For each object, whether the condition holds. Throws dump::Error if the dump lacks such values;
    /// remarks on types and fields that the dump does not have.
    std::vector<bool> find(AnyDump const& dump) const;

  private:
    WhereSyntax syntax_;
};

/// A condition with the name of its band.
struct WhereBand {
    std::string name;
    Where where;
};

/// Reads a file with a line for each band, `NAME: CONDITION`. Empty lines and lines that begin with # are
/// ignored. Throws dump::Error.
std::vector<WhereBand> read_bands(std::string const& file);

/// The first band whose condition holds for the object; otherwise (other).
trav::dump::Grouping by_bands(AnyDump const& dump, std::vector<WhereBand> const& bands);

/// The bands `yes` and `no`.
trav::dump::Grouping by_where(AnyDump const& dump, Where const& where);

}  // namespace heapprof
