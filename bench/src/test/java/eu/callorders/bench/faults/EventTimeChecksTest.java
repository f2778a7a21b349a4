package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.bench.crash.FeedEvent;
import eu.callorders.bench.crash.Violations;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventTimeChecksTest {
  private static final Instant START = Instant.parse("2026-07-01T10:00:00Z");
  private static final Duration TOLERANCE = Duration.ofMillis(500);

  private final Violations violations = new Violations();
  private final EventTimeChecks checks = new EventTimeChecks(violations);

  @Test
  void acceptsEventsOfTheCampaign() {
    checks.within(List.of(event("a", 0), event("a", 60_000)), START, START.plusSeconds(60));

    assertThat(violations.found()).isEmpty();
  }

  @Test
  void reportsEventsOfAnotherTime() {
    checks.within(List.of(event("a", -1), event("a", 60_001)), START, START.plusSeconds(60));

    assertThat(violations.found()).hasSize(2);
  }

  @Test
  void acceptsClocksThatDifferALittle() {
    checks.inOrder(List.of(event("a", 500), event("a", 0), event("a", 0)), TOLERANCE);

    assertThat(violations.found()).isEmpty();
  }

  @Test
  void reportsAnEventThatComesAfterALaterOne() {
    checks.inOrder(List.of(event("a", 501), event("b", 0), event("a", 0)), TOLERANCE);

    assertThat(violations.found())
        .containsExactly(
            "event call_order.dialing of a, recorded at 2026-07-01T10:00:00Z, comes after one of"
                + " 2026-07-01T10:00:00.501Z");
  }

  private static FeedEvent event(String order, int millis) {
    Instant at = START.plusMillis(millis);
    String id = IdKind.EVENT.format(UuidV7.of(at.toEpochMilli(), 0, 0));
    return new FeedEvent(id, "call_order.dialing", order, "", at, MissingNode.getInstance());
  }
}
