package eu.callorders.server.http;

import eu.callorders.server.log.SafeWords;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that requests fail for want of the database: once, and then every ten seconds with how many
 * they were. A line for each would fill a disk in an outage; each has its line in the access log.
 */
public final class OutageLog {
  private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
  private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);
  private static final AtomicLong QUIET_UNTIL = new AtomicLong(System.nanoTime());
  private static final AtomicInteger UNTOLD = new AtomicInteger();

  private OutageLog() {}

  /** Counts a request, and tells if it is time. */
  public static void note(String requestId, Throwable cause) {
    int requests = UNTOLD.incrementAndGet();
    long now = System.nanoTime();
    long quietUntil = QUIET_UNTIL.get();
    if (now - quietUntil >= 0 && QUIET_UNTIL.compareAndSet(quietUntil, now + PAUSE)) {
      UNTOLD.addAndGet(-requests);
      LOG.atWarn()
          .addKeyValue("requests", requests)
          .addKeyValue("trace_id", requestId)
          .addKeyValue("cause", SafeWords.name(cause))
          .log("database unavailable");
    }
  }
}
