package eu.callorders.sipgateway.sip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NextHopTest {
  private static final Target TRUNK = new Target("192.0.2.1", 5060, "udp", "trunk.example");

  @Test
  void addressOfTheFirstRouteCounts() {
    Target hop = NextHop.of(dialog("<sip:192.0.2.7:5080;transport=tcp;lr>"));

    assertThat(hop).isEqualTo(new Target("192.0.2.7", 5080, "tcp", "trunk.example"));
  }

  @Test
  void hostNameIsTheAddressOfTheInvite() {
    assertThat(NextHop.of(dialog("<sip:proxy.example;lr>"))).isEqualTo(TRUNK);
  }

  @Test
  void longRouteKeepsTheEventLoopForNoTime() {
    String route = "<sip:a;x=" + "sip:".repeat(50_000) + ">";

    assertThat(hopInTime(route)).isEqualTo(TRUNK);
  }

  private static Target hopInTime(String route) {
    return assertTimeoutPreemptively(Duration.ofSeconds(2), () -> NextHop.of(dialog(route)));
  }

  private static Dialog dialog(String route) {
    return new Dialog(
        "call",
        "sip:us@192.0.2.2",
        "us",
        "sip:them@trunk.example",
        "them",
        "sip:them@192.0.2.3",
        List.of(route),
        1,
        1,
        "z9hG4bK1",
        TRUNK,
        "192.0.2.2",
        5070,
        "sip:us@192.0.2.2:5070");
  }
}
