package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.bench.Http;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NodeLossChecksTest {
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");

  private final Random random = new Random(1);
  private final Violations violations = new Violations();
  private final NodeLossChecks checks = new NodeLossChecks(violations);

  @Test
  void acceptsUnknownOutcomesOfLostCalls() throws IOException {
    checks.lost(order("completed", "outcome_unknown", "answered"), true);
    checks.lost(order("completed", "outcome_unknown", "failed"), false);

    assertThat(violations.found()).isEmpty();
  }

  @Test
  void findsOutcomesThatALostCallCannotHave() throws IOException {
    checks.lost(order("completed", "no_outcome", "answered"), true);
    checks.lost(order("completed", "outcome_unknown", "failed"), true);
    checks.lost(order("completed", "outcome_unknown", "answered"), false);
    checks.lost(order("in_progress", "outcome_unknown", "answered"), true);

    assertThat(violations.found()).hasSize(4);
  }

  @Test
  void findsLostCallOfLivingNode() throws IOException {
    checks.kept(order("completed", "no_outcome", "answered"));
    assertThat(violations.found()).isEmpty();

    checks.kept(order("completed", "outcome_unknown", "answered"));
    assertThat(violations.found()).hasSize(1);
  }

  @Test
  void findsLongestPauseBetweenDials() {
    assertThat(
            NodeLossChecks.longestPause(
                List.of(
                    event("call_order.dialing", 0),
                    event("call_order.dialing", 2),
                    event("call.started", 3),
                    event("call_order.dialing", 9),
                    event("call_order.dialing", 10),
                    event("call_order.dialing", 30)),
                START.plusSeconds(20)))
        .isEqualTo(Duration.ofSeconds(7));
    assertThat(NodeLossChecks.longestPause(List.of(), START)).isZero();
  }

  private FeedEvent event(String type, int second) {
    Instant at = START.plusSeconds(second);
    String id = IdKind.EVENT.format(UuidV7.at(at, random));
    return new FeedEvent(id, type, "ord_1", "", at, MissingNode.getInstance());
  }

  private static JsonNode order(String status, String summary, String disposition)
      throws IOException {
    return Http.JSON.readTree(
        """
        {"id": "ord_1", "status": "%s", "result": {"summary_code": "%s"},
         "calls": [{"disposition": "%s"}]}
        """
            .formatted(status, summary, disposition));
  }
}
