package eu.callorders.server.dial;

import io.vertx.core.Future;
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
    return asked.incrementAndGet() == question
        ? Future.<Instant>failedFuture(new TimeoutException("for the test")).await()
        : Instant.now();
  }
}
