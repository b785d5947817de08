#include "prelude.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <vector>

namespace prelude {

namespace {

// folds a list of Ints from the left with f; strict, like sum and similar functions in GHC's libraries
template <class F>
Eval fold(Machine& m, Ref list, long start, F f) {
    Ref xs = co_await std::move(list);
    while (xs.is(cons)) {
        Ref const x = co_await xs[0];
        start = f(start, number(x));
        xs = co_await xs[1];
    }
    co_return m.con(int_, start);
}

}  // namespace

Eval plus(Machine& m, Ref a, Ref b) {
    Ref const x = co_await std::move(a);
    Ref const y = co_await std::move(b);
    co_return m.con(x.is(int_) ? int_ : integer, number(x) + number(y));
}

Eval maximum_of(Machine& m, Ref a, Ref b) {
    Ref const x = co_await std::move(a);
    Ref const y = co_await std::move(b);
    co_return m.con(int_, std::max(number(x), number(y)));
}

Eval enum_from_to(Machine& m, long from, long to) {
    if (from > to) co_return m.con(nil);
    Ref const rest = m.thunk(Code("<GHC.Enum.go_up>").typed("[]"), enum_from_to, from + 1, to);
    co_return m.con(cons, m.con(int_, from), rest);
}

Eval integers(Machine& m, long from, long to) {
    if (from > to) co_return m.con(nil);
    Ref const rest = m.thunk(Code("<GHC.Enum.enumDeltaToInteger>").typed("[]"), integers, from + 1, to);
    co_return m.con(cons, m.con(integer, from), rest);
}

Eval foldl(Machine& m, Ref f, Ref acc, Ref list) {
    Ref xs = co_await std::move(list);
    while (xs.is(cons)) {
        acc = m.ap(f, acc, xs[0]);
        xs = co_await xs[1];
    }
    co_return acc;
}

Eval append(Machine& m, Ref a, Ref b) {
    Ref const xs = co_await std::move(a);
    if (xs.is(nil)) co_return b;
    co_return m.con(cons, xs[0], m.thunk(Code("<GHC.Base.++>").typed("[]"), append, xs[1], b));
}

Eval concat(Machine& m, Ref lists) {
    Ref const xs = co_await std::move(lists);
    if (xs.is(nil)) co_return m.con(nil);
    co_return append(m, xs[0], m.thunk(Code("<Data.Foldable.concat>").typed("[]"), concat, xs[1]));
}

Eval length(Machine& m, Ref list) {
    long n = 0;
    Ref xs = co_await std::move(list);
    for (; xs.is(cons); ++n) xs = co_await xs[1];
    co_return m.con(int_, n);
}

Eval sum(Machine& m, Ref list) {
    return fold(m, std::move(list), 0, [](long a, long b) { return a + b; });
}
Eval product(Machine& m, Ref list) {
    return fold(m, std::move(list), 1, [](long a, long b) {
        return static_cast<long>(static_cast<unsigned long>(a) * static_cast<unsigned long>(b));
    });
}
Eval maximum(Machine& m, Ref list) {
    return fold(m, std::move(list), std::numeric_limits<long>::min(),
                [](long a, long b) { return std::max(a, b); });
}
Eval minimum(Machine& m, Ref list) {
    return fold(m, std::move(list), std::numeric_limits<long>::max(),
                [](long a, long b) { return std::min(a, b); });
}
Eval last(Machine& m, Ref list) {
    return fold(m, std::move(list), 0, [](long, long b) { return b; });
}

Eval head(Machine&, Ref list) {
    Ref const xs = co_await std::move(list);
    co_return xs[0];
}

Eval fourth(Machine&, Ref list) {
    Ref xs = co_await std::move(list);
    for (int i = 0; i < 3; ++i) xs = co_await xs[1];
    co_return xs[0];
}

Eval fold_minus(Machine& m, Ref list) {
    Ref const xs = co_await std::move(list);
    if (xs.is(nil)) co_return m.con(int_, 0);
    Ref const rest = co_await fold_minus(m, xs[1]);
    Ref const x = co_await xs[0];
    co_return m.con(int_, number(x) - number(rest));
}

Eval apply(Machine& m, Ref f, Ref x) { co_return m.call(f, x); }
Eval apply2(Machine& m, Ref f, Ref x, Ref y) { co_return m.call(f, x, y); }
Eval make_cons(Machine& m, Ref x, Ref xs) { co_return m.con(cons, x, xs); }

void share_small_values(Machine& m) {
    auto const share = [&](Code const& code, long first) {
        std::vector<trav::ghc::Closure*> values;
        for (long i = first; i <= 255; ++i)
            values.push_back(m.heap().static_con(code, {}, {static_cast<trav::ghc::Word>(i)}));
        trav::ghc::Entry const* const table = values.front()->info;
        m.heap().shared_values().add(table, first, std::move(values));
    };
    share(int_, -16);
    share(char_, 0);
}

long factor(std::span<std::string const> args) {
    if (args.empty()) return 1;
    std::string const& text = args.front();
    long n = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || n < 1 || args.size() > 1)
        throw std::invalid_argument("the program's argument is a factor for its size, from 1");
    return n;
}

}  // namespace prelude
