//! What drivers have in common: the protocol between a driver and the one below it, and its checks.

/// The protocol, the driver below, and the helpers of routines.
pub(super) const PROTOCOL: &str = "\
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail(\"0\", \"driver.c\", 3, \"reach_error\"); }
extern int __VERIFIER_nondet_int(void);
int call_below(int device , int request );
int s  ;
int UNLOADED  ;
int NP  ;
int DC  ;
int SKIP1  ;
int SKIP2  ;
int MPR1  ;
int MPR3  ;
int IPC  ;
int pended  ;
int registered  ;
int routine  ;
int lower  ;
int event_set  ;
int own_request  ;
int my_status  ;
int users  ;
int Executive  ;

void fail(void)
{

  {
  ERROR: {reach_error();abort();}
  return;
}
}
void first(void)
{

  {
  UNLOADED = 0;
  NP = 1;
  DC = 2;
  SKIP1 = 3;
  SKIP2 = 4;
  MPR1 = 5;
  MPR3 = 6;
  IPC = 7;
  s = UNLOADED;
  pended = 0;
  registered = 0;
  lower = 0;
  event_set = 0;
  own_request = 0;
  return;
}
}
void renew(void)
{

  {
  s = NP;
  own_request = 0;
  event_set = own_request;
  lower = event_set;
  registered = lower;
  pended = registered;
  return;
}
}
void hold(void)
{

  {
  if (s == NP) {
    s = MPR1;
  } else {
    {
    fail();
    }
  }
  return;
}
}
int set_event(int event )
{ int l = __VERIFIER_nondet_int() ;

  {
  event_set = 1;
  return (l);
}
}
int signal_completion(int device , int request , int context )
{

  {
  {
  set_event(context);
  }
  return (-1073741802);
}
}
int count_completion(int device , int request , int context )
{ int counters = __VERIFIER_nondet_int() ;
  int reads = __VERIFIER_nondet_int() ;
  int length = __VERIFIER_nondet_int() ;
  int pending = __VERIFIER_nondet_int() ;

  {
  if (counters == 0) {
    return (0);
  }
  if (length < 0) {

  }
  if (reads == 3) {
    counters ++;
  } else {
    counters --;
  }
  if (pending) {
    if (pended == 0) {
      pended = 1;
    } else {
      {
      fail();
      }
    }
  }
  return (0);
}
}
void finish(int request , int boost )
{

  {
  if (s == NP) {
    s = DC;
  } else {
    {
    fail();
    }
  }
  return;
}
}
int call_below(int device , int request )
{ int result ;
  int completion ;
  int context = __VERIFIER_nondet_int() ;
  unsigned long __tmp_1 ;

  {
  if (registered) {
    if (routine == 0) {
      {
      completion = signal_completion(device, request, context);
      }
    } else {
      {
      completion = count_completion(device, request, context);
      }
    }
    {
    __tmp_1 = (unsigned long )completion;
    if (__tmp_1 == -1073741802) {
      {
      hold();
      }
    }
    }
  }
  int pick_1;
  pick_1 = __VERIFIER_nondet_int();
  if (pick_1 == 0) {
    goto pick_0;
  } else {
    int pick_2;
    pick_2 = __VERIFIER_nondet_int();
    if (pick_2 == 1) {
      goto pick_1_1;
    } else {
      goto pick_default;
      if (0) {
        pick_0:
        result = 0;
        goto pick_break;
        pick_1_1:
        result = -1073741823;
        goto pick_break;
        pick_default:
        result = 259;
        goto pick_break;
      } else {
        pick_break: ;
      }
    }
  }
  if (s == NP) {
    s = IPC;
    lower = result;
  } else {
    if (s == MPR1) {
      if (result == 259) {
        s = MPR3;
        lower = result;
      } else {
        s = NP;
        lower = result;
      }
    } else {
      if (s == SKIP1) {
        s = SKIP2;
        lower = result;
      } else {
        if (own_request == 1) {
          lower = result;
        } else {
          {
          fail();
          }
        }
      }
    }
  }
  return (result);
}
}
int wait_for(int object , int reason )
{

  {
  if (s == MPR3) {
    if (event_set == 1) {
      s = NP;
      event_set = 0;
    } else {
      goto other;
    }
  } else {
    other:
    if (own_request == 1) {
      s = NP;
      own_request = 0;
    } else {
      if (s == MPR3) {
        {
        fail();
        }
      }
    }
  }
  int pick;
  pick = __VERIFIER_nondet_int();
  if (pick == 0) {
    goto pick_0;
  } else {
    goto pick_default;
    if (0) {
      pick_0: ;
      return (0);
      pick_default: ;
      return (-1073741823);
    } else {

    }
  }
}
}
int build_request(int device )
{ int made = __VERIFIER_nondet_int() ;

  {
  own_request = 1;
  int pick;
  pick = __VERIFIER_nondet_int();
  if (pick == 0) {
    goto pick_0;
  } else {
    goto pick_default;
    if (0) {
      pick_0: ;
      return (made);
      pick_default: ;
      return (0);
    } else {

    }
  }
}
}
int queue(int request )
{ int threads = __VERIFIER_nondet_int() ;
  int powering_down = __VERIFIER_nondet_int() ;
  int status = __VERIFIER_nondet_int() ;

  {
  if (powering_down == 1) {
    my_status = -1073741101;
    return (-1073741101);
  }
  threads ++;
  if (threads == 0) {
    users ++;
    if (users == 1) {

    }
    {
    if (status < 0) {
      users --;
      if (users == 0) {

      }
      return (status);
    }
    }
  }
  if (pended == 0) {
    pended = 1;
  } else {
    {
    fail();
    }
  }
  return (259);
}
}
int set_and_return(int status , int request )
{ unsigned long __tmp_1 ;

  {
  {
  __tmp_1 = (unsigned long )status;
  if (__tmp_1 == -2147483626) {

  }
  }
  {
  my_status = status;
  finish(request, 0);
  }
  return (status);
}
}
int send_on(int device , int request )
{ int status ;

  {
  if (s == NP) {
    s = SKIP1;
  } else {
    {
    fail();
    }
  }
  {
  request ++;
  status = call_below(device, request);
  }
  return (status);
}
}
int send_own(int device , int buffer )
{ int event = __VERIFIER_nondet_int() ;
  int io_status = __VERIFIER_nondet_int() ;
  int own ;
  int status ;
  long __tmp_1 ;

  {
  {
  own = build_request(device);
  }
  if (! own) {
    return (-1073741670);
  }
  {
  status = call_below(device, own);
  }
  {
  __tmp_1 = (long )status;
  if (__tmp_1 == 259L) {
    {
    wait_for(event, Executive);
    status = io_status;
    }
  } else {
    s = NP;
    own_request = 0;
  }
  }
  return (status);
}
}
int is_active(int device )
{ int playing = __VERIFIER_nondet_int() ;
  int status ;

  {
  if (! playing) {
    return (0);
  }
  {
  status = send_own(device, playing);
  }
  if (status < 0) {
    return (0);
  }
  if (playing == 17) {
    return (1);
  } else {
    return (0);
  }
}
}
";

/// What the entry does behind the routines: was the protocol kept?
pub(super) const EPILOGUE: &str = "  if (pended == 1) {
    if (s == NP) {
      s = NP;
    } else {
      goto check;
    }
  } else {
    check:
    if (pended == 1) {
      if (s == MPR3) {
        s = MPR3;
      } else {
        goto check_more;
      }
    } else {
      check_more:
      if (s != UNLOADED) {
        if (status != -1) {
          if (s != SKIP2) {
            if (s != IPC) {
              if (s != DC) {
                {
                fail();
                }
              } else {
                goto last;
              }
            } else {
              goto last;
            }
          } else {
            last:
            if (pended == 1) {
              if (status != 259) {
                my_status = 0;
              }
            } else {
              if (s == DC) {
                if (status == 259) {
                  {
                  fail();
                  }
                }
              } else {
                if (status != lower) {
                  my_status = 0;
                }
              }
            }
          }
        }
      }
    }
  }
  return (status);
}
}
";
