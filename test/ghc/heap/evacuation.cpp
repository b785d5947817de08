// test/ghc/heap/evacuation.cpp: every pointer of every closure type and frame keeps its object alive, and a
// collection updates it; other words do neither. Expected: GHC's layouts (rts/include/rts/storage/Closures.h)
// and its collector (rts/sm/Scav.c).
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/machine/rts_code.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace trav::ghc;

namespace {

/// A heap in which objects are known by their old addresses.
class Fields {
  public:
    Heap heap;

    Fields() { heap.observers().add(moves_); }

    /// An object of its own for a field that keeps it alive.
    Closure* kept() { return keeps(heap.con("Kept", {}, {1})); }
    Closure* keeps(Closure* c) { return kept_.emplace_back(c); }
    /// For a field that does not.
    Closure* lost() { return lost_.emplace_back(heap.con("Lost", {}, {1})); }
    /// A word that is no pointer, though it looks like one.
    Word word() { return address(lost()); }

    std::vector<Closure*> pointers(std::size_t n) {
        std::vector<Closure*> all(n);
        for (Closure*& c : all) c = kept();
        return all;
    }
    std::vector<Word> words(std::size_t n) {
        std::vector<Word> all(n);
        for (Word& w : all) w = word();
        return all;
    }
    /// Words of a frame or arguments: p a pointer, n none.
    std::vector<Slot> slots(std::string_view pattern) {
        std::vector<Slot> all;
        for (char const kind : pattern) {
            if (kind == 'p') all.emplace_back(kept());
            else
                for (std::size_t i = 0; i != argument_words(kind); ++i) all.emplace_back(word());
        }
        return all;
    }
    /// Code that refers to a static closure with one field.
    Code referring(Code const& code) {
        statics_.push_back(heap.static_con("S", pointers(1)));
        return code.refers(statics_.back());
    }
    Closure* function(std::string_view pattern) { return keeps(heap.fun(Code("f").args(pattern), {kept()})); }

    /// Collects with this closure as the only root.
    void check(Closure* closure) {
        INFO(name(type(closure)) << ' ' << size_words(closure) << " words");
        seen.insert(type(closure));
        heap.stable(closure);
        heap.collect();
        auto const moved = [&](Closure* c) { return moves_.to.contains(c); };
        std::set<Word> now;  // the words of the closure, and of what else may refer to objects
        auto const add = [&](Closure* c) {
            c = moved(c) ? moves_.to.at(c) : c;
            for (std::size_t i = words_of<Closure>; i < size_words(c); ++i)
                now.insert(address(untag(reinterpret_cast<Closure*>(reinterpret_cast<Word*>(c)[i]))));
        };
        add(closure);
        for (auto const* list : {&statics_, &kept_})
            for (Closure* c : *list) add(c);
        for (std::size_t i = 0; i != kept_.size(); ++i) {
            INFO("object " << i << " of " << kept_.size());
            REQUIRE(moved(kept_[i]));
            CHECK(now.contains(address(moves_.to.at(kept_[i]))));
            CHECK(!now.contains(address(kept_[i])));
        }
        for (Closure* c : lost_) CHECK(!moved(c));
    }

    static inline std::set<ClosureType> seen;

