-- Goes through the language; the order of pairs() and addresses never reach the output.

local function section(name) print("== " .. name) end

section("tables")
do
  local squares = {}
  for i = 1, 200 do squares[i] = i * i end
  for i = 200, 151, -1 do table.remove(squares, i - 100) end
  table.insert(squares, 1, "first")
  print(#squares, squares[2], squares[101], table.concat(squares, ",", 95, 105))
  local words = {}
  for word in ("the cat and the dog and the bird"):gmatch("%a+") do
    words[word] = (words[word] or 0) + 1
  end
  local keys = {}
  for word in pairs(words) do keys[#keys + 1] = word end
  table.sort(keys)
  for _, key in ipairs(keys) do io.write(key, "=", words[key], " ") end
  print()
  print(table.unpack({ 1, 2, nil, 4 }, 1, 4))
  print(select("#", table.unpack(table.pack(nil, nil))), select(-1, "a", "b"))
  print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 3, { 9, 8 }), " "), next({}))
end

section("strings")
do
  print(("%5d|%-8s|%08.3f|%x|%q|%g|%a"):format(42, "left", 3.14159, 255, 'a "q"\n', 1e100, 0.5))
  print(("%s %s %s"):format(nil, true, 12.0), ("%i|%c|%e|%5.1s|"):format(3.0, 65, 12345.678, "xyz"))
  print(("hello world"):gsub("o", "0"))
  print(("hello world"):gsub("(%w+) (%w+)", "%2 %1"))
  print(("abc"):gsub("%w", { a = "1", b = 2, c = false }))
  print(("x = 1, y = 2"):gsub("(%w+) = (%w+)", function(k, v) return v .. "<-" .. k end))
  print(("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"))
  print(("THE (quick) fox"):gsub("%f[%a]%a+", string.lower))
  print(("key=value"):match("^(%w+)=(%w*)$"), ("2024-05-06"):match("(%d+)-(%d+)-(%d+)"))
  print(("%d"):rep(3, ","), ("abc"):reverse(), ("abc"):byte(1, -1), string.char(72, 105))
  print(("a,b,,c"):find(",", 1, true), ("long"):sub(-3, -2), #("\0x\u{20AC}\z
        y"), "\65\x42\u{43}")
  print(tostring(1e15), 2 ^ 53, 10 / 2, 1e300 * 1e10, -1e300 * 1e10, 0 / 0 ~= 0 / 0)
  print(tonumber("0x1p4"), tonumber("  12  "), tonumber("z", 36), tonumber("1e"), tonumber("9", 8))
  print(("a b"):len(), ("x"):upper(), "10" + 5, "3" * "4", 10 .. 20)
  print([[
long string]], [==[with ]] inside]==])
end

