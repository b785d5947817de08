#include "mutants/operators.hpp"

#include "catch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using Texts = std::vector<std::string>;

/// The texts that an operator makes of a source, or that all operators make.
Texts made(std::string_view source, std::string_view by = "") {
    Texts texts;
    for (auto const& mutant : mutants::mutants(source))
        if (by.empty() || mutant.made_by == by) texts.push_back(mutants::apply(source, mutant));
    return texts;
}

/// The same for the body of a function.
Texts in_function(std::string const& body, std::string_view by = "") {
    std::string const begin = "void f() { ";
    Texts texts = made(begin + body + " }", by);
    for (auto& text : texts) text = text.substr(begin.size(), text.size() - begin.size() - 2);
    return texts;
}

}  // namespace

TEST_CASE("mutants: comparisons", "[unit]") {
    CHECK(in_function("b = x < y;", "compare") == Texts{"b = x <= y;"});
    CHECK(in_function("b = x <= y;", "compare") == Texts{"b = x < y;"});
    CHECK(in_function("b = x > y;", "compare") == Texts{"b = x >= y;"});
    CHECK(in_function("b = x >= y;", "compare") == Texts{"b = x > y;"});
    CHECK(in_function("b = x == y;", "compare") == Texts{"b = x != y;"});
    CHECK(in_function("b = x != y;", "compare") == Texts{"b = x == y;"});
}

TEST_CASE("mutants: an order in a return statement is also reversed", "[unit]") {
    CHECK(in_function("return x < y;", "compare") == Texts{"return x <= y;", "return x > y;"});
    CHECK(in_function("return x > y;", "compare") == Texts{"return x < y;", "return x >= y;"});
    CHECK(in_function("return x <= y;", "compare") == Texts{"return x < y;"});
    CHECK(in_function("return; b = x < y;", "compare") == Texts{"return; b = x <= y;"});
}

TEST_CASE("mutants: what is said of equal values is left alone where it has no effect", "[unit]") {
    // they were found to differ
    CHECK(in_function("b = x.n != y.n ? x.n < y.n : x.m < y.m;", "compare") ==
          Texts{"b = x.n == y.n ? x.n < y.n : x.m < y.m;", "b = x.n != y.n ? x.n < y.n : x.m <= y.m;"});
    CHECK(in_function("if (f(x) != y) return f(x) > y;", "compare") ==
          Texts{"if (f(x) == y) return f(x) > y;", "if (f(x) != y) return f(x) < y;"});
    CHECK(in_function("b = z && x != y ? y >= x : z;", "compare") == Texts{"b = z && x == y ? y >= x : z;"});
    CHECK(in_function("b = a.x != y ? x < y : z;", "compare") ==
          Texts{"b = a.x == y ? x < y : z;", "b = a.x != y ? x <= y : z;"});
    CHECK(in_function("b = x != y ? x < y + 1 : z;", "compare") ==
          Texts{"b = x == y ? x < y + 1 : z;", "b = x != y ? x <= y + 1 : z;"});
    CHECK(in_function("while (x != y) return x < y;", "compare").size() == 3);
    // either will do
    CHECK(in_function("n = x < y.size() ? x : y.size();", "compare").empty());
    CHECK(in_function("n = g(x + 2 > y ? y : x + 2);", "compare").empty());
    CHECK(in_function("n = x < y ? x : z;", "compare") == Texts{"n = x <= y ? x : z;"});
    CHECK(in_function("n = x < y ? x : y + 1;", "compare") == Texts{"n = x <= y ? x : y + 1;"});
    CHECK(in_function("n = x < y ? x : y < z ? y : z;", "compare") ==
          Texts{"n = x <= y ? x : y < z ? y : z;"});
    CHECK(in_function("if (x > y.most) y.most = x;", "compare").empty());
    CHECK(in_function("if (x > y.most) y.most = z;", "compare") == Texts{"if (x >= y.most) y.most = z;"});
    CHECK(in_function("if (z && x > y) y = x;", "compare") == Texts{"if (z && x >= y) y = x;"});
    CHECK(in_function("if (x > y) y += x;", "compare") == Texts{"if (x >= y) y += x;"});
    CHECK(in_function("while (x > y) y = x;", "compare") == Texts{"while (x >= y) y = x;"});
    CHECK(in_function("if (x.y.size() > n + m) x.y.resize(n + m);", "compare").empty());
    CHECK(in_function("if (n >= x.size()) x.resize(n);", "compare").empty());
    CHECK(in_function("if (n >= x.size()) x.resize(n + m);", "compare") ==
          Texts{"if (n > x.size()) x.resize(n + m);"});
    CHECK(in_function("if (n >= x.size()) y.resize(n);", "compare") ==
          Texts{"if (n > x.size()) y.resize(n);"});
}

