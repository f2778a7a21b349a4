package eu.callorders.server.app;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One ended order with personal data for each path through the state machine.
 *
 * @param idsByPath named by the last digits of the dialed phone, or by another reason for the end
 */
record OrdersOfEveryPath(RunningTenant tenant, Map<String, String> idsByPath) {
  private static final List<String> DIALED =
      List.of("06", "21", "24", "25", "01", "02", "04", "10", "12", "32");

  /** Personal data of the orders. */
  static final List<String> PERSONAL =
      List.of(
          "Vornamius",
          "Nachnamowski",
          "Anredix",
          "1971-07-17",
          "Strassenallee",
          "Hausnummer-47",
          "PLZ-98765",
          "Ortshausen",
          "post@fach.example",
          "Notizblock",
          "Forderungstext",
          "Glaeubigerin",
          "Variablenwert",
          "Geheimgrund");

  /** Orders that are dialed again on later days. */
  private static final Set<String> REDIALED = Set.of("10", "12");

  static OrdersOfEveryPath create(RunningTenant tenant) {
    Api api = tenant.api();
    Map<String, String> ids = new LinkedHashMap<>();
    for (String digits : DIALED) {
      ids.put(digits, tenant.create(personal(tenant.order(digits))));
    }
    String canceled = tenant.create(personal(tenant.laterOrder()));
    tenant.await(canceled, "scheduled");
    api.patch(canceled, "{\"metadata\": {\"edited\": true}}").is(200);
    api.post(Api.ORDERS + "/" + canceled + "/cancel", Api.json("{\"reason\": \"Geheimgrund\"}"))
        .is(200);
    ids.put("canceled", canceled);
    ids.put(
        "expired",
        tenant.create(
            personal(tenant.order("06"))
                .set("/scheduling/window/not_after", "2020-01-01T00:00:00Z")));
    ids.forEach(
        (path, id) -> {
          if (!REDIALED.contains(path)) {
            tenant.awaitEnd(id);
          }
        });
    tenant.advanceClock(Duration.ofDays(3));
    ids.values().forEach(tenant::awaitEnd);
    return new OrdersOfEveryPath(tenant, ids);
  }

  private static OrderBody personal(OrderBody order) {
    return order
        .set("/subject/name/given_name", "Vornamius")
        .set("/subject/name/family_name", "Nachnamowski")
        .set("/subject/salutation", "Anredix")
        .set("/subject/date_of_birth", "1971-07-17")
        .setJson(
            "/subject/address",
            "{\"street\": \"Strassenallee\", \"house_number\": \"Hausnummer-47\", \"postal_code\":"
                + " \"PLZ-98765\", \"city\": \"Ortshausen\", \"country\": \"DE\"}")
        .setJson("/contacts/1", "{\"channel\": \"email\", \"value\": \"post@fach.example\"}")
        .set("/context/notes", "Notizblock")
        .set("/context/claim/description", "Forderungstext")
        .set("/context/claim/creditor_name", "Glaeubigerin AG")
        .setJson("/context/variables", "{\"v\": \"Variablenwert\"}")
        .set("/client_reference", "ref-" + order.reference())
        .set("/metadata/team", "blue");
  }

  String id(String path) {
    return idsByPath.get(path);
  }

  Collection<String> ids() {
    return idsByPath.values();
  }
}
