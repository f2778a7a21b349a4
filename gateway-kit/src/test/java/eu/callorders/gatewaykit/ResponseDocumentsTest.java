package eu.callorders.gatewaykit;

import static eu.callorders.gatewaykit.SampleDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResponseDocumentsTest {

  @Test
  void cancellationsRoundTrip() {
    assertThat(ResponseDocuments.cancellation(ResponseDocuments.cancellation(true)))
        .isEqualTo(CancelResult.ACCEPTED);
    assertThat(ResponseDocuments.cancellation(ResponseDocuments.cancellation(false)))
        .isEqualTo(CancelResult.ALREADY_ENDED);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GATEWAY_UNAVAILABLE")
  void refusalsRoundTripWithTheirRetryAfter(RefusalReason code) {
    assertThat(
            ResponseDocuments.placing(
                ResponseDocuments.status(code), ResponseDocuments.refusal(code), "1"))
        .isEqualTo(new PlaceResult.Refused(code, Duration.ofSeconds(1)));
  }

  @Test
  void onlyDocumentedRefusalsAreRefusals() {
    JsonNode capacity = ResponseDocuments.refusal(RefusalReason.CAPACITY);
    assertThat(ResponseDocuments.placing(429, capacity, null))
        .isEqualTo(new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    for (PlaceResult unclear :
        List.of(
            ResponseDocuments.placing(422, capacity, null),
            ResponseDocuments.placing(503, capacity, null),
            ResponseDocuments.placing(
                503, ResponseDocuments.refusal(RefusalReason.GATEWAY_UNAVAILABLE), null),
            ResponseDocuments.placing(422, json(Map.of("code", "busy")), null),
            ResponseDocuments.placing(422, null, null),
            ResponseDocuments.placing(429, json(List.of()), null),
            ResponseDocuments.placing(200, json(Map.of("gateway_ref", "x")), null),
            ResponseDocuments.placing(201, json(Map.of("gateway_ref", "")), null),
            ResponseDocuments.placing(201, null, null),
            ResponseDocuments.placing(409, null, null),
            ResponseDocuments.placing(409, json(Map.of("code", "still_running")), null),
            ResponseDocuments.placing(401, json(Map.of("code", 7)), null))) {
      assertThat(unclear).isInstanceOf(PlaceResult.Unknown.class);
    }
    assertThat(ResponseDocuments.placing(201, json(Map.of("gateway_ref", "x")), null))
        .isEqualTo(new PlaceResult.Accepted("x"));
    assertThat(ResponseDocuments.placing(409, json(Map.of("code", "attempt_conflict")), null))
        .isEqualTo(new PlaceResult.Conflict());
  }

  @Test
  void readsTheResultOfAnEraRequest() {
    JsonNode inUse = ResponseDocuments.refusedEra("era_in_use", "Nodes are at work.", 3);
    assertThat(ResponseDocuments.era(200, ResponseDocuments.grantedEra(3), null))
        .isEqualTo(new EraRequestResult.Granted());
    assertThat(ResponseDocuments.era(409, inUse, "7"))
        .isEqualTo(new EraRequestResult.InUse(3, Duration.ofSeconds(7)));
    JsonNode stale = ResponseDocuments.refusedEra("stale_era", "It is over.", 4);
    assertThat(ResponseDocuments.era(409, stale, null)).isEqualTo(new EraRequestResult.Stale(4));
    for (EraRequestResult unclear :
        List.of(
            ResponseDocuments.era(404, null, null),
            ResponseDocuments.era(422, inUse, null),
            ResponseDocuments.era(409, json(Map.of("code", "stale_era")), null),
            ResponseDocuments.era(409, null, null))) {
      assertThat(unclear).isInstanceOf(EraRequestResult.Unavailable.class);
    }
  }

  @Test
  void readsTheResultOfAnEraQuery() {
    EraQueryResult.Found found = new EraQueryResult.Found(3, new UUID(1, 2), SampleDocuments.AT);
    JsonNode body = GatewayJson.write(found);
    assertThat(body.fieldNames()).toIterable().containsExactly("number", "id", "heard_at");
    assertThat(ResponseDocuments.currentEra(200, body)).isEqualTo(found);
    assertThat(ResponseDocuments.currentEra(404, json(Map.of("code", "unknown_deployment"))))
        .isEqualTo(new EraQueryResult.NotFound());
    for (EraQueryResult unclear :
        List.of(
            ResponseDocuments.currentEra(404, json(Map.of("code", "unknown_path"))),
            ResponseDocuments.currentEra(404, null),
            ResponseDocuments.currentEra(410, json(Map.of("code", "unknown_deployment"))),
            ResponseDocuments.currentEra(200, json(Map.of("number", 3))),
            ResponseDocuments.currentEra(200, null))) {
      assertThat(unclear).isInstanceOf(EraQueryResult.Unavailable.class);
    }
  }

  @Test
  void retryAfterIsRoundedUp() {
    assertThat(RetryAfter.seconds(Duration.ofMillis(1))).isEqualTo(1);
    assertThat(RetryAfter.seconds(Duration.ofSeconds(1))).isEqualTo(1);
    assertThat(RetryAfter.seconds(Duration.ofMillis(1001))).isEqualTo(2);
    assertThat(RetryAfter.read("Fri, 20 Nov 2026 09:30:00 GMT")).isNull();
  }
}
