package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keys in the bodies of INFO. */
class LegDialogTest {

  @Test
  void keyIsFoundAmongOtherLines() {
    assertThat(LegDialog.key("Signal=5\r\nDuration=160\r\n")).contains('5');
    assertThat(LegDialog.key("Duration=160\r\n signal = d \r\n")).contains('D');
    assertThat(LegDialog.key("Signal=#")).contains('#');
  }

  @Test
  void otherBodiesHaveNoKey() {
    assertThat(LegDialog.key("")).isEmpty();
    assertThat(LegDialog.key("Signal=55\r\n")).isEmpty();
    assertThat(LegDialog.key("NoSignal=5\r\n")).isEmpty();
  }

  @Test
  void longBodyKeepsTheEventLoopForNoTime() {
    for (String space : new String[] {"\n", " ", "\t\r\n", "Signal="}) {
      String body = space.repeat(60_000 / space.length());
      Optional<Character> key =
          assertTimeoutPreemptively(Duration.ofSeconds(2), () -> LegDialog.key(body));

      assertThat(key).isEmpty();
    }
  }
}
