package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statistics of the administration, with the role {@code read}. */
@Tag("long")
class StatisticsResourceTest {
  private static final String PATH = "/admin/v1/statistics";
  private static final String HOUR = "2026-11-20T08:00:00Z";

  private final SubjectData data = new SubjectData();
  private final RunningService service = data.service;
  private final RunningTenant tenant = data.tenant;
  private final Api read =
      service.administration(
          service
              .admin()
              .post("/admin/v1/operators", AdministrationRequests.newOperator("read"))
              .body()
              .path("token")
              .asText());

  @Test
  void countsEndedOrdersAndDialsOfATenant() {
    Instant before = tenant.now();
    String order = tenant.create(tenant.order("00"));
    String code = tenant.awaitEnd(order).at("/result/summary_code");
    tenant.create(tenant.laterOrder());

    for (int moved = 0; moved < 2; moved++) {
      List<JsonNode> steps = steps("&tenant_id=" + tenant.id(), before, "PT1H");
      assertThat(sum(steps, "/orders_ended/" + code)).isEqualTo(1);
      assertThat(sum(steps, "/dials")).isEqualTo(1);
      assertThat(sum(steps, "/dial_lag_ms/p99")).isPositive();
      assertThat(sum(steps("&tenant_id=" + service.newTenant().id(), before, "PT1H"), "/dials"))
          .isZero();
      service.awaitRounds("hourly-counts");
    }
    List<JsonNode> all = steps("", before, "P1D");
    assertThat(sum(all, "/orders_ended/" + code)).isPositive();
    assertThat(sum(all, "/dials")).isPositive();
  }

  @Test
  void countsDeliveriesInRealTime() {
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    hooks.disabled();
    tenant.create(tenant.laterOrder());
    String ofTenant = "&tenant_id=" + tenant.id();

    Await.until(
        "the events of the order are skipped",
        () -> sum(steps(ofTenant, Instant.now(), "PT1H"), "/deliveries/skipped"),
        skipped -> skipped >= 2);
  }

  @Test
  void erasureOfAPersonChangesNoCount() {
    Instant before = tenant.now();
    OrderBody person = data.person("Counted-1");
    tenant.awaitEnd(tenant.create(person));
    service.awaitRounds("hourly-counts");
    String counted = steps("&tenant_id=" + tenant.id(), before, "P1D").toString();

    data.erase(person);
    service.awaitRounds("hourly-counts");

    assertThat(steps("&tenant_id=" + tenant.id(), before, "P1D")).hasToString(counted);
  }

  @Test
  void showsEveryStepWithoutCounts() {
    String range = "?from=" + HOUR + "&to=2026-11-20T10:30:00%2B01:00&tenant_id=";
    for (String id : List.of("tn_unknown", "tn_00000000000000000000000000")) {
      JsonNode body = read.get(PATH + range + id).is(200).body();
      assertThat(body.path("step").asText()).isEqualTo("PT1H");
      assertThat(body.at("/steps").findValuesAsText("from"))
          .containsExactly("2026-11-20T08:00:00.000Z", "2026-11-20T09:00:00.000Z");
      assertThat(body.at("/steps/1").toString())
          .isEqualTo(
              ("{`from`:`2026-11-20T09:00:00.000Z`,`orders_ended`:{},`dials`:0,"
                      + "`dial_lag_ms`:{`p50`:0,`p99`:0},"
                      + "`deliveries`:{`succeeded`:0,`failed`:0,`skipped`:0}}")
                  .replace('`', '"'));
    }
  }

  @Test
  void startsADayBeforeTheEndAndEndsNow() {
    Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS);

    assertThat(from(read.get(PATH).is(200).body().at("/steps/0")))
        .isBetween(hour.minus(Duration.ofDays(1)), Instant.now());
    assertThat(read.get(PATH).is(200).body().path("steps").size()).isBetween(24, 25);
    assertThat(read.get(PATH + "?to=" + HOUR).is(200).at("/steps/0/from"))
        .isEqualTo("2026-11-19T08:00:00.000Z");
  }

  @ParameterizedTest
  @CsvSource({
    "from=yesterday, /query/from format",
    "from=2026-11-20T08:00:00, /query/from offset_missing",
    "to=2026-11-31T08:00:00Z, /query/to format",
    "from=2026-11-20T08:00:00Z&to=2026-11-20T08:00:00Z, /query/from inconsistent",
    "from=2026-11-20T09:00:00Z&to=2026-11-20T08:00:00Z, /query/from inconsistent",
    "from=9999-01-01T00:00:00Z, /query/from inconsistent",
    "step=PT5M, /query/step enum",
    "step=, /query/step enum",
    "from=2026-01-01T00:00:00Z&to=2026-02-11T16:00:01Z, /query/step inconsistent",
    "from=1900-01-01T00:00:00Z&step=P1D, /query/step inconsistent",
    "group=tenant, /query/group unknown_member"
  })
  void refusesInvalidQueries(String query, String error) {
    assertThat(read.get(PATH + "?" + query).is(422, "validation_failed").errors())
        .containsExactly(error);
  }

  @Test
  void reportsFaultsOfSchemaAndRangeTogether() {
    String query = "?from=2026-11-20T09:00:00Z&to=2026-11-20T08:00:00Z&step=PT5M&group=tenant";

    assertThat(read.get(PATH + query).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder(
            "/query/from inconsistent", "/query/step enum", "/query/group unknown_member");
  }

  @Test
  void returnsAThousandSteps() {
    String range = "?from=2026-01-01T00:00:00Z&to=2026-02-11T16:00:00Z";

    assertThat(read.get(PATH + range).is(200).body().path("steps")).hasSize(1_000);
  }

  @Test
  void readsTheLastHours() {
    String range = "?from=9999-12-31T22:00:00Z&to=9999-12-31T23:59:59Z";

    assertThat(read.get(PATH + range).is(200).body().path("steps")).hasSize(2);
  }

  /** The steps from the hour before an instant to the second hour after it. */
  private List<JsonNode> steps(String more, Instant around, String step) {
    String query =
        "?step=%s&from=%s&to=%s"
            .formatted(
                step,
                encode(around.minus(Duration.ofHours(1))),
                encode(around.plus(Duration.ofHours(2))));
    return ServiceResponse.items(read.get(PATH + query + more).is(200).body().path("steps"))
        .toList();
  }

  private static String encode(Instant instant) {
    return URLEncoder.encode(instant.toString(), StandardCharsets.UTF_8);
  }

  private static long sum(List<JsonNode> steps, String pointer) {
    return steps.stream().mapToLong(step -> step.at(pointer).asLong()).sum();
  }

  private static Instant from(JsonNode step) {
    return Instant.parse(step.path("from").asText());
  }
}
