package eu.callorders.server.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.joran.spi.JoranException;
import eu.callorders.server.logging.RedactingConsoleAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Captures the console output in one format of the shipped log configuration, with the service's
 * own loggers at debug level.
 */
final class ConsoleCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final String OWN_PACKAGE = "eu.callorders";

  private final LoggerContext context = new LoggerContext();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final RedactingConsoleAppender console;

  private ConsoleCapture(String format) throws JoranException {
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty("CALLORDERS_LOG_FORMAT", format);
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(ConsoleCapture.class.getResource("/logback.xml"));
    context.getLogger(OWN_PACKAGE).setLevel(Level.DEBUG);
    console =
        (RedactingConsoleAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr");
    console.setOutputStream(printed);
  }

  static ConsoleCapture of(String format) {
    try {
      ConsoleCapture capture = new ConsoleCapture(format);
      capture.start();
      ((Logger) LoggerFactory.getLogger(OWN_PACKAGE)).setLevel(Level.DEBUG);
      root().addAppender(capture);
      return capture;
    } catch (JoranException e) {
      throw new AssertionError(e);
    }
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (context.getLogger(event.getLoggerName()).isEnabledFor(event.getLevel())) {
      console.doAppend(event);
    }
  }

  String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    root().detachAppender(this);
    ((Logger) LoggerFactory.getLogger(OWN_PACKAGE)).setLevel(null);
    context.stop();
  }
}
