package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AgentAlertTest {
  private final LogLines lines = new LogLines();
  private final AgentAlert alert = new AgentAlert();

  @AfterEach
  void stop() {
    lines.close();
  }

  @Test
  void failuresInARowAreOneAlert() {
    alert.failed("first");
    alert.failed("second");

    assertThat(lines.alerts()).containsExactly("alert: first");
    assertThat(lines.from(Level.WARN)).containsExactly("alert: first", "second");
  }

  @Test
  void failureAfterSuccessIsAnotherAlert() {
    alert.worked();
    alert.failed("first");
    alert.worked();
    alert.worked();
    alert.failed("second");

    assertThat(lines.alerts()).containsExactly("alert: first", "alert: second");
    assertThat(lines.from(Level.INFO)).hasSize(3);
  }
}
