# 64-bit ARM: Debian's g++-aarch64-linux-gnu and qemu-user-static.
set(triple aarch64-linux-gnu)
set(emulator qemu-aarch64-static)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
