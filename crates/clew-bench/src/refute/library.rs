//! Calls of the library in random functions: they can fail, and their results have bounds.

use super::writer::{Joint, Writer};

impl Writer {
    pub(super) fn library(&mut self) {
        match self.random.below(8) {
            0 => self.allocate(),
            1 => self.transfer(),
            2 => self.environment(),
            3 => self.characters(),
            4 => self.floats(),
            5 => self.weak_and_constant(),
            6 => self.bytes(),
            _ => self.lengths(),
        }
    }

    fn allocate(&mut self) {
        let block = self.name("block");
        let function = self.pick(&["malloc(8)", "calloc(2, 4)", "malloc((unsigned)n0)"]);
        let whole = function != "malloc((unsigned)n0)";
        self.plain("ga = 6;");
        self.plain(&format!("int *{block} = {function};"));
        self.probe("ga != 6");
        self.leave_if(&[format!("{block} == 0")], Joint::Or);
        self.probe(&format!("{block} == &ga"));
        if whole {
            self.probe(&format!("*{block} != 0"));
            self.plain(&format!("*{block} = 3;"));
            self.interfere();
            self.probe(&format!("*{block} != 3"));
            self.probe(&format!("{block}[1] > 100"));
        }
        self.plain(&format!("free({block});"));
    }

    fn transfer(&mut self) {
        let (done, function) = (self.name("done"), self.pick(&["read", "write"]));
        let buffer = self.pick(&["&shared", "garray", "&grec"]);
        self.plain("shared = 1;");
        self.plain("garray[1] = 2;");
        self.plain(&format!("long {done} = {function}(n0, {buffer}, 4);"));
        for question in ["{} < 0", "{} == 2", "{} == 0"] {
            self.probe(&question.replace("{}", &done));
        }
        self.probe("shared != 1");
        self.probe("garray[1] != 2");
        self.probe("errno == 4");
    }

    fn environment(&mut self) {
        let value = self.name("value");
        self.plain("gb = 3;");
        self.plain(&format!("const char *{value} = getenv(\"HOME\");"));
        self.open("if", &[format!("{value} != 0")], Joint::And);
        self.probe(&format!("{value}[0] == 'a'"));
        self.probe(&format!("{value} == words[0]"));
        self.close();
        self.probe("gb != 3");
    }

    fn characters(&mut self) {
        let place = self.place();
        let letter = self.name("letter");
        self.plain(&format!("int {letter} = (unsigned char){place};"));
        let class = self.pick(&["isdigit", "isupper", "isspace", "isalpha"]);
        self.open("if", &[format!("{class}({letter})")], Joint::And);
        self.probe(&format!("{letter} > 127"));
        self.probe(&format!("{letter} == '_'"));
        self.close();
        self.probe(&format!("toupper({letter}) == 'b'"));
        self.probe(&format!("{letter} < 0"));
    }

    fn floats(&mut self) {
        let (value, place) = (self.name("value"), self.place());
        self.plain(&format!("double {value} = {place};"));
        if self.chance(50) {
            self.plain(&format!("{value} = {value} / ({value} - 3.0);"));
        }
        self.probe(&format!("{value} != {value}"));
        self.open("if", &[format!("{value} > 2.5")], Joint::And);
        self.probe(&format!("{value} < 2.0"));
        self.probe(&format!("{value} + 1.0 == {value}"));
        self.close();
        self.probe(&format!("(float){value} > {value}"));
    }

    fn weak_and_constant(&mut self) {
        let (answer, place) = (self.name("answer"), self.place());
        self.plain(&format!("int {answer} = weak((int){place});"));
        self.probe(&format!("{answer} > 3"));
        self.plain(&format!("{answer} = compute(2);"));
        self.plain(&format!("{answer} -= compute(2);"));
        self.probe(&format!("{answer} != 0"));
        self.plain(&format!("{answer} = clamp((int){place});"));
        self.probe(&format!("{answer} == 8"));
        self.probe(&format!("{answer} == 7"));
        self.probe(&format!("table[{answer} & 3] == 11"));
        self.probe("words[1][0] != 't'");
    }

    fn bytes(&mut self) {
        let buffer = self.name("buffer");
        let place = self.place();
        self.plain(&format!("unsigned char {buffer}[8] = {{0}};"));
        self.plain(&format!("{buffer}[{place} & 3] = 5;"));
        self.probe(&format!("{buffer}[4] != 0"));
        self.probe(&format!("{buffer}[2] == 5"));
        let source = if self.has("vp") { "vp" } else { "&grec" };
        self.plain(&format!("memcpy({buffer}, {source}, 8);"));
        self.interfere();
        self.probe(&format!("memcmp({buffer}, {source}, 8) != 0"));
        self.plain(&format!("memset({buffer}, 3, sizeof {buffer});"));
        self.probe(&format!("{buffer}[n0 & 7] != 3"));
    }

    fn lengths(&mut self) {
        let length = self.name("length");
        let text = if self.has("text") { "text" } else { "gname" };
        self.plain(&format!("unsigned long {length} = strlen({text});"));
        self.open("if", &[format!("{length} > 2")], Joint::And);
        self.probe(&format!("{text}[1] == 0"));
        self.interfere();
        self.probe(&format!("{text}[0] == 0"));
        self.close();
        self.probe(&format!("{length} > 15"));
        self.open("if", &[format!("{text}[0] == 0")], Joint::And);
        self.probe(&format!("strlen({text}) != 0"));
        self.close();
    }
}
