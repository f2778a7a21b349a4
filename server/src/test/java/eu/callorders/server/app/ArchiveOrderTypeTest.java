package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchiveOrderTypeTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private ServiceResponse archive(String key, String... headers) {
    return api.post(OrderTypeBody.path(key) + "/archive", headers);
  }

  @Test
  void archivesDraftAndActiveTypes() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("draft_one")).is(201);

    for (String key : List.of("draft_one", "payment_reminder")) {
      ServiceResponse archived = archive(key).is(200);
      assertThat(archived.at("/status")).isEqualTo("archived");
      assertThat(archived.at("/version")).isEqualTo("1");
      assertThat(api.get(OrderTypeBody.path(key)).text()).isEqualTo(archived.text());
      archive(key).is(409, "order_type_archived");
    }
    List<JsonNode> events = tenant.events(null);
    assertThat(events)
        .extracting(event -> event.path("type").asText())
        .containsExactly("order_type.created", "order_type.archived", "order_type.archived");
    assertThat(events.getLast().at("/data/status").asText()).isEqualTo("archived");
    assertThat(events.getLast().at("/related/order_type").asText()).isEqualTo("payment_reminder");
  }

  @Test
  void returns404ForTypesOfOtherTenants() {
    tenant.service().newTenant().api().post(OrderTypeBody.PATH, OrderTypeBody.of("theirs")).is(201);

    archive("theirs").is(404, "not_found");
    archive("unknown").is(404, "not_found");
  }

  @Test
  void repeatsReplyForSameKey() {
    ServiceResponse first = archive("payment_reminder", "Idempotency-Key", "archive-1").is(200);
    ServiceResponse again = archive("payment_reminder", "Idempotency-Key", "archive-1").is(200);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("other"), "Idempotency-Key", "archive-1")
        .is(409, "idempotency_key_conflict");
  }
}
