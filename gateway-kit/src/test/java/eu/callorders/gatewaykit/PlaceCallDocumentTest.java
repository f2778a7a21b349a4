package eu.callorders.gatewaykit;

import static eu.callorders.gatewaykit.SampleDocuments.fault;
import static eu.callorders.gatewaykit.SampleDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaceCallDocumentTest {

  @Test
  void documentsRoundTrip() {
    assertThat(PlaceCallDocument.read(PlaceCallDocument.write(SampleDocuments.fullCall())))
        .isEqualTo(SampleDocuments.fullCall());
    assertThat(PlaceCallDocument.read(PlaceCallDocument.write(SampleDocuments.bareCall())))
        .isEqualTo(SampleDocuments.bareCall());
  }

  /** Gateways store digests of it. */
  @Test
  void membersKeepTheirOrder() {
    assertThat(PlaceCallDocument.write(SampleDocuments.fullCall()).fieldNames())
        .toIterable()
        .containsExactly(
            "attempt_id",
            "call_order_id",
            "tenant_id",
            "attempt",
            "to",
            "from",
            "agent",
            "locale",
            "briefing",
            "disclosure",
            "ring_timeout_ms",
            "max_duration_ms",
            "recording",
            "transcript",
            "environment",
            "not_after",
            "tenant_time",
            "simulate",
            "deployment",
            "era",
            "context");
  }

  @Test
  void contextIsBoundedAndRequiresAnEra() {
    ObjectNode placing = PlaceCallDocument.write(SampleDocuments.fullCall());
    placing.put("context", "a".repeat(1025));
    assertThat(fault(() -> PlaceCallDocument.read(placing)).pointer()).isEqualTo("/context");
    placing.put("context", "a".repeat(1024));
    assertThat(PlaceCallDocument.read(placing).origin().context()).hasSize(1024);
    placing.remove("era");
    assertThat(fault(() -> PlaceCallDocument.read(placing)).pointer()).isEqualTo("/era");
  }

  @Test
  void ignoresUnknownMembers() {
    ObjectNode later = PlaceCallDocument.write(SampleDocuments.fullCall());
    later.put("mood", "sunny").put("origin", "unknown");
    assertThat(PlaceCallDocument.read(later)).isEqualTo(SampleDocuments.fullCall());
  }

  @Test
  void enforcesBounds() {
    ObjectNode call = PlaceCallDocument.write(SampleDocuments.fullCall());
    call.put("recording", true);
    assertThat(fault(() -> PlaceCallDocument.read(call)).pointer()).isEqualTo("/recording");
    call.put("recording", false);
    JsonNode deep = json(Map.of());
    for (int i = 0; i < 500; i++) {
      deep = json(Map.of("a", deep));
    }
    ((ObjectNode) call.get("briefing")).set("variables", deep);
    assertThat(fault(() -> PlaceCallDocument.read(call)).fault()).contains("deep");
  }

  @Test
  void rejectsForcedCancellations() {
    ObjectNode call = PlaceCallDocument.write(SampleDocuments.fullCall());
    call.withArray("/simulate/attempts").add("canceled");
    assertThat(fault(() -> PlaceCallDocument.read(call)))
        .hasMessage("/simulate/attempts/2 cannot be forced");
  }
}
