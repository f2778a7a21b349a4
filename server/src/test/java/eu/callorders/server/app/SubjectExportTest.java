package eu.callorders.server.app;

import static eu.callorders.server.app.SubjectData.CANARY;
import static eu.callorders.server.app.SubjectData.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Export of a subject's data. */
class SubjectExportTest {
  private final SubjectData data = new SubjectData();
  private final RunningService service = data.service;
  private final RunningTenant tenant = data.tenant;
  private final Api api = data.api;

  private static final String WAIT =
      "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";
  private static final String PROMISE = "{\"outcome\": {\"summary_code\": \"payment_promised\"}}";
  private static final String ENTRIES =
      """
      INSERT INTO suppression
        (id, tenant_id, subject_reference, phone, scope, source, created_at)
      SELECT gen_random_uuid(), ?, ?, '+4930231250' || n, 'voice', 'operator', now()
        FROM generate_series(1, ?) AS n
      """;

  @Test
  void exportsAllData() {
    OrderBody person = data.person("ref/with space");
    String order = tenant.create(person.setJson("/simulate", PROMISE));
    tenant.awaitEnd(order);
    String signal = data.signal(person, "k1");
    String enrollment = data.enroll(person, "k2");
    tenant.suppress(null, person.reference());

    JsonNode export = data.subject(person).body();

    assertThat(export.path("subject_reference").asText()).isEqualTo("ref/with space");
    assertThat(ids(export.path("orders"))).contains(order);
    assertThat(export.at("/orders/0").toString()).contains(CANARY, person.phone());
    assertThat(export.at("/calls/0/to_number").asText()).isEqualTo(person.phone());
    assertThat(export.at("/calls/0/report/summary_code").asText()).isNotEmpty();
    assertThat(export.at("/transcripts/0/turns")).isNotEmpty();
    assertThat(ids(export.path("signals"))).contains(signal);
    assertThat(export.path("signals").toString()).contains(CANARY);
    assertThat(ids(export.path("enrollments"))).containsExactly(enrollment);
    assertThat(export.at("/enrollments/0").toString()).contains(CANARY);
    assertThat(export.path("suppressions")).hasSize(1);
    assertThat(export.at("/promises/0/call_order_id").asText()).isEqualTo(order);
    assertThat(data.actions()).startsWith("subject.exported");
    assertThat(data.auditLog().toString()).doesNotContain("ref/with");
  }

  @Test
  void exportsCallsWhoseOrderIsLost() {
    OrderBody person = data.person("lost-order");
    tenant.awaitEnd(tenant.create(person.setJson("/simulate", PROMISE)));
    JsonNode before =
        Await.until(
            "the evidence is made",
            () -> data.subject(person).body(),
            export -> export.path("evidence").size() == 1);

    service.sql(
        """
        UPDATE call_attempt SET order_id = gen_random_uuid(), order_gone = true
         WHERE tenant_id = ? AND subject_reference = ?
        """,
        tenant.uuid(),
        person.reference());

    JsonNode export = data.subject(person).body();
    for (String section : List.of("calls", "transcripts", "evidence")) {
      assertThat(ids(export.path(section))).as(section).isEqualTo(ids(before.path(section)));
      assertThat(export.path(section)).as(section).hasSize(1);
    }
    assertThat(export.at("/calls/0/to_number").asText()).isEqualTo(person.phone());
  }

  @Test
  void exportsEntriesAndHoldsOfThePhonesOfTheSubject() {
    OrderBody person = data.person("by-phone");
    OrderBody other = data.person("other-person");
    data.signal(person, "by-phone");
    tenant.suppress(person.phone(), null);
    tenant.suppress(person.phone(), other.reference());
    tenant.suppress("+4930231259999", null);
    String byReference = hold("subject_reference", person.reference());
    String byPhone = hold("phone", person.phone());
    ObjectNode ofOther = Api.json("{\"reason\": \"other\"}").put("phone", person.phone());
    api.post("/v1/holds", ofOther.put("subject_reference", other.reference())).is(201);

    JsonNode export = data.subject(person).body();

    assertThat(export.path("suppressions")).hasSize(1);
    assertThat(export.at("/suppressions/0/phone").asText()).isEqualTo(person.phone());
    assertThat(ids(export.path("holds"))).containsExactly(byReference, byPhone);
  }

