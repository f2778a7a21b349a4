package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListOrderTypesTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private void make(String... keys) {
    for (String key : keys) {
      api.post(OrderTypeBody.PATH, OrderTypeBody.of(key)).is(201);
    }
  }

  @Test
  void newTenantHasActivePaymentReminder() {
    ServiceResponse page = api.get(OrderTypeBody.PATH);

    assertThat(page.keys()).containsExactly("payment_reminder");
    assertThat(page.at("/data/0/status")).isEqualTo("active");
    assertThat(page.at("/data/0/version")).isEqualTo("1");
    assertThat(page.body().path("has_more").asBoolean()).isFalse();
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
    assertThat(tenant.events(null)).isEmpty();
    assertThat(api.get(OrderTypeBody.path("payment_reminder")).is(200).body())
        .isEqualTo(page.rows().getFirst());
  }

  @Test
  void listsNewestFirstInPages() {
    make("one", "two", "three", "four");
    List<String> listed = new ArrayList<>();
    ServiceResponse page = api.get(OrderTypeBody.PATH + "?limit=2");
    listed.addAll(page.keys());
    while (page.body().path("has_more").asBoolean()) {
      page = api.get(OrderTypeBody.PATH + "?limit=2&after=" + page.at("/next_cursor"));
      listed.addAll(page.keys());
    }

    assertThat(listed).containsExactly("four", "three", "two", "one", "payment_reminder");
  }

  @Test
  void pagesThroughEqualTimestamps() {
    make("one", "two", "three");
    tenant
        .service()
        .sql(
            "UPDATE order_type SET created_at = timestamptz '2026-01-01T00:00:00.123456Z'"
                + " WHERE tenant_id = ?",
            tenant.uuid());
    List<String> listed = new ArrayList<>();
    String after = "";
    for (int round = 0; round < 4; round++) {
      ServiceResponse page = api.get(OrderTypeBody.PATH + "?limit=1" + after);
      listed.addAll(page.keys());
      after = "&after=" + page.at("/next_cursor");
    }

    assertThat(listed).containsExactly("two", "three", "payment_reminder", "one");
  }

  @Test
  void filtersByStatus() {
    make("draft_one", "old_one");
    api.post(OrderTypeBody.path("old_one") + "/archive").is(200);

    assertThat(api.get(OrderTypeBody.PATH + "?status=draft").keys()).containsExactly("draft_one");
    assertThat(api.get(OrderTypeBody.PATH + "?status=archived").keys()).containsExactly("old_one");
    assertThat(api.get(OrderTypeBody.PATH + "?status=active").keys())
        .containsExactly("payment_reminder");
    assertThat(api.get(OrderTypeBody.PATH + "?status=gone").is(422).errors())
        .containsExactly("/query/status enum");
  }

  @Test
  void rejectsInvalidQueries() {
    assertThat(api.get(OrderTypeBody.PATH + "?key=x&limit=101").is(422).errors())
        .containsExactlyInAnyOrder("/query/key unknown_member", "/query/limit maximum");
    make("one");
    String cursor = api.get(OrderTypeBody.PATH + "?limit=1").at("/next_cursor");
    assertThat(cursor).isNotEmpty();
    String after = "?limit=1&after=" + cursor;
    api.get(OrderTypeBody.PATH + after + "&status=active").is(422, "invalid_cursor");
    api.get(OrderTypeBody.PATH + after + "x").is(422, "invalid_cursor");
    tenant.service().newTenant().api().get(OrderTypeBody.PATH + after).is(422, "invalid_cursor");
  }

  @Test
  void hidesTypesOfOtherTenants() {
    RunningTenant other = tenant.service().newTenant();
    other.api().post(OrderTypeBody.PATH, OrderTypeBody.of("theirs")).is(201);

    for (String key : List.of("theirs", "nothing", "NO_KEY", "%00")) {
      ServiceResponse unknown = api.get(OrderTypeBody.path(key));
      assertThat(unknown.status()).as(key).isIn(400, 404);
    }
    api.get(OrderTypeBody.path("theirs")).is(404, "not_found");
    assertThat(api.get(OrderTypeBody.PATH).keys()).doesNotContain("theirs");
    JsonNode own = other.api().get(OrderTypeBody.path("theirs")).is(200).body();
    assertThat(own.path("key").asText()).isEqualTo("theirs");
  }
}
