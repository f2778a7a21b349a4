package eu.callorders.simulator.gateway;

import eu.callorders.gatewaykit.call.EventSink;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The environment of a call.
 *
 * @param clock real time
 */
public record SimulatorEnvironment(InstantSource clock, Timers timers, EventSink eventSink) {

  /** Real-time timers that run on the thread that starts them. */
  public interface Timers {

    /** Runs the action once after a positive delay; returns an id for {@link #cancel}. */
    long start(Duration delay, Runnable wakeUp);

    void cancel(long timer);
  }

  /** Timers of the event loop that starts them. */
  public record VertxTimers(Vertx vertx) implements Timers {

    @Override
    public long start(Duration after, Runnable wakeUp) {
      return vertx.setTimer(Math.max(1, after.toMillis()), timer -> wakeUp.run());
    }

    @Override
    public void cancel(long timer) {
      vertx.cancelTimer(timer);
    }
  }
}
