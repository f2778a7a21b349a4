package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keys in the bodies of INFO. */
class KeyRelayTest {

  @Test
  void keyIsFoundAmongOtherLines() {
    assertThat(KeyRelay.key("Signal=5\r\nDuration=160\r\n")).contains('5');
    assertThat(KeyRelay.key("Duration=160\r\n signal = d \r\n")).contains('D');
    assertThat(KeyRelay.key("Signal=#")).contains('#');
  }

  @Test
  void otherBodiesHaveNoKey() {
    assertThat(KeyRelay.key("")).isEmpty();
    assertThat(KeyRelay.key("Signal=55\r\n")).isEmpty();
    assertThat(KeyRelay.key("NoSignal=5\r\n")).isEmpty();
  }

  @Test
  void longBodyKeepsTheEventLoopForNoTime() {
    for (String space : new String[] {"\n", " ", "\t\r\n", "Signal="}) {
      String body = space.repeat(60_000 / space.length());
      Optional<Character> key =
          assertTimeoutPreemptively(Duration.ofSeconds(2), () -> KeyRelay.key(body));

      assertThat(key).isEmpty();
    }
  }
}
