package eu.callorders.server.http;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import eu.callorders.server.logging.RedactedLoggingEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** Captures the lines of a logger. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger;
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private final Semaphore written = new Semaphore(0);

  private LogLines(Logger logger) {
    this.logger = logger;
  }

  public static LogLines of(String logger) {
    LogLines lines = new LogLines((Logger) LoggerFactory.getLogger(logger));
    lines.start();
    lines.logger.addAppender(lines);
    return lines;
  }

  @Override
  protected void append(ILoggingEvent event) {
    StringBuilder text = new StringBuilder(event.getFormattedMessage());
    text.append(' ').append(event.getKeyValuePairs());
    IThrowableProxy cause = new RedactedLoggingEvent(event).getThrowableProxy();
    for (; cause != null; cause = cause.getCause()) {
      text.append(' ').append(cause.getClassName()).append(' ').append(cause.getMessage());
    }
    texts.add(text.toString().replace("\"", ""));
    written.release();
  }

  void awaitSize(int lines) {
    try {
      if (!written.tryAcquire(lines, 20, TimeUnit.SECONDS)) {
        throw new AssertionError("only " + texts);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public List<String> texts() {
    return List.copyOf(texts);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
  }
}
