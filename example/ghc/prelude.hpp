// The functions of Haskell's libraries that the programs use.
#pragma once

#include <trav/ghc/machine/machine.hpp>

#include <span>
#include <string>

namespace prelude {

using trav::ghc::Code;
using trav::ghc::Eval;
using trav::ghc::Machine;
using trav::ghc::Ref;
using trav::ghc::Scc;

// data [a] = [] | a : [a];  data Char = C# Char#;  data Int = I# Int#;  data Integer = IS Int# | ...
inline Code const nil = Code("[]").in("ghc-prim:GHC.Types");
inline Code const cons = Code(":").typed("[]").number(1).in("ghc-prim:GHC.Types");
inline Code const char_ = Code("C#").typed("Char").in("ghc-prim:GHC.Types");
inline Code const int_ = Code("I#").typed("Int").in("ghc-prim:GHC.Types");
inline Code const integer = Code("IS").typed("Integer").in("ghc-bignum:GHC.Num.Integer");

/// The number in an Int or an Integer.
inline long number(Ref const& value) { return static_cast<long>(value.word()); }

// for two Ints or two Integers
Eval plus(Machine& m, Ref a, Ref b);
Eval maximum_of(Machine& m, Ref a, Ref b);

// lists
Eval enum_from_to(Machine& m, long from, long to);  // [from .. to] of Ints
Eval integers(Machine& m, long from, long to);      // a list of Integers
Eval foldl(Machine& m, Ref f, Ref acc, Ref list);
Eval append(Machine& m, Ref a, Ref b);  // a ++ b
Eval concat(Machine& m, Ref lists);
Eval length(Machine& m, Ref list);
Eval sum(Machine& m, Ref list);
Eval product(Machine& m, Ref list);
Eval maximum(Machine& m, Ref list);
Eval minimum(Machine& m, Ref list);
Eval head(Machine& m, Ref list);
Eval last(Machine& m, Ref list);
Eval fourth(Machine& m, Ref list);      // (!! 3)
Eval fold_minus(Machine& m, Ref list);  // foldr (-) 0

/// f x, f x y: entry code for thunks of applications.
Eval apply(Machine& m, Ref f, Ref x);
Eval apply2(Machine& m, Ref f, Ref x, Ref y);
/// (:) as a function.
Eval make_cons(Machine& m, Ref x, Ref xs);

/// A list of these elements.
template <class... A>
Ref list(Machine& m, A const&... elements) {
    Ref all = m.con(nil);
    Ref const* each[] = {&elements...};
    for (std::size_t i = sizeof...(A); i > 0; --i) all = m.con(cons, *each[i - 1], all);
    return all;
}

/// Makes collections share Ints from -16 to 255 and Chars up to 255, like GHC's collections.
void share_small_values(Machine& m);

/// The factor in a program's arguments; 1 if there is none. Throws std::invalid_argument.
long factor(std::span<std::string const> args);

}  // namespace prelude
