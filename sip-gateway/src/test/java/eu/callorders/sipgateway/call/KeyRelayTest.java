package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keys in the bodies of INFO. */
class KeyRelayTest {

  private static final String RELAY = "application/dtmf-relay";
  private static final String SINGLE = "application/dtmf";

  @Test
  void keyIsFoundAmongOtherLines() {
    assertThat(KeyRelay.key(RELAY, "Signal=5\r\nDuration=160\r\n")).contains('5');
    assertThat(KeyRelay.key(RELAY, "Duration=160\r\n signal = d \r\n")).contains('D');
    assertThat(KeyRelay.key(RELAY, "Signal=#")).contains('#');
  }

  @Test
  void bodyMayBeTheKeyAlone() {
    assertThat(KeyRelay.key(SINGLE, "9")).contains('9');
    assertThat(KeyRelay.key(SINGLE, " a\r\n")).contains('A');
  }

  @Test
  void otherBodiesHaveNoKey() {
    assertThat(KeyRelay.key(RELAY, "")).isEmpty();
    assertThat(KeyRelay.key(RELAY, "Signal=55\r\n")).isEmpty();
    assertThat(KeyRelay.key(RELAY, "NoSignal=5\r\n")).isEmpty();
    assertThat(KeyRelay.key(RELAY, "9")).isEmpty();
    assertThat(KeyRelay.key(SINGLE, "99")).isEmpty();
    assertThat(KeyRelay.key(SINGLE, "")).isEmpty();
    assertThat(KeyRelay.key("text/plain", "9")).isEmpty();
    assertThat(KeyRelay.key(null, null)).isEmpty();
  }

  @Test
  void longBodyKeepsTheEventLoopForNoTime() {
    for (String type : new String[] {RELAY, SINGLE}) {
      for (String space : new String[] {"\n", " ", "\t\r\n", "Signal="}) {
        String body = space.repeat(60_000 / space.length());
        Optional<Character> key =
            assertTimeoutPreemptively(Duration.ofSeconds(2), () -> KeyRelay.key(type, body));

        assertThat(key).isEmpty();
      }
    }
  }
}
