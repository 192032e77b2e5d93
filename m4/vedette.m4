# Macros of Vedette's own configure.ac.

# VEDETTE_CFLAGS(VARIABLE, FLAG...)
# Adds each flag to VARIABLE that the compiler takes without a word. The user's CFLAGS stay as they are.
AC_DEFUN([VEDETTE_CFLAGS],
[m4_foreach_w([vedette_flag], [$2],
[AS_VAR_PUSHDEF([vedette_cache], [vedette_cv_cflag_]vedette_flag)
AC_CACHE_CHECK([whether $CC takes vedette_flag], [vedette_cache],
[vedette_kept=$CFLAGS
CFLAGS="$CFLAGS -Werror vedette_flag"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
    [AS_VAR_SET([vedette_cache], [yes])], [AS_VAR_SET([vedette_cache], [no])])
CFLAGS=$vedette_kept])
AS_VAR_IF([vedette_cache], [yes], [AS_VAR_APPEND([$1], [" vedette_flag"])])
AS_VAR_POPDEF([vedette_cache])])])

# VEDETTE_LIBRARY(VARIABLE, MODULE, WHAT, DEBIAN, FEDORA, HOMEBREW, INCLUDES, BODY)
# Finds a library through pkg-config and proves that it compiles and links: INCLUDES are lines of C
# before main(), BODY is the body of main(). Where it fails, one message names the packages.
AC_DEFUN([VEDETTE_LIBRARY],
[PKG_CHECK_MODULES([$1], [$2], [vedette_found=yes], [vedette_found=no])
AS_IF([test "$vedette_found" = yes],
[AC_MSG_CHECKING([whether a program links with $3])
vedette_kept_cflags=$CFLAGS
vedette_kept_libs=$LIBS
CFLAGS="$CFLAGS $$1_CFLAGS"
LIBS="$$1_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([$7], [$8])], [], [vedette_found=no])
CFLAGS=$vedette_kept_cflags
LIBS=$vedette_kept_libs
AC_MSG_RESULT([$vedette_found])])
AS_IF([test "$vedette_found" = no],
    [AC_MSG_ERROR([$3 is missing. Install $4 (Debian), $5 (Fedora) or $6 (Homebrew).])])])
