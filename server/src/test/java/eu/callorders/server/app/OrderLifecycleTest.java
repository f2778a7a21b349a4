package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.TestHttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Three weeks of an order as seen by its client and its operator. */
class OrderLifecycleTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final String UNANSWERED_PHONE_IN_COLOGNE = "+492214710010";
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("EEE d HH", Locale.ENGLISH);

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();

  /** In June 2031 the 5th is a Thursday, and the 12th is Corpus Christi, a holiday in Cologne. */
  @Test
  void retriesWithinWindowsHolidaysAndQuotasUntilAttemptsAreSpent() {
    tenant.setClock(LocalDateTime.parse("2031-06-05T10:00").atZone(BERLIN).toInstant());
    change(
        """
        {"quotas": {"max_contacts_per_subject_per_day": 1},
         "calling_hours": {"local_call_times": [
           {"days": ["mon"], "from": "11:00", "to": "18:00"},
           {"days": ["tue", "wed", "thu", "fri", "sat"], "from": "09:00", "to": "18:00"}]}}
        """);
    String order =
        tenant.create(
            OrderBody.of("person", UNANSWERED_PHONE_IN_COLOGNE)
                .set("/scheduling/max_attempts", 10)
                .set("/scheduling/retry/min_gap_hours", 1)
                .setJson(
                    "/scheduling/local_call_times",
                    """
                    [{"days": ["mon", "tue", "thu", "fri"], "from": "10:00", "to": "12:00"}]
                    """));

    tenant.advanceClock(Duration.ofHours(3));

    JsonNode why = explained(order).body();
    assertThat(why.path("dialable").asBoolean()).isFalse();
    assertThat(hour(why.path("next_possible_at"))).isEqualTo("Fri 6 10");
    assertThat(rule(why, "contacts_per_day").path("verdict").asText()).isEqualTo("wait");
    assertThat(hour(rule(why, "contacts_per_day").path("until"))).isEqualTo("Fri 6 00");
    assertThat(hour(rule(why, "window").path("until"))).isEqualTo("Fri 6 10");
    assertThat(why.at("/rules/0/rule").asText()).isEqualTo("window");

    tenant.advanceClock(Duration.ofDays(21));

    ServiceResponse ended = tenant.api().order(order).is(200);
    assertThat(ended.at("/status")).isEqualTo("completed");
    assertThat(ended.at("/result/summary_code")).isEqualTo("no_contact");
    assertThat(
            ServiceResponse.items(ended.body().path("calls"))
                .map(call -> hour(call.path("started_at"))))
        .containsExactly(
            "Thu 5 10",
            "Fri 6 10",
            "Mon 9 11",
            "Tue 10 10",
            "Fri 13 10",
            "Mon 16 11",
            "Tue 17 10",
            "Thu 19 10",
            "Fri 20 10",
            "Mon 23 11");
    assertThat(
            ServiceResponse.items(explained(order).body().path("rules"))
                .map(JsonNode::toString)
                .toList())
        .isEqualTo(
            List.of(
                "{\"rule\":\"order_status\",\"verdict\":\"block\",\"message\":\"The order has"
                    + " ended: completed (no_contact, attempts_exhausted). It is not dialed"
                    + " again.\",\"parameters\":{\"status\":\"completed\",\"summary_code\":"
                    + "\"no_contact\",\"termination_reason\":\"attempts_exhausted\"}}"));
  }

  @Test
  void explanationOfForeignOrderIsNotFound() {
    String order = service.newTenant().create(tenant.laterOrder());

    assertThat(explained(order).status()).isEqualTo(404);
    assertThat(explained("ord_nonsense").status()).isEqualTo(404);
    assertThat(explained(order).code()).isEqualTo("not_found");
  }

  private TestHttpClient.Response explained(String order) {
    return service
        .admin()
        .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation");
  }

  private void change(String json) {
    TestHttpClient.Response changed =
        service.admin().patch("/admin/v1/tenants/" + tenant.id(), json);
    assertThat(changed.status()).as(changed.text()).isEqualTo(200);
  }

  private static JsonNode rule(JsonNode explanation, String rule) {
    return ServiceResponse.items(explanation.path("rules"))
        .filter(each -> each.path("rule").asText().equals(rule))
        .findFirst()
        .orElseThrow();
  }

  private static String hour(JsonNode timestamp) {
    ZonedDateTime local = Instant.parse(timestamp.asText()).atZone(BERLIN);
    return local.format(HOUR);
  }
}
