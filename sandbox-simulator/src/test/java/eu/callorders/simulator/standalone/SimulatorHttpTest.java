package eu.callorders.simulator.standalone;

import static eu.callorders.simulator.Calls.soon;
import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.standalone.SignedClient.Response;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls over HTTP, and the log of their events. */
class SimulatorHttpTest extends SimulatorFixture {
  @Test
  void placesFollowsAndErasesACall() throws Exception {
    PlaceCall call = call("25");
    Response taken = client.place(call);
    assertThat(taken.status()).isEqualTo(201);
    assertThat(taken.body().path("gateway_ref").asText()).isEqualTo("sim-" + call.attemptId());

    Response snapshot = client.query(call.attemptId());
    assertThat(types(snapshot.body()))
        .containsExactly(
            "call.accepted",
            "call.ringing",
            "call.answered",
            "call.disclosed",
            "call.objection",
            "call.ended",
            "call.turns",
            "call.report");
    assertThat(client.cancel(call.attemptId()).body().path("outcome").asText())
        .isEqualTo("already_ended");
    assertThat(client.erase(call.attemptId()).status()).isEqualTo(204);
    assertThat(client.query(call.attemptId()).code()).isEqualTo("forgotten");
    assertThat(client.place(call).body()).isEqualTo(taken.body());
    assertThat(client.query(call.attemptId()).status()).isEqualTo(410);
  }

