package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InboxProcessorTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void eventsOfRefusedAttemptAreIgnored() {
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.UNROUTABLE, null));
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.dialDue();

    fixture.receive(
        gateway.answered(order.attempt()),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));

    assertThat(order.status()).isEqualTo("failed");
    assertThat(order.dispositions()).isEmpty();
  }

  @Test
  void eventsOfUnknownAttemptsDoNotAffectOthers() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();

    fixture.receive(
        gateway.answered(UUID.randomUUID()),
        gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL),
        gateway.objection(UUID.randomUUID()));

    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void unstorableEventDoesNotDelayOthers() {
    List<PlacedOrder> orders =
        Stream.generate(() -> tenant.anOrder().to(MagicLine.BUSY).attempts(1).place())
            .limit(3)
            .toList();
    fixture.planner.runOnce();
    gateway.losingRequests();
    fixture.dialer.runOnce();
    List<String> confirmed = new ArrayList<>();
    GatewayEvent.Header header = gateway.header(orders.get(1).attempt());
    AttemptUpdate bad =
        new AttemptUpdate.EventReceived(
            new GatewayEvent.Ringing(
                new GatewayEvent.Header(
                    header.eventId(), header.attemptId(), "not a \0 text", 1, header.at())));

    fixture.inbox.add(
        List.of(
            gateway.ended(orders.get(0).attempt(), Disposition.BUSY, Cause.NORMAL),
            bad,
            gateway.ended(orders.get(2).attempt(), Disposition.BUSY, Cause.NORMAL)),
        () -> confirmed.add("stored"));
    fixture.inboxProcessor.runOnce();

    assertThat(orders.get(0).isEnded()).isTrue();
    assertThat(orders.get(1).status()).isEqualTo("dialing");
    assertThat(orders.get(2).isEnded()).isTrue();
    assertThat(confirmed).isEmpty();
    fixture.inboxProcessor.runOnce();
    fixture.inboxProcessor.runOnce(); // the third failure
    assertThat(confirmed).containsExactly("stored");
  }
}