  private:
    struct Moves {
        std::map<Closure*, Closure*> to{};
        void created(Closure*) {}
        void used(Closure*) {}
        void died(Closure*, std::size_t) {}
        void moved(Closure* from, Closure* c) { to[from] = c; }
    };
    Moves moves_;
    std::vector<Closure*> kept_, lost_, statics_;
};

/// Checks what `make` makes in a heap of its own.
template <class F>
void check(F&& make) {
    Fields fields;
    fields.check(make(fields));
}

using Pattern = std::string_view;
constexpr Pattern patterns[] = {"",     "n",     "p",      "f",       "d",       "l",        "v",
                                "w",    "x",     "nn",     "np",      "pn",      "pp",       "nnn",
                                "nnp",  "npn",   "npp",    "pnn",     "pnp",     "ppn",      "ppp",
                                "pppp", "ppppp", "pppppp", "pnppnpp", "ppppppp", "pppppppp", "ppnpnnpppn"};

/// A pattern that needs a large bitmap.
std::string large_pattern() {
    std::string pattern;
    for (std::size_t i = 0; i != 140; ++i) pattern += i % 3 == 1 ? 'n' : 'p';
    return pattern;
}

/// The frames of all kinds: calls f(make), where make(fields) returns one frame.
template <class F>
void each_frame(F&& f) {
    f([](Fields& x) { return x.heap.update_frame(x.kept()); });
    f([](Fields& x) { return x.heap.catch_frame(x.kept()); });
    f([](Fields& x) { return x.heap.atomically_frame(x.kept(), x.kept()); });
    f([](Fields& x) { return x.heap.catch_stm_frame(x.kept(), x.kept()); });
    f([](Fields& x) { return x.heap.catch_retry_frame(x.kept(), x.kept()); });
    f([](Fields& x) { return x.heap.stop_frame(); });
    f([](Fields& x) { return x.heap.underflow_frame(x.kept()); });
    for (Pattern const pattern : patterns) {
        f([&](Fields& x) { return x.heap.ret_small("r", x.slots(pattern)); });
        f([&](Fields& x) { return x.heap.ret_small(x.referring("r"), x.slots(pattern)); });
        f([&](Fields& x) { return x.heap.ret_big(x.referring("r"), x.slots(pattern)); });
        f([&](Fields& x) { return x.heap.ret_fun(x.function(pattern), x.slots(pattern)); });
        f([&](Fields& x) { return x.heap.ret_fun(x.function(pattern), x.slots(pattern), x.referring("r")); });
        if (pattern.find_first_not_of("pn") != pattern.npos) continue;
        f([&](Fields& x) {
            Closure* const code = x.keeps(x.heap.bco(x.kept(), x.kept(), x.kept(), pattern));
            return x.heap.ret_bco(code, x.slots(pattern));
        });
    }
    std::string const large = large_pattern();
    f([&](Fields& x) { return x.heap.ret_big("r", x.slots(large)); });
    f([&](Fields& x) { return x.heap.ret_fun(x.function(large), x.slots(large)); });
    f([&](Fields& x) {
        Closure* const code = x.keeps(x.heap.bco(x.kept(), x.kept(), x.kept(), large));
        return x.heap.ret_bco(code, x.slots(large));
    });
    // the machine's own: the cost centres, then pointers
    for (int what = 0; what <= static_cast<int>(Return::mask_uninterruptible); ++what)
        for (std::size_t n = 0; n != 8; ++n)
            f([=](Fields& x) {
                auto const kind = static_cast<Return>(what);
                std::string pattern(RtsCode::has_ccs(kind) ? 1 : 0, 'n');
                return Frame{RtsCode(x.heap).frame(kind, n), x.slots(pattern.append(n, 'p'))};
            });
}

void check_data_and_code() {
    for (std::size_t ptrs = 0; ptrs != 7; ++ptrs)
        for (std::size_t words = 0; words != 5; ++words) {
            check([&](Fields& x) { return x.heap.con("C", x.pointers(ptrs), x.words(words)); });
            check([&](Fields& x) { return x.heap.static_con("C", x.pointers(ptrs), x.words(words)); });
            check([&](Fields& x) { return x.heap.prim("P", x.pointers(ptrs), x.words(words)); });
            check([&](Fields& x) { return x.heap.mut_prim("M", x.pointers(ptrs), x.words(words)); });
            check([&](Fields& x) { return x.heap.static_fun("f", x.pointers(ptrs)); });
            check([&](Fields& x) { return x.heap.static_fun(x.referring("f"), x.pointers(ptrs)); });
            if (ptrs + words == 0) continue;
            check([&](Fields& x) { return x.heap.fun("f", x.pointers(ptrs), x.words(words)); });
            check([&](Fields& x) { return x.heap.fun(x.referring("f"), x.pointers(ptrs), x.words(words)); });
            check([&](Fields& x) { return x.heap.thunk("t", x.pointers(ptrs), x.words(words)); });
            check(
                [&](Fields& x) { return x.heap.thunk(x.referring("t"), x.pointers(ptrs), x.words(words)); });
        }
    check([](Fields& x) { return x.heap.caf(x.referring("c")); });
    check([](Fields& x) { return x.heap.ind_static(x.kept()); });
    check([](Fields& x) { return x.heap.selector(0, x.kept()); });  // of no record with fields
    check([](Fields& x) { return x.heap.selector(0, nullptr); });
    check([](Fields& x) { return x.heap.bco(x.kept(), x.kept(), x.kept(), "pnp"); });
}

void check_applications() {
    for (Pattern const pattern : patterns) {
        check([&](Fields& x) { return x.heap.pap(x.function(pattern), x.slots(pattern)); });
        check([&](Fields& x) { return x.heap.ap(x.function(pattern), x.slots(pattern)); });
    }
    std::string const large = large_pattern();
    check([&](Fields& x) { return x.heap.pap(x.function(large), x.slots(large)); });
    check([&](Fields& x) { return x.heap.ap(x.function(large), x.slots(large)); });
    for (Pattern const pattern : {"pnppn", large.c_str()}) {
        auto const code = [&](Fields& x) {
            return x.keeps(x.heap.bco(x.kept(), x.kept(), x.kept(), pattern));
        };
        check([&](Fields& x) { return x.heap.pap(code(x), x.slots(pattern)); });
        check([&](Fields& x) { return x.heap.ap(code(x), x.slots(pattern)); });
    }
}

void check_primitive_objects() {
    using enum ClosureType;
    for (ClosureType const t : {MUT_VAR_CLEAN, MUT_VAR_DIRTY})
        check([&](Fields& x) { return x.heap.mut_var(x.kept(), t); });
    for (ClosureType const t : {MVAR_CLEAN, MVAR_DIRTY})
        check([&](Fields& x) { return x.heap.mvar(x.kept(), x.kept(), x.kept(), t); });
    check([](Fields& x) { return x.heap.tvar(x.kept(), x.kept()); });
    for (std::size_t n = 0; n != 6; ++n) {
        for (ClosureType const t :
             {MUT_ARR_PTRS_CLEAN, MUT_ARR_PTRS_DIRTY, MUT_ARR_PTRS_FROZEN_CLEAN, MUT_ARR_PTRS_FROZEN_DIRTY})
            check([&](Fields& x) { return x.heap.array(x.pointers(n), t); });
        for (ClosureType const t : {SMALL_MUT_ARR_PTRS_CLEAN, SMALL_MUT_ARR_PTRS_DIRTY,
                                    SMALL_MUT_ARR_PTRS_FROZEN_CLEAN, SMALL_MUT_ARR_PTRS_FROZEN_DIRTY})
            check([&](Fields& x) { return x.heap.small_array(x.pointers(n), t); });
    }
    check([](Fields& x) { return x.heap.array(x.pointers(1000)); });  // a large object
    check([](Fields& x) {
        Closure* const c = x.heap.bytes(32);
        for (std::size_t i = 0; i != 4; ++i) words_after(as<ArrBytes>(c))[i] = x.word();
        return c;
    });
    check([](Fields& x) {
        Closure* const c = x.heap.compact(20);
        auto* const region = as<CompactNFData>(c);
        region->nursery = region->last = region->hash = region->result = region->link = x.word();
        return c;
    });
    for (std::size_t n = 0; n != trec_chunk_entries + 1; ++n)
        check([&](Fields& x) {
            std::vector<TRecEntry> entries(n);
            for (TRecEntry& entry : entries) entry = {x.kept(), x.kept(), x.kept()};
            Closure* const c = x.heap.trec_chunk(x.kept(), entries);
            if (n != trec_chunk_entries)  // not used yet
                as<TRecChunk>(c)->entries[n] = {x.lost(), x.lost(), x.lost()};
            return c;
        });
    check([](Fields& x) {
        Closure* const key = x.kept();
        x.heap.stable(key);
        Closure* const c = x.heap.weak(key, x.kept(), x.kept());
        as<Weak>(c)->cfinalizers = x.kept();
        as<Weak>(c)->link = x.lost();
        return c;
    });
}

void check_threads() {
    check([](Fields& x) {
        Closure* const c = x.heap.thread(x.keeps(x.heap.stack({x.heap.stop_frame()})));
        auto* const tso = as<Tso>(c);
        for (Closure** field : {&tso->next, &tso->block_info, &tso->trec, &tso->blocked_exceptions, &tso->bq})
            *field = x.kept();
        tso->global_link = x.lost();  // GHC's list of all threads does not keep them alive
        return c;
    });
    check([](Fields& x) { return x.heap.blocking_queue(x.kept(), x.kept(), x.kept(), x.kept()); });
    auto const thread = [](Fields& x) {
        return x.keeps(x.heap.thread(x.keeps(x.heap.stack({x.heap.stop_frame()}))));
    };
    check([&](Fields& x) { return x.heap.blackhole(thread(x)); });
    check([&](Fields& x) {
        return x.heap.blackhole(x.keeps(x.heap.blocking_queue(x.kept(), x.kept(), thread(x), x.kept())));
    });
}

void check_frames() {
    std::set<ClosureType> seen;
    each_frame([&](auto&& make) {
        auto const some = [&](Fields& x) {  // between other frames, so that its size matters, too
            Frame const frame = make(x);
            seen.insert(info(frame.info).type);
            return std::vector<Frame>{x.heap.update_frame(x.kept()), frame, x.heap.catch_frame(x.kept())};
        };
        check([&](Fields& x) { return x.heap.stack(some(x), 5); });
        check([&](Fields& x) { return x.heap.ap_stack(x.kept(), some(x)); });
        check([&](Fields& x) { return x.heap.continuation(some(x)); });
    });
    for (std::uint32_t number = 0; number != closure_types; ++number)
        if (is_stack_frame(ClosureType{number})) {
            INFO(name(ClosureType{number}));
            CHECK(seen.contains(ClosureType{number}));
        }
}

}  // namespace

TEST_CASE("collections follow the fields of constructors, functions and thunks, and their SRTs", "[unit]") {
    check_data_and_code();
}
TEST_CASE("collections follow the function and the pointer arguments of applications", "[unit]") {
    check_applications();
}
TEST_CASE("collections follow the fields of primitive objects", "[unit]") { check_primitive_objects(); }
TEST_CASE("collections follow the fields of threads and of their queues", "[unit]") { check_threads(); }
TEST_CASE("collections follow the pointers of every frame, on a stack or frozen", "[unit]") {
    check_frames();
}

TEST_CASE("collections: these checks have seen every type of objects", "[unit]") {
    Fields::seen.clear();
    check_data_and_code();
    check_applications();
    check_primitive_objects();
    check_threads();
    check_frames();
    using enum ClosureType;
    for (std::uint32_t number = 0; number != closure_types; ++number) {
        auto const type = ClosureType{number};
        INFO(name(type));
        bool const no_object = is_stack_frame(type) || type == INVALID_OBJECT || type == WHITEHOLE ||
                               type == IND;  // collections remove it: see collector.cpp
        CHECK(Fields::seen.contains(type) != no_object);
    }
}
