package eu.callorders.server;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/** Blocks each thread that logs for one class, as a full pipe does, until it is closed. */
public final class BlockedLog implements AutoCloseable {
  /** Longer than any wait of a test. */
  private static final int LIMIT_MINUTES = 10;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean blocks = new AtomicBoolean();
  private final Logger logger;
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
          blocks.set(true);
          block();
        }
      };

  private BlockedLog(Class<?> logging) {
    logger = (Logger) LoggerFactory.getLogger(logging);
  }

  public static BlockedLog of(Class<?> logging) {
    BlockedLog log = new BlockedLog(logging);
    log.appender.start();
    log.logger.addAppender(log.appender);
    return log;
  }

  private void block() {
    try {
      if (!closed.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new AssertionError("not closed within " + LIMIT_MINUTES + " minutes");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until a thread is blocked. */
  public void awaitBlocked() {
    Await.until("a thread is blocked", blocks::get);
  }

  @Override
  public void close() {
    closed.countDown();
    logger.detachAppender(appender);
  }
}
