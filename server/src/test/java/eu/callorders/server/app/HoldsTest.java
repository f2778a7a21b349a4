package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds over HTTP. */
@Tag("long")
class HoldsTest {
  static final String PATH = "/v1/holds";

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private static ObjectNode hold(String json) {
    return Api.json(json.replace('`', '"'));
  }

  private ServiceResponse place(String json) {
    return api.post(PATH, hold(json)).is(201);
  }

  private ServiceResponse delete(String target) {
    return api.send("DELETE", target, null);
  }

  private JsonNode explanation(String order) {
    return tenant
        .service()
        .admin()
        .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation")
        .body();
  }

  private List<JsonNode> holdEvents() {
    return tenant.events(null).stream()
        .filter(event -> event.path("type").asText().startsWith("hold."))
        .toList();
  }

  @Test
  void returnsTheHold() {
    ServiceResponse created =
        place(
            "{`subject_reference`: `S-1`, `phone`: `+493023125000`, `reason`: `disputed`,"
                + " `claim`: {`invoice_number`: `RE-1`}, `note`: `Letter`,"
                + " `until`: `2099-01-01T00:00:00+01:00`}");

    assertThat(created.header("Location")).isEqualTo(PATH + "/" + created.id());
    assertThat(created.id()).startsWith("hld_");
    assertThat(RunningTenant.members(created.body()))
        .containsExactlyInAnyOrder(
            "id",
            "subject_reference",
            "phone",
            "claim",
            "reason",
            "source",
            "status",
            "until",
            "note",
            "created_at");
    assertThat(created.at("/claim/invoice_number")).isEqualTo("RE-1");
    assertThat(created.at("/until")).isEqualTo("2098-12-31T23:00:00.000Z");
    assertThat(created.at("/source")).isEqualTo("api");
    assertThat(created.at("/status")).isEqualTo("active");
    assertThat(api.get(PATH + "/" + created.id()).is(200).body()).isEqualTo(created.body());
    assertThat(api.get(PATH).is(200).rows()).containsExactly(created.body());
  }

  @Test
  void emitsEventsWithoutPhoneAndNote() {
    ServiceResponse created =
        place("{`phone`: `+493023125000`, `reason`: `other`, `note`: `Privately`}");
    delete(PATH + "/" + created.id()).is(204);

    assertThat(holdEvents())
        .extracting(event -> event.path("type").asText())
        .containsExactly("hold.created", "hold.released");
    for (JsonNode event : holdEvents()) {
      assertThat(event.at("/related/hold_id").asText()).isEqualTo(created.id());
      assertThat(event.path("related").size()).isEqualTo(1);
      assertThat(event.toString()).doesNotContain("+49").doesNotContain("Privately");
    }
    assertThat(holdEvents().getLast().at("/data/released_at").asText()).isNotEmpty();
  }

  @Test
  void releasedHoldStaysReadableAndKeepsItsEnd() {
    String target = PATH + "/" + place("{`subject_reference`: `S-1`, `reason`: `other`}").id();
    delete(target).is(204);
    ServiceResponse released = api.get(target).is(200);

    assertThat(released.at("/status")).isEqualTo("released");
    assertThat(released.at("/released_at")).isNotEmpty();
    delete(target).is(204);
    assertThat(api.get(target).body()).isEqualTo(released.body());
    assertThat(holdEvents()).hasSize(2);
    place("{`subject_reference`: `S-1`, `reason`: `other`}");
    delete(PATH + "/hld_01m83z0ab9fr4863dw5f5bmcn9").is(404, "not_found");
  }

