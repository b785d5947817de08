// trav/ghc/heap/declaration.hpp: the complete interface of the class Heap. Include heap.hpp, which also has
// the definitions. The builders of closures are defined in build_static.hpp, build.hpp and build_stack.hpp.
//
// Builders return the untagged address of a new closure, and store pointers tagged, as GHC does.
#pragma once

#include "../layout/cost_centre.hpp"
#include "../layout/ldv_word.hpp"
#include "../layout/size.hpp"
#include "list.hpp"
#include "observer.hpp"
#include "options.hpp"
#include "program.hpp"
#include "roots.hpp"
#include "shared_values.hpp"
#include "storage.hpp"
#include "survivors.hpp"

#include <stdexcept>
#include <string_view>
#include <vector>

namespace trav::ghc {

class Heap {
  public:
    explicit Heap(Options options = {})
        : options_(options),
          program_(options.program_bytes),
          ccs_(cost_centres_.main()),
          storage_(options.capabilities),
          roots_(options.capabilities),
          era_(options.ldv ? 1 : 0) {
        if (options.capabilities == 0) throw std::invalid_argument("ghc heap: there is no capability");
    }
    Heap(Heap const&) = delete;
    Heap& operator=(Heap const&) = delete;

    /// The info tables and static closures.
    Program& program() { return program_; }
    Program const& program() const { return program_; }
    CostCentres& cost_centres() { return cost_centres_; }
    Observers& observers() { return observers_; }
    /// Small values; every collection replaces equal ones by these static closures.
    SharedValues& shared_values() { return shared_; }

    /// Whether c (tagged or not) lies outside the heap.
    bool is_static(Closure const* c) const { return program_.contains(c); }
    /// Every object allocated, live or dead, in the order of GHC's census.
    Objects objects() const { return storage_.objects(); }
    /// The blocks of these objects.
    BlockLists const& blocks() const { return storage_.in_use(); }
    /// The bytes allocated so far, including profiling words.
    std::uint64_t bytes_allocated() const { return words_allocated_ * word_bytes; }
    /// The bytes that the heap has obtained from the system, without static closures.
    std::size_t bytes_of_system() const { return storage_.bytes(); }

    /// The cost-centre stack to which allocation is charged.
    CostCentreStack* ccs() const { return ccs_; }
    void set_ccs(CostCentreStack* ccs) { ccs_ = ccs; }

    // -- roots

    /// Keeps an object alive.
    StablePtr stable(Closure* c) {
        if (!c) throw std::invalid_argument("ghc heap: stable: there is no object");
        return roots_.stable(c);
    }
    /// The object, untagged; it may have moved since the last call.
    Closure* deref(StablePtr p) const { return roots_.deref(p); }
    void free_stable(StablePtr p) { roots_.free_stable(p); }
    /// All roots: threads, weak pointers, stable pointers.
    std::vector<Closure*> roots() const { return roots_.all(); }
    /// The roots that GHC has: only the head and the tail of each run queue.
    std::vector<Closure*> ghc_roots() const { return roots_.as_in_ghc(); }
    Roots const& root_lists() const { return roots_; }

    // -- collection (collector.hpp)

    /// Performs a major collection and returns the finalizers of the weak pointers that died.
    /// `more_roots(root)` may call its argument on further pointers; it keeps their objects alive and updates
    /// them. `unreached(collector)` runs before weak pointers die; it may test collector.alive(pointer) and
    /// keep further objects alive. `at_end(collector)` may call collector.weakly(pointer) to update a pointer
    /// to an object that it does not keep alive.
    template <class MoreRoots, class Unreached, class AtEnd>
    std::vector<Closure*> collect(MoreRoots&& more_roots, Unreached&& unreached, AtEnd&& at_end);
    template <class MoreRoots, class AtEnd>
    std::vector<Closure*> collect(MoreRoots&& more_roots, AtEnd&& at_end);
    template <class MoreRoots>
    std::vector<Closure*> collect(MoreRoots&& more_roots);
    std::vector<Closure*> collect();
    /// The objects listed by the last collection: GHC's mutable lists and scavenged static objects.
    Survivors const& survivors() const { return survivors_; }

    // -- the profilers' header word

    /// Sets the profiling word of objects allocated from now on; has no effect if the heap keeps biographies.
    void set_fresh_word(Word word) { fresh_word_ = word; }
    /// The current era, from 1; 0 without biographies.
    Word era() const { return era_; }
    /// Ends an era (after its census).
    void next_era() {
        if (era_ + 1 >= ldv::era_limit) throw std::length_error("Maximum number of censuses reached.");
        ++era_;
    }
    /// Records that the closure (untagged) is entered.
    void used(Closure* c) {
        if (is_static(c)) return;
        if (era_ > 0) c->hp = ldv::use(c->hp, era_);
        observers_.used(c);
    }

    // -- allocation (build.hpp)

