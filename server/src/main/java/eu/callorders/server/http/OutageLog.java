package eu.callorders.server.http;

import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import eu.callorders.server.logging.ThrowableRedactor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs requests that fail for an outage or overload: at once, then every ten seconds with their
 * number. One line per request would fill the disk; the access log has them.
 */
public final class OutageLog {
  static final OutageLog DATABASE = new OutageLog("database unavailable");
  static final OutageLog LOAD = new OutageLog("service overloaded or starting");

  private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
  private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

  private final String message;
  private final AtomicLong quietUntil = new AtomicLong(System.nanoTime());
  private final AtomicInteger unlogged = new AtomicInteger();

  private OutageLog(String message) {
    this.message = message;
  }

  /** Counts a request; logs when the interval has passed. */
  public static void record(String requestId, Throwable cause) {
    of(cause).count(requestId, cause);
  }

  static OutageLog of(Throwable cause) {
    return DatabaseFailures.isTransient(cause) && !DatabaseFailures.isOverload(cause)
        ? DATABASE
        : LOAD;
  }

  private void count(String requestId, Throwable cause) {
    int requests = unlogged.incrementAndGet();
    long now = System.nanoTime();
    long until = quietUntil.get();
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      unlogged.addAndGet(-requests);
      LogLine.warn(LOG)
          .with(LogField.REQUESTS, requests)
          .with(LogField.TRACE_ID, requestId)
          .with(LogField.CAUSE, ThrowableRedactor.describe(cause))
          .log(message);
    }
  }
}