  @ParameterizedTest
  @CsvSource({"02,422,unroutable", "04,422,do_not_call", "14,429,capacity"})
  void repeatsARefusalAndLeavesNoCall(String digits, int status, String code) throws Exception {
    PlaceCall call = call(digits);
    Response refused = client.place(call);
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.code()).isEqualTo(code);
    assertThat(client.place(call).body()).isEqualTo(refused.body());
    assertThat(client.query(call.attemptId()).code()).isEqualTo("unknown_attempt");
    assertThat(refused.headers().firstValue("retry-after").isPresent()).isEqualTo(status == 429);
  }

  @Test
  void refusesACallAfterNotAfter() throws Exception {
    Response refused = client.place(toDigits("06").notAfter(Instant.now().minusSeconds(1)).build());
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.code()).isEqualTo("too_late");
  }

  @Test
  void acceptsTheThirdCallOfAnOrderAfterCapacityRefusals() throws Exception {
    UUID order = UUID.randomUUID();
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      statuses.add(client.place(soon("14").order(order).build()).status());
    }
    assertThat(statuses).containsExactly(429, 429, 201);
  }

  @Test
  void anotherBodyUnderTheSameIdIsAConflict() throws Exception {
    PlaceCall call = call("06");
    client.place(call);
    Response conflict = client.place(soon("07").attemptId(call.attemptId()).build());
    assertThat(conflict.status()).isEqualTo(409);
    assertThat(conflict.code()).isEqualTo("attempt_conflict");
  }

  @Test
  void activeCallCanBeStoppedButNotErased() throws Exception {
    PlaceCall call = soon("06").delays(600_000, 0, 0).build();
    client.place(call);
    assertThat(client.erase(call.attemptId()).code()).isEqualTo("still_running");
    assertThat(client.cancel(call.attemptId()).body().path("outcome").asText())
        .isEqualTo("accepted");
    JsonNode end = client.query(call.attemptId()).body().path("events").path(2);
    assertThat(end.path("disposition").asText()).isEqualTo("canceled");
    assertThat(client.cancel(UUID.randomUUID()).code()).isEqualTo("unknown_attempt");
    assertThat(client.erase(UUID.randomUUID()).status()).isEqualTo(204);
  }

  @Test
  void lostResponseIsNeverSentAndTheCallIsFound() throws Exception {
    PlaceCall call = call("42");
    assertThatThrownBy(() -> client.place(call)).isInstanceOf(IOException.class);
    assertThat(loggedEvents(call.attemptId())).containsExactly("call.accepted");
    Response found = client.query(call.attemptId());
    assertThat(types(found.body())).contains("call.ended", "call.report");
    List<String> logged = loggedEvents(call.attemptId());
    assertThat(logged.subList(1, logged.size())).isEqualTo(types(found.body()));
    assertThat(client.place(call).status()).isEqualTo(201);
  }

  @Test
  void disorderDeliversEveryEventTwiceAndOutOfOrder() throws Exception {
    PlaceCall call = call("43");
    client.place(call);
    List<String> told = loggedEvents(call.attemptId());
    List<String> happened = types(client.query(call.attemptId()).body());
    assertThat(told).hasSize(2 * happened.size());
    assertThat(new HashSet<>(told)).isEqualTo(new HashSet<>(happened));
    assertThat(told.subList(0, happened.size())).isNotEqualTo(happened);
  }

  @Test
  void untraceableCallEndsWithUnknownOutcome() throws Exception {
    PlaceCall call = call("44");
    client.place(call);
    JsonNode end = client.query(call.attemptId()).body().path("events").path(1);
    assertThat(end.path("disposition").asText()).isEqualTo("failed");
    assertThat(end.path("cause").path("code").asText()).isEqualTo("outcome_unknown");
  }

  @Test
  void missingReportIsMissingInTheLogToo() throws Exception {
    PlaceCall call = call("41");
    client.place(call);
    assertThat(loggedEvents(call.attemptId())).contains("call.turns").doesNotContain("call.report");
  }

  @Test
  void readsTheLogPageByPage() throws Exception {
    for (int i = 0; i < 3; i++) {
      client.place(call("10"));
    }
    List<String> ids = new ArrayList<>();
    String query = "?limit=2";
    for (JsonNode page = events(query); !page.path("events").isEmpty(); page = events(query)) {
      assertThat(page.path("events").size()).isLessThanOrEqualTo(2);
      page.path("events").forEach(event -> ids.add(event.path("event_id").asText()));
      query = "?limit=2&after=" + page.path("next").asText();
    }
    assertThat(ids.size()).isGreaterThanOrEqualTo(9);
    assertThat(events("?limit=1000").path("events").size()).isEqualTo(ids.size());
    assertThat(client.get("/gateway/v1/events", "?after=ffff-1").code())
        .isEqualTo("unknown_cursor");
    assertThat(client.get("/gateway/v1/events", "?after=%00").status()).isEqualTo(410);
    assertThat(client.get("/gateway/v1/events", "?limit=0").status()).isEqualTo(400);
    assertThat(client.get("/gateway/v1/events", "?limit=1001").status()).isEqualTo(400);
  }

  @Test
  void reportsHealthAndCapabilities() throws Exception {
    assertThat(client.get("/gateway/v1/health", "").body().path("status").asText()).isEqualTo("up");
    assertThat(client.get("/gateway/v1/capabilities", "").body())
        .allSatisfy(promise -> assertThat(promise.asBoolean()).isTrue());
  }

  @Test
  void ignoresAnInvalidAmount() throws Exception {
    for (String value : List.of("1e999999999", "abc", "-1", "9".repeat(5000))) {
      PlaceCall call =
          soon("22")
              .claim(Map.of("outstanding", Map.of("value", value, "currency", "EUR")))
              .build();
      assertThat(client.place(call).status()).isEqualTo(201);
    }
  }

  private static List<String> loggedEvents(UUID attemptId) throws Exception {
    List<String> found = new ArrayList<>();
    for (JsonNode event : events("?limit=1000").path("events")) {
      if (event.path("gateway_ref").asText().equals("sim-" + attemptId)) {
        found.add(event.path("type").asText());
      }
    }
    return found;
  }

  private static JsonNode events(String query) throws Exception {
    Response page = client.get("/gateway/v1/events", query);
    assertThat(page.status()).isEqualTo(200);
    return page.body();
  }

  private static List<String> types(JsonNode snapshot) {
    List<String> types = new ArrayList<>();
    snapshot.path("events").forEach(event -> types.add(event.path("type").asText()));
    return types;
  }

  private static PlaceCall call(String digits) {
    return soon(digits).build();
  }
}
