package eu.callorders.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DialDelaysTest {
  private static final Instant DUE = Instant.parse("2026-07-01T10:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final Violations violations = new Violations();

  @Test
  void acceptsACallWithinTheLimit() {
    check(Map.of("one", DUE), call("one", 1_000, null), call("one", 1_000, DUE.plusSeconds(9)));

    assertThat(violations.found()).isEmpty();
  }

  @Test
  void reportsALateCall() {
    DialDelays delays = check(Map.of("one", DUE), call("one", 1_001, null));

    assertThat(violations.found())
        .containsExactly("order one, due at 2026-07-01T10:00:00Z, was called PT1.001S later");
    assertThat(delays.longest()).isEqualTo(Duration.ofMillis(1_001));
  }

  @Test
  void reportsAnOrderWithoutACall() {
    check(Map.of("one", DUE), call("other", 0, null));

    assertThat(violations.found())
        .containsExactly("order one, due at 2026-07-01T10:00:00Z, was not called");
  }

  @Test
  void reportsACallBeforeItsTime() {
    DialDelays delays = DialDelays.of(Map.of("one", DUE), List.of(call("one", -21, null)));

    delays.neverEarly(Duration.ofMillis(21), violations);
    assertThat(violations.found()).isEmpty();

    delays.neverEarly(Duration.ofMillis(20), violations);
    assertThat(violations.found())
        .containsExactly("order one was called PT0.021S before it was due");
    assertThat(delays.shortest()).isEqualTo(Duration.ofMillis(-21));
  }

  private DialDelays check(Map<String, Instant> due, PlacedCall... calls) {
    DialDelays delays = DialDelays.of(due, List.of(calls));
    delays.check(due, LIMIT, violations);
    return delays;
  }

  private static PlacedCall call(String order, long afterMillis, @Nullable Instant ended) {
    Instant placed = DUE.plusMillis(afterMillis);
    return new PlacedCall("attempt-" + order, order, "+33639980045", placed, ended, ended != null);
  }
}
