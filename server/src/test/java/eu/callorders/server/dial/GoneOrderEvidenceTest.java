package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Evidence of calls whose orders a restore has lost. */
class GoneOrderEvidenceTest {
  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();

  @Test
  void statesWhatTheGatewayHasReported() {
    UUID attempt = calls.recordBusy(newId(), 1, "erika");

    List<String> signed =
        calls.fixture.query("SELECT jws FROM call_evidence WHERE call_id = $1", attempt).stream()
            .map(row -> row.getString(0))
            .toList();
    assertThat(signed).hasSize(1);
    JsonNode document =
        Json.parse(Base64.getUrlDecoder().decode(signed.getFirst().split("\\.")[1]));
    assertThat(document.at("/decision/restored").asBoolean()).isTrue();
    assertThat(document.at("/decision/rules")).isEmpty();
    assertThat(document.at("/call/disposition").asText()).isEqualTo("busy");
    assertThat(document.path("gateway_events").findValuesAsText("type"))
        .contains("call.accepted", "call.ended");
    assertThat(calls.fixture.query("SELECT FROM call_attempt WHERE gateway_events IS NOT NULL"))
        .isEmpty();
  }
}
