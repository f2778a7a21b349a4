package eu.callorders.core.hold;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OrderHoldsTest {
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  private static final PhoneNumber FIRST = new PhoneNumber("+493023125000");
  private static final PhoneNumber SECOND = new PhoneNumber("+493023125001");
  private static final ActiveHold OPEN = hold(1, null);
  private static final ActiveHold SOON = hold(2, NOW.plusSeconds(60));
  private static final ActiveHold LATER = hold(3, NOW.plusSeconds(120));

  private static ActiveHold hold(int id, Instant until) {
    return new ActiveHold(new UUID(0, id), "disputed", until);
  }

  @Test
  void listsEachHoldOnceOldestFirst() {
    OrderHolds holds = new OrderHolds(Map.of(FIRST, Set.of(LATER, OPEN), SECOND, Set.of(OPEN)));

    assertThat(holds.all()).containsExactly(OPEN, LATER);
    assertThat(holds.of(SECOND)).containsExactly(OPEN);
  }

  @Test
  void aPhoneIsFreeWhenItsLastHoldEnds() {
    OrderHolds holds = new OrderHolds(Map.of(FIRST, Set.of(SOON, LATER), SECOND, Set.of(OPEN)));

    assertThat(holds.ends()).isEqualTo(Map.of(FIRST, NOW.plusSeconds(120)));
  }

  @Test
  void theHoldThatEndsLastKeepsAPhone() {
    ActiveHold alsoOpen = hold(4, null);
    OrderHolds holds =
        new OrderHolds(Map.of(FIRST, Set.of(LATER, SOON), SECOND, Set.of(alsoOpen, OPEN, LATER)));

    assertThat(holds.last()).containsExactly(OPEN, LATER);
    assertThat(OrderHolds.NONE.last()).isEmpty();
  }

  @Test
  void aHoldWithoutEndOutlastsAnyOther() {
    assertThat(ActiveHold.lastEnd(List.of(SOON, OPEN))).isEmpty();
    assertThat(ActiveHold.lastEnd(List.of(SOON, LATER))).contains(NOW.plusSeconds(120));
  }

  @Test
  void aSecondPlacementExtends() {
    assertThat(placed(NOW).extended(HoldNames.ERASED, NOW.plusSeconds(1)).until())
        .isEqualTo(NOW.plusSeconds(1));
    assertThat(placed(NOW).extended(HoldNames.ERASED, NOW.minusSeconds(1)).until()).isEqualTo(NOW);
    assertThat(placed(NOW).extended(HoldNames.ERASED, null).until()).isNull();
    assertThat(placed(null).extended(HoldNames.ERASED, NOW).until()).isNull();
  }

  private static Hold placed(Instant until) {
    return new Hold(
        new UUID(0, 1),
        new UUID(0, 2),
        HoldNames.ERASED,
        "disputed",
        HoldSource.API,
        HoldStatus.ACTIVE,
        until,
        null,
        null,
        NOW,
        null);
  }
}
