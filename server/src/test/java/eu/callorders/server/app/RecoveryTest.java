package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recovery after a restore of the database. */
@Tag("long")
class RecoveryTest {
  private static final String ACCEPTANCES =
      "SELECT details::json ->> 'reason' FROM audit_entry WHERE action = 'recovery.accepted'";

  private static final String HALT =
      """
      INSERT INTO dial_halt (id, kind, era, reason, halted_at)
      SELECT gen_random_uuid(), 'recovery', max(number), 'came back', now() FROM era
      """;

  private static final String LOST_HOUR =
      """
      INSERT INTO era
        (number, id, started, db, file, sysid, timeline, begun_at, known_until, why)
      SELECT number + 1, gen_random_uuid(), started, db, file, sysid, timeline,
             now() - interval '1 hour', now() - interval '2 hours', 'another server instance'
        FROM era
       ORDER BY number DESC
       LIMIT 1
      """;

  private static final String INSTANTS =
      """
      SELECT to_char(begun_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             to_char(known_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        FROM era
       ORDER BY number DESC
      """;

  private static final String LATER_ERA =
      LOST_HOUR
          .replace("now() - interval '1 hour'", "now()")
          .replace("2 hours", "1 minute")
          .replace("another server instance", "a later one");

  private static final String OTHER_DEFINITIONS =
      "UPDATE sequence_version SET definition = replace(definition::text, '\"rest\"',"
          + " '\"pause\"')::json";

  private static final String OTHER_INSTANCE =
      "UPDATE era SET started = started - interval '1 day'"
          + " WHERE number = (SELECT max(number) FROM era)";

  @AutoClose private RunningService service;
  private RunningTenant tenant;
  private Api api;

  @BeforeEach
  void start() {
    service = RunningService.sandbox(Map.of());
    tenant = service.newTenant();
    api = tenant.api();
  }

