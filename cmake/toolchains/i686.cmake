# 32 bits, which the processor of the build machine also runs: Debian's g++-i686-linux-gnu.
set(triple i686-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
