package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What would become of orders. The tenant's clock stands at ten o'clock of a working day. */
class OrderPreviewTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private RunningService service;
  private RunningTenant tenant;
  private Api api;

  @BeforeEach
  void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
    api = tenant.api();
  }

  private static ObjectNode bodies(List<OrderBody> orders) {
    ObjectNode json = Json.object();
    ArrayNode bodies = json.putArray("call_orders");
    orders.forEach(order -> bodies.add(order.json()));
    return json;
  }

  private List<JsonNode> preview(OrderBody... orders) {
    return api.post(Api.ORDERS + "/preview", bodies(List.of(orders))).is(200).rows();
  }

  private static List<String> verdicts(List<JsonNode> previews) {
    return previews.stream().map(each -> each.path("verdict").asText()).toList();
  }

  private LocalDate today() {
    return LocalDate.ofInstant(tenant.now(), BERLIN);
  }

  @Test
  void previewsEachOrderInItsPlace() {
    OrderBody suppressed = tenant.order("21");
    tenant.suppress(suppressed.phone(), null);

    List<JsonNode> previews =
        preview(
            tenant.order("21"),
            tenant.laterOrder(),
            suppressed,
            tenant.order("21").remove("/context/claim/creditor_name"),
            tenant.order("21").set("/order_type", "unheard_of"));

    assertThat(verdicts(previews))
        .containsExactly("ready", "deferred", "refused", "refused", "refused");
    assertThat(previews.get(0).path("first_call_on").asText()).isEqualTo(today().toString());
    assertThat(previews.get(1).path("first_call_on").asText())
        .isEqualTo(today().plusDays(9).toString());
    assertThat(previews.get(1).at("/rule/rule").asText()).isEqualTo("window");
    assertThat(previews.get(1).at("/rule/until")).isEqualTo(previews.get(1).path("first_call_at"));
    assertThat(previews.get(2).at("/problem/code").asText()).isEqualTo("subject_suppressed");
    assertThat(previews.get(3).at("/problem/errors/0/pointer").asText())
        .isEqualTo("/context/claim/creditor_name");
    assertThat(previews.get(4).at("/problem/errors/0/pointer").asText()).isEqualTo("/order_type");
  }

  @Test
  void storesNothing() {
    tenant.awaitIdle();
    Map<String, String> before = tenant.rows().digests();

    preview(tenant.order("21"), tenant.laterOrder());

    assertThat(tenant.rows().digests()).isEqualTo(before);
    assertThat(tenant.events(null)).isEmpty();
  }

  @Test
  void usesNoQuotaAndSaysWhenItIsUsedUp() {
    service
        .admin()
        .patch("/admin/v1/tenants/" + tenant.id(), "{\"quotas\": {\"max_open_orders\": 1}}");
    for (int round = 0; round < 3; round++) {
      assertThat(verdicts(preview(tenant.laterOrder()))).containsExactly("deferred");
    }
    tenant.create(tenant.laterOrder());

    assertThat(preview(tenant.laterOrder()).getFirst().at("/problem/code").asText())
        .isEqualTo("backlog_full");
  }

  @Test
  void agreesWithAcceptance() {
    OrderBody order = tenant.laterOrder();
    JsonNode preview = preview(order).getFirst();
    String id = tenant.create(order);

    assertThat(tenant.await(id, "scheduled").at("/next_attempt_at"))
        .isEqualTo(preview.path("first_call_at").asText());
  }

  @Test
  void ordersOfHaltedTenantAreHeld() {
    service
        .admin()
        .post(
            "/admin/v1/dialing/halt",
            "{\"tenant_id\": \"" + tenant.id() + "\", \"reason\": \"As agreed\"}");

    JsonNode preview = preview(tenant.order("21")).getFirst();

    assertThat(preview.path("verdict").asText()).isEqualTo("held");
    assertThat(preview.at("/rule/rule").asText()).isEqualTo("halt");
    assertThat(preview.has("first_call_at")).isFalse();
  }

  @Test
  void heldOrdersWaitForReleaseOrEndOfTheHold() {
    Instant end = tenant.now().plus(Duration.ofDays(2));
    OrderBody unlimited = tenant.order("21");
    OrderBody limited = tenant.order("21");
    String first = hold(unlimited, "");
    hold(limited, ", \"until\": \"" + end + "\"");

    List<JsonNode> previews = preview(unlimited, limited);

    assertThat(verdicts(previews)).containsExactly("held", "deferred");
    assertThat(previews)
        .extracting(each -> each.at("/rule/rule").asText())
        .containsExactly("hold", "hold");
    assertThat(previews.get(0).at("/rule/parameters/holds/0/id").asText()).isEqualTo(first);
    assertThat(Instant.parse(previews.get(1).path("first_call_at").asText()))
        .isAfterOrEqualTo(end.truncatedTo(ChronoUnit.MILLIS));
  }

  private String hold(OrderBody order, String more) {
    return api.post(
            HoldsTest.PATH,
            Api.json(
                "{\"subject_reference\": \"%s\", \"reason\": \"other\"%s}"
                    .formatted(order.reference(), more)))
        .is(201)
        .id();
  }

  @Test
  void countriesOfTheTenantRefuse() {
    service.admin().patch("/admin/v1/tenants/" + tenant.id(), "{\"allowed_countries\": [\"FR\"]}");

    JsonNode preview = preview(tenant.order("21")).getFirst();

    assertThat(preview.path("verdict").asText()).isEqualTo("refused");
    assertThat(preview.at("/problem/code").asText()).isEqualTo("country_not_enabled");
    assertThat(preview.at("/problem/errors/0/pointer").asText()).isEqualTo("/contacts");
  }

  @Test
  void takesBetweenOneAndHundredOrders() {
    List<OrderBody> orders = Stream.generate(tenant::laterOrder).limit(101).toList();

    assertThat(api.post(Api.ORDERS + "/preview", bodies(orders.subList(0, 100))).is(200).rows())
        .hasSize(100);
    assertThat(api.post(Api.ORDERS + "/preview", bodies(orders)).is(422).errors())
        .containsExactly("/call_orders max_items");
    assertThat(api.post(Api.ORDERS + "/preview", bodies(List.of())).is(422).errors())
        .containsExactly("/call_orders min_items");
  }

  @Test
  void liveRefusesSimulation() {
    try (RunningService live = RunningService.live()) {
      RunningTenant mute = live.newTenant();

      ServiceResponse previews =
          mute.api()
              .post(
                  Api.ORDERS + "/preview",
                  bodies(List.of(mute.laterOrder().setJson("/simulate", "{}"))));

      assertThat(previews.is(200).at("/data/0/problem/code")).isEqualTo("simulate_not_allowed");
    }
  }
}
