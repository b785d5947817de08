# Big-endian, 64 bits: Debian's g++-s390x-linux-gnu and qemu-user-static.
set(triple s390x-linux-gnu)
set(emulator qemu-s390x-static)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