section("numbers")
do
  print(7 // 2, -7 // 2, 7 // -2, 7 % 3, -7 % 3, 7 % -3, 7.5 // 2, -7.5 % 2, 5.0 % math.huge)
  print(math.maxinteger, math.mininteger, math.maxinteger + 1 == math.mininteger)
  print(1 << 62, 1 << 63, 1 << 64, -1 >> 60, 0xF0 ~ 0xFF, ~0, 5 & 6, 5 | 6)
  print(math.type(1), math.type(1.0), math.type("1"), 1 == 1.0, math.tointeger(3.0), 3 | 0)
  print(math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.ult(1, -1), math.abs(-4))
  print(math.sqrt(2), math.sin(1), math.exp(1), math.log(10), math.log(8, 2), math.pi)
  print(string.format("%.14g %.17g %.3f", 0.1, 0.1, 2 / 3), 1e15, 1e16, 123456789012345678)
  print(pcall(function() return 1 // 0 end))
  print(1 // 0.0, -1 // 0.0, 1 % math.huge, pcall(function() return 1 % 0 end))
  print(1 < 1.5, 2 ^ 63 == math.mininteger, math.maxinteger < 2 ^ 63, math.maxinteger + 0.0 == 2 ^ 63)
  math.randomseed(42)
  local a = math.random(1000)
  math.randomseed(42)
  print(a == math.random(1000), math.random(5, 5))
  for i = 3, 1, -1 do io.write(i, " ") end
  for x = 0, 1, 0.25 do io.write(x, " ") end
  print()
end

section("closures")
do
  local function counter()
    local n = 0
    return function() n = n + 1; return n end, function() return n end
  end
  local up, get = counter()
  for _ = 1, 10 do up() end
  print(get())
  local made = {}
  for i = 1, 3 do made[i] = function() i = i + 1; return i end end
  print(made[1](), made[1](), made[2](), made[3]())
  local function compose(f, ...)
    if select("#", ...) == 0 then return f end
    local rest = compose(...)
    return function(...) return f(rest(...)) end
  end
  print(compose(function(x) return x * 2 end, function(x) return x + 1 end, math.abs)(-4))
  local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
  print(fib(20))
  local function loop(n) if n == 0 then return "tail" end return loop(n - 1) end
  print(loop(20000))
  print((function(...) local a, b = ...; return b, a, ... end)(1, 2, 3))
  goto over
  print("never")
  ::over::
end

section("metatables")
do
  local Vector = {}
  Vector.__index = Vector
  Vector.__add = function(a, b) return Vector.new(a.x + b.x, a.y + b.y) end
  Vector.__mul = function(a, k) return type(a) == "number" and k * a or Vector.new(a.x * k, a.y * k) end
  Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
  Vector.__lt = function(a, b) return a:length() < b:length() end
  Vector.__le = function(a, b) return a:length() <= b:length() end
  Vector.__tostring = function(v) return "(" .. v.x .. ", " .. v.y .. ")" end
  Vector.__len = function() return 2 end
  Vector.__call = function(v, k) return v[k] end
  Vector.__concat = function(a, b) return tostring(a) .. tostring(b) end
  Vector.__unm = function(v) return Vector.new(-v.x, -v.y) end
  function Vector.new(x, y) return setmetatable({ x = x, y = y }, Vector) end
  function Vector:length() return math.sqrt(self.x ^ 2 + self.y ^ 2) end
  local a, b = Vector.new(3, 4), Vector.new(1.5, 2)
  print(tostring(a + b), tostring(b * 2 == a), #a, a("x"), a .. b, tostring(-a), a > b, a <= b)
  local log = {}
  local proxy = setmetatable({}, {
    __index = function(_, k) log[#log + 1] = "get " .. k; return k .. "!" end,
    __newindex = function(t, k, v) log[#log + 1] = "set " .. k; rawset(t, k, v) end,
  })
  proxy.one = proxy.two
  print(proxy.one, table.concat(log, ";"), rawget(proxy, "two"))
  local Base = setmetatable({}, { __index = { greet = function(s) return "I am " .. s.name end } })
  local Derived = setmetatable({ name = "derived" }, { __index = Base })
  print(Derived:greet(), getmetatable("").__index == string)
  do
    local closing <close> = setmetatable({}, { __close = function() print("closed") end })
    local fixed <const> = 5
    print("open", fixed)
  end
  local weak = setmetatable({}, { __mode = "k" })
  weak[{}] = true
  local finalised = 0
  for _ = 1, 50 do setmetatable({}, { __gc = function() finalised = finalised + 1 end }) end
  collectgarbage()
  print(next(weak), finalised)
  local counted = setmetatable({}, { __pairs = function(t)
    return function(_, i) if i < 3 then return i + 1, i * i end end, t, 0
  end })
  for k, v in pairs(counted) do io.write(k, ":", v, " ") end
  print()
end

section("errors")
do
  print(pcall(error, { code = 7 }) == false, select(2, pcall(error, { code = 7 })).code)
  print(pcall(error, "plain", 0))
  print(pcall(error))
  print(select(2, pcall(function() local t = nil; return t.field end)))
  print(select(2, pcall(function() return {} + 1 end)))
  print(select(2, pcall(function() return #5 end)))
  print(select(2, pcall(function() return {} < {} end)))
  print(select(2, pcall(function() return 2 ^ 53 | 0.5 end)))
  print(select(2, pcall(string.rep)))
  print(select(2, pcall(string.format, "%d", 1.5)))
  print(select(2, pcall(("x").rep, "x", -1)))
  print(xpcall(function() error("deep") end, function(m)
    local trace = debug.traceback(m, 1)
    return (trace:gsub("[^\n]*/", ""))
  end))
  print(load("return 1 +"))
  print(load("x ="))
  print(load("return ...", "chunk", "t", {})(5))
  print(select(2, pcall(function() local function f() return f() + 1 end return f() end)):match("stack overflow"))
  local ok, message = pcall(function()
    local ok, inner = pcall(error, "inner", 0)
    error("outer after " .. inner, 0)
  end)
  print(ok, message)
  local object = setmetatable({}, { __tostring = function() return "an object" end })
  print(tostring(select(2, pcall(error, object))), assert(1, "unused"), pcall(assert, false, "asserted"))
  print(select("#", pcall(assert, nil)), select(2, pcall(assert, nil)))
end

section("coroutines")
do
  local function produce(n)
    return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end return "end" end)
  end
  local next_value = produce(3)
  print(next_value()); print(next_value()); print(next_value()); print(next_value())
  print(pcall(next_value))
  local co = coroutine.create(function(a, b)
    local c = coroutine.yield(a + b)
    local d, e = coroutine.yield(c * 2)
    error({ sum = d + e })
  end)
  print(coroutine.resume(co, 1, 2))
  print(coroutine.resume(co, 10), coroutine.status(co))
  local ok, err = coroutine.resume(co, 3, 4)
  print(ok, err.sum, coroutine.status(co), coroutine.resume(co))
  local function permute(items, n)
    n = n or #items
    if n <= 1 then coroutine.yield(table.concat(items)) return end
    for i = 1, n do
      items[n], items[i] = items[i], items[n]
      permute(items, n - 1)
      items[n], items[i] = items[i], items[n]
    end
  end
  for p in coroutine.wrap(function() permute({ "a", "b", "c" }) end) do io.write(p, " ") end
  print()
  print(coroutine.isyieldable(), select(2, coroutine.running()))
  print(coroutine.wrap(function() return pcall(function() coroutine.yield() ; error("late", 0) end) end)())
  local through = coroutine.wrap(function() return pcall(function() return 1 + coroutine.yield("inside") end) end)
  print(through(), through(41))
  print(coroutine.close(coroutine.create(print)))
  local sorted = coroutine.wrap(function() local t = { 3, 1, 2 }; table.sort(t); coroutine.yield(t[1]); return t[3] end)
  print(sorted(), sorted())
end

section("sorting")
do
  local state = 1
  local function random() state = (state * 1103515245 + 12345) % 2147483648; return state end
  local numbers = {}
  for i = 1, 3000 do numbers[i] = random() % 10007 end
  table.sort(numbers)
  local ordered = true
  for i = 2, #numbers do ordered = ordered and numbers[i - 1] <= numbers[i] end
  print(ordered, numbers[1], numbers[1500], numbers[3000])
  local names = { "pear", "Apple", "fig", "banana", "cherry" }
  table.sort(names, function(a, b) return a:lower() > b:lower() end)
  print(table.concat(names, " "))
  print(pcall(table.sort, { 3, 1, "x" }))
end

section("pack and utf8")
do
  local packed = string.pack("<i4 >i2 z s1 d B", -2, 258, "zero", "counted", 1.5, 200)
  print(#packed, (packed:gsub(".", function(c) return ("%02x"):format(c:byte()) end)))
  print(string.unpack("<i4 >i2 z s1 d B", packed))
  print(string.packsize("<!8 b i8 h"), pcall(string.pack, "i1", 300))
  print(utf8.char(72, 228, 8364, 128512), utf8.len("Hä€😀"), utf8.codepoint("ä€", 1, -1))
  for position, code in utf8.codes("aä€") do io.write(position, ":", code, " ") end
  print(utf8.len("\xff"), utf8.offset("aä€x", 4))
end

section("work")
do
  local sieve, count = {}, 0
  for i = 2, 20000 do
    if not sieve[i] then
      count = count + 1
      for j = i * i, 20000, i do sieve[j] = true end
    end
  end
  print(count)
  local parts = {}
  for i = 1, 2000 do parts[#parts + 1] = ("%d:%s"):format(i, ("x"):rep(i % 7)) end
  local text = table.concat(parts, " ")
  local digits, letters = 0, 0
  for d, l in text:gmatch("(%d+):(x*)") do digits = digits + #d; letters = letters + #l end
  print(#text, digits, letters)
  local function matrix(n)
    local m = {}
    for i = 1, n do m[i] = {} for j = 1, n do m[i][j] = (i * j) % 7 + 0.5 end end
    return m
  end
  local a, b, trace = matrix(30), matrix(30), 0
  for i = 1, 30 do
    for j = 1, 30 do
      local s = 0
      for k = 1, 30 do s = s + a[i][k] * b[k][j] end
      if i == j then trace = trace + s end
    end
  end
  print(trace)
  local s = ""
  for i = 1, 500 do s = s .. string.char(97 + i % 26) end
  print(#s, s:sub(490), collectgarbage("count") > 0)
  print(os.time({ year = 2020, month = 1, day = 1, hour = 12 }), os.date("!%Y-%m-%d", 86400), os.getenv("NO_SUCH_VARIABLE"))
end