  @Test
  void holdsExternalEffectsUntilOperatorAccepts() {
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    String endpoint = hooks.active();
    Await.until("nothing is due", () -> count("SELECT count(*) FROM webhook_event_queue") == 0);
    service.sql(HALT);
    service.sql("DELETE FROM webhook_delivery");
    service.sql("DELETE FROM webhook_delivery_queue");
    String order = tenant.create(tenant.order("00"));
    service.sql(
        "INSERT INTO gateway_erasure VALUES (gen_random_uuid(), ?, 0, now())", tenant.uuid());
    service.admin().delete("/admin/v1/tenants/" + tenant.id() + "/subjects/someone");

    service.awaitRounds("deployment-metrics");
    assertThat(metrics()).contains("\ncallorders_recovery_state 1.0\n");
    service.admin().post("/admin/v1/dialing/resume", "{\"reason\": \"all clear\"}");

    assertThat(overview().at("/recovery/state").asText()).isEqualTo("halted");
    assertThat(service.admin().get("/health/ready").status()).isEqualTo(200);
    Await.until(
        "deliveries are due", () -> count("SELECT count(*) FROM webhook_delivery_queue") > 0);
    // Each loop has had a round in which it would have begun what is not held.
    service.awaitRounds("webhook-dispatcher", "gateway-erasures", "erasure", "planner", "dialer");
    assertThat(sent(endpoint)).isZero();
    assertThat(count("SELECT count(*) FROM gateway_erasure WHERE attempt_count = 0")).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM erasure WHERE completed_at IS NULL")).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM call_attempt")).isZero();

    service.admin().post("/admin/v1/recovery/accept", "{\"reason\": \"checked\"}");

    tenant.awaitEnd(order);
    assertThat(overview().at("/recovery/state").asText()).isEqualTo("done");
    assertThat(service.sql(ACCEPTANCES)).containsExactly(List.of("checked"));
    Await.until("a webhook is sent", () -> sent(endpoint) > 0);
    Await.until("no erasure is left", () -> count("SELECT count(*) FROM gateway_erasure") == 0);
    Await.until(
        "the subject is erased",
        () -> count("SELECT count(*) FROM erasure WHERE completed_at IS NULL") == 0);
  }

  @Test
  void reportsTheBeginOfTheHaltAcrossLaterEras() {
    service.sql(LOST_HOUR);
    service.sql(LATER_ERA);
    Await.until(
        "the node has settled both eras",
        () -> count("SELECT settled_era - (SELECT max(number) FROM era) FROM node") == 0);
    Await.until(
        "requests are served", () -> service.admin().get("/admin/v1/recovery").status() == 200);
    service.sql(HALT.replace("max(number)", "max(number) - 1"));

    JsonNode halted = overview().path("recovery");
    assertThat(halted).isEqualTo(recovery());
    assertThat(halted.path("era").asInt()).isEqualTo(count("SELECT max(number) FROM era"));
    assertThat(halted.path("why").asText()).isEqualTo("another server instance");
    assertThat(List.of(instants(halted))).isEqualTo(service.sql(INSTANTS + "OFFSET 1 LIMIT 1"));

    service.admin().post("/admin/v1/recovery/accept", "{\"reason\": \"checked\"}");

    assertThat(recovery().path("why").asText()).isEqualTo("a later one");
    assertThat(List.of(instants(recovery()))).isEqualTo(service.sql(INSTANTS + "LIMIT 1"));
  }

  @Test
  void notFoundMentionsRestoreForLostPeriod() {
    String lost = idOf(Duration.ofMinutes(90));
    assertThat(detail(lost)).doesNotContain("backup");

    service.sql(LOST_HOUR);

    Await.until("the era is detected", () -> detail(lost), it -> it.contains("from a backup"));
    assertThat(detail(idOf(Duration.ofMinutes(30)))).doesNotContain("backup");
    assertThat(detail(idOf(Duration.ofHours(3)))).doesNotContain("backup");
  }

  @Test
  void rereadsSequencesInNewEra() {
    String wait = "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";
    String sequence = api.post(SequenceBody.PATH, SequenceBody.of("ladder", wait)).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
    assertThat(stepOf(enroll(tenant.laterOrder(), "before"))).isEqualTo("rest");
    int eras = count("SELECT count(*) FROM era");
    OrderBody order = tenant.laterOrder();

    service.sql(OTHER_DEFINITIONS);
    service.sql(OTHER_INSTANCE);
    // The node starts the era, clears its caches, then serves requests again.
    Await.until("a new era has started", () -> count("SELECT count(*) FROM era") > eras);
    Await.until("requests are served", () -> api.get(SequenceBody.PATH).status() == 200);

    assertThat(stepOf(enroll(order, "after"))).isEqualTo("pause");
  }

  private String enroll(OrderBody order, String key) {
    return api.post("/v1/signals", SignalBody.of("invoice.overdue", order, key).json())
        .is(201)
        .at("/triggered/0/enrollment_id");
  }

  private String stepOf(String enrollment) {
    return api.get("/v1/enrollments/" + enrollment).is(200).at("/current_step_id");
  }

  /** Empty while the node settles the era and replies with 503. */
  private String detail(String order) {
    ServiceResponse response = api.order(order);
    return response.status() == 503 ? "" : response.is(404, "not_found").at("/detail");
  }

  private static String idOf(Duration age) {
    UUID id = UuidV7.at(Instant.now().minus(age), new Random(1));
    return IdKind.ORDER.format(id);
  }

  private int sent(String endpoint) {
    return count(
        "SELECT count(*) FROM webhook_delivery WHERE endpoint_id = ? AND attempts::text <> '[]'",
        TestWebhookEndpoints.uuid(endpoint));
  }

  private int count(String query, Object... arguments) {
    List<List<String>> rows = service.sql(query, arguments);
    return Integer.parseInt(rows.getFirst().getFirst());
  }

  private String metrics() {
    return service.admin().get("/metrics").text();
  }

  private JsonNode recovery() {
    ObjectNode document = (ObjectNode) service.admin().get("/admin/v1/recovery").body();
    return document.without("maintenance");
  }

  private static List<String> instants(JsonNode recovery) {
    return List.of(recovery.path("begun_at").asText(), recovery.path("known_until").asText());
  }

  private JsonNode overview() {
    return service.admin().get("/admin/v1/overview").body();
  }
}
