package eu.callorders.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.pgclient.PgException;
import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrowableRedactorTest {
  private static final String CANARY = "Kanarienvogel";

  @Test
  void keepsOwnAndNetworkMessages() {
    assertThat(ThrowableRedactor.describe(new IllegalStateException("no such thing")))
        .isEqualTo("IllegalStateException: no such thing");
    assertThat(ThrowableRedactor.describe(new ConnectException("refused: localhost:9")))
        .isEqualTo("ConnectException: refused: localhost:9");
    assertThat(ThrowableRedactor.describe(null)).isEqualTo("none");
  }

  @Test
  void logsSqlStateAndConstraintOnly() {
    assertThat(
            ThrowableRedactor.describe(new PgException("row " + CANARY, "ERROR", "23514", CANARY)))
        .isEqualTo("PgException 23514");
    assertThat(
            ThrowableRedactor.describe(new PgException("no column \"x\"", "ERROR", "42703", null)))
        .isEqualTo("PgException 42703 no column \"x\"");
  }

  @Test
  void dropsMessagesOfLibraries() {
    assertThat(ThrowableRedactor.describe(unparsed())).isEqualTo("DateTimeParseException");
    assertThat(ThrowableRedactor.describe(malformed())).isEqualTo("JsonParseException");
    assertThat(ThrowableRedactor.describe(new RuntimeException(unparsed())))
        .isEqualTo("RuntimeException");
    assertThat(
            ThrowableRedactor.describe(
                new IllegalStateException("failed: " + unparsed(), unparsed())))
        .isEqualTo("IllegalStateException");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void redactsExceptionsInBothFormats(String format) throws Exception {
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty("CALLORDERS_LOG_FORMAT", format);
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    URL configuration = ThrowableRedactorTest.class.getResource("/logback.xml");
    configurator.doConfigure(configuration);
    Logger root = context.getLogger("ROOT");
    RedactingConsoleAppender console = (RedactingConsoleAppender) root.getAppender("stderr");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    console.setOutputStream(printed);

    Exception failure = new IllegalStateException("in our words", unparsed());
    failure.addSuppressed(malformed());
    root.error("it failed", failure);
    context.stop();

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("it failed", "in our words", "DateTimeParseException", "JsonParseException")
        .contains("ThrowableRedactorTest")
        .doesNotContain(CANARY);
  }

  private static Exception unparsed() {
    try {
      LocalDate.parse(CANARY);
      throw new AssertionError();
    } catch (DateTimeParseException e) {
      assertThat(e).hasMessageContaining(CANARY);
      return e;
    }
  }

  private static Exception malformed() {
    try {
      new ObjectMapper().readTree(CANARY);
      throw new AssertionError();
    } catch (JsonProcessingException e) {
      assertThat(e).hasMessageContaining(CANARY);
      return e;
    }
  }
}
