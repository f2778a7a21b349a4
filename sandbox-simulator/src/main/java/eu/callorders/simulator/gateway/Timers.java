package eu.callorders.simulator.gateway;

import java.time.Duration;

/** Wakes somebody later, in real time, on the thread that asked. */
public interface Timers {

  /** Runs it once after that time, which is longer than nothing; returns what cancels it. */
  long start(Duration after, Runnable wakeUp);

  void cancel(long timer);
}
