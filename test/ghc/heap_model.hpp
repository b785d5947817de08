// HeapModel: random heaps, and the expected result of a collection: live objects, also by weak pointers (GHC:
// rts/sm/Evac.c, MarkWeak.c), their places, and the targets of their fields.
#pragma once

#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace test {

using namespace trav::ghc;

/// static_data: a constructor, a function, or the value of a CAF; indirection: an IND; evaluated: a BLACKHOLE
/// with a value; inside: an object of a compact region.
enum class Kind {  // clang-format off
    data, thunk, variable, large, static_data, caf, indirection, evaluated, region, inside, weak
};  // clang-format on

struct Thing {
    Kind kind;
    std::size_t first = 0, fields = 0;  ///< its pointers begin at this word
    Closure* other = nullptr;           ///< an SRT, or the region around it
    std::size_t words = 0;              ///< other words, each 42
    Word mark = 0;                      ///< in its header
    std::vector<Closure*> before{};     ///< its fields before the collection
    bool alive = false;
    bool moves() const {
        return kind == Kind::data || kind == Kind::thunk || kind == Kind::variable || kind == Kind::weak;
    }
    bool is_static() const { return kind == Kind::static_data || kind == Kind::caf; }
    bool vanishes() const { return kind == Kind::indirection || kind == Kind::evaluated; }
};

struct Events {
    std::map<Closure*, Closure*> to{};
    std::vector<Closure*> dead{};
    void created(Closure*) {}
    void used(Closure*) {}
    void died(Closure* c) { dead.push_back(c); }
    void moved(Closure* from, Closure* c) { CHECK(to.try_emplace(from, c).second); }
};

class HeapModel {
  public:
    explicit HeapModel(unsigned seed) : random_(seed) {
        add(heap_.con("first", {}, {1}), {Kind::data});
        heap_.observers().add(events_);
    }

    void grow(std::size_t objects) {
        while (objects-- != 0) add_any();
        for (Closure* c : all_) {  // makes cycles
            Thing const& thing = things_.at(c);
            if (thing.vanishes() || thing.kind == Kind::weak || below(3) != 0) continue;
            for (std::size_t i = 0; i != thing.fields; ++i)
                if (below(2)) field(c, thing, i) = below(9) ? tagged(any()) : nullptr;
        }
        for (StablePtr const root : roots_)
            if (below(2)) heap_.free_stable(root);
            else kept_.push_back(root);
        roots_ = std::exchange(kept_, {});
        for (std::size_t i = 0; i != 2; ++i) roots_.push_back(heap_.stable(any()));
    }

    void collect() {
        for (auto& [c, thing] : things_) {
            thing.alive = false;
            thing.before.clear();
            for (std::size_t i = 0; i != thing.fields; ++i) thing.before.push_back(field(c, thing, i));
        }
        auto const weak = heap_.root_lists().weak_list();
        for (StablePtr const root : roots_) reach(heap_.deref(root));
        auto const living = reach_weakly(weak);
        std::vector<Closure*> finalizers;
        for (Closure* c : weak)
            if (!living.contains(c) && finalizer(c) != heap_.no_finalizer())
                finalizers.insert(finalizers.begin(), things_.at(c).before[3]);
        for (Closure* f : finalizers) reach(f);
        for (Closure* c : weak) things_.at(c).alive = true;  // a dead one stays for one more census

        events_ = {};
        auto const found = heap_.collect();
        check_places();
        check_fields(living);
        check_lists(weak, living);
        std::vector<Closure*> now;
        for (Closure* f : finalizers) now.push_back(after(f));
        CHECK(found == now);
        forget_the_dead(living);
    }
    std::size_t seen = 0, survived = 0, weak_survived = 0, weak_died = 0, lost = 0;

