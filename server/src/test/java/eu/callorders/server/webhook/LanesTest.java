package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LanesTest {
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final UUID one = UUID.randomUUID();
  private final UUID two = UUID.randomUUID();
  private final Lanes lanes = new Lanes(100, 40, 3);

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
    lanes.begun(one, false);
    assertThat(room(one)).isEqualTo(1);
    lanes.begun(one, false);
    assertThat(lanes.rooms(10)).isEmpty();
    lanes.ended(one, false);
    assertThat(room(one)).isEqualTo(1);
  }

  @Test
  void blackHolesLeaveRoomForThoseThatAnswer() {
    lanes.offer(one);
    succeed(one);
    List<UUID> holes = Stream.generate(UUID::randomUUID).limit(60).toList();
    for (UUID hole : holes) {
      lanes.offer(hole);
      lanes.begun(hole, false);
      lanes.judged(hole, false, SLOW);
    }
    assertThat(lanes.rooms(100)).extracting(Lanes.Room::endpoint).containsExactly(one);
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

    List<Lanes.Room> first = lanes.rooms(100);
    assertThat(first)
        .extracting(Lanes.Room::endpoint)
        .containsExactlyInAnyOrder(one, failing.get(0), failing.get(1), failing.get(2));
    assertThat(lanes.isHeldBack()).isTrue();
    first.forEach(room -> lanes.begun(room.endpoint(), false));

    lanes.nextTurn();
    assertThat(lanes.isHeldBack()).isFalse();
    assertThat(lanes.rooms(100))
        .extracting(Lanes.Room::endpoint)
        .contains(failing.get(3), failing.get(4))
        .doesNotContain(failing.get(0));
    assertThat(lanes.isHeldBack()).isFalse();
  }

  @Test
  void everybodyHasATurn() {
    lanes.offer(one);
    lanes.offer(two);
    assertThat(lanes.rooms(1)).extracting(Lanes.Room::endpoint).containsExactly(one);
    assertThat(lanes.rooms(1)).extracting(Lanes.Room::endpoint).containsExactly(two);
    assertThat(lanes.rooms(1)).extracting(Lanes.Room::endpoint).containsExactly(one);
  }

  @Test
  void whatIsOfferedWhileALaneIsSearchedIsNotForgotten() {
    lanes.offer(one);
    Lanes.Room room = lanes.rooms(10).get(0);
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
    Lanes.Room room = lanes.rooms(100).get(0);
    assertThat(room.fresh()).isEqualTo(64);
    assertThat(room.replayed()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      lanes.begun(one, true);
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
      lanes.begun(one, false, () -> flown.add(number));
    }
    lanes.go(one);
    assertThat(flown).hasSize(64);
    lanes.ended(one, false);
    assertThat(flown).endsWith(63, 64);
  }

  @Test
  void afterAFailureWhatIsHeldFliesOneByOne() {
    List<Integer> flown = new ArrayList<>();
    lanes.offer(one);
    for (int i = 0; i < 4; i++) {
      int number = i;
      lanes.begun(one, false, () -> flown.add(number));
    }
    lanes.go(one);
    assertThat(flown).containsExactly(0, 1);
    lanes.judged(one, false, SLOW);
    lanes.ended(one, false);
    assertThat(flown).containsExactly(0, 1);
    lanes.ended(one, false);
    assertThat(flown).containsExactly(0, 1, 2);
  }

  private int room(UUID endpoint) {
    return lanes.rooms(100).stream()
        .filter(room -> room.endpoint().equals(endpoint))
        .mapToInt(Lanes.Room::fresh)
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
    lanes.begun(endpoint, false);
    lanes.judged(endpoint, delivered, took);
    lanes.ended(endpoint, false);
  }
}
