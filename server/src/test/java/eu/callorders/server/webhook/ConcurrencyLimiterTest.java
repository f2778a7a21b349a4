package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final Map<UUID, UUID> tenants = new HashMap<>();
  private final UUID one = UUID.randomUUID();
  private final UUID two = UUID.randomUUID();
  private final ConcurrencyLimiter lanes =
      new ConcurrencyLimiter(new ConcurrencyLimiter.Limits(300, 40, 3, 64_000, 8_000));

  @Test
  void aLaneOpensWithSuccessesAndClosesWithAFailure() {
    lanes.offer(one);
    assertThat(room(one)).isEqualTo(2);
    succeed(one);
    succeed(one);
    assertThat(room(one)).isEqualTo(8);
    fail(one);
    assertThat(room(one)).isEqualTo(1);
  }

  @Test
  void whatIsUnderWayTakesRoom() {
    lanes.offer(one);
    lanes.begun(delivery(one, false));
    assertThat(room(one)).isEqualTo(1);
    lanes.begun(delivery(one, false));
    assertThat(lanes.rooms(10)).isEmpty();
    lanes.ended(delivery(one, false));
    assertThat(room(one)).isEqualTo(1);
  }

  @Test
  void idleEndpointsAreForgottenWhenThereAreMany() {
    lanes.begun(delivery(two, false));
    for (int each = 0; each < 45_000; each++) {
      succeed(UUID.randomUUID());
      assertThat(lanes.remembered()).isLessThanOrEqualTo(20_000);
    }
    lanes.judged(two, true, SLOW);
    lanes.ended(delivery(two, false));
    lanes.offer(two);
    assertThat(room(two)).isEqualTo(4);
  }

  @Test
  void offeredEndpointsAreNotRememberedUntilSomethingBegins() {
    for (int each = 0; each < 50_000; each++) {
      lanes.offer(UUID.randomUUID());
    }
    assertThat(lanes.rooms(20)).hasSize(10);
    assertThat(lanes.remembered()).isZero();
  }

  @Test
  void blackHolesLeaveRoomForThoseThatAnswer() {
    lanes.offer(one);
    succeed(one);
    List<UUID> holes = Stream.generate(UUID::randomUUID).limit(60).toList();
    for (UUID hole : holes) {
      lanes.offer(hole);
      lanes.begun(delivery(hole, false));
      lanes.judged(hole, false, SLOW);
    }
    assertThat(lanes.rooms(100))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(one);
  }

  @Test
  void whoFailsAgainAndAgainIsTriedWithFewOthersAtATime() {
    lanes.offer(one);
    succeed(one);
    List<UUID> failing = Stream.generate(UUID::randomUUID).limit(5).toList();
    for (UUID each : failing) {
      lanes.offer(each);
      fail(each);
      fail(each);
    }
    assertThat(lanes.rooms(100)).hasSize(6);
    failing.forEach(this::fail);

    List<ConcurrencyLimiter.Allowance> first = lanes.rooms(100);
    assertThat(first)
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactlyInAnyOrder(one, failing.get(0), failing.get(1), failing.get(2));
    assertThat(lanes.isHeldBack()).isTrue();
    first.forEach(room -> lanes.begun(delivery(room.endpoint(), false)));

    lanes.nextTurn();
    assertThat(lanes.isHeldBack()).isFalse();
    assertThat(lanes.rooms(100))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .contains(failing.get(3), failing.get(4))
        .doesNotContain(failing.get(0));
    assertThat(lanes.isHeldBack()).isFalse();
  }

  @Test
  void everybodyHasATurn() {
    lanes.offer(one);
    lanes.offer(two);
    assertThat(lanes.rooms(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(one);
    assertThat(lanes.rooms(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(two);
    assertThat(lanes.rooms(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(one);
  }

  @Test
  void whatIsOfferedWhileALaneIsSearchedIsNotForgotten() {
    lanes.offer(one);
    ConcurrencyLimiter.Allowance room = lanes.rooms(10).get(0);
    lanes.offer(one);
    lanes.exhausted(room);
    assertThat(lanes.rooms(10)).hasSize(1);
    lanes.exhausted(lanes.rooms(10).get(0));
    assertThat(lanes.rooms(10)).isEmpty();
  }

  @Test
  void aReplayLeavesRoomForWhatIsFresh() {
    lanes.offer(one);
    Stream.generate(() -> one).limit(6).forEach(this::succeed);
    ConcurrencyLimiter.Allowance room = lanes.rooms(100).get(0);
    assertThat(room.fresh()).isEqualTo(64);
    assertThat(room.replayed()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      lanes.begun(delivery(one, true));
    }
    assertThat(lanes.rooms(100).get(0).replayed()).isZero();
  }

  @Test
  void whoAnswersAtOnceIsLeasedMoreThanFlies() {
    List<Integer> flown = new ArrayList<>();
    lanes.offer(one);
    Stream.generate(() -> one).limit(7).forEach(each -> end(each, true, Duration.ZERO));
    assertThat(room(one)).isEqualTo(100);
    for (int i = 0; i < 66; i++) {
      int number = i;
      lanes.begun(delivery(one, false), () -> flown.add(number));
    }
    lanes.go(one);
    assertThat(flown).hasSize(64);
    lanes.ended(delivery(one, false));
    assertThat(flown).endsWith(63, 64);
  }

  @Test
  void afterAFailureWhatIsHeldFliesOneByOne() {
    List<Integer> flown = new ArrayList<>();
    lanes.offer(one);
    for (int i = 0; i < 4; i++) {
      int number = i;
      lanes.begun(delivery(one, false), () -> flown.add(number));
    }
    lanes.go(one);
    assertThat(flown).containsExactly(0, 1);
    lanes.judged(one, false, SLOW);
    lanes.ended(delivery(one, false));
    assertThat(flown).containsExactly(0, 1);
    lanes.ended(delivery(one, false));
    assertThat(flown).containsExactly(0, 1, 2);
  }

  @Test
  void tenantsWithSlowEndpointsLeaveRoomForOthers() {
    for (int tenant = 0; tenant < 4; tenant++) {
      UUID owner = UUID.randomUUID();
      for (int endpoint = 0; endpoint < 20; endpoint++) {
        UUID slow = UUID.randomUUID();
        for (int success = 0; success < 6; success++) {
          ClaimedDelivery answered = delivery(owner, slow, false, 0);
          lanes.begun(answered);
          lanes.judged(slow, true, Duration.ofSeconds(10));
          lanes.ended(answered);
        }
        lanes.offer(slow);
        tenants.put(slow, owner);
      }
    }
    fill(0);
    assertThat(lanes.underWay()).isBetween(200, 290);

    lanes.offer(one);
    assertThat(room(one)).isEqualTo(2);
  }

  @Test
  void anEndpointCountsWhatItsTenantHasBegunAfterAPause() {
    UUID owner = UUID.randomUUID();
    ClaimedDelivery before = delivery(owner, one, false, 0);
    lanes.begun(before);
    lanes.judged(one, true, SLOW);
    lanes.ended(before);
    for (int other = 0; other < 149; other++) {
      lanes.begun(delivery(owner, two, false, 0));
    }

    lanes.offer(one);

    assertThat(room(one)).isEqualTo(1);
  }

  @Test
  void endpointsWithLargeEnvelopesLeaveBytesForOthersOfTheirTenant() {
    UUID owner = UUID.randomUUID();
    for (UUID endpoint : Stream.generate(UUID::randomUUID).limit(5).toList()) {
      tenants.put(endpoint, owner);
      lanes.offer(endpoint);
    }
    fill(4_000);
    assertThat(lanes.underWay()).isEqualTo(10);

    tenants.put(one, owner);
    lanes.offer(one);
    assertThat(lanes.rooms(100))
        .singleElement()
        .extracting(ConcurrencyLimiter.Allowance::bytes)
        .isEqualTo(8_000L);
  }

  @Test
  void aLaneTakesMoreWhenAQuarterOfItsBytesIsFree() {
    succeed(one);
    lanes.offer(one);
    ClaimedDelivery small = delivery(one, one, false, 1_500);
    lanes.begun(small);
    lanes.begun(delivery(one, one, false, 4_600));
    assertThat(lanes.rooms(100)).isEmpty();
    lanes.ended(small);
    assertThat(lanes.rooms(100))
        .singleElement()
        .extracting(ConcurrencyLimiter.Allowance::bytes)
        .isEqualTo(3_400L);
  }

  @Test
  void aDeliveryLargerThanAllLimitsMayBegin() {
    lanes.offer(one);
    assertThat(lanes.rooms(100)).hasSize(1);
    ClaimedDelivery huge = delivery(one, one, false, 100_000);
    lanes.begun(huge);
    lanes.offer(two);
    assertThat(lanes.rooms(100)).isEmpty();
    assertThat(lanes.claimBytes()).isEqualTo(1);
    lanes.ended(huge);
    assertThat(lanes.rooms(100)).hasSize(2);
    assertThat(lanes.claimBytes()).isEqualTo(8_000);
  }

  @Test
  void whoGotNothingForWantOfBytesIsFirstAgain() {
    lanes.offer(one);
    lanes.offer(two);
    List<ConcurrencyLimiter.Allowance> rooms = lanes.rooms(100);
    lanes.putFirst(rooms.subList(1, 2));
    assertThat(lanes.rooms(1))
        .extracting(ConcurrencyLimiter.Allowance::endpoint)
        .containsExactly(two);
  }

  /** Begins whatever may begin, until nothing more may. */
  private void fill(int bytes) {
    List<ConcurrencyLimiter.Allowance> rooms = lanes.rooms(400);
    while (!rooms.isEmpty()) {
      for (ConcurrencyLimiter.Allowance room : rooms) {
        for (int i = 0; i < room.fresh(); i++) {
          lanes.begun(delivery(tenants.get(room.endpoint()), room.endpoint(), false, bytes));
        }
      }
      rooms = lanes.rooms(400);
    }
  }

  /** Each endpoint has a tenant of its own. */
  private static ClaimedDelivery delivery(UUID endpoint, boolean replay) {
    return delivery(endpoint, endpoint, replay, 0);
  }

  private static ClaimedDelivery delivery(UUID tenant, UUID endpoint, boolean replay, int bytes) {
    UUID id = UUID.randomUUID();
    return new ClaimedDelivery(
        tenant, Instant.EPOCH, id, endpoint, 1, replay, id, "call.ended", List.of(), null, bytes);
  }

  private int room(UUID endpoint) {
    return lanes.rooms(100).stream()
        .filter(room -> room.endpoint().equals(endpoint))
        .mapToInt(ConcurrencyLimiter.Allowance::fresh)
        .sum();
  }

  private void succeed(UUID endpoint) {
    end(endpoint, true);
  }

  private void fail(UUID endpoint) {
    end(endpoint, false);
  }

  private void end(UUID endpoint, boolean delivered) {
    end(endpoint, delivered, SLOW);
  }

  private void end(UUID endpoint, boolean delivered, Duration took) {
    lanes.begun(delivery(endpoint, false));
    lanes.judged(endpoint, delivered, took);
    lanes.ended(delivery(endpoint, false));
  }
}