    /// A new object of that many words; all except its header are zero.
    Closure* allocate(Entry const* table, std::size_t words);
    /// An object with this table: first pointers, then words; missing fields are zero.
    Closure* make(Entry const* entry, List<Closure*> ptrs = {}, List<Word> words = {});
    /// Replaces an object by another that is not larger; the rest of its words become slop.
    void overwrite(Closure* c, Entry const* table);
    /// Replaces a thunk in place by an indirection to its value. (GHC: a BLACKHOLE with a value.)
    void update(Closure* thunk, Closure* value);

    // -- info pointers (build_static.hpp); their closure types are the compiler's choice

    /// The table of a constructor; without fields, it has one word of padding.
    Entry const* con_info(Code const& code, std::size_t ptrs, std::size_t nptrs = 0);
    Entry const* fun_info(Code const& code, std::size_t ptrs, std::size_t nptrs = 0);
    Entry const* thunk_info(Code const& code, std::size_t ptrs, std::size_t nptrs = 0);
    /// The table of thunks that select field n.
    Entry const* selector_info(std::size_t n);
    /// The runtime system's table of a type: that many pointers, then words.
    Entry const* rts_info(ClosureType type, std::size_t ptrs = 0, std::size_t nptrs = 0);
    Entry const* table(ClosureType type, Code const& code, std::size_t ptrs, std::size_t nptrs);

    // -- static closures (build_static.hpp): they may refer to heap objects, but keep them alive only in
    // collections that reach the static closure

    Closure* static_con(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {});
    Closure* static_fun(Code const& code, List<Closure*> ptrs = {});
    /// A static reference table. A closure that needs only one other closure of its module refers to it
    /// directly instead.
    Closure* srt(List<Closure*> closures);
    /// A constant applicative form, not yet evaluated.
    Closure* caf(Code const& code);
    /// Sets the value of a CAF.
    void evaluate_caf(Closure* caf, Closure* value);
    /// An evaluated CAF.
    Closure* ind_static(Closure* value, Code const& code = "caf");

    // the runtime system's singletons: CONSTR_NOCAF, so no traversal visits them
    Closure* end_tso_queue() { return singleton(0, "END_TSO_QUEUE"); }
    Closure* no_finalizer() { return singleton(1, "NO_FINALIZER"); }
    Closure* no_trec() { return singleton(2, "NO_TREC"); }
    Closure* end_stm_chunk_list() { return singleton(3, "END_STM_CHUNK_LIST"); }
    Closure* end_stm_watch_queue() { return singleton(4, "END_STM_WATCH_QUEUE"); }

    // -- data and code (build.hpp)

    /// A constructor: `heap.con("Cons", {x, xs})`, `heap.con("I#", {}, {5})`.
    Closure* con(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {});
    /// A function with these free variables.
    Closure* fun(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {});
    /// A thunk with these free variables.
    Closure* thunk(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {});
    /// A thunk that selects field n of a constructor.
    Closure* selector(std::size_t n, Closure* selectee);
    /// A function or byte code object with too few arguments.
    Closure* pap(Closure* fun, List<Slot> arguments);
    /// An unevaluated application.
    Closure* ap(Closure* fun, List<Slot> arguments);
    /// A byte code object whose arguments have this pattern (p pointer, n word).
    Closure* bco(Closure* instrs, Closure* literals, Closure* ptrs, std::string_view arguments = {});
    /// A primitive object with its own layout (GHC: STABLE_NAME, MVAR_TSO_QUEUE, ...).
    Closure* prim(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {});
    Closure* mut_prim(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {});
    /// An IND; a collection removes it.
    Closure* ind(Closure* to);
    /// A thunk under evaluation (`to` is a thread or a blocking queue), or an evaluated one.
    Closure* blackhole(Closure* to);

    // -- primitive objects (build.hpp)

    Closure* mut_var(Closure* value, ClosureType type = ClosureType::MUT_VAR_CLEAN);
    /// The queue defaults to END_TSO_QUEUE.
    Closure* mvar(Closure* value, Closure* head = nullptr, Closure* tail = nullptr,
                  ClosureType type = ClosureType::MVAR_CLEAN);
    Closure* mvar_tso_queue(Closure* link, Closure* tso);
    /// An exception pending for the thread `target`; the throwing thread `source` waits, too.
    Closure* msg_throwto(Closure* link, Closure* source, Closure* target, Closure* exception);
    /// The thread `tso` waits for a blackhole.
    Closure* msg_blackhole(Closure* link, Closure* tso, Closure* blackhole);
    /// Boxed elements; frozen or not, clean or dirty.
    Closure* array(List<Closure*> elements, ClosureType type = ClosureType::MUT_ARR_PTRS_CLEAN);
    Closure* small_array(List<Closure*> elements, ClosureType type = ClosureType::SMALL_MUT_ARR_PTRS_CLEAN);
    /// An array of bytes.
    Closure* bytes(std::size_t n);
    /// A weak pointer on the weak list; the finalizer defaults to NO_FINALIZER.
    Closure* weak(Closure* key, Closure* value, Closure* finalizer = nullptr);
    /// A compact region of that many words, including headers; traversals do not look inside.
    Closure* compact(std::size_t words);
    /// An empty compact region that grows. (GHC: compactNew#)
    Closure* compact_region();
    /// Copies an evaluated value into such a region, with all that it refers to. (GHC: compactAdd#)
    Closure* add_to_compact(Closure* region, Closure* value);
    Closure* tvar(Closure* value, Closure* watch_queue = nullptr);
    Closure* tvar_watch_queue(Closure* waiting, Closure* next, Closure* previous);
    /// At most 16 entries; the previous chunk defaults to END_STM_CHUNK_LIST.
    Closure* trec_chunk(Closure* previous, List<TRecEntry> entries);
    Closure* trec_header(Closure* enclosing, Closure* chunk, Word state = 0);

