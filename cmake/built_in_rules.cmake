# Writes the rules of `heapprof leaks` as a C++ source file that defines the texts of built_in_rules.hpp.
#
#     cmake -DFOLDER=example/heapprof/rules -DOUTPUT=built_in_rules.cpp -P cmake/built_in_rules.cmake
cmake_minimum_required(VERSION 3.22)

set(source "#include \"question/built_in_rules.hpp\"\n\nnamespace heapprof {\n")
foreach(name v8 jvm ruby python)
    file(READ ${FOLDER}/${name}.rules text)
    string(APPEND source "\nstd::string_view const ${name}_rules = R\"trav(${text})trav\";\n")
endforeach()
file(WRITE ${OUTPUT} "${source}\n}  // namespace heapprof\n")
