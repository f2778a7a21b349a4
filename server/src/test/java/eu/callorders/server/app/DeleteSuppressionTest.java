package eu.callorders.server.app;

import static eu.callorders.server.app.SuppressionBody.PATH;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeleteSuppressionTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private String enter(String reference) {
    return api.post(PATH, Json.object().put("subject_reference", reference).put("reason", "Secret"))
        .is(201)
        .id();
  }

  private ServiceResponse delete(String id, String... headers) {
    return api.send("DELETE", PATH + "/" + id, null, headers);
  }

  @Test
  void deletesEntryAndEmitsEvent() {
    OrderBody order = tenant.laterOrder();
    String canceled = tenant.create(order);
    String id = enter(order.reference());
    api.create(order.json()).is(422, "subject_suppressed");
    assertThat(tenant.awaitEnd(canceled).at("/status")).isEqualTo("canceled");

    assertThat(delete(id).is(204).text()).isEmpty();

    delete(id).is(404, "not_found");
    assertThat(api.get(PATH).is(200).rows()).isEmpty();
    api.create(order.json()).is(202);
    JsonNode event =
        tenant.events(null).stream()
            .filter(it -> it.path("type").asText().equals("suppression.deleted"))
            .findFirst()
            .orElseThrow();
    assertThat(event.at("/related/suppression_id").asText()).isEqualTo(id);
    assertThat(event.at("/data/id").asText()).isEqualTo(id);
    assertThat(event.at("/data/subject_reference").asText()).isEqualTo(order.reference());
    assertThat(event.toString()).doesNotContain("Secret").doesNotContain("+49");
  }

  @Test
  void remainingEntryStillSuppresses() {
    OrderBody order = tenant.laterOrder();
    String person = enter(order.reference());
    api.post(PATH, Json.object().put("phone", order.phone())).is(201);

    delete(person).is(204);

    api.create(order.json()).is(422, "subject_suppressed");
  }

  @Test
  void rejectsDeletionOfObjections() {
    OrderBody order = tenant.order("25");
    tenant.awaitEnd(tenant.create(order));
    String id = api.get(PATH).is(200).rows().getFirst().path("id").asText();

    delete(id).is(409, "suppression_protected");
    delete(id, "Idempotency-Key", "del-1").is(409, "suppression_protected");
    assertThat(
            delete(id, "Idempotency-Key", "del-1")
                .is(409, "suppression_protected")
                .header("Idempotent-Replayed"))
        .isEqualTo("true");
    api.create(order.json()).is(422, "subject_suppressed");
  }

  @Test
  void returns404ForEntriesOfOtherTenants() {
    String id = enter("erika");
    Api other = tenant.service().newTenant().api();

    other.send("DELETE", PATH + "/" + id, null).is(404, "not_found");
    assertThat(api.get(PATH).is(200).rows()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sup_00000000000000000000000000", "ord_00000000000000000000000000", "sup_x", "x"})
  void returns404ForUnknownEntry(String id) {
    delete(id).is(404, "not_found");
  }

  @Test
  void concurrentRequestsDeleteOnce() {
    String id = enter("erika");
    List<Integer> statuses =
        IntStream.range(0, 8)
            .mapToObj(each -> CompletableFuture.supplyAsync(() -> delete(id).status()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .sorted()
            .toList();

    assertThat(statuses).containsExactly(204, 404, 404, 404, 404, 404, 404, 404);
    assertThat(tenant.events(null))
        .extracting(event -> event.path("type").asText())
        .containsExactly("suppression.created", "suppression.deleted");
  }

  @Test
  void repeatsReplyForSameKey() {
    String id = enter("erika");
    delete(id, "Idempotency-Key", "del-2").is(204);
    assertThat(delete(id, "Idempotency-Key", "del-2").is(204).header("Idempotent-Replayed"))
        .isEqualTo("true");
    delete(id, "Idempotency-Key", "del-3").is(404, "not_found");
  }
}
