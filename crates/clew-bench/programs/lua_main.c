/* Runs a Lua script: the least that `lua` does, without its prompt. */
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static int with_traceback(lua_State *L) {
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
    return 1;
}

int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    int status;
    if (argc < 2 || L == NULL) {
        fprintf(stderr, "usage: lua_main SCRIPT\n");
        return 2;
    }
    luaL_openlibs(L);
    lua_pushcfunction(L, with_traceback);
    status = luaL_loadfile(L, argv[1]);
    if (status == LUA_OK) status = lua_pcall(L, 0, 0, 1);
    if (status != LUA_OK) printf("error: %s\n", lua_tostring(L, -1));
    lua_close(L);
    return status == LUA_OK ? 0 : 1;
}
