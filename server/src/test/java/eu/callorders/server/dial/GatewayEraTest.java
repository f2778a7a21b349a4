package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.server.encryption.Keyring;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Calls carry the granted era and their context. */
class GatewayEraTest {
  private static final UUID DEPLOYMENT = UUID.randomUUID();
  private static final UUID NODE = UUID.randomUUID();
  private static final UUID PREVIOUS = UUID.randomUUID();
  private static final UUID ERA = UUID.randomUUID();

  private final ScriptedGateway gateway =
      new ScriptedGateway().withEraAnswer(new EraRequestResult.InUse(2, Duration.ofSeconds(25)));
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final CallContextCipher contexts =
      new CallContextCipher(Keyring.of(List.of(new byte[32]), new SecureRandom()));
  private final List<Integer> begunAbove = new ArrayList<>();
  private final GatewayEra era =
      new GatewayEra(
          gateway,
          NODE,
          PREVIOUS,
          () -> new GatewayEra.Current(DEPLOYMENT, 3, ERA),
          begunAbove::add,
          contexts);
  private final Dialer dialer = fixture.units.newDialer(era);

  @Test
  void placesNothingBeforeTheEraIsGranted() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    dialer.runOnce();
    era.runOnce();
    dialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(gateway.eras)
        .containsExactly(new EraRequest(DEPLOYMENT, 3, ERA, NODE, PREVIOUS, false));
    assertThat(era.latestAnswer()).isEqualTo(new EraRequestResult.InUse(2, Duration.ofSeconds(25)));
  }

  @Test
  void placesNothingWhileCapabilitiesAreUnknown() {
    gateway.withoutEras().capabilitiesUnknown(true);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    era.runOnce();
    dialer.runOnce();

    assertThat(gateway.placed).isEmpty();
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(era.latestAnswer())
        .isEqualTo(new EraRequestResult.Unavailable("the gateway's capabilities are unknown"));

    gateway.capabilitiesUnknown(false);
    era.runOnce();
    dialer.runOnce();

    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void placesCallsUnderTheGrantedEraWithTheirContext() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    era.runOnce();
    dialer.runOnce();

    CallOrigin origin = gateway.placed.getFirst().origin();
    assertThat(origin.deployment()).isEqualTo(DEPLOYMENT);
    assertThat(origin.era()).isEqualTo(ERA);
    assertThat(origin.context()).hasSizeBetween(1, 1024).doesNotContain("erika");
    UUID claim = order.attempts().getFirst().intent().claimKey();
    assertThat(contexts.decrypt(order.attempt(), origin.context()))
        .contains(new CallContext("erika", claim));
    assertThat(contexts.decrypt(UUID.randomUUID(), origin.context())).isEmpty();
    assertThat(contexts.decrypt(order.attempt(), "Zm9v")).isEmpty();
  }

  @Test
  void stopsPlacingUnderAStaleEra() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    assertThat(era.mayPlace()).isTrue();

    gateway.withEraAnswer(new EraRequestResult.Stale(4));
    era.runOnce();

    assertThat(era.mayPlace()).isFalse();
    assertThat(begunAbove).isEmpty();
  }

  @Test
  void callInFlightKeepsTheEndedEra() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    era.runOnce();
    dialer.runOnce();
    gateway.withEraAnswer(new EraRequestResult.Stale(4));
    era.runOnce();

    assertThat(era.originOf(order.load(), order.attempts().getFirst()).era()).isEqualTo(ERA);
  }

  @Test
  void beginsHigherEraThanAnotherCopyBeforeItsFirstGrant() {
    gateway.withEraAnswer(new EraRequestResult.Stale(4));
    era.runOnce();

    assertThat(begunAbove).containsExactly(4);
    assertThat(era.mayPlace()).isFalse();
  }

  @Test
  void sendsItsNodeIdBeforeTheFirstGrant() {
    era.runOnce();
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    era.runOnce();

    assertThat(gateway.eras).extracting(EraRequest::node).containsExactly(NODE, NODE, NODE);
  }

  @Test
  void keepsGrantedEraDuringAnOutage() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    gateway.withEraAnswer(new EraRequestResult.Unavailable("down"));
    era.runOnce();

    assertThat(era.mayPlace()).isTrue();
  }

  @Test
  void staleEraRefusalReleasesTheDial() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    gateway.withPlaceResult(new PlaceResult.Refused(RefusalReason.STALE_ERA, null));
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.planner.runOnce();
    era.runOnce();
    dialer.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.load().attemptCount()).isZero();
    assertThat(tenant.dials()).isZero();
  }
}
