package eu.callorders.server.app;

import static eu.callorders.server.app.SignalBody.PATH;
import static eu.callorders.server.app.SignalRequests.OVERDUE;
import static eu.callorders.server.app.SignalRequests.atOnce;
import static eu.callorders.server.app.SignalRequests.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Repeated signals with one deduplication key. */
class SignalDedupeKeyTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final SignalRequests signals = new SignalRequests(tenant);

  private static final String OLDER = " - interval '90 days 1 minute'";
  private static final String YOUNGER = " - interval '89 days 23 hours'";

  @Test
  void repeatedDedupeKeyReturnsOriginal() {
    ServiceResponse original =
        api.post(PATH, SignalBody.of(OVERDUE, tenant.order("06"), "1").json()).is(201);

    ServiceResponse again = signals.send(OVERDUE, "other-subject", "1").is(200);

    assertThat(again.header("Location")).isNull();
    assertThat(again.body().path("duplicate").asBoolean()).isTrue();
    ObjectNode expected = (ObjectNode) original.body();
    assertThat(again.body()).isEqualTo(expected.put("duplicate", true));
    assertThat(signals.signalEvents()).hasSize(1);
    assertThat(api.get(PATH + "/" + original.id()).body().path("duplicate").asBoolean()).isFalse();
  }

  @Test
  void dedupeKeyIsUniquePerTypeAndTenant() {
    RunningTenant other = RunningService.shared().newTenant();

    ServiceResponse first = signals.send(OVERDUE, "erika", "1").is(201);
    ServiceResponse second = signals.send("payment.received", "erika", "1").is(201);
    ServiceResponse third =
        other.api().post(PATH, SignalBody.of(OVERDUE, "erika", "1").json()).is(201);

    assertThat(List.of(first.id(), second.id(), third.id())).doesNotHaveDuplicates();
    assertThat(signals.send("payment.received", "erika", "1").is(200).id()).isEqualTo(second.id());
  }

  @Test
  void dedupeKeyExpiresAfterNinetyDaysOfRealTime() {
    ServiceResponse original = signals.send(OVERDUE, "erika", "1").is(201);
    tenant.setClock(tenant.now().plus(Duration.ofDays(200)));
    signals.send(OVERDUE, "erika", "1").is(200);

    age(YOUNGER);
    assertThat(signals.send(OVERDUE, "erika", "1").is(200).id()).isEqualTo(original.id());
    age(OLDER);
    ServiceResponse fresh = signals.send(OVERDUE, "erika", "1").is(201);

    assertThat(fresh.id()).isNotEqualTo(original.id());
    assertThat(signals.send(OVERDUE, "erika", "1").is(200).id()).isEqualTo(fresh.id());
    assertThat(api.get(PATH + "/" + original.id()).is(200).body()).isEqualTo(original.body());
    assertThat(signals.signalEvents()).hasSize(2);
  }

  private void age(String by) {
    tenant
        .service()
        .sql(
            "UPDATE signal_key SET recorded_at = now()" + by + " WHERE tenant_id = ?",
            tenant.uuid());
  }

  @Test
  void concurrentEqualSignalsHaveOneEffect() {
    JsonNode body = SignalBody.of(OVERDUE, tenant.order("06"), "1").json();

    List<ServiceResponse> responses = atOnce(300, each -> api.post(PATH, body));

    assertThat(statuses(responses)).isEqualTo(Map.of(201, 1L, 200, 299L));
    assertThat(responses).extracting(ServiceResponse::id).containsOnly(responses.getFirst().id());
    assertThat(signals.signalEvents()).hasSize(1);
  }

  @Test
  void acceptsConcurrentSignalsOfManySubjects() {
    List<ServiceResponse> responses =
        atOnce(300, each -> signals.send(OVERDUE, "person-" + each % 20, "key-" + each % 100));

    assertThat(statuses(responses)).isEqualTo(Map.of(201, 100L, 200, 200L));
    assertThat(signals.signalEvents()).hasSize(100);
  }
}
