package eu.callorders.simulator.gateway;

import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.gatewaykit.call.Eras;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ErasTest {
  private static final UUID DEPLOYMENT = UUID.randomUUID();
  private static final UUID NODE = UUID.randomUUID();
  private static final UUID OTHER = UUID.randomUUID();
  private static final UUID FIRST = UUID.randomUUID();
  private static final UUID SECOND = UUID.randomUUID();

  /** The era granted to another deployment. */
  private int otherNumber = 5;

  private final ManualClock time = new ManualClock();
  private final CollectedEvents out = new CollectedEvents();
  private final SimulatedGateway gateway =
      new SimulatedGateway(
          new SimulatorEnvironment(time, time, out), new InMemoryCallRegistry(10_000));

  @Test
  void grantsTheFirstEraAndRenewsIt() {
    assertThat(raise(5, FIRST, NODE)).isEqualTo(new EraRequestResult.Granted());
    assertThat(raise(5, FIRST, OTHER)).isEqualTo(new EraRequestResult.Granted());
  }

  @Test
  void refusesLowerNumbersAndOtherIds() {
    raise(5, FIRST, NODE);

    assertThat(raise(5, SECOND, NODE)).isEqualTo(new EraRequestResult.Stale(5));
    assertThat(raise(4, FIRST, NODE)).isEqualTo(new EraRequestResult.Stale(5));
  }

  @Test
  void grantsAHigherEraAtOnceToANodeOfTheCurrentOne() {
    raise(5, FIRST, NODE);
    raise(5, FIRST, OTHER);

    assertThat(raise(6, SECOND, OTHER)).isEqualTo(new EraRequestResult.Granted());
    assertThat(raise(5, FIRST, NODE)).isEqualTo(new EraRequestResult.Stale(6));
    assertThat(raise(7, FIRST, NODE))
        .isEqualTo(new EraRequestResult.InUse(6, Duration.ofSeconds(25)));
  }

  @Test
  void grantsAHigherEraToOthersAfter25SecondsWithoutActivity() {
    raise(5, FIRST, NODE);
    time.advance(Duration.ofSeconds(20));
    raise(5, FIRST, NODE);
    time.advance(Duration.ofMillis(24_999));

    assertThat(raise(6, SECOND, OTHER))
        .isEqualTo(new EraRequestResult.InUse(5, Duration.ofMillis(1)));
    time.advance(Duration.ofMillis(1));
    assertThat(raise(6, SECOND, OTHER)).isEqualTo(new EraRequestResult.Granted());
  }

  @Test
  void grantsAHigherEraToASuccessorOnceNoNodeIsActive() {
    raise(5, FIRST, NODE);
    raise(5, FIRST, OTHER);
    time.advance(Duration.ofMillis(9_999));

    assertThat(succeed(6, NODE)).isEqualTo(new EraRequestResult.InUse(5, Duration.ofMillis(1)));
    time.advance(Duration.ofMillis(1));
    raise(5, FIRST, OTHER);
    assertThat(succeed(6, NODE)).isEqualTo(new EraRequestResult.InUse(5, Duration.ofSeconds(10)));
    time.advance(Duration.ofSeconds(10));
    assertThat(succeed(6, UUID.randomUUID()))
        .isEqualTo(new EraRequestResult.InUse(5, Duration.ofSeconds(15)));
    assertThat(succeed(6, NODE)).isEqualTo(new EraRequestResult.Granted());
    assertThat(raise(5, FIRST, NODE)).isEqualTo(new EraRequestResult.Stale(6));
  }

  private EraRequestResult succeed(int number, UUID previousNode) {
    UUID copy = UUID.randomUUID();
    return gateway.raiseEra(new EraRequest(DEPLOYMENT, number, SECOND, copy, previousNode, false));
  }

  @Test
  void placingOfTheCurrentEraCountsAsActivity() {
    raise(5, FIRST, NODE);
    time.advance(Duration.ofSeconds(24));
    gateway.place(call(FIRST));
    time.advance(Duration.ofSeconds(24));

    assertThat(raise(6, SECOND, OTHER)).isInstanceOf(EraRequestResult.InUse.class);
  }

  @Test
  void queryReturnsTheCurrentEraAndItsLastActivity() {
    assertThat(query()).isEqualTo(new EraQueryResult.NotFound());
    raise(5, FIRST, NODE);
    Instant granted = time.instant();
    time.advance(Duration.ofSeconds(3));
    raise(6, SECOND, OTHER);
    gateway.place(call(SECOND));
    assertThat(query()).isEqualTo(new EraQueryResult.Found(5, FIRST, granted));

    gateway.place(call(FIRST));
    Instant placed = time.instant();
    assertThat(query()).isEqualTo(new EraQueryResult.Found(5, FIRST, placed));

    time.advance(Duration.ofSeconds(3));
    raise(5, FIRST, OTHER);
    assertThat(query()).isEqualTo(new EraQueryResult.Found(5, FIRST, time.instant()));
  }

  @Test
  void queryDoesNotCountAsActivity() {
    raise(5, FIRST, NODE);
    time.advance(Duration.ofMillis(24_999));
    query();
    assertThat(raise(6, SECOND, OTHER))
        .isEqualTo(new EraRequestResult.InUse(5, Duration.ofMillis(1)));

    time.advance(Duration.ofMillis(1));
    query();
    assertThat(raise(6, SECOND, OTHER)).isEqualTo(new EraRequestResult.Granted());
  }

  @Test
  void queryGrantsNoEra() {
    query();

    assertThat(gateway.place(call(FIRST))).contains(stale());
    assertThat(raise(0, SECOND, OTHER)).isEqualTo(new EraRequestResult.Granted());
  }

  private EraQueryResult query() {
    return gateway.queryEra(DEPLOYMENT);
  }

  @Test
  void grantsATakeOverAtOnce() {
    raise(5, FIRST, NODE);

    assertThat(gateway.raiseEra(new EraRequest(DEPLOYMENT, 6, SECOND, OTHER, true)))
        .isEqualTo(new EraRequestResult.Granted());
  }

  @Test
  void refusesPlacingsOfOtherErasWithoutStoringThem() {
    PlaceCall early = call(FIRST);
    assertThat(gateway.place(early)).contains(stale());
    raise(5, FIRST, NODE);
    assertThat(gateway.place(call(SECOND))).contains(stale());
    assertThat(out.delivered()).isEmpty();
    assertThat(gateway.query(early.attemptId())).isInstanceOf(QueryResult.NotFound.class);

    assertThat(gateway.place(early).orElseThrow()).isInstanceOf(PlaceResult.Accepted.class);
    assertThat(gateway.place(toDigits("21").build()).orElseThrow())
        .isInstanceOf(PlaceResult.Accepted.class);
  }

  @Test
  void repeatsTheResultOfAnAttemptInALaterEra() {
    raise(5, FIRST, NODE);
    PlaceCall call = call(FIRST);
    PlaceResult taken = gateway.place(call).orElseThrow();
    raise(6, SECOND, NODE);

    assertThat(gateway.place(call)).contains(taken);
    assertThat(out.only(GatewayEvent.Accepted.class).facts().origin()).isEqualTo(call.origin());
  }

  @Test
  void refusesTheErasOfAnEvictedDeployment() {
    raise(5, FIRST, NODE);
    time.advance(Duration.ofSeconds(1));
    grantOthers(Eras.MAX_DEPLOYMENTS);

    assertThat(raise(5, FIRST, NODE)).isEqualTo(new EraRequestResult.Stale(5));
    assertThat(raise(4, SECOND, OTHER)).isEqualTo(new EraRequestResult.Stale(5));
    assertThat(gateway.place(call(FIRST))).contains(stale());
    assertThat(raise(6, SECOND, NODE)).isEqualTo(new EraRequestResult.Granted());
    assertThat(raise(5, FIRST, NODE)).isEqualTo(new EraRequestResult.Stale(6));
  }

  @Test
  void keepsAnActiveDeployment() {
    raise(5, FIRST, NODE);
    time.advance(Duration.ofSeconds(1));
    grantOthers(Eras.MAX_DEPLOYMENTS - 1);
    time.advance(Duration.ofSeconds(1));
    raise(5, FIRST, NODE);

    grantOthers(Eras.MAX_DEPLOYMENTS - 1);

    assertThat(raise(5, FIRST, NODE)).isEqualTo(new EraRequestResult.Granted());
  }

  /** Eras above those of the evicted deployments. */
  private void grantOthers(int count) {
    for (int i = 0; i < count; i++) {
      UUID deployment = UUID.randomUUID();
      otherNumber++;
      assertThat(gateway.raiseEra(new EraRequest(deployment, otherNumber, FIRST, NODE, false)))
          .isEqualTo(new EraRequestResult.Granted());
    }
  }

  private EraRequestResult raise(int number, UUID id, UUID node) {
    return gateway.raiseEra(new EraRequest(DEPLOYMENT, number, id, node, false));
  }

  private static PlaceCall call(UUID era) {
    return toDigits("21").build().withOrigin(new CallOrigin(DEPLOYMENT, era, "Y29udGV4dA"));
  }

  private static PlaceResult stale() {
    return new PlaceResult.Refused(RefusalReason.STALE_ERA, null);
  }
}