  private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    Closure* any() { return all_[below(all_.size())]; }
    std::vector<Closure*> some(std::size_t n) {
        std::vector<Closure*> list(n);
        for (Closure*& c : list) c = any();
        return list;
    }
    void add(Closure* c, Thing thing) {
        if (thing.kind != Kind::inside) c->hp = thing.mark = mark_ += 8;
        things_[c] = std::move(thing);
        all_.push_back(c);
    }
    void add_any() {
        constexpr std::size_t head = words_of<Closure>, after_thunk = words_of<Thunk>;
        std::vector<Closure*> const none;
        std::size_t const n = below(4), words = below(3);
        Closure* const s = statics_.empty() || below(2) ? nullptr : statics_[below(statics_.size())];
        Code const code = s ? Code("refers").refers(s) : Code("code");
        switch (below(13)) {
        case 0:
        case 1:
        case 2:
            return add(heap_.con("D", some(n), std::vector<Word>(words, 42)),
                       {Kind::data, head, n, nullptr, words});
        case 3: return add(heap_.thunk(code, some(n + 1)), {Kind::thunk, after_thunk, n + 1, s});
        case 4: return add(heap_.mut_var(any()), {Kind::variable, head, 1});
        case 5: return add(heap_.ind(any()), {Kind::indirection, head, 1});
        case 6: return add(heap_.blackhole(any()), {Kind::evaluated, head, 1});
        case 7: {
            if (below(4)) return;
            Closure* const c = heap_.array(some(600));
            return add(c, {Kind::large, words_of<MutArrPtrs>, 600});
        }
        case 8: {
            Closure* const c = heap_.static_con("S", some(n), std::vector<Word>(words, 42));
            statics_.push_back(c);
            return add(c, {Kind::static_data, head, n, nullptr, words});
        }
        case 9: {
            Closure* const c = heap_.static_fun(code, some(n));
            statics_.push_back(c);
            return add(c, {Kind::static_data, head, n, s});
        }
        case 10: {
            Closure* const c = heap_.ind_static(any());
            statics_.push_back(c);
            return add(c, {Kind::caf, head, 1});
        }
        case 11: {
            if (below(3)) return;
            Closure* const region = heap_.compact_region();
            Closure* const value = heap_.con("E", {}, {1, 2, 3});
            add(value, {Kind::data});
            add(region, {Kind::region});
            return add(untag(heap_.add_to_compact(region, value)), {Kind::inside, 0, 0, region});
        }
        default:  // words: C finalizers, key, value, finalizer
            return add(heap_.weak(any(), any(), below(2) ? any() : nullptr), {Kind::weak, head, 4});
        }
    }
    static Closure*& field(Closure* c, Thing const& thing, std::size_t i) {
        return reinterpret_cast<Closure**>(c)[thing.first + i];
    }
    Closure* finalizer(Closure* weak) const { return untag(things_.at(weak).before[3]); }

    // --- The model ---

    /// The target of a pointer, behind indirections.
    Closure* behind(Closure* ref) const {
        for (;;) {
            auto const at = things_.find(untag(ref));
            if (at == things_.end() || !at->second.vanishes()) return ref;
            ref = at->second.before[0];
        }
    }
    void reach(Closure* from) {
        std::vector<Closure*> open{from};
        while (!open.empty()) {
            Closure* c = untag(behind(open.back()));
            open.pop_back();
            auto at = things_.find(c);
            if (at != things_.end() && at->second.kind == Kind::inside) at = things_.find(at->second.other);
            if (at == things_.end() || std::exchange(at->second.alive, true)) continue;
            Thing const& thing = at->second;
            if (thing.other) open.push_back(thing.other);
            if (thing.kind != Kind::weak) open.insert(open.end(), thing.before.begin(), thing.before.end());
        }
    }
    bool alive(Closure* ref) const {
        auto const at = things_.find(untag(behind(ref)));
        if (at->second.kind == Kind::inside) return things_.at(at->second.other).alive;
        return at->second.is_static() || at->second.alive;
    }
    /// A thunk with an untagged value is a dead key.
    bool is_lost(Closure* key) const {
        for (;;) {
            Thing const& thing = things_.at(untag(key));
            if (!thing.vanishes()) return false;
            key = thing.before[0];
            if (thing.kind == Kind::evaluated && tag(key) == 0) return true;
        }
    }
    std::map<Closure*, bool> reach_weakly(std::vector<Closure*> const& weak) {
        std::map<Closure*, bool> living;
        for (bool more = true; more;) {
            more = false;
            for (Closure* c : weak) {
                Closure* const key = things_.at(c).before[1];
                if (living.contains(c) || is_lost(key) || !alive(key)) continue;
                living[c] = more = true;
                for (Closure* ref : things_.at(c).before) reach(ref);
                things_.at(c).alive = true;
            }
        }
        for (Closure* c : weak) lost += is_lost(things_.at(c).before[1]);
        weak_survived += living.size(), weak_died += weak.size() - living.size();
        return living;
    }
    /// The pointer after the collection.
    Closure* after(Closure* ref) const {
        ref = behind(ref);
        auto const at = things_.find(untag(ref));
        if (at == things_.end() || !at->second.moves()) return ref;
        return with_tag(events_.to.at(at->first), tag(ref));
    }

