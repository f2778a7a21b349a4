package eu.callorders.sipgateway.call;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the gateway logs in a test, from level info on. */
final class LogLines implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("eu.callorders.sipgateway");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  LogLines() {
    lines.list = new CopyOnWriteArrayList<>(); // other threads log concurrently
    lines.start();
    logger.addAppender(lines);
  }

  /** Lines of at least that level. */
  List<String> from(Level level) {
    return lines.list.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  List<String> alerts() {
    return from(Level.ERROR).stream().filter(line -> line.startsWith("alert:")).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
  }
}