  private String hold(String name, String value) {
    ObjectNode body = Api.json("{\"reason\": \"other\"}").put(name, value);
    return api.post("/v1/holds", body).is(201).id();
  }

  @Test
  void exportsSeveralPages() {
    OrderBody person = data.person("many-pages");
    List<String> orders =
        IntStream.range(0, 20).mapToObj(number -> tenant.create(data.laterOrder(person))).toList();
    String last = tenant.create(person);
    tenant.awaitEnd(last);
    List<String> signals =
        IntStream.range(0, 20).mapToObj(number -> data.signal(person, "page-" + number)).toList();
    IntStream.range(0, 10).forEach(number -> data.sequence("sequence_" + number, WAIT));
    ServiceResponse trigger =
        api.post("/v1/signals", SignalBody.of("invoice.overdue", person, "all").json()).is(201);
    List<String> enrollments =
        ServiceResponse.items(trigger.body().path("triggered"))
            .map(effect -> effect.path("enrollment_id").asText())
            .toList();
    service.sql(ENTRIES, tenant.uuid(), person.reference(), 801);

    JsonNode export = data.subject(person).body();

    assertThat(ids(export.path("orders")))
        .startsWith(orders.toArray(String[]::new))
        .endsWith(last)
        .hasSize(21);
    assertThat(ids(export.path("calls"))).containsExactly(api.order(last).at("/calls/0/id"));
    assertThat(export.path("transcripts")).hasSize(1);
    assertThat(ids(export.path("signals")))
        .startsWith(signals.toArray(String[]::new))
        .endsWith(trigger.id())
        .hasSize(21);
    assertThat(enrollments).hasSize(10);
    assertThat(ids(export.path("enrollments"))).containsExactlyInAnyOrderElementsOf(enrollments);
    assertThat(ids(export.path("suppressions"))).hasSize(801).doesNotHaveDuplicates();
  }

  @Test
  void truncatesFailedExport() throws Exception {
    OrderBody person = data.person("cut-export");
    String order = tenant.create(data.laterOrder(person));
    String signal = data.signal(person, "cut-export");
    service.sql(
        "UPDATE signal SET triggered = '{}' WHERE id = ?",
        IdKind.SIGNAL.parse(signal).orElseThrow());
    StringBuilder received = new StringBuilder();

    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<InputStream> response =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + service.adminPort() + data.path(person)))
                  .header("Authorization", "Bearer " + RunningService.ADMIN_TOKEN)
                  .build(),
              BodyHandlers.ofInputStream());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> read(response.body(), received)).isInstanceOf(IOException.class);
    }

    assertThat(received).contains(order).doesNotContain("\"signals\"");
    assertThatThrownBy(() -> Json.parse(received.toString())).isNotNull();
  }

  private static void read(InputStream body, StringBuilder received) throws IOException {
    for (int next = body.read(); next >= 0; next = body.read()) {
      received.append((char) next);
    }
  }

  @Test
  void exportsNothingOfUnknownSubject() {
    JsonNode export = data.subject(data.person("unknown")).body();

    assertThat(export.path("orders")).isEmpty();
    assertThat(export.path("suppressions")).isEmpty();
    assertThat(service.admin().get("/admin/v1/tenants/tn_x/subjects/unknown").status())
        .isEqualTo(404);
    assertThat(service.admin().delete("/admin/v1/tenants/tn_x/subjects/unknown").status())
        .isEqualTo(404);
  }
}
