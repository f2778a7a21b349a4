package eu.callorders.simulator.gateway;

import static eu.callorders.simulator.Calls.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.EventsResult.EventPage;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.call.CallRegistry;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private static final UUID CALL = UUID.randomUUID();
  private static final UUID OTHER = UUID.randomUUID();

  private final EventLog log = new EventLog(3, NOW);

  @Test
  void continuesAfterItsCursor() {
    String begin = page(null).nextCursor();
    log.add(ringing(CALL, 1));
    EventPage page = page(begin);

    assertThat(page.events()).containsExactly(ringing(CALL, 1));
    assertThat(page(page.nextCursor()).events()).isEmpty();
    assertThat(page.retainedSince()).isEqualTo(NOW);
    assertThat(page.nextCursor()).startsWith(page.logId() + "-");
  }

  @Test
  void distinguishesExpiredFromUnknownCursors() {
    String begin = page(null).nextCursor();
    for (int i = 1; i <= 4; i++) {
      log.add(ringing(CALL, i));
    }

    assertThat(log.page(begin)).isEqualTo(new EventsResult.CursorExpired());
    assertThat(page(null).events()).hasSize(3);
    assertThat(page(null).retainedSince()).isEqualTo(NOW.plusSeconds(1).plusNanos(1));
    assertThat(new EventLog(3, NOW).page(begin)).isEqualTo(new EventsResult.CursorUnknown());
    assertThat(log.page(page(null).logId() + "-5")).isEqualTo(new EventsResult.CursorUnknown());
  }

  @Test
  void keepsOnlyTheErasureOfAnErasedCall() {
    String begin = page(null).nextCursor();
    log.add(ringing(CALL, 1));
    log.add(ringing(OTHER, 1));
    GatewayEvent erasure =
        new CallRegistry.Owner(UUID.randomUUID(), UUID.randomUUID()).erasureEvent(CALL, "ref", NOW);
    log.add(erasure);

    assertThat(page(begin).events()).containsExactly(ringing(OTHER, 1), erasure);
  }

  private EventPage page(String after) {
    return (EventPage) log.page(after);
  }

  private static GatewayEvent ringing(UUID call, int sequence) {
    return new GatewayEvent.Ringing(
        new GatewayEvent.Header(
            call + "-" + sequence, call, "ref", sequence, NOW.plusSeconds(sequence)));
  }
}
