package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operations on calls: list, get, transcript, recording. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class CallsTest {
  private static final String UNKNOWN = "call_00000000000000000000000000";

  private RunningTenant tenant;
  private Api api;

  /** Three attempts: busy, voicemail, answered. */
  private ServiceResponse thrice;

  @BeforeAll
  void calls() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
    String id = tenant.create(tenant.order("31"));
    Await.until(
        "the first attempt", () -> api.order(id), it -> it.at("/attempt_count").equals("1"));
    tenant.advanceClock(Duration.ofDays(3));
    thrice = tenant.awaitEnd(id);
  }

  private String callOf(OrderBody order) {
    return tenant.awaitEnd(tenant.create(order)).at("/calls/0/id");
  }

  @Test
  void listsCallsOldestFirst() {
    ServiceResponse page = api.get("/v1/calls?call_order_id=" + thrice.id()).is(200);

    assertThat(page.rows())
        .extracting(it -> it.path("disposition").asText())
        .containsExactly("busy", "voicemail", "answered");
    assertThat(page.rows()).extracting(it -> it.path("attempt").asInt()).containsExactly(1, 2, 3);
    assertThat(page.body().path("data")).isEqualTo(thrice.body().path("calls"));
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
    for (JsonNode call : page.rows()) {
      assertThat(api.get("/v1/calls/" + call.path("id").asText()).is(200).body()).isEqualTo(call);
      assertThat(call.path("call_order_id").asText()).isEqualTo(thrice.id());
      assertThat(call.path("direction").asText()).isEqualTo("outbound");
      assertThat(call.path("from_number").asText()).isEqualTo("+493023125000");
      assertThat(call.at("/agent/kind").asText()).isEqualTo("ai");
    }
  }

  @Test
  void showsMembersOfCall() {
    List<JsonNode> calls = api.get("/v1/calls?call_order_id=" + thrice.id()).rows();
    JsonNode busy = calls.get(0);
    JsonNode voicemail = calls.get(1);
    JsonNode answered = calls.get(2);

    assertThat(busy.has("answered_at") || busy.has("duration_seconds") || busy.has("report"))
        .isFalse();
    assertThat(busy.path("transcript").toString()).isEqualTo("{\"available\":false}");
    assertThat(voicemail.has("answered_at")).isTrue();
    assertThat(voicemail.has("report")).isFalse();
    assertThat(answered.path("report").path("summary_code").asText()).isEqualTo("no_outcome");
    assertThat(answered.at("/transcript/available").asBoolean()).isTrue();
    Instant gap = Instant.parse(busy.path("ended_at").asText()).plus(Duration.ofHours(4));
    assertThat(Instant.parse(voicemail.path("started_at").asText())).isAfterOrEqualTo(gap);
  }

  @Test
  void listsCallsInPages() {
    List<String> seen = new ArrayList<>();
    String query = "/v1/calls?limit=1&call_order_id=" + thrice.id();
    ServiceResponse page = api.get(query).is(200);
    seen.add(page.rows().getFirst().path("id").asText());
    while (page.body().path("has_more").asBoolean()) {
      page = api.get(query + "&after=" + page.at("/next_cursor")).is(200);
      page.rows().forEach(row -> seen.add(row.path("id").asText()));
    }

    assertThat(seen)
        .isEqualTo(
            ServiceResponse.items(thrice.body().path("calls"))
                .map(it -> it.path("id").asText())
                .toList());
    String cursor = api.get(query).at("/next_cursor");
    String other = tenant.create(tenant.laterOrder());
    api.get("/v1/calls?limit=1&call_order_id=" + other + "&after=" + cursor)
        .is(422, "invalid_cursor");
    api.get(query + "&after=" + cursor + "x").is(422, "invalid_cursor");
  }

  @Test
  void listIsEmptyBeforeFirstCall() {
    String id = tenant.create(tenant.laterOrder());

    assertThat(api.get("/v1/calls?call_order_id=" + id).is(200).text())
        .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 422, /query/call_order_id required",
    "'?limit=5', 422, /query/call_order_id required",
    "'?call_order_id=a&call_order_id=b', 422, /query/call_order_id not_unique",
    "'?call_order_id=a&limit=101', 422, /query/limit maximum",
    "'?call_order_id=a&status=x', 422, /query/status unknown_member",
  })
  void requiresOneOrder(String query, int status, String error) {
    assertThat(api.get("/v1/calls" + query).is(status).errors()).containsExactly(error);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ord_00000000000000000000000000",
        "nothing",
        "call_00000000000000000000000000",
        ""
      })
  void returns404ForUnknownOrder(String id) {
    api.get("/v1/calls?call_order_id=" + id).is(404, "not_found");
  }

  @Test
  void returns404ForCallsOfOtherTenants() {
    Api other = tenant.service().newTenant().api();
    String call = thrice.at("/calls/2/id");

    other.get("/v1/calls?call_order_id=" + thrice.id()).is(404, "not_found");
    other.get("/v1/calls/" + call).is(404, "not_found");
    other.get("/v1/calls/" + call + "/transcript").is(404, "not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {UNKNOWN, "ord_00000000000000000000000000", "x", "%00", "call_"})
  void returns404ForUnknownCall(String id) {
    api.get("/v1/calls/" + id).is(404, "not_found");
    api.get("/v1/calls/" + id + "/transcript").is(404, "not_found");
  }

  @Test
  void showsRunningCall() {
    String id =
        tenant.create(
            tenant
                .order("06")
                .setJson("/simulate/delays", "{\"ring_ms\": 2500, \"talk_ms\": 4000}"));
    String event =
        Await.until(
                "the call has started",
                () ->
                    tenant.events(id).stream()
                        .filter(it -> it.path("type").asText().equals("call.started"))
                        .toList(),
                seen -> !seen.isEmpty())
            .getFirst()
            .at("/data/id")
            .asText();
    ServiceResponse ringing = api.get("/v1/calls/" + event);
    ServiceResponse order = api.order(id);
    if (order.at("/status").equals("dialing")) {
      assertThat(order.at("/attempt_count")).isEqualTo("1");
      assertThat(order.body().path("calls")).isEmpty();
      ringing.is(404, "not_found");
      api.get("/v1/calls/" + event + "/transcript").is(404, "not_found");
    }
    tenant.await(id, "in_progress");
    ServiceResponse talking = api.get("/v1/calls/" + event).is(200);
    assertThat(talking.at("/disposition")).isEqualTo("answered");
    assertThat(talking.body().has("ended_at") || talking.body().has("report")).isFalse();
    tenant.awaitEnd(id);
    assertThat(api.get("/v1/calls/" + event).body().has("ended_at")).isTrue();
  }

  @Test
  void hidesConversationWithoutScope() {
    String call = callOf(tenant.order("24"));
    ServiceResponse full = api.get("/v1/calls/" + call).is(200);
    ServiceResponse less = tenant.without("transcripts:read").get("/v1/calls/" + call).is(200);

    assertThat(full.at("/report/summary")).isNotEmpty();
    assertThat(full.at("/report/findings/dispute/statement")).isNotEmpty();
    assertThat(less.text()).doesNotContain("\"summary\"").doesNotContain("\"statement\"");
    assertThat(less.at("/report/summary_code")).isEqualTo("disputed");
    assertThat(
            tenant
                .without("transcripts:read")
                .get("/v1/calls?call_order_id=" + full.at("/call_order_id"))
                .text())
        .doesNotContain("\"summary\"")
        .doesNotContain("\"statement\"");
  }

  @Test
  void servesTranscript() {
    ServiceResponse call = api.get("/v1/calls/" + thrice.at("/calls/2/id"));
    ServiceResponse transcript =
        tenant.with("transcripts:read").get("/v1/calls/" + call.id() + "/transcript").is(200);

    assertThat(transcript.at("/call_id")).isEqualTo(call.id());
    assertThat(transcript.at("/call_order_id")).isEqualTo(thrice.id());
    assertThat(transcript.at("/expires_at")).isEqualTo(call.at("/transcript/expires_at"));
    assertThat(transcript.at("/started_at")).isEqualTo(call.at("/answered_at"));
    assertThat(transcript.at("/ended_at")).isEqualTo(call.at("/ended_at"));
    assertThat(transcript.body().path("turns").size()).isPositive();
    int index = 0;
    for (JsonNode turn : transcript.body().path("turns")) {
      assertThat(turn.path("index").asInt()).isEqualTo(index++);
      assertThat(turn.path("end_ms").asLong())
          .isGreaterThanOrEqualTo(turn.path("start_ms").asLong());
      assertThat(turn.path("text").asText()).isNotEmpty();
    }
    assertThat(transcript.at("/turns/0/speaker")).isEqualTo("agent");
    assertThat(call.at("/transcript/url"))
        .isEqualTo(tenant.service().address() + "/v1/calls/" + call.id() + "/transcript");
  }

  @Test
  void hasNoTranscriptWithoutConversationOrByPolicy() {
    api.get("/v1/calls/" + thrice.at("/calls/0/id") + "/transcript")
        .is(404, "transcript_unavailable");
    String silent = callOf(tenant.order("06").set("/delivery/transcript", "none"));
    api.get("/v1/calls/" + silent + "/transcript").is(404, "transcript_unavailable");
    assertThat(api.get("/v1/calls/" + silent).body().path("transcript").toString())
        .isEqualTo("{\"available\":false}");
    assertThat(
            tenant
                .service()
                .sql(
                    "SELECT 1 FROM transcript t JOIN call_attempt a ON a.id = t.attempt_id"
                        + " WHERE a.id = ?",
                    eu.callorders.core.id.IdKind.CALL.parse(silent).orElseThrow()))
        .isEmpty();
  }

  @Test
  void transcriptExpiresByClockOfTenant() {
    RunningTenant forgetful =
        tenant
            .service()
            .newTenant(
                "{\"name\": \"x\", \"caller_ids\": [\"+493023125000\"], \"retention\":"
                    + " {\"transcript_retention\": \"P2D\"}}");
    ServiceResponse ended = forgetful.awaitEnd(forgetful.create(forgetful.order("21")));
    String target = "/v1/calls/" + ended.at("/calls/0/id") + "/transcript";
    Instant expires = Instant.parse(forgetful.api().get(target).is(200).at("/expires_at"));
    assertThat(Duration.between(Instant.parse(ended.at("/calls/0/ended_at")), expires))
        .isBetween(Duration.ofDays(2), Duration.ofDays(2).plusMinutes(2));
    forgetful.advanceClock(Duration.ofHours(47));
    forgetful.api().get(target).is(200);
    forgetful.advanceClock(Duration.ofHours(2));

    forgetful.api().get(target).is(404, "transcript_unavailable");
    ServiceResponse call = forgetful.api().get(target.replace("/transcript", "")).is(200);
    assertThat(call.body().path("transcript").toString()).isEqualTo("{\"available\":false}");
    assertThat(call.at("/report/summary")).isNotEmpty();
  }

  @Test
  void hasNoRecordings() {
    String call = thrice.at("/calls/2/id");
    for (String scope : RunningTenant.SCOPES) {
      tenant.with(scope).get("/v1/calls/" + call + "/recording").is(404, "recording_unavailable");
    }
    for (String id : List.of(UNKNOWN, "x", "ord_00000000000000000000000000")) {
      api.get("/v1/calls/" + id + "/recording").is(404, "recording_unavailable");
    }
    tenant
        .service()
        .apiWithToken("")
        .get("/v1/calls/" + call + "/recording")
        .is(401, "unauthorized");
  }
}
