// tests a/b.hpp
