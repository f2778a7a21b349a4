package eu.callorders.server.dial;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock of real time that fails once, as a wait without a result does. */
final class FailingClock implements InstantSource {
  private final int failingRead;
  private final AtomicInteger reads = new AtomicInteger();

  private FailingClock(int failingRead) {
    this.failingRead = failingRead;
  }

  /**
   * @param failingRead the number of the failing read, from 1
   */
  static InstantSource at(int failingRead) {
    return new FailingClock(failingRead);
  }

  @Override
  public Instant instant() {
    if (reads.incrementAndGet() == failingRead) {
      throw FailingClock.<RuntimeException>undeclared(new TimeoutException("for the test"));
    }
    return Instant.now();
  }

  @SuppressWarnings("unchecked")
  private static <E extends Exception> E undeclared(Exception failure) throws E {
    throw (E) failure;
  }
}
