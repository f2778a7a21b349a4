package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first packets of each SIP message of a call are lost, in both directions. */
@Tag("long-sip")
class LossyTrunkTest {
  private static final int LOSSES = 2;

  /** The person hangs up earlier, after about 20 seconds. */
  private static final Duration AGENT_SPEAKS = Duration.ofSeconds(40);

  @TempDir Path directory;

  @BeforeAll
  static void requirePrograms() {
    Laboratory.require(1, List.of("sipp"));
  }

  @Test
  void callIsPlacedOnceAnsweredChangedAndEnded() throws Exception {
    try (SippTrunk trunk = SippTrunk.answering(directory);
        LossyRelay relay = new LossyRelay(trunk.port(), LOSSES)) {
      GatewayFixture gateway =
          new GatewayFixture(directory, relay.port())
              .times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(20)))
              .disclosureLasts(AGENT_SPEAKS)
              .start();
      try {
        assertThat(await(gateway.place(gateway.call())).statusCode()).isEqualTo(201);

        GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
        assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
        assertThat(ended.endedBy()).isEqualTo("subject");
        assertThat(gateway.callLog()).hasSize(2);
        gateway.awaitMetric("sipgateway_legs_open 0");
        gateway.awaitMetric("sipgateway_calls_active 0");
        assertThat(relay.lost())
            .containsExactlyInAnyOrder(
                "gateway INVITE",
                "carrier 200 of INVITE",
                "gateway ACK",
                "carrier INVITE",
                "gateway 200 of INVITE",
                "carrier ACK",
                "carrier BYE",
                "gateway 200 of BYE");
      } finally {
        gateway.close();
      }
    }
  }
}
