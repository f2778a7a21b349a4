package eu.callorders.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

/** The console appender of the text and JSON configurations. */
public final class RedactingConsoleAppender extends ConsoleAppender<ILoggingEvent> {
  @Override
  protected void append(ILoggingEvent event) {
    super.append(new RedactedLoggingEvent(event));
  }
}