  @Test
  void sameHoldStandsOnceUntilTheLaterEnd() {
    String body = "{`subject_reference`: `S-1`, `reason`: `hardship`, `until`: `%s`}";
    ServiceResponse first = place(body.formatted("2090-01-01T00:00:00Z"));
    ServiceResponse later = api.post(PATH, hold(body.formatted("2095-01-01T00:00:00Z"))).is(200);
    ServiceResponse earlier = api.post(PATH, hold(body.formatted("2080-01-01T00:00:00Z"))).is(200);
    ServiceResponse open =
        api.post(PATH, hold("{`subject_reference`: `S-1`, `reason`: `hardship`}")).is(200);

    assertThat(List.of(later.id(), earlier.id(), open.id())).containsOnly(first.id());
    assertThat(later.at("/until")).isEqualTo("2095-01-01T00:00:00.000Z");
    assertThat(earlier.at("/until")).isEqualTo("2095-01-01T00:00:00.000Z");
    assertThat(open.body().has("until")).isFalse();
    assertThat(api.post(PATH, hold(body.formatted("2095-01-01T00:00:00Z"))).is(200).body())
        .isEqualTo(open.body());
    place("{`subject_reference`: `S-1`, `reason`: `other`}");
    place("{`subject_reference`: `S-1`, `phone`: `+493023125000`, `reason`: `hardship`}");
    assertThat(holdEvents()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`phone`: `+4930`, `reason`: `other`} | /phone invalid_phone_number",
        "{`subject_reference`: ``, `reason`: `other`} | /subject_reference min_length",
        "{`subject_reference`: `a`} | /reason required",
        "{`subject_reference`: `a`, `reason`: `because`} | /reason enum",
        "{`subject_reference`: `a`, `reason`: `other`, `source`: `api`} | /source unknown_member",
        "{`subject_reference`: `a`, `reason`: `other`, `until`: `soon`} | /until format",
        "{`subject_reference`: `a`, `reason`: `other`, `until`: `2020-01-01T00:00:00Z`} |"
            + " /until minimum",
        "{`claim`: {}, `reason`: `other`} | /claim min_items",
        "{`claim`: {`case_number`: `a`, `invoice_number`: `b`}, `reason`: `other`} |"
            + " /claim max_items",
        "{`claim`: {`invoice_date`: `2026-01-01`}, `reason`: `other`} |"
            + " /claim/invoice_date unknown_member",
        "{`claim`: {`case_number`: ``}, `reason`: `other`} | /claim/case_number min_length",
      })
  void reportsFaults(String given, String expected) {
    assertThat(
            api.send("POST", PATH, given.replace('`', '"')).is(422, "validation_failed").errors())
        .contains(expected);
    assertThat(api.get(PATH).rows()).isEmpty();
  }

  @Test
  void requiresAName() {
    assertThat(api.post(PATH, hold("{`reason`: `other`}")).is(422).errors())
        .isNotEmpty()
        .allMatch(error -> error.endsWith(" required"));
    place("{`subject_reference`: `a`, `reason`: `other`, `note`: `" + "n".repeat(200) + "`}");
    assertThat(
            api.post(
                    PATH,
                    hold(
                        "{`subject_reference`: `a`, `reason`: `other`, `note`: `"
                            + "n".repeat(201)
                            + "`}"))
                .is(422)
                .errors())
        .containsExactly("/note max_length");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "subject_reference=S-1",
        "phone=%2B493023125000",
        "claim=case_number:AZ%201",
        "reason=disputed",
        "status=released",
        "subject_reference=S-1&phone=%2B493023125000&claim=case_number:AZ%201&source=api",
      })
  void filtersSelectHolds(String query) {
    String wanted =
        place(
                "{`subject_reference`: `S-1`, `phone`: `+493023125000`, `reason`: `disputed`,"
                    + " `claim`: {`case_number`: `AZ 1`}}")
            .id();
    place("{`subject_reference`: `S-2`, `reason`: `other`}");
    place("{`phone`: `+493023125001`, `reason`: `other`}");
    place("{`claim`: {`case_number`: `AZ 2`}, `reason`: `other`}");
    delete(PATH + "/" + wanted).is(204);

    assertThat(api.get(PATH + "?" + query).is(200).rows())
        .extracting(row -> row.path("id").asText())
        .containsExactly(wanted);
  }

  @Test
  void refusesAFilterThatNamesNoClaim() {
    assertThat(api.get(PATH + "?claim=creditor:x").is(422).errors())
        .containsExactly("/query/claim pattern");
  }

  @Test
  void heldOrderWaitsAndIsReleased() {
    OrderBody body = tenant.order("24");
    ServiceResponse held =
        place("{`subject_reference`: `" + body.reference() + "`, `reason`: `deceased`}");
    ServiceResponse accepted = api.create(body.json(), "Idempotency-Key", "held-1").is(202);

    assertThat(accepted.at("/holds/0/id")).isEqualTo(held.id());
    assertThat(accepted.at("/holds/0/reason")).isEqualTo("deceased");
    Await.until(
        "the order is held",
        () -> tenant.eventTypes(accepted.id()),
        types -> types.contains("call_order.held"));
    ServiceResponse shown = api.order(accepted.id()).is(200);
    assertThat(shown.body().path("holds")).isEqualTo(accepted.body().path("holds"));
    assertThat(shown.body().has("next_attempt_at")).isFalse();
    assertThat(api.get("/v1/call-orders").is(200).rows().getFirst().path("holds")).hasSize(1);
    JsonNode first = explanation(accepted.id()).at("/rules/0");
    assertThat(first.path("rule").asText()).isEqualTo("hold");
    assertThat(first.at("/parameters/holds/0/id").asText()).isEqualTo(held.id());

    delete(PATH + "/" + held.id()).is(204);
    ServiceResponse ended = tenant.awaitEnd(accepted.id());

    assertThat(ended.body().has("holds")).isFalse();
    assertThat(tenant.eventTypes(accepted.id()))
        .containsOnlyOnce("call_order.held")
        .contains("call_order.dialing");
    ServiceResponse replayed = api.create(body.json(), "Idempotency-Key", "held-1").is(202);
    assertThat(replayed.body()).isEqualTo(accepted.body());
  }

  @Test
  void holdThatEndsLetsTheClockGoOn() {
    OrderBody body = tenant.order("24");
    Instant until = tenant.now().plus(Duration.ofHours(1));
    api.post(
            PATH,
            hold("{`reason`: `hardship`}")
                .put("subject_reference", body.reference())
                .put("until", until.toString()))
        .is(201);
    String order = tenant.create(body);

    tenant.advanceClock(Duration.ofHours(2));

    tenant.awaitEnd(order);
    assertThat(holdEvents().getLast().path("type").asText()).isEqualTo("hold.expired");
    assertThat(api.get(PATH + "?status=expired").is(200).rows()).hasSize(1);
  }
}
