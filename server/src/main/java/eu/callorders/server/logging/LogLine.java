package eu.callorders.server.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** A log line with fields. Nothing is logged before {@link #log}. */
public final class LogLine {
  private LoggingEventBuilder line;

  private LogLine(LoggingEventBuilder line) {
    this.line = line;
  }

  public static LogLine at(Level level, Logger logger) {
    return new LogLine(logger.atLevel(level));
  }

  public static LogLine info(Logger logger) {
    return at(Level.INFO, logger);
  }

  public static LogLine warn(Logger logger) {
    return at(Level.WARN, logger);
  }

  public static LogLine error(Logger logger) {
    return at(Level.ERROR, logger);
  }

  /** Adds a field; null leaves it out. */
  public LogLine with(LogField field, @Nullable Object value) {
    if (value != null) {
      line = line.addKeyValue(field.key(), value);
    }
    return this;
  }

  /** Adds an exception with its stack trace. */
  public LogLine exception(@Nullable Throwable failure) {
    line = line.setCause(failure);
    return this;
  }

  /**
   * Logs the line.
   *
   * @param message event and object; {@code {}} stands for an argument
   */
  public void log(String message, Object... arguments) {
    line.log(message, arguments);
  }
}
