// trav/ghc/layout/cost_centre.hpp: cost centres and cost-centre stacks: the producers of objects, and so the
// identities of retainers.
//
// Offers CostCentre, CostCentreStack, IndexTable with GHC's fields, and CostCentres, which owns them: push
// (one stack for each distinct sequence; recursion truncates), append, enter_function, and the built-in
// stacks. A new push walks up the stack; a known push searches the stack's children.
#pragma once

#include "../../store/hashed.hpp"
#include "closure.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace trav::ghc {

struct CostCentre {
    std::int64_t id;
    char const *label, *module, *source;
    Word mem_alloc, time_ticks, is_caf;
    CostCentre* link;
};

struct IndexTable;

/// A stack of cost centres, shared by all closures allocated under it.
struct CostCentreStack {
    std::int64_t id;
    CostCentre* cc;
    CostCentreStack* parent;
    IndexTable* children;
    CostCentreStack* root;
    Word depth, scc_count, selected, time_ticks, mem_alloc, inherited_alloc, inherited_ticks;
};

/// The result of pushing `cc` on a stack; `back_edge` if the push truncates the stack.
struct IndexTable {
    CostCentre* cc;
    CostCentreStack* ccs;
    IndexTable* next;
    Word back_edge;
};

static_assert(words_of<CostCentre> == 8 && words_of<CostCentreStack> == 12 && words_of<IndexTable> == 4);

/// The label of the cost centre on top of the stack, which is GHC's text for a retainer.
inline std::string_view label(CostCentreStack const* ccs) { return ccs->cc->label; }

/// All cost centres of a program. Addresses are stable; ids count from 1 in order of creation.
class CostCentres {
  public:
    CostCentres() : main_(stack(centre("MAIN", "MAIN", "<built-in>"), nullptr)) {
        for (auto [name, module] : {std::pair{"SYSTEM", "SYSTEM"},
                                    {"GC", "GC"},
                                    {"OVERHEAD_of", "PROFILING"},
                                    {"DONT_CARE", "MAIN"},
                                    {"PINNED", "SYSTEM"},
                                    {"IDLE", "IDLE"}})
            push(main_, centre(name, module, "<built-in>"));
    }
    CostCentres(CostCentres const&) = delete;
    CostCentres& operator=(CostCentres const&) = delete;

    /// The root of all stacks.
    CostCentreStack* main() { return main_; }
    /// The runtime system's own stack: the retainer of roots that are not retainers themselves.
    CostCentreStack* system() { return push(main_, centre("SYSTEM", "SYSTEM", "<built-in>")); }
    /// The stack of a module's constant applicative forms.
    CostCentreStack* caf(std::string_view module) {
        CostCentre* const cc = centre("CAF", module, "<entire-module>");
        cc->is_caf = 1;
        CostCentreStack* const ccs = push(main_, cc);
        ccs->root = ccs;
        return ccs;
    }

    /// The cost centre with this label and module; created if new.
    CostCentre* centre(std::string_view label, std::string_view module = "Main",
                       std::string_view source = "<no location>") {
        if (auto* const known = by_name_.find({label, module})) return *known;
        auto const id = static_cast<std::int64_t>(centres_.size() + 1);
        CostCentre* const cc =
            &centres_.emplace_back(CostCentre{id, keep(label), keep(module), keep(source), 0, 0, 0, nullptr});
        return by_name_.touch({cc->label, cc->module}).data() = cc;
    }

    /// The stack `ccs` with `cc` on top: `ccs` itself if cc is its top, truncated to cc if cc occurs in it.
    CostCentreStack* push(CostCentreStack* ccs, CostCentre* cc) {
        if (ccs->cc == cc) return ccs;
        for (IndexTable* entry = ccs->children; entry; entry = entry->next)
            if (entry->cc == cc) return entry->ccs;
        CostCentreStack* target = ccs;
        while (target && target->cc != cc) target = target->parent;
        bool const back_edge = target != nullptr;
        if (!back_edge) target = stack(cc, ccs);
        ccs->children = &entries_.emplace_back(IndexTable{cc, target, ccs->children, back_edge});
        return target;
    }
    /// The stack `ccs` with the cost centre of this label and module on top.
    CostCentreStack* push(CostCentreStack* ccs, std::string_view label, std::string_view module = "Main") {
        return push(ccs, centre(label, module));
    }

    /// The stack a with the cost centres of b on top, one push after the other.
    CostCentreStack* append(CostCentreStack* a, CostCentreStack* b) {
        CostCentreStack* from = b;
        while (from != a && from->parent && !from->cc->is_caf) from = from->parent;
        return push_above(a, from, b);
    }
    /// The stack on entry of a function that was allocated under f: pushes the part of f that the current
    /// stack does not share.
    CostCentreStack* enter_function(CostCentreStack* current, CostCentreStack* f) {
        if (f == current || f->cc->is_caf) return current;
        if (f->root != current->root) return append(current, f);
        CostCentreStack *mine = current, *shared = f;
        while (shared->depth > mine->depth) shared = shared->parent;
        while (mine->depth > shared->depth) mine = mine->parent;
        for (; mine != shared; mine = mine->parent) shared = shared->parent;
        return push_above(current, shared, f);
    }

    /// All cost centres and all stacks, oldest first.
    std::deque<CostCentre>& centres() { return centres_; }
    std::deque<CostCentreStack>& stacks() { return stacks_; }

  private:
    struct Name {
        std::string_view label, module;
        bool operator==(Name const&) const = default;
        struct Hash {
            std::uint64_t operator()(Name const& n) const {
                return SpreadHash{}(SpreadHash{}(n.label) + std::hash<std::string_view>{}(n.module));
            }
        };
    };

    char const* keep(std::string_view text) { return texts_.emplace_back(text).c_str(); }

    /// The stack `ccs` with the cost centres that `top` has above `from`. Recursion is as deep as the stack:
    /// at most the number of cost centres.
    CostCentreStack* push_above(CostCentreStack* ccs, CostCentreStack* from, CostCentreStack* top) {
        return top == from ? ccs : push(push_above(ccs, from, top->parent), top->cc);
    }

    CostCentreStack* stack(CostCentre* cc, CostCentreStack* parent) {
        auto const id = static_cast<std::int64_t>(stacks_.size() + 1);
        Word const depth = parent ? parent->depth + 1 : 0;
        CostCentreStack& ccs =
            stacks_.emplace_back(CostCentreStack{id, cc, parent, nullptr, nullptr, depth, 0, 0, 0, 0, 0, 0});
        ccs.root = parent ? parent->root : &ccs;
        return &ccs;
    }

    std::deque<std::string> texts_;
    Hashed<Name, CostCentre*, Name::Hash> by_name_;
    std::deque<CostCentre> centres_;
    std::deque<CostCentreStack> stacks_;
    std::deque<IndexTable> entries_;
    CostCentreStack* main_;
};

}  // namespace trav::ghc
