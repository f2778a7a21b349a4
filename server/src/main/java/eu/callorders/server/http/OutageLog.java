package eu.callorders.server.http;

import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.logging.ThrowableRedactor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that requests fail without the database, under too much load, or before the start is over:
 * once, and then every ten seconds with how many they were. A line for each would fill a disk in an
 * outage; each has its line in the access log.
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

  /** Counts a request, and logs if it is time. */
  public static void note(String requestId, Throwable cause) {
    of(cause).count(requestId, cause);
  }

  static OutageLog of(Throwable cause) {
    return DatabaseFailures.is(cause) && !DatabaseFailures.isOfLoad(cause) ? DATABASE : LOAD;
  }

  private void count(String requestId, Throwable cause) {
    int requests = unlogged.incrementAndGet();
    long now = System.nanoTime();
    long until = quietUntil.get();
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      unlogged.addAndGet(-requests);
      LOG.atWarn()
          .addKeyValue("requests", requests)
          .addKeyValue("trace_id", requestId)
          .addKeyValue("cause", ThrowableRedactor.name(cause))
          .log(message);
    }
  }
}