TEST_CASE("mutants: brackets of templates, references and operators' names are no signs", "[unit]") {
    CHECK(made("std::map<A, std::set<B>> m;").empty());
    CHECK(made("template <class T, bool B = (sizeof(T) < 8)>\nstruct S;").empty());
    CHECK(made("struct S { bool operator<(S const&) const = default; S(S&&) = default; };").empty());
    CHECK(in_function("A<B>* p = static_cast<A<B>*>(q);").empty());
    CHECK(in_function("auto&& x = *y;").empty());
    CHECK(
        made("struct S { int f() && { return a; } void g() const& noexcept {} auto h() & -> A; };").empty());
    CHECK(made("struct S { int f() &&; };").empty());
    CHECK(in_function("int x = -y;").empty());
}

TEST_CASE("mutants: comments, texts and preprocessor lines are left alone", "[unit]") {
    CHECK(made("// x < y\n").empty());
    CHECK(made("/* x == 0 */").empty());
    CHECK(made("#define X(a) \\\n    a < 0\n#if A && 1\n#endif\n").empty());
    CHECK(made(R"(char const* a = "x < \" && 0", *b = u8"0";)").empty());
    CHECK(made("char c = '\\'', d = '0', e = '\"';").empty());
    CHECK(made(R"(auto a = "\"x", b = 'y'; bool c = x < y;)") ==
          Texts{R"(auto a = "\"x", b = 'y'; bool c = x <= y;)"});
    CHECK(made("auto r = R\"x(a < 0 )\" && 1)x\";").empty());
    CHECK(made("auto r = R\"(a)\"; bool b = x < y;") == Texts{"auto r = R\"(a)\"; bool b = x <= y;"});
}

TEST_CASE("mutants: types, hints and compile-time conditions are left alone", "[unit]") {
    CHECK(made("static_assert(sizeof(A) == 8 && 1);").empty());
    CHECK(made("template <class T>\n    requires A<T> && (sizeof(T) < 8)\nvoid f(T);").empty());
    CHECK(made("template <class T>\nconcept C = A<T> || requires(T a) { a < 0; };").empty());
    CHECK(made("using A = B<(1 < 2)>;").empty());
    CHECK(made("[[deprecated(\"1\" + 1)]] void f() noexcept(a && 1);").empty());
    CHECK(in_function("if constexpr (sizeof(T) == 8) return;").empty());
    CHECK(in_function("prefetch(p + 1); list.reserve(n + 1); __builtin_prefetch(p, 0);").empty());
    CHECK(in_function("trav::detail::prefetch_at<1>(p + 1);").empty());
    CHECK(in_function("if (i + 1 < n) prefetch_at(&p[i + 1]); if (x) [[likely]] a.b->prefetch(n);").empty());
    CHECK(made("struct S { void prefetch(int i) const { if (i != 0) g(i + 1); } };").empty());
    CHECK(in_function("if (x) { prefetch(p); g(); }", "condition") == Texts{"{ prefetch(p); g(); }"});
    CHECK(in_function("for (int i = 0; i != 5; ++i) a.prefetch(i + 1);").empty());
    CHECK(in_function("for (int i = 0; i != 5; ++i) { prefetch_at(&p[i]); a.prefetch(i + 1); }").empty());
    CHECK(in_function("if (i != 5) { prefetch(p); } f();") == Texts{"if (i != 5) { prefetch(p); } "});
    CHECK(in_function("for (int i = 0; i != n; ++i) { g(); prefetch(p); }", "off by one").size() == 1);
    CHECK(in_function("for (int i = 0; i != n; ++i) { prefetch(p); g(); }", "off by one").size() == 1);
    CHECK(in_function("for (int i = 0; i != n; ++i) {}", "off by one").size() == 1);
}

TEST_CASE("mutants: an attribute does not hide a statement", "[unit]") {
    CHECK(in_function("if (a) [[likely]] b();", "drop") == Texts{""});
    CHECK(in_function("if (a) [[likely]] b();", "condition") == Texts{"b();"});
}

TEST_CASE("mutants: requires clauses end where the declaration begins", "[unit]") {
    Texts const expected{
        "template <class T>\n    requires std::A<T> && B<T>\nbool f(T x) { return x != 2; }",
        "template <class T>\n    requires std::A<T> && B<T>\nbool f(T x) { return x == 3; }"};
    CHECK(made("template <class T>\n    requires std::A<T> && B<T>\nbool f(T x) { return x == 2; }") ==
          expected);
}

TEST_CASE("mutants: && and || are exchanged, and each operand is dropped", "[unit]") {
    CHECK(in_function("b = x && y;", "boolean") == Texts{"b = x || y;"});
    CHECK(in_function("b = x || y;", "boolean") == Texts{"b = x && y;"});
    CHECK(in_function("b = x && y;", "operand") == Texts{"b = y;", "b = x;"});
    CHECK(in_function("b = x && y && z;", "operand") == Texts{"b = y && z;", "b = x && z;", "b = x && y;"});
    CHECK(in_function("b = x == f(a, c) || y;", "operand") == Texts{"b = y;", "b = x == f(a, c);"});
    CHECK(in_function("b = x || y && z;", "operand") ==
          Texts{"b = y && z;", "b = x;", "b = x || z;", "b = x || y;"});
    CHECK(in_function("b = x && (y == z);", "operand") == Texts{"b = (y == z);", "b = x;"});
    CHECK(in_function("b = (x && y) == z && v[w];", "operand") ==
          Texts{"b = v[w];", "b = (y) == z && v[w];", "b = (x) == z && v[w];", "b = (x && y) == z;"});
    CHECK(in_function("g(x || y, z);", "operand") == Texts{"g(y, z);", "g(x, z);"});
}

TEST_CASE("mutants: arithmetic", "[unit]") {
    CHECK(in_function("n = x + y;", "arithmetic") == Texts{"n = x - y;"});
    CHECK(in_function("n = x - y;", "arithmetic") == Texts{"n = x + y;"});
    CHECK(in_function("n = x << y;", "arithmetic") == Texts{"n = x >> y;"});
    CHECK(in_function("n = x >> y;", "arithmetic") == Texts{"n = x << y;"});
    CHECK(in_function("n = x & y;", "arithmetic") == Texts{"n = x | y;"});
    CHECK(in_function("n = x | y;", "arithmetic") == Texts{"n = x & y;"});
    CHECK(in_function("n += x;", "arithmetic") == Texts{"n = x;"});
    CHECK(in_function("n |= x;", "arithmetic") == Texts{"n = x;"});
    CHECK(in_function("s = \"a\" + x; out << \"b\" << \"c\";", "arithmetic").empty());
}

TEST_CASE("mutants: off by one", "[unit]") {
    CHECK(in_function("n = x + 1;") == Texts{"", "n = x;"});
    CHECK(in_function("n = x - 1;") == Texts{"", "n = x;"});
    CHECK(in_function("n = x + 1;", "constant").empty());
    CHECK(in_function("for (; i != n; ++i) {}", "off by one") == Texts{"for (; i + 1 < n; ++i) {}"});
    CHECK(in_function("for (; i < n; ++i) {}", "off by one") == Texts{"for (; i + 1 < n; ++i) {}"});
    CHECK(in_function("while (i < n) {}", "off by one").empty());
}

TEST_CASE("mutants: constants", "[unit]") {
    CHECK(in_function("int i = 0;") == Texts{"int i = 1;"});
    CHECK(in_function("int i = 1;") == Texts{"int i = 0;"});
    CHECK(in_function("int i = 9;") == Texts{"int i = 10;"});
    CHECK(in_function("int i = 1'023;") == Texts{"int i = 1024;"});
    CHECK(in_function("auto i = 0x9Fu;") == Texts{"auto i = 0xa0u;"});
    CHECK(in_function("bool b = true;") == Texts{"bool b = false;"});
    CHECK(in_function("bool b = false;") == Texts{"bool b = true;"});
    CHECK(in_function("double x = 1e-9, y = .5;").empty());
    CHECK(in_function("std::get<0>(x);", "constant").empty());
    CHECK(made("struct S { virtual void f() const = 0; };").empty());
    CHECK(in_function("auto i = 0xFFFFFFFFFFFFFFFF;").empty());
}

TEST_CASE("mutants: statements are dropped", "[unit]") {
    CHECK(in_function("f(x, y, z);", "drop") == Texts{""});
    CHECK(in_function("a.b->c[i] = x;", "drop") == Texts{""});
    CHECK(in_function("::close(f); ::a::b<C>::d = e;", "drop") ==
          Texts{" ::a::b<C>::d = e;", "::close(f); "});
    CHECK(in_function("++n;", "drop") == Texts{""});
    CHECK(in_function("a[i]++;", "drop") == Texts{""});
    CHECK(in_function("*p++ = x;", "drop") == Texts{""});
    CHECK(in_function("n += x, g();", "drop") == Texts{""});
    CHECK(in_function("x.template g<A>();", "drop") == Texts{""});
    CHECK(in_function("out << x << y;", "drop") == Texts{""});
    CHECK(in_function("g(\n    [&](int i) {\n        h(i);\n    });", "drop") ==
          Texts{"", "g(\n    [&](int i) {\n        \n    });"});
    CHECK(in_function("switch (x) { case 1: g(); break; }", "drop") ==
          Texts{"switch (x) { case 1:  break; }"});
}

TEST_CASE("mutants: classes in a function's head and branches of #if hide no statement", "[unit]") {
    CHECK(made("void f(struct S* s) { g(); }", "drop") == Texts{"void f(struct S* s) {  }"});
    CHECK(made("void f() {\n#if A\nif (x) {\n#else\nif (y) {\n#endif\ng(z, 0);\n}\n}", "drop") ==
          Texts{"void f() {\n#if A\nif (x) {\n#else\nif (y) {\n#endif\n\n}\n}"});
}

TEST_CASE("mutants: of declarations and jumps nothing is dropped", "[unit]") {
    CHECK(in_function("A b = c; auto const [d, e] = g(); A<B> h(i); A* j = k;", "drop").empty());
    CHECK(in_function("return g(); throw h(); break; continue; using A = B; delete p;", "drop").empty());
    CHECK(made("struct S { S(int); S(S const&) = delete; int a = g(); };").empty());
    CHECK(made("namespace n { A b(c); }").empty());
    CHECK(made("namespace n { g(c); }").empty());
    CHECK(made("enum E { a };").empty());
}

TEST_CASE("mutants: the body of a loop or an if with else becomes empty", "[unit]") {
    CHECK(in_function("for (auto x : y) g(x);", "drop") == Texts{"for (auto x : y) {}"});
    CHECK(in_function("while (x) g(x);", "drop") == Texts{"while (x) {}"});
    CHECK(in_function("if (x) g(); else h();", "drop") ==
          Texts{"if (x) {} else h();", "if (x) g(); else {}"});
}

TEST_CASE("mutants: an if is dropped, and so is its condition", "[unit]") {
    CHECK(in_function("if (x) return;", "drop") == Texts{""});
    CHECK(in_function("if (x) g();", "drop") == Texts{""});
    CHECK(in_function("if (x) return;", "condition") == Texts{"return;"});
    CHECK(in_function("if (x) { g(); }", "condition") == Texts{"{ g(); }"});
    CHECK(in_function("if (x) g(); else h();", "condition").empty());
    CHECK(in_function("if (x) { g(); } else { h(); }", "condition").empty());
    CHECK(in_function("for (auto x : y) if (x) g();", "drop") == Texts{"for (auto x : y) {}"});
    CHECK(in_function("if (x) if (y) g();", "drop").empty());
    CHECK(in_function("if constexpr (x) g();", "drop") == Texts{"if constexpr (x) {}"});
    CHECK(in_function("if (auto x = y) g();", "condition").empty());
}

TEST_CASE("mutants: conditions are negated", "[unit]") {
    CHECK(in_function("if (x) { g(); }", "negate") == Texts{"if (!x) { g(); }"});
    CHECK(in_function("while (x < y) g();", "negate") == Texts{"while (!(x < y)) g();"});
    CHECK(in_function("if (x && y) g();", "negate") == Texts{"if (!(x && y)) g();"});
    CHECK(in_function("if (auto x = y; x->z) g();", "negate") == Texts{"if (auto x = y; !x->z) g();"});
    CHECK(in_function("if (!x) g();", "negate") == Texts{"if (x) g();"});
    CHECK(in_function("return !x;", "negate") == Texts{"return x;"});
    CHECK(in_function("if (x == y && z) g();", "negate") == Texts{"if (!(x == y && z)) g();"});
    CHECK(in_function("if (h(x == y)) g();", "negate") == Texts{"if (!h(x == y)) g();"});
    CHECK(in_function("if (x == y) g();", "negate").empty());  // a comparison is negated already
    CHECK(in_function("if (auto x = y) g();", "negate").empty());
}

TEST_CASE("mutants: a conditional expression becomes either branch", "[unit]") {
    CHECK(in_function("n = x ? y : z;", "branch") == Texts{"n = y;", "n = z;"});
    CHECK(in_function("g(a, x < b ? h(y, a) : z + b);", "branch") == Texts{"g(a, h(y, a));", "g(a, z + b);"});
    CHECK(in_function("n = a ? b : c ? d : e;", "branch") ==
          Texts{"n = b;", "n = c ? d : e;", "n = a ? b : d;", "n = a ? b : e;"});
}

TEST_CASE("mutants: two plain arguments are swapped", "[unit]") {
    CHECK(in_function("g(x, y.z);", "swap") == Texts{"g(y.z, x);"});
    CHECK(in_function("return g(0, a::b);", "swap") == Texts{"return g(a::b, 0);"});
    CHECK(in_function("if (g(x, y)) h(0, z);", "swap") ==
          Texts{"if (g(y, x)) h(0, z);", "if (g(x, y)) h(z, 0);"});
    CHECK(in_function("g(x); g(x, y, z); g(x, h(y)); g(x, x); std::min(x, y);", "swap").empty());
    CHECK(made("void g(int, char); struct S { S(int, char); };", "swap").empty());
    CHECK(in_function("auto l = [](int x, char y) {};", "swap").empty());
}

TEST_CASE("mutants: the place of a change is a statement, or an expression in a declaration or a head",
          "[unit]") {
    auto const place = [](std::string_view source, std::string_view changed) {
        std::size_t const at = source.find(changed);
        auto const found = mutants::Operators(source).place(at, at + changed.size());
        return (found.is_statement ? "s: " : "e: ") +
               std::string(source.substr(found.begin, found.end - found.begin));
    };
    CHECK(place("void f() { g(); a[1] = x; }", "=") == "s: a[1] = x;");
    CHECK(place("int f() { if (x) return y + 1; }", "+") == "s: return y + 1;");
    CHECK(place("int f() { if (x) return y; else return z; }", "z") == "s: return z;");
    CHECK(place("void f() { if (x) {\n}\nfor (;;) g(1); }", "g(1)") == "s: g(1);");
    CHECK(place("void f() { g(1); }", "1") == "e: 1");
    CHECK(place("void f() { if (x) g(); }", "if (x) g();") == "s: if (x) g();");
    CHECK(place("void f() { switch (x) { case A::a: g(); break; } }", "g();") == "s: g();");
    CHECK(place("void f() { h([&] { g(2); }); }", "g") == "s: g(2);");
    CHECK(place("void f() { int x = a ? 1 : 2; }", "2") == "e: 2");
    CHECK(place("void f() { int x = a ? 1 : 2; }", "a ? 1 : 2") == "e: a ? 1 : 2");
    CHECK(place("void f() { T x = A{1} + 2, y; }", "2") == "e: A{1} + 2");
    CHECK(place("void f() { T x{a + 1, b}; }", "+") == "e: a + 1");
    CHECK(place("void f() { auto x = g(a, b); }", "a, b") == "e: g(a, b)");
    CHECK(place("void f() { if (x < y && z) { g(); } }", "<") == "e: x < y && z");
    CHECK(place("void f() { for (int i = 0; i < n; ++i) {} }", "<") == "e: i < n");
    CHECK(place("struct S { int a = 1; };", "1") == "e: 1");
    CHECK(place("struct S { S() : a(x + y) {} };", "+") == "e: x + y");
    CHECK(place("struct S { int a : 3; };", "S") == "e: ");
}

TEST_CASE("mutants: they come in the order of their places, and the same at each call", "[unit]") {
    Texts const expected{"", "n = y;", "n = z;", "n = x != 2 ? y : z;", "n = x == 3 ? y : z;"};
    Texts const all = in_function("n = x == 2 ? y : z;");
    CHECK(all == expected);
    CHECK(in_function("n = x == 2 ? y : z;") == all);
}
