package eu.callorders.server.app;

import static eu.callorders.server.app.SuppressionBody.PATH;
import static eu.callorders.server.app.SuppressionBody.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class CreateSuppressionTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private ServiceResponse suppress(String phone, String reference) {
    return api.post(PATH, entry(phone, reference)).is(201);
  }

  private List<JsonNode> suppressionEvents() {
    return tenant.events(null).stream()
        .filter(event -> event.path("type").asText().startsWith("suppression."))
        .toList();
  }

  @Test
  void returnsEntry() {
    ObjectNode body =
        entry("+493023125000", "SUBJ-1").put("scope", "voice").put("reason", "By letter");

    ServiceResponse created = api.post(PATH, body).is(201);

    assertThat(created.header("Location")).isEqualTo(PATH + "/" + created.id());
    assertThat(created.id()).startsWith("sup_");
    assertThat(RunningTenant.members(created.body()))
        .containsExactlyInAnyOrder(
            "id", "phone", "subject_reference", "scope", "source", "reason", "created_at");
    assertThat(created.at("/phone")).isEqualTo("+493023125000");
    assertThat(created.at("/subject_reference")).isEqualTo("SUBJ-1");
    assertThat(created.at("/source")).isEqualTo("api");
    assertThat(created.at("/reason")).isEqualTo("By letter");
    assertThat(api.get(PATH).is(200).rows()).containsExactly(created.body());
  }

  @Test
  void emitsEventWithoutPhoneAndReason() {
    ServiceResponse created =
        api.post(PATH, entry("+493023125000", "SUBJ-1").put("reason", "Private reason")).is(201);

    JsonNode event = suppressionEvents().getFirst();
    assertThat(event.path("type").asText()).isEqualTo("suppression.created");
    assertThat(event.at("/related/suppression_id").asText()).isEqualTo(created.id());
    assertThat(event.path("related").size()).isEqualTo(1);
    assertThat(RunningTenant.members(event.path("data")))
        .containsExactly("id", "subject_reference", "scope", "source", "created_at");
    assertThat(event.toString()).doesNotContain("+49").doesNotContain("Privately");
  }

  @Test
  void equalEntryReturnsOriginal() {
    ServiceResponse both =
        api.post(PATH, entry("+493023125000", "SUBJ-1").put("reason", "First")).is(201);
    ServiceResponse phone = suppress("+493023125000", null);
    ServiceResponse person = suppress(null, "SUBJ-1");

    ServiceResponse again =
        api.post(PATH, entry("+493023125000", "SUBJ-1").put("reason", "Again")).is(200);
    assertThat(again.body()).isEqualTo(both.body());
    assertThat(again.header("Location")).isNull();
    assertThat(api.post(PATH, entry("+493023125000", null)).is(200).id()).isEqualTo(phone.id());
    assertThat(api.post(PATH, entry(null, "SUBJ-1")).is(200).id()).isEqualTo(person.id());
    assertThat(suppressionEvents()).hasSize(3);
  }

  @Test
  void concurrentRequestsCreateOneEntry() {
    List<Integer> statuses =
        IntStream.range(0, 8)
            .mapToObj(
                each ->
                    CompletableFuture.supplyAsync(
                        () -> api.post(PATH, entry("+493023125001", "SUBJ-2")).status()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .sorted()
            .toList();

    assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 200, 200, 201);
    assertThat(suppressionEvents()).hasSize(1);
  }

  @Test
  void objectionIsSeparateEntry() {
    String id = tenant.create(tenant.order("25").set("/subject/reference", "objector"));
    tenant.awaitEnd(id);
    JsonNode objection = api.get(PATH + "?source=in_call_request").is(200).rows().getFirst();

    ServiceResponse own = suppress(objection.path("phone").asText(), "objector");

    assertThat(own.id()).isNotEqualTo(objection.path("id").asText());
    assertThat(objection.path("call_id").asText()).startsWith("call_");
    assertThat(own.body().has("call_id")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`phone`: `03023125000`} | /phone invalid_phone_number",
        "{`phone`: `+49`} | /phone invalid_phone_number",
        "{`phone`: `+4930`} | /phone invalid_phone_number",
        "{`phone`: `+9991234567890`} | /phone invalid_phone_number",
        "{`phone`: null} | /phone type",
        "{`subject_reference`: ``} | /subject_reference min_length",
        "{`subject_reference`: 7} | /subject_reference type",
        "{`subject_reference`: `a\\nb`} | /subject_reference pattern",
        "{`subject_reference`: `a`, `scope`: `sms`} | /scope enum",
        "{`subject_reference`: `a`, `scope`: null} | /scope type",
        "{`subject_reference`: `a`, `source`: `operator`} | /source unknown_member",
        "{`subject_reference`: `a`, `call_id`: `x`} | /call_id unknown_member",
        "{`subject_reference`: `a`, `reason`: null} | /reason type",
      })
  void reportsFaults(String given, String expected) {
    ServiceResponse refused =
        api.send("POST", PATH, given.replace('`', '"')).is(422, "validation_failed");

    assertThat(refused.errors()).contains(expected);
    assertThat(api.get(PATH).rows()).isEmpty();
  }

  @Test
  void requiresPhoneOrSubject() {
    assertThat(api.post(PATH, Json.object()).is(422, "validation_failed").errors())
        .isNotEmpty()
        .allMatch(error -> error.endsWith(" required"));
    ObjectNode longest = entry(null, "r".repeat(128)).put("reason", "x".repeat(200));
    api.post(PATH, longest).is(201);
    assertThat(
            api.post(PATH, entry(null, "r".repeat(129)).put("reason", "x".repeat(201)))
                .is(422)
                .errors())
        .containsExactlyInAnyOrder("/subject_reference max_length", "/reason max_length");
  }

  @Test
  void repeatsReplyForSameKey() {
    ObjectNode body = entry(null, "SUBJ-9");
    ServiceResponse first = api.post(PATH, body, "Idempotency-Key", "sup-1").is(201);
    ServiceResponse again = api.post(PATH, body, "Idempotency-Key", "sup-1").is(201);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(api.post(PATH, body, "Idempotency-Key", "sup-2").is(200).id()).isEqualTo(first.id());
    api.post(PATH, entry(null, "SUBJ-8"), "Idempotency-Key", "sup-1")
        .is(422, "idempotency_key_reused");
  }
}
