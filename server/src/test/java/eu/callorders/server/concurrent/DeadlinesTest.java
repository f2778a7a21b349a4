package eu.callorders.server.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DeadlinesTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(Deadlines.class);
  private final BlockingQueue<ILoggingEvent> lines = new LinkedBlockingQueue<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
          lines.add(line);
        }
      };

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(appender);
  }

  @Test
  void logsErrorOfATask() throws InterruptedException {
    Deadlines.after(
        Duration.ZERO,
        () -> {
          throw new StackOverflowError("for the test");
        });

    ILoggingEvent line = lines.poll(1, TimeUnit.MINUTES);
    assertThat(line).isNotNull();
    assertThat(line.getThrowableProxy().getClassName()).isEqualTo("java.lang.StackOverflowError");
  }
}