    // --- Checks ---

    void check_places() {
        std::vector<Closure*> dead, objects, listed;
        for (auto const& [c, thing] : things_) {
            bool const keeps = thing.alive && !thing.vanishes();
            CHECK(events_.to.contains(c) == (keeps && thing.moves()));
            if (thing.is_static() || thing.kind == Kind::inside) continue;
            ++seen, survived += keeps;
            if (!keeps) dead.push_back(c);
            else objects.push_back(after(c));
        }
        for (Closure* c : heap_.objects()) listed.push_back(c);
        std::ranges::sort(events_.dead);
        std::ranges::sort(objects);
        std::ranges::sort(listed);
        CHECK(events_.dead == dead);
        CHECK(listed == objects);
    }
    void check_fields(std::map<Closure*, bool> const& living) {
        for (auto const& [c, thing] : things_) {
            if (thing.kind == Kind::caf && !thing.alive) CHECK(field(c, thing, 0) == nullptr);
            if (!thing.alive || thing.vanishes() || thing.kind == Kind::inside) continue;
            Closure* const now = after(c);
            if (thing.kind == Kind::weak && !living.contains(c)) {
                CHECK(description(now) == "DEAD_WEAK");
                for (std::size_t i = 0; i != 5; ++i) CHECK(words_after(now)[i] == 0);
                continue;
            }
            CHECK(now->hp == thing.mark);
            std::vector<Closure*> found, expected;
            for (std::size_t i = 0; i != thing.fields; ++i) {
                found.push_back(field(now, thing, i));
                expected.push_back(after(thing.before[i]));
            }
            CHECK(found == expected);
            for (std::size_t i = 0; i != thing.words; ++i) CHECK(words_after(now)[thing.fields + i] == 42);
        }
    }
    void check_lists(std::vector<Closure*> weak, std::map<Closure*, bool> const& living) {
        std::erase_if(weak, [&](Closure* c) { return !living.contains(c); });
        std::ranges::reverse(weak);
        for (Closure*& c : weak) c = after(c);
        CHECK(heap_.root_lists().weak_list() == weak);
        for (std::size_t i = 0; i != weak.size(); ++i)
            CHECK(as<Weak>(weak[i])->link == (i + 1 == weak.size() ? nullptr : weak[i + 1]));
        std::vector<Closure*> variables, statics;
        for (auto const& [c, thing] : things_) {
            if (!thing.alive) continue;
            if (thing.kind == Kind::variable || thing.kind == Kind::large) variables.push_back(after(c));
            if (thing.is_static() && (thing.fields != 0 || thing.other)) statics.push_back(c);
        }
        auto mutable_list = heap_.survivors().mutable_list, static_list = heap_.survivors().static_list;
        for (auto* list : {&variables, &mutable_list, &static_list}) std::ranges::sort(*list);
        CHECK(mutable_list == variables);
        CHECK(static_list == statics);
    }
    void forget_the_dead(std::map<Closure*, bool> const& living) {
        std::map<Closure*, Thing> kept;
        std::vector<Closure*> all;
        for (Closure* c : all_) {
            Thing& thing = things_.at(c);
            bool const inside = thing.kind == Kind::inside && things_.at(thing.other).alive;
            if (!inside && (!thing.alive || thing.vanishes())) continue;
            Closure* const now = all.emplace_back(after(c));
            Thing& its = kept[now] = thing;
            if (thing.kind == Kind::weak && !living.contains(c)) its = {Kind::data};
            if (thing.kind != Kind::inside) now->hp = its.mark = mark_ += 8;
        }
        all_ = std::move(all);
        things_ = std::move(kept);
        std::erase_if(statics_, [&](Closure* c) { return !things_.contains(c); });
        if (all_.empty()) add(heap_.con("first", {}, {1}), {Kind::data});
    }

    Heap heap_;
    std::mt19937 random_;
    Events events_;
    std::map<Closure*, Thing> things_;  // by address: all objects since the last collection
    std::vector<Closure*> all_, statics_;
    std::vector<StablePtr> roots_, kept_;
    Word mark_ = 0;
};

}  // namespace test
