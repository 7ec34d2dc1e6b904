struct NAME { char a; int b; short c; long d; };