    // -- frames (build_stack.hpp)

    /// Makes `updatee` an indirection to the value, once there is one.
    Frame update_frame(Closure* updatee);
    Frame catch_frame(Closure* handler);
    Frame atomically_frame(Closure* code, Closure* result);
    Frame catch_stm_frame(Closure* code, Closure* handler);
    Frame catch_retry_frame(Closure* first, Closure* alternative);
    /// The bottom of a thread's stack.
    Frame stop_frame();
    /// The bottom of a stack chunk; the stack continues in another STACK.
    Frame underflow_frame(Closure* next_chunk);
    /// A return address with at most 58 words.
    Frame ret_small(Code const& code, List<Slot> words);
    /// A return address with a large bitmap.
    Frame ret_big(Code const& code, List<Slot> words);
    /// A byte code object that waits for a result, and its words.
    Frame ret_bco(Closure* bco, List<Slot> words);
    /// A function about to be entered with its arguments.
    Frame ret_fun(Closure* fun, List<Slot> arguments, Code const& code = "RET_FUN");

    // -- closures that contain frames, innermost (lowest address) first (build_stack.hpp)

    /// A STACK with these frames and that many unused words below them.
    Closure* stack(List<Frame> frames, std::size_t unused = 0);
    /// A computation stopped by an exception: a function and its stack.
    Closure* ap_stack(Closure* fun, List<Frame> frames);
    /// A delimited continuation with these frames. (GHC 9.6)
    Closure* continuation(List<Frame> frames);

    // -- threads (build_stack.hpp)

    /// The number of capabilities, and the running one: it allocates objects in its own blocks.
    std::size_t capabilities() const { return options_.capabilities; }
    std::size_t capability() const { return capability_; }
    void run_on(std::size_t capability) { storage_.run_on(capability_ = capability); }

    /// A thread with this stack, on the running capability. It is not a root until it is scheduled.
    Closure* thread(Closure* stack);
    /// Puts the thread at the end of its capability's run queue, which makes it a root.
    Closure* schedule(Closure* tso);
    /// Removes the thread at the head of the run queue.
    Closure* unschedule();
    /// Removes a thread from its run queue, at any position.
    void unschedule(Closure* tso);
    /// Moves a thread to the head of its capability's run queue.
    void promote(Closure* tso);
    /// Moves the thread to another capability.
    void migrate(Closure* tso, std::size_t capability);
    /// Marks the thread as being in a foreign call, which makes it a root.
    void suspend(Closure* tso) { roots_.suspended().push_back(tso); }
    void resume();  ///< puts the thread of the last foreign call at the head of its run queue
    /// Threads that sleep, which are roots; the first to wake is the last.
    std::vector<Closure*>& sleeping() { return roots_.sleeping(); }
    /// Blocks the thread on a closure (for values of why_blocked whose block_info is a closure).
    void block(Closure* tso, WhyBlocked why, Closure* on);
    /// The queue of threads that wait for a blackhole.
    Closure* blocking_queue(Closure* link, Closure* blackhole, Closure* owner, Closure* queue);

  private:
    friend class Collector;

    Word new_word() const { return era_ > 0 ? ldv::create(era_) : fresh_word_; }
    // static closures have no biography: their word stays 0
    Word static_word() const { return era_ > 0 ? 0 : fresh_word_; }

    Closure* header(std::byte* p, Entry const* table, std::size_t words);
    Closure* static_closure(Entry const* table, List<Closure*> ptrs, List<Word> words);
    Closure* singleton(std::size_t i, char const* name);
    template <class T>
    Closure* apply(ClosureType type, Closure* fun, List<Slot> arguments);
    Frame profiled(ClosureType type, List<Slot> words);

    Options options_;
    Program program_;
    CostCentres cost_centres_;
    CostCentreStack* ccs_;
    Storage storage_;
    Roots roots_;
    SharedValues shared_;
    Survivors survivors_;
    Observers observers_;
    Word fresh_word_ = 0, era_, threads_ = 0;
    std::uint64_t words_allocated_ = 0;
    std::size_t capability_ = 0;
    Closure* singletons_[5] = {};
};

}  // namespace trav::ghc
