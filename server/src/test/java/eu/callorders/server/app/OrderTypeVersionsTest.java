package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTypeVersionsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private static String versions(String key) {
    return OrderTypeBody.path(key) + "/versions";
  }

  private void change(String key, String objective) {
    OrderTypeBody.patch(api, key, "{\"agent\": {\"objective\": \"%s\"}}".formatted(objective))
        .is(200);
  }

  private static List<Integer> numbers(ServiceResponse page) {
    return page.rows().stream().map(each -> each.path("version").asInt()).toList();
  }

  @Test
  void showsEachVersionWithItsInstructionsAndDefaults() {
    OrderTypeBody.activate(api, "firm", "{\"scheduling\": {\"max_attempts\": 5}}");
    change("firm", "Insist.");
    OrderTypeBody.patch(api, "firm", "{\"title\": \"No new version\"}").is(200);
    OrderTypeBody.patch(api, "firm", "{\"defaults\": null}").is(200);

    List<JsonNode> found = api.get(versions("firm")).is(200).rows();

    assertThat(found)
        .containsExactly(
            Api.json("{\"version\": 3, \"agent\": {\"objective\": \"Insist.\"}, \"defaults\": {}}"),
            Api.json(
                "{\"version\": 2, \"agent\": {\"objective\": \"Insist.\"},"
                    + " \"defaults\": {\"scheduling\": {\"max_attempts\": 5}}}"),
            Api.json(
                "{\"version\": 1, \"agent\": {\"objective\": \"Ask.\"},"
                    + " \"defaults\": {\"scheduling\": {\"max_attempts\": 5}}}"));
  }

  @Test
  void pagesNewestFirst() {
    for (int version = 2; version <= 5; version++) {
      change("payment_reminder", "Objective " + version);
    }
    List<Integer> listed = new ArrayList<>();
    ServiceResponse page = api.get(versions("payment_reminder") + "?limit=2").is(200);
    listed.addAll(numbers(page));
    while (page.body().path("has_more").asBoolean()) {
      page =
          api.get(versions("payment_reminder") + "?limit=2&after=" + page.at("/next_cursor"))
              .is(200);
      listed.addAll(numbers(page));
    }

    assertThat(listed).containsExactly(5, 4, 3, 2, 1);
  }

  @Test
  void cursorFitsOneTypeOfOneTenant() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("other")).is(201);
    change("payment_reminder", "Another objective");
    String after =
        "?limit=1&after=" + api.get(versions("payment_reminder") + "?limit=1").at("/next_cursor");

    assertThat(numbers(api.get(versions("payment_reminder") + after).is(200))).containsExactly(1);
    api.get(versions("other") + after).is(422, "invalid_cursor");
    tenant
        .service()
        .newTenant()
        .api()
        .get(versions("payment_reminder") + after)
        .is(422, "invalid_cursor");
  }

  @Test
  void unknownTypesAndThoseOfOthersAreNotFound() {
    RunningTenant other = tenant.service().newTenant();
    other.api().post(OrderTypeBody.PATH, OrderTypeBody.of("theirs")).is(201);

    api.get(versions("theirs")).is(404, "not_found");
    api.get(versions("nothing")).is(404, "not_found");
    assertThat(numbers(other.api().get(versions("theirs")).is(200))).containsExactly(1);
  }
}
