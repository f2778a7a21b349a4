package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trunk that answers OPTIONS and nothing else. The INVITE is repeated for half a minute. */
@Tag("long-sip")
class SilentTrunkTest {
  @TempDir Path directory;

  @Test
  void outcomeIsUnknownAndNoOtherCarrierIsTried() throws Exception {
    try (SipPeer silent = new SipPeer();
        SipPeer second = new SipPeer()) {
      GatewayFixture gateway =
          new GatewayFixture(directory, silent.port())
              .set("TRUNK2", "sip:127.0.0.1:" + second.port())
              .start();
      try {
        CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
        silent.expect("INVITE");
        assertThat(await(placed).statusCode()).isEqualTo(201);

        GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
        assertThat(ended.disposition()).isEqualTo(Disposition.FAILED);
        assertThat(ended.cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
        assertThat(second.unexpected()).isEmpty();
        assertThat(silent.unexpected()).isEmpty(); // no CANCEL before a provisional answer
      } finally {
        gateway.close();
      }
    }
  }
}
