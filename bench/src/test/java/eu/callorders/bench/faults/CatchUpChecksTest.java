package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.crash.Violations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CatchUpChecksTest {
  private static final Instant START = Instant.parse("2026-07-01T10:00:00Z");
  private static final Map<String, Instant> DUE =
      Map.of("a", START.minusSeconds(30), "b", START.minusSeconds(20), "c", START.minusSeconds(10));

  private final Violations violations = new Violations();
  private final CatchUpChecks checks = new CatchUpChecks(violations);

  @Test
  void acceptsTheOrderOfTheirTime() {
    checks.oldestFirst(DUE, List.of(placed("a", 0), placed("b", 1), placed("c", 2)), 0);

    assertThat(violations.found()).isEmpty();
  }

  @Test
  void reportsAnOrderThatTooManyOvertook() {
    List<PlacedCall> calls = List.of(placed("b", 0), placed("c", 1), placed("a", 2));

    checks.oldestFirst(DUE, calls, 2);
    assertThat(violations.found()).isEmpty();

    checks.oldestFirst(DUE, calls, 1);
    assertThat(violations.found())
        .containsExactly(
            "order a, due at 2026-07-01T09:59:30Z, was dialed after 2 that were due later");
  }

  @Test
  void countsTheFirstCallOfAnOrderThatWasDue() {
    checks.oldestFirst(
        DUE,
        List.of(placed("a", 5), placed("a", 0), placed("b", 1), placed("later", 0), ended("c", 0)),
        0);

    assertThat(violations.found()).isEmpty();
  }

  @Test
  void countsCallsAtOnce() {
    List<PlacedCall> calls =
        List.of(
            placed("a", 0),
            placed("b", 1),
            ended("a", 2),
            placed("c", 2),
            ended("b", 3),
            ended("c", 4));

    assertThat(checks.atMostAtOnce(calls, 2)).isEqualTo(2);
    assertThat(violations.found()).isEmpty();

    checks.atMostAtOnce(calls, 1);
    assertThat(violations.found()).containsExactly("2 calls at once, the tenant permits 1");
  }

  private static PlacedCall placed(String order, int second) {
    return call(order, second, null);
  }

  private static PlacedCall ended(String order, int second) {
    return call(order, 0, START.plusSeconds(second));
  }

  private static PlacedCall call(String order, int second, @Nullable Instant ended) {
    return new PlacedCall(
        "attempt-" + order, order, "+33639980045", START.plusSeconds(second), ended, false);
  }
}
