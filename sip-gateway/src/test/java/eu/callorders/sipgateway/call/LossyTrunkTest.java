package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * A third of all packets of SIP is lost, in both directions. Of INVITEs a fifth is: that all seven
 * of a call are lost, which ends it, happens once in 78,000 calls.
 */
@Tag("long")
class LossyTrunkTest {
  private static final int TESTS = 5;

  /** The agent hangs up only after it; the person does so once an ACK has arrived. */
  private static final Duration LONGER_THAN_LOSSES = Duration.ofSeconds(60);

  @TempDir Path directory;

  @BeforeAll
  static void requirePrograms() {
    Laboratory.require(TESTS, List.of("sipp"));
  }

  @RepeatedTest(TESTS)
  void callIsPlacedOnceAnsweredAndEnded() throws Exception {
    try (SippTrunk trunk = SippTrunk.losing(directory, 33)) {
      GatewayFixture gateway =
          new GatewayFixture(directory, trunk.port())
              .times(CallTimes.DEFAULT.withAfterEnd(Duration.ofSeconds(2)))
              .disclosureLasts(LONGER_THAN_LOSSES)
              .start();
      try {
        assertThat(await(gateway.place(gateway.call())).statusCode()).isEqualTo(201);

        GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
        assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
        assertThat(ended.endedBy()).isEqualTo("subject");
        assertThat(gateway.callLog()).hasSize(2);
        gateway.awaitMetric("sipgateway_legs_open 0");
        gateway.awaitMetric("sipgateway_calls_active 0");
      } finally {
        gateway.close();
      }
    }
  }
}
