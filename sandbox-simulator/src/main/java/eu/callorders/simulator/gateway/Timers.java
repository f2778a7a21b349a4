package eu.callorders.simulator.gateway;

import java.time.Duration;

/** Real-time timers that run on the thread that starts them. */
public interface Timers {

  /** Runs the action once after a positive delay; returns an id for {@link #cancel}. */
  long start(Duration delay, Runnable wakeUp);

  void cancel(long timer);
}
