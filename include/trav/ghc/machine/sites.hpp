// trav/ghc/machine/sites.hpp: the places in a program that build closures, so that each looks up its info
// table only once.
//
// Offers Sites, for machine.hpp, and Fields. A site is identified by the address of its name, its function
// and its number of fields. A lookup takes O(1).
#pragma once

#include "../../store/hashed.hpp"
#include "entry_code.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::ghc {

/// The fields of an object in heap order: pointers first. A moved Ref becomes empty.
template <class... A>
class Fields {
  public:
    template <class... B>
    explicit Fields(B&&... fields) {
        (add(std::forward<B>(fields)), ...);
    }
    std::span<Closure* const> pointers() const { return pointers_; }
    std::span<Word const> words() const { return words_; }

  private:
    void add(Ref const& r) { pointers_[p_++] = r.pointer(); }
    void add(Ref&& r) { pointers_[p_++] = std::move(r).take(); }
    template <class T>
        requires std::integral<T> || std::is_enum_v<T>
    void add(T n) {
        words_[w_++] = static_cast<Word>(n);
    }

    static constexpr std::size_t refs = (std::size_t{0} + ... + std::derived_from<A, Ref>);
    std::array<Closure*, refs> pointers_{};
    std::array<Word, sizeof...(A) - refs> words_{};
    std::size_t p_ = 0, w_ = 0;
};

/// A place that builds closures.
struct Site {
    std::string description, type, module;
    Entry const* entry = nullptr;
    Closure* closure = nullptr;  // the only closure of a static site
    Closure* references = nullptr;
};

class Sites {
  public:
    /// The site for closures with this code, function (or none) and number of fields. Calls `make(site)` if
    /// it is new. A static site's closure can be looked up without its references.
    template <class F, class Make>
    Site const& operator()(Code const& code, F function, std::size_t fields, Make make) {
        Function* known = nullptr;
        if constexpr (!std::same_as<F, std::nullptr_t>) known = reinterpret_cast<Function*>(function);
        Site& s = sites_.touch(Place{code.description.data(), known, fields}).data();
        if ((s.entry || s.closure) && s.description == code.description && s.type == code.type &&
            s.module == code.module) {
            if (s.references == code.srt || (s.closure && !code.srt)) return s;
            if (s.closure) throw Misuse(s.description + " was made with other references");
        }
        s = {std::string(code.description), std::string(code.type), std::string(code.module)};
        s.references = code.srt;
        make(s);
        return s;
    }
    /// The entry code of closures that bind this many parameters of the function.
    template <class... P>
    EntryCode const* entry_code(Eval (*function)(Machine&, P...), std::size_t free) {
        return &*codes_.insert(EntryCode(function, free)).first;
    }
    /// The static reference table with these closures, which must be static.
    Closure* srt(Heap& heap, std::vector<Closure*> const& closures) {
        if (closures.size() == 1) return closures.front();
        Closure*& known = srts_[closures];
        if (!known) known = heap.srt(closures);
        return known;
    }

  private:
    using Function = void();
    struct Place {
        char const* text;
        Function* function;
        std::size_t fields;
        bool operator==(Place const&) const = default;
    };
    struct Hash {
        std::uint64_t operator()(Place const& p) const {
            auto const place = (address(p.text) * 31 + reinterpret_cast<std::uintptr_t>(p.function)) * 31;
            return SpreadHash{}(place + p.fields);
        }
    };

    Hashed<Place, Site, Hash> sites_;
    std::set<EntryCode> codes_;
    std::map<std::vector<Closure*>, Closure*> srts_;
};

}  // namespace trav::ghc
