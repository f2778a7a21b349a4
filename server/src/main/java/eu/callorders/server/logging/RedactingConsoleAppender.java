package eu.callorders.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

/** The one way out for log lines, named by the logging configuration in either format. */
public final class RedactingConsoleAppender extends ConsoleAppender<ILoggingEvent> {
  @Override
  protected void append(ILoggingEvent event) {
    super.append(new RedactedLoggingEvent(event));
  }
}
