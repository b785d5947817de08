#include "programs.hpp"

#include "program_list.hpp"

std::span<Program const> programs() {
    static constexpr Program all[] = {
        {"actors", "threads, MVars, variables, arrays, a weak pointer", actors},
        {"biography", "functions that lag, are in use, drag, or are never used", biography},
        {"blocked", "threads that nothing can wake, and the exception that tells them so", blocked},
        {"hscenv", "a compiler's environment, whose parts are three named roots (-ho)", hscenv},
        {"killed", "a thread that is killed, and what it was evaluating, which goes on", killed},
        {"lazysum", "sums that nobody forces: chains of thunks", lazysum},
        {"lostretainer", "two lists of which GHC's retainer profiler loses a retainer", lostretainer},
        {"masked", "threads that throw to one that masks, and wait until it does not", masked},
        {"parallel", "threads on several capabilities (-N2), each with a list", parallel},
        {"primes", "a constant list, which lives while code refers to it", primes},
        {"sharing", "five lists retained by 1, 2, 3, 4 and 9 different thunks", sharing},
        {"stm", "transactions that wait for variables, and some that nothing can wake", stm},
        {"tree", "a tree of branches and leaves, built as far as it is wanted", tree},
        {"wordfreq", "a lazy map of counters that nobody forces, and a strict one", wordfreq},
    };
    return all;
}
