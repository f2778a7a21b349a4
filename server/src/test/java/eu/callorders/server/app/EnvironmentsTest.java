package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.LoggerFactory;

/** Differences of a live environment and of a sandbox with strict numbers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnvironmentsTest {
  private static final String NOTICE = "Sandbox-Notice";

  private RunningService live;
  private RunningService strict;

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeAll
  void start() {
    Logger logger = (Logger) LoggerFactory.getLogger(StartupChecks.class);
    lines.list = new CopyOnWriteArrayList<>(); // other threads log concurrently
    lines.start();
    logger.addAppender(lines);
    live = RunningService.live();
    logger.detachAppender(lines);
    strict = RunningService.sandbox(Map.of("CALLORDERS_SANDBOX_STRICT_NUMBERS", "true"));
  }

  @AfterAll
  void stop() {
    live.close();
    strict.close();
  }

  @Test
  void logsWeakSettingsOfLaboratory() {
    assertThat(lines.list)
        .filteredOn(line -> line.getLevel() == Level.WARN)
        .extracting(ILoggingEvent::getFormattedMessage)
        .contains(
            "CALLORDERS_LABORATORY=true: live accepts settings for tests",
            "CALLORDERS_MASTER_KEY: must be random bytes when live",
            "CALLORDERS_RATE_LIMIT: off is refused when live");
    assertThat(live.admin().get("/health/ready").body().path("laboratory").asBoolean()).isTrue();
  }

  @Test
  void liveRejectsSimulation() {
    RunningTenant tenant = live.newTenant();
    OrderBody order = tenant.laterOrder();

    tenant.api().create(order.setJson("/simulate", "{}").json()).is(403, "simulate_not_allowed");
    tenant
        .api()
        .create(order.setJson("/simulate", "{\"misspelled\": 1}").remove("/subject").json())
        .is(403, "simulate_not_allowed");
  }

  @Test
  void liveRequiresCallerId() {
    RunningTenant mute = live.newTenant("{\"name\": \"mute\"}");
    mute.api().create(mute.laterOrder().json()).is(422, "caller_id_missing");

    RunningTenant heard = live.newTenant();
    heard.api().create(heard.laterOrder().json()).is(202);
  }

  @Test
  void liveHasOtherDefaults() {
    ServiceResponse shown = live.newTenant().api().get("/v1/tenant").is(200);

    assertThat(shown.at("/environment")).isEqualTo("live");
    assertThat(shown.at("/quotas/max_concurrent_calls")).isEqualTo("10");
    assertThat(shown.at("/quotas/max_dials_per_day")).isEqualTo("1000");
    assertThat(shown.at("/quotas/max_contacts_per_subject_per_day")).isEqualTo("1");
    assertThat(shown.at("/quotas/max_contacts_per_number_per_day")).isEqualTo("3");
    assertThat(shown.body().path("allowed_countries"))
        .hasSize(32)
        .contains(TextNode.valueOf("DE"), TextNode.valueOf("GB"), TextNode.valueOf("CH"))
        .doesNotContain(TextNode.valueOf("US"));
    assertThat(shown.at("/features/sequences_enabled")).isEqualTo("false");
  }

  @Test
  void eventsAreMarkedLive() {
    RunningTenant tenant = live.newTenant();
    String id = tenant.create(tenant.laterOrder());

    assertThat(tenant.events(id).getFirst().path("environment").asText()).isEqualTo("live");
  }

  @Test
  void liveHasNoTestClock() {
    String clock = "/admin/v1/tenants/" + live.newTenant().id() + "/test-clock";

    assertThat(live.admin().get(clock).status()).isEqualTo(404);
    assertThat(live.admin().post(clock + "/advance", "{\"by\": \"PT1H\"}").status()).isEqualTo(404);
  }

  @Test
  void strictSandboxAcceptsFictionalNumbersOnly() {
    RunningTenant tenant = strict.newTenant();
    OrderBody order = tenant.laterOrder();
    tenant.api().create(order.json()).is(202);
    order
        .setJson("/contacts/1", "{\"channel\": \"phone\", \"value\": \"+4930901820\"}")
        .setJson("/contacts/2", "{\"channel\": \"fax\", \"value\": \"+4930901820\"}")
        .set("/order_type", "unheard_of");

    assertThat(tenant.api().create(order.json()).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder("/order_type enum", "/contacts/1/value invalid_phone_number");
  }

  @Test
  void otherNumbersHaveSandboxNotice() {
    RunningTenant tenant = RunningService.shared().newTenant();

    JsonNode order = plainNumber(tenant);
    ServiceResponse accepted = tenant.api().create(order, "Idempotency-Key", "one").is(202);

    assertThat(accepted.header(NOTICE))
        .contains("outside the ranges reserved for fiction")
        .contains("answered with no_outcome");
    assertThat(tenant.api().create(order, "Idempotency-Key", "one").is(202).header(NOTICE))
        .isEqualTo(accepted.header(NOTICE));
    assertThat(explained(tenant, accepted.id()).path("sandbox_notice").asText())
        .isEqualTo(accepted.header(NOTICE));
  }

  @Test
  void resultThatLiveHoldsHasSandboxNotice() {
    RunningTenant tenant = RunningService.shared().newTenant();
    String deceased = tenant.create(tenant.order("36"));
    String disputed = tenant.create(tenant.order("24"));

    assertThat(tenant.awaitEnd(deceased).header(NOTICE))
        .contains("deceased_reported")
        .contains("hold that person");
    assertThat(tenant.awaitEnd(disputed).header(NOTICE)).isNull();

    tenant
        .service()
        .admin()
        .patch("/admin/v1/tenants/" + tenant.id(), "{\"outcome_rules\": \"recommended\"}");
    assertThat(tenant.api().order(deceased).header(NOTICE)).isNull();
  }

  @Test
  void fictionalNumbersAndLiveHaveNoNotice() {
    RunningTenant tenant = RunningService.shared().newTenant();
    ServiceResponse fictional = tenant.api().create(tenant.laterOrder().json()).is(202);
    assertThat(fictional.header(NOTICE)).isNull();
    assertThat(explained(tenant, fictional.id()).has("sandbox_notice")).isFalse();

    RunningTenant real = live.newTenant();
    ServiceResponse order = real.api().create(plainNumber(real)).is(202);
    assertThat(order.header(NOTICE)).isNull();
    assertThat(explained(real, order.id()).has("sandbox_notice")).isFalse();
  }

  private static JsonNode plainNumber(RunningTenant tenant) {
    return tenant.laterOrder().set("/contacts/0/value", "+4930901820").json();
  }

  private static JsonNode explained(RunningTenant tenant, String order) {
    return tenant
        .service()
        .admin()
        .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation")
        .body();
  }
}
