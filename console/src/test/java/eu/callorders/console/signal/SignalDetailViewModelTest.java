package eu.callorders.console.signal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SignalDetailViewModelTest {
  private static final String NOT_FOUND = "{\"status\":404,\"code\":\"not_found\"}";
  private static final String LATER = "2026-11-20T09:00:00.001Z";

  @AutoClose private final SignalFixture fixture = new SignalFixture();

  private SignalDetail show(SignalDetailViewModel model, String signal) {
    fixture.service.fixed("GET /v1/signals/sig_1", 200, signal);
    model.show("sig_1");
    fixture.uiExecutor.runNext();
    return Objects.requireNonNull(model.detail().get());
  }

  private SignalDetailViewModel model(Scope... scopes) {
    return new SignalDetailViewModel(fixture.background, fixture.session(scopes));
  }

  private static String payment(String subject, String effects) {
    return SignalFixture.signal("sig_1", "payment.received", subject, effects);
  }

  @Test
  void readsEnrollmentsWithTheirOrders() {
    fixture.service.fixed(
        "GET /v1/enrollments/enr_1", 200, "{\"id\":\"enr_1\",\"status\":\"active\"}");
    fixture.service.fixed("GET /v1/enrollments/enr_2", 404, NOT_FOUND);
    fixture.service.fixed(
        "GET /v1/call-orders?enrollment_id=enr_1&limit=100",
        200,
        "{\"data\":[{\"id\":\"ord_1\"}],\"has_more\":false}");
    SignalDetail detail =
        show(
            model(Scope.ORDERS_READ, Scope.EVENTS_READ),
            SignalFixture.signal(
                "sig_1",
                "invoice.overdue",
                "p1",
                SignalFixture.effect("enr_2", "replaced")
                    + ","
                    + SignalFixture.effect("enr_1", "enrolled")));
    assertThat(detail.effects())
        .containsExactly(
            new SignalDetail.Effect(
                "replaced", "enr_2", SignalFixture.json("{\"id\":\"enr_2\"}"), List.of()),
            new SignalDetail.Effect(
                "enrolled",
                "enr_1",
                SignalFixture.json("{\"id\":\"enr_1\",\"status\":\"active\"}"),
                List.of(SignalFixture.json("{\"id\":\"ord_1\"}"))));
    assertThat(fixture.targets()).noneMatch(target -> target.startsWith("/v1/events"));
  }

  @Test
  void readsTenEnrollmentsAtMost() {
    String effects =
        String.join(
            ",",
            IntStream.range(0, 12)
                .mapToObj(i -> SignalFixture.effect("enr_" + i, "exited"))
                .toList());
    for (int i = 0; i < 10; i++) {
      fixture.service.fixed("GET /v1/enrollments/enr_" + i, 404, NOT_FOUND);
    }
    SignalDetail detail = show(model(Scope.ORDERS_READ), payment("p1", effects));
    assertThat(detail.effects()).hasSize(12);
    assertThat(fixture.targets()).hasSize(11);
  }

  private static String canceled(String id, String subject, String occurredAt, String related) {
    return SignalFixture.event(
        "call_order.canceled",
        occurredAt,
        related,
        "{\"id\":\"%s\",\"subject\":{\"reference\":\"%s\"}}".formatted(id, subject));
  }

  @Test
  void findsWhatChangedAtTheMomentOfAPayment() {
    fixture.service.fixed("GET /v1/enrollments/enr_1", 404, NOT_FOUND);
    fixture.respond(
        "events",
        canceled("ord_1", "p1", SignalFixture.MOMENT, ""),
        canceled("ord_2", "p2", SignalFixture.MOMENT, ""),
        canceled("ord_3", "p1", LATER, ""),
        canceled("ord_4", "p1", SignalFixture.MOMENT, "\"enrollment_id\":\"enr_1\""),
        SignalFixture.event(
            "hold.released",
            SignalFixture.MOMENT,
            "",
            "{\"id\":\"hld_1\",\"subject_reference\":\"p1\"}"));
    SignalDetail detail =
        show(
            model(Scope.ORDERS_READ, Scope.EVENTS_READ),
            payment("p1", SignalFixture.effect("enr_1", "exited")));
    assertThat(detail.changes().rows())
        .extracting(event -> event.path("data").path("id").asText())
        .containsExactly("ord_1", "hld_1");
    assertThat(detail.changes().hasMore()).isFalse();
    assertThat(fixture.targets())
        .contains(
            "/v1/events?event_types=call_order.canceled%2Chold.released%2Cpromise.kept"
                + "%2Cpromise.withdrawn&created_after=2026-11-20T09%3A00%3A00.000Z&limit=100");
  }

  @Test
  void readsNoEventsWithoutTheScopeOrThePerson() {
    assertThat(show(model(Scope.ORDERS_READ), payment("p1", "")).changes().rows()).isEmpty();
    String erased = payment("p1", "").replace("\"subject_reference\":\"p1\",", "");
    assertThat(show(model(Scope.ORDERS_READ, Scope.EVENTS_READ), erased).changes().rows())
        .isEmpty();
    assertThat(fixture.targets()).containsOnly("/v1/signals/sig_1");
  }

  @Test
  void followsItsEnrollments() {
    fixture.service.fixed("GET /v1/enrollments/enr_1", 404, NOT_FOUND);
    SignalDetailViewModel model = model(Scope.ORDERS_READ);
    show(model, payment("p1", SignalFixture.effect("enr_1", "enrolled")));
    int before = fixture.targets().size();
    model.handleEvents(List.of(enrollmentEvent("enr_2")));
    assertThat(model.loading().get()).isFalse();
    model.handleEvents(List.of(enrollmentEvent("enr_1")));
    fixture.uiExecutor.runNext();
    assertThat(fixture.targets()).hasSize(before + 2);
  }

  private static JsonNode enrollmentEvent(String id) {
    return SignalFixture.json(
        SignalFixture.event(
            "enrollment.exited", LATER, "\"enrollment_id\":\"%s\"".formatted(id), "{}"));
  }

  @Test
  void saysWhatTheServiceSaidToTheSignalThatWasSent() {
    SignalDetailViewModel model = model(Scope.ORDERS_READ);
    assertThat(model.responseKey()).isEmpty();
    String signal = payment("p1", "");
    model.sent(SignalFixture.json(signal));
    assertThat(model.responseKey()).as("nothing is shown").isEmpty();
    show(model, signal);
    assertThat(model.responseKey()).isEqualTo("sent.recorded");
    model.sent(SignalFixture.json(signal.replace("false", "true")));
    assertThat(model.responseKey()).isEqualTo("sent.duplicate");
    model.sent(SignalFixture.json(signal.replace("sig_1", "sig_2")));
    assertThat(model.responseKey()).isEmpty();
  }

  @Test
  void namesEachEffectOfTheContract() throws IOException {
    Texts texts = Texts.of(SignalsView.class);
    try (InputStream contract = Json.class.getResourceAsStream("/contract/openapi.yaml")) {
      JsonNode effects =
          new ObjectMapper(new YAMLFactory())
              .readTree(Objects.requireNonNull(contract))
              .at("/components/schemas/KnownSignalEffect/enum");
      assertThat(effects).isNotEmpty();
      assertThat(effects)
          .allMatch(effect -> texts.bundle().containsKey("effect." + effect.asText()));
    }
  }
}
