package eu.callorders.server.dial;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Real time, which one question does not get: it fails as a wait without a result does. */
final class FailingClock implements InstantSource {
  private final int question;
  private final AtomicInteger asked = new AtomicInteger();

  private FailingClock(int question) {
    this.question = question;
  }

  /**
   * @param question the first is 1
   */
  static InstantSource at(int question) {
    return new FailingClock(question);
  }

  @Override
  public Instant instant() {
    if (asked.incrementAndGet() == question) {
      throw FailingClock.<RuntimeException>undeclared(new TimeoutException("for the test"));
    }
    return Instant.now();
  }

  @SuppressWarnings("unchecked")
  private static <E extends Exception> E undeclared(Exception failure) throws E {
    throw (E) failure;
  }
}
