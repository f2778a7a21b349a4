package eu.callorders.server.app;

import static eu.callorders.server.app.SignalBody.PATH;
import static eu.callorders.server.app.SignalRequests.OVERDUE;
import static eu.callorders.server.app.SignalRequests.atOnce;
import static eu.callorders.server.app.SignalRequests.effects;
import static eu.callorders.server.app.SignalRequests.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The effects of signals on enrollments. */
class SignalEffectsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final SignalRequests signals = new SignalRequests(tenant);

  @Test
  void reportsEffectsOnEnrollments() {
    signals.createSequence("one", OVERDUE);
    signals.createSequence("two", OVERDUE);
    OrderBody person = tenant.order("06");

    ServiceResponse begun = api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);
    ServiceResponse skipped = signals.send(OVERDUE, person.reference(), "2").is(201);
    ServiceResponse ended = signals.send("payment.received", person.reference(), "3").is(201);

    assertThat(effects(begun)).containsExactly("enrolled", "enrolled");
    assertThat(effects(skipped)).containsExactly("skipped", "skipped");
    assertThat(effects(ended)).containsExactly("exited", "exited");
    assertThat(
            ServiceResponse.items(ended.body().path("triggered"))
                .map(one -> one.path("enrollment_id")))
        .containsExactlyInAnyOrderElementsOf(
            ServiceResponse.items(begun.body().path("triggered"))
                .map(one -> one.path("enrollment_id"))
                .toList());
    assertThat(api.get(PATH + "/" + begun.id()).is(200).body()).isEqualTo(begun.body());
    assertThat(signals.signalEvents())
        .extracting(event -> event.at("/data/triggered"))
        .containsExactly(
            begun.body().path("triggered"),
            skipped.body().path("triggered"),
            ended.body().path("triggered"));
    assertThat(
            signals
                .send("payment.received", person.reference(), "4")
                .is(201)
                .body()
                .path("triggered"))
        .isEmpty();
  }

  @Test
  void pausedEnrollmentCountsAsTheActiveOne() {
    signals.createSequence("one", OVERDUE);
    OrderBody person = tenant.order("06");
    ServiceResponse begun = api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);
    String enrollment = begun.at("/triggered/0/enrollment_id");
    api.post("/v1/enrollments/" + enrollment + "/pause").is(200);

    ServiceResponse skipped = signals.send(OVERDUE, person.reference(), "2").is(201);

    assertThat(effects(skipped)).containsExactly("skipped");
    assertThat(skipped.at("/triggered/0/enrollment_id")).isEqualTo(enrollment);
    assertThat(signals.count("enrollment")).isEqualTo(1);
    assertThat(api.get("/v1/enrollments/" + enrollment).is(200).at("/status")).isEqualTo("paused");
  }

  @Test
  void emitsSignalBeforeItsEffects() {
    signals.createSequence("one", OVERDUE);
    signals.createSequence("two", "payment.received");
    OrderBody person = tenant.order("06");
    api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);

    ServiceResponse both = signals.send("payment.received", person.reference(), "2").is(201);

    assertThat(effects(both)).containsExactly("exited", "enrolled");
    List<String> types =
        tenant.events(null).stream().map(event -> event.path("type").asText()).toList();
    assertThat(types.subList(types.lastIndexOf("signal.received"), types.size()))
        .startsWith("signal.received", "enrollment.exited", "enrollment.started");
    assertThat(types.subList(types.indexOf("signal.received"), types.size()))
        .startsWith("signal.received", "enrollment.started");
  }

  @Test
  void concurrentEqualTriggersEnrollOnce() {
    signals.createSequence("one", OVERDUE);
    JsonNode body = SignalBody.of(OVERDUE, tenant.order("06"), "1").json();

    List<ServiceResponse> responses = atOnce(300, each -> api.post(PATH, body));

    assertThat(statuses(responses)).isEqualTo(Map.of(201, 1L, 200, 299L));
    assertThat(responses)
        .allSatisfy(response -> assertThat(effects(response)).containsExactly("enrolled"));
    assertThat(signals.count("enrollment")).isEqualTo(1);
  }

  @Test
  void concurrentSubjectsAreEnrolledAndEndedOnce() {
    signals.createSequence("one", OVERDUE);
    List<ServiceResponse> begun =
        atOnce(200, each -> signals.send(OVERDUE, "person-" + each % 100, "key-" + each));
    List<ServiceResponse> ended =
        atOnce(200, each -> signals.send("payment.received", "person-" + each % 100, "p-" + each));

    assertThat(begun.stream().flatMap(one -> effects(one).stream()).toList())
        .hasSize(200)
        .filteredOn("enrolled"::equals)
        .hasSize(100);
    assertThat(ended.stream().flatMap(one -> effects(one).stream()).toList())
        .hasSize(100)
        .containsOnly("exited");
    assertThat(signals.count("enrollment")).isEqualTo(100);
  }

  @Test
  void exitsAreNotReportedWhileSequencesAreOff() {
    signals.createSequence("one", OVERDUE);
    OrderBody person = tenant.order("06");
    api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);
    tenant.service().sql("UPDATE tenant SET sequences_enabled = false WHERE id = ?", tenant.uuid());

    ServiceResponse ended = signals.send("payment.received", person.reference(), "2").is(201);
    ServiceResponse trigger = signals.send(OVERDUE, person.reference(), "3").is(201);

    assertThat(ended.body().path("triggered")).isEmpty();
    assertThat(trigger.body().path("triggered")).isEmpty();
    assertThat(tenant.events(null).stream().map(event -> event.path("type").asText()))
        .contains("enrollment.exited")
        .filteredOn("enrollment.started"::equals)
        .hasSize(1);
  }

  @Test
  void startsNothingForSuppressedSubject() {
    signals.createSequence("suppressed", OVERDUE);
    OrderBody person = tenant.order("06");
    tenant.suppress(null, person.reference());

    ServiceResponse created = api.post(PATH, SignalBody.of(OVERDUE, person, "1").json()).is(201);

    assertThat(created.body().path("triggered").isArray()).isTrue();
    assertThat(created.body().path("triggered")).isEmpty();
    assertThat(api.get("/v1/enrollments?subject_reference=" + person.reference()).rows()).isEmpty();
    assertThat(tenant.events(null).stream().map(event -> event.path("type").asText()))
        .contains("signal.received")
        .doesNotContain("enrollment.started");
  }

  @Test
  void recordsSignalsWithoutSequencesFeature() {
    RunningTenant without =
        RunningService.shared()
            .newTenant("{\"name\": \"Test\", \"features\": {\"sequences_enabled\": false}}");

    ServiceResponse created =
        without.api().post(PATH, SignalBody.of("payment.received", "erika", "1").json()).is(201);

    assertThat(created.body().path("triggered")).isEmpty();
  }
}
