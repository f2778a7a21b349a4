package eu.callorders.server.app;

import static eu.callorders.server.app.SignalBody.PATH;
import static eu.callorders.server.app.SignalRequests.OVERDUE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateSignalTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final SignalRequests signals = new SignalRequests(tenant);

  @Test
  void recordsRequiredMembers() {
    ServiceResponse created = signals.send(OVERDUE, "erika", "1").is(201);

    assertThat(created.header("Location")).isEqualTo(PATH + "/" + created.id());
    assertThat(created.id()).startsWith("sig_");
    assertThat(RunningTenant.members(created.body()))
        .containsExactlyInAnyOrder(
            "id",
            "signal_type",
            "subject_reference",
            "dedupe_key",
            "received_at",
            "duplicate",
            "triggered");
    assertThat(created.at("/signal_type")).isEqualTo(OVERDUE);
    assertThat(created.at("/subject_reference")).isEqualTo("erika");
    assertThat(created.at("/dedupe_key")).isEqualTo("1");
    assertThat(created.body().path("duplicate").asBoolean(true)).isFalse();
    assertThat(created.body().path("triggered")).isEmpty();
  }

  @Test
  void showsAllMembersAsOrderDoes() {
    OrderBody person = tenant.laterOrder();
    person
        .setJson("/contacts/1", "{\"channel\": \"email\", \"value\": \"e@example.org\"}")
        .set("/contacts/1/priority", 7);
    person.setJson(
        "/context/history",
        """
        [{"channel": "letter", "direction": "outbound", "occurred_at": "2026-10-20T09:00:00+02:00"}]
        """);
    OrderBody body =
        SignalBody.of(OVERDUE, person, "1")
            .set("/occurred_at", "2026-11-23T08:00:00.5+01:00")
            .setJson("/metadata", "{\"campaign\": \"autumn\", \"n\": 1.50, \"x\": true}");
    JsonNode order = api.create(person.json()).is(202).body();

    ServiceResponse signal = api.post(PATH, body.json()).is(201);

    assertThat(signal.body().path("subject")).isEqualTo(order.path("subject"));
    assertThat(signal.body().path("contacts")).isEqualTo(order.path("contacts"));
    assertThat(signal.body().path("context")).isEqualTo(order.path("context"));
    assertThat(signal.at("/contacts/0/priority")).isEqualTo("100");
    assertThat(signal.at("/context/history/0/occurred_at")).isEqualTo("2026-10-20T07:00:00.000Z");
    assertThat(signal.at("/occurred_at")).isEqualTo("2026-11-23T07:00:00.500Z");
    assertThat(signal.body().path("metadata")).isEqualTo(body.json().path("metadata"));
    assertThat(api.get(PATH + "/" + signal.id()).is(200).body()).isEqualTo(signal.body());
  }

  @Test
  void acceptsPartialSubject() {
    OrderBody whole = SignalBody.of(OVERDUE, tenant.order("06"), "1");

    for (String alone : List.of("subject", "contacts", "context")) {
      ObjectNode body = whole.json().deepCopy().put("dedupe_key", alone);
      body.retain("signal_type", "subject_reference", "dedupe_key", alone);
      ServiceResponse created = api.post(PATH, body).is(201);

      assertThat(created.body().has(alone)).isTrue();
      assertThat(RunningTenant.members(created.body())).hasSize(8);
    }
    assertThat(
            tenant
                .service()
                .sql(
                    "SELECT count(*) FROM signal WHERE subject_data_complete AND tenant_id = ?",
                    tenant.uuid()))
        .containsExactly(List.of("0"));
  }

  @Test
  void emitsEventWithoutPersonalData() {
    OrderBody person = tenant.order("06");
    OrderBody body =
        SignalBody.of(OVERDUE, person, "1")
            .set("/occurred_at", "2026-11-23T08:00:00+01:00")
            .setJson("/metadata", "{\"campaign\": \"autumn\"}");

    ServiceResponse created = api.post(PATH, body.json()).is(201);

    JsonNode event = signals.signalEvents().getFirst();
    assertThat(event.path("type").asText()).isEqualTo("signal.received");
    assertThat(event.path("related")).isEqualTo(Json.object().put("signal_id", created.id()));
    assertThat(event.path("metadata")).isEqualTo(body.json().path("metadata"));
    assertThat(event.path("occurred_at").asText()).isEqualTo(created.at("/received_at"));
    ObjectNode shown = (ObjectNode) created.body();
    assertThat(event.path("data"))
        .isEqualTo(shown.deepCopy().remove(List.of("subject", "contacts", "context")));
    assertThat(event.toString()).doesNotContain(person.phone()).doesNotContain("Mustermann");
  }

  @Test
  void repeatsReplyForSameIdempotencyKey() {
    JsonNode body = SignalBody.of(OVERDUE, "erika", "1").json();
    ServiceResponse first = api.post(PATH, body, "Idempotency-Key", "a").is(201);

    ServiceResponse replayed = api.post(PATH, body, "Idempotency-Key", "a").is(201);
    assertThat(replayed.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(replayed.header("Location")).isEqualTo(first.header("Location"));
    assertThat(replayed.body()).isEqualTo(first.body());

    ServiceResponse duplicate = api.post(PATH, body, "Idempotency-Key", "b").is(200);
    assertThat(duplicate.header("Idempotent-Replayed")).isNull();
    assertThat(duplicate.body().path("duplicate").asBoolean()).isTrue();
    ServiceResponse again = api.post(PATH, body, "Idempotency-Key", "b").is(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.body()).isEqualTo(duplicate.body());

    JsonNode other = SignalBody.of(OVERDUE, "erika", "2").json();
    api.post(PATH, other, "Idempotency-Key", "a").is(422, "idempotency_key_reused");
    assertThat(signals.signalEvents()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "/signal_type | null | /signal_type type",
        "/signal_type | `a` | /signal_type min_length",
        "/signal_type | `overdue` | /signal_type pattern",
        "/signal_type | `Invoice.overdue` | /signal_type pattern",
        "/signal_type | `invoice.2nd` | /signal_type pattern",
        "/signal_type | `invoice..overdue` | /signal_type pattern",
        "/signal_type | `invoice.overdue.` | /signal_type pattern",
        "/subject_reference | `` | /subject_reference min_length, /subject/reference inconsistent",
        "/subject_reference | `a\\n"
            + "b` | /subject_reference pattern, /subject/reference inconsistent",
        "/subject_reference | 7 | /subject_reference type",
        "/dedupe_key | `` | /dedupe_key min_length",
        "/dedupe_key | `a\\u0000b` | /dedupe_key pattern",
        "/dedupe_key | null | /dedupe_key type",
        "/occurred_at | `2026-11-23T08:00:00` | /occurred_at offset_missing",
        "/occurred_at | `2026-02-30T08:00:00Z` | /occurred_at format",
        "/occurred_at | null | /occurred_at type",
        "/subject/reference | `another` | /subject/reference inconsistent",
        "/subject/name | {} | /subject/name/family_name required",
        "/subject | null | /subject type",
        "/contacts | [] | /contacts min_items",
        "/contacts/0/channel | `email` | /contacts inconsistent",
        "/contacts/0/value | `03023125000` | /contacts/0/value invalid_phone_number",
        "/contacts/0/priority | 0 | /contacts/0/priority minimum",
        "/context | {} | /context/claim required",
        "/context/claim/outstanding/value | 1 | /context/claim/outstanding/value type",
        "/metadata | {`a`: {}} | /metadata/a type",
        "/metadata | null | /metadata type",
        "/order_type | `payment_reminder` | /order_type unknown_member",
        "/duplicate | true | /duplicate unknown_member",
      })
  void reportsFaults(String pointer, String value, String expected) {
    OrderBody body = SignalBody.of(OVERDUE, tenant.order("06"), "1");
    body.setJson(pointer, value.replace('`', '"'));

    ServiceResponse refused = api.post(PATH, body.json());
    assertThat(refused.status()).as("%s %s", body, refused.text()).isEqualTo(422);

    assertThat(refused.errors()).containsExactly(expected.split(", "));
    assertThat(signals.signalEvents()).isEmpty();
  }

  @Test
  void reportsMissingMembersAndAllFaults() {
    assertThat(api.send("POST", PATH, "{}").is(422).errors())
        .containsExactlyInAnyOrder(
            "/signal_type required", "/subject_reference required", "/dedupe_key required");
    OrderBody body = SignalBody.of("bad", tenant.order("06"), "1").set("/subject/reference", "x");
    assertThat(api.post(PATH, body.json()).is(422).errors())
        .containsExactlyInAnyOrder("/signal_type pattern", "/subject/reference inconsistent");
    api.send("POST", PATH, "{").is(400, "malformed_request");
    api.post(PATH).is(422, "validation_failed");
  }

  @Test
  void requiresScope() {
    JsonNode body = SignalBody.of(OVERDUE, "erika", "1").json();

    tenant.without("orders:write").post(PATH, body).is(403, "insufficient_scope");
    tenant.with("orders:write").post(PATH, body).is(201);
  }
}
