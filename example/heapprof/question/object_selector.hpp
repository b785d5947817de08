// ObjectSelector: an argument for objects on the command line:
//
//     app.sessions[3]                      a selector (trav/dump/selector.hpp)
//     where:type=Session and size>1KiB     a condition (where.hpp)
//     app.sessions: Map (shop/shop.js)     a title, as heapprof prints it (titles.hpp)
//     .sessions -> Map @115907             a printed object: its id counts
#pragma once

#include "../file/any_dump.hpp"
#include "where.hpp"

#include <trav/dump/selector.hpp>

#include <string>
#include <variant>
#include <vector>

namespace heapprof {

class ObjectSelector {
  public:
    /// Throws dump::Error.
    explicit ObjectSelector(std::string text);

    std::string text() const;
    /// A short name.
    std::string name() const;
    /// The selector; null for a condition or a title.
    trav::dump::Selector const* selector() const { return std::get_if<trav::dump::Selector>(&its_); }
    /// Throws dump::Error if there is no such object.
    std::vector<Node> find(AnyDump const& dump) const;

  private:
    struct Title {
        std::string text, no_selector;  // and the reason
    };
    using Its = std::variant<trav::dump::Selector, Where, Title>;

    static Its parsed(std::string text);
    static std::vector<Node> found(AnyDump const& dump, trav::dump::Selector const& selector);
    static std::vector<Node> found(AnyDump const& dump, Where const& where);
    static std::vector<Node> found(AnyDump const& dump, Title const& title);

    Its its_;
};

}  // namespace heapprof
