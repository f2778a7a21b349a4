package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Hours of a country that an operator changes, as clients see them. */
class CountryHoursTest {
  private static final String PORTUGAL = "/admin/v1/countries/PT";
  private static final String AFTERNOON =
      """
      {"local_call_times": [{"days": ["fri"], "from": "15:00", "to": "16:00"}],
       "on_holidays": true, "reviewed_on": "2026-11-27", "source": "a law"}
      """;

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();

  @Test
  void changeHoldsFromTheResponseOnAndLaterOfOtherNodesToo() {
    service.admin().send("PUT", PORTUGAL, AFTERNOON);
    assertNext("2031-06-20T15:00");

    // The change of another node: nothing wakes the loop of this one.
    service.sql(
        """
        INSERT INTO country_rule (country, version, document, changed_at, changed_by)
        SELECT country, version + 1, replace(document::text, '15:00', '15:30')::json, now(), 'x'
          FROM country_rule
         WHERE country = 'PT'
         ORDER BY version DESC
         LIMIT 1
        """);
    Await.until("the node reads the change", () -> next().contains(at("2031-06-20T15:30")));
  }

  private void assertNext(String local) {
    assertThat(next()).contains(at(local));
  }

  /** 20 June 2031 is a Friday. */
  private String next() {
    OrderBody order =
        OrderBody.of("person-" + System.nanoTime(), "+351211234567")
            .set("/scheduling/on_window_violation", "reject")
            .set("/scheduling/window/not_before", at("2031-06-20T10:00"));
    return tenant
        .api()
        .create(order.json())
        .is(422, "contact_window_violation")
        .at("/detail")
        .toString();
  }

  private static String at(String local) {
    return LocalDateTime.parse(local)
        .atZone(ZoneId.of("Europe/Lisbon"))
        .toInstant()
        .toString()
        .replace("Z", ".000Z");
  }
}
