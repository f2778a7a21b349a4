package eu.callorders.console.signal;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Scope;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SignalsViewModelTest {
  private static final String OVERDUE =
      SignalFixture.signal(
          "sig_1",
          "invoice.overdue",
          "p1",
          SignalFixture.effect("enr_1", "enrolled")
              + ","
              + SignalFixture.effect("enr_2", "enrolled"));
  private static final String PAYMENT = SignalFixture.signal("sig_2", "payment.received", "p2", "");

  @AutoClose private final SignalFixture fixture = new SignalFixture();

  private SignalsViewModel model(Scope... scopes) {
    return new SignalsViewModel(fixture.background, fixture.session(scopes), ZoneOffset.UTC);
  }

  private SignalsViewModel withTwoSignals() {
    fixture.respond("events", SignalFixture.received(OVERDUE), SignalFixture.received(PAYMENT));
    return model(Scope.ORDERS_READ, Scope.EVENTS_READ);
  }

  private List<String> apply(SignalsViewModel model) {
    model.apply();
    fixture.uiExecutor.runNext();
    return shown(model);
  }

  private static List<String> shown(SignalsViewModel model) {
    return model.rows().rows().stream().map(SignalRow::id).toList();
  }

  private List<String> search(SignalsViewModel model, String text) {
    model.search().set(text);
    return apply(model);
  }

  @Test
  void listsTheNewestSignalsOfTheFeed() {
    SignalsViewModel model = withTwoSignals();
    assertThat(apply(model)).containsExactly("sig_2", "sig_1");
    assertThat(fixture.targets())
        .allMatch(target -> target.startsWith("/v1/events?event_types=signal.received&"));
    assertThat(model.rows().find("sig_1"))
        .isEqualTo(
            new SignalRow(
                "sig_1",
                "invoice.overdue",
                "p1",
                "KEY-sig_1",
                SignalFixture.MOMENT,
                List.of("enrolled")));
  }

  @Test
  void searchesPartsOfTypePersonAndKey() {
    SignalsViewModel model = withTwoSignals();
    assertThat(search(model, "PAYMENT")).containsExactly("sig_2");
    assertThat(search(model, "p1")).containsExactly("sig_1");
    assertThat(search(model, "key-sig_2")).containsExactly("sig_2");
    assertThat(search(model, "nothing")).isEmpty();
  }

  @Test
  void findsAnOlderSignalByItsIdentifier() {
    fixture.service.fixed(
        "GET /v1/signals/sig_3", 200, SignalFixture.signal("sig_3", "a.b", "p3", ""));
    assertThat(search(withTwoSignals(), "sig_3")).containsExactly("sig_3");
    assertThat(fixture.targets()).containsExactly("/v1/signals/sig_3");
  }

  @Test
  void filtersByTypePersonAndDay() {
    SignalsViewModel model = withTwoSignals();
    model.filterBy(Map.of("subject_reference", "p2"));
    fixture.uiExecutor.runNext();
    assertThat(shown(model)).containsExactly("sig_2");
    model.filterBy(Map.of("signal_type", "invoice.overdue"));
    fixture.uiExecutor.runNext();
    assertThat(shown(model)).containsExactly("sig_1");
    model.filterBy(Map.of());
    fixture.uiExecutor.runNext();
    model.filter().to().set(LocalDate.of(2026, 11, 19));
    assertThat(apply(model)).isEmpty();
  }

  @Test
  void addsSignalsThatArrive() {
    SignalsViewModel model = withTwoSignals();
    model.filterBy(Map.of("signal_type", "a.b"));
    fixture.uiExecutor.runNext();
    model.handleEvents(
        List.of(
            SignalFixture.json(
                SignalFixture.received(SignalFixture.signal("sig_3", "a.b", "p1", ""))),
            SignalFixture.json(
                SignalFixture.received(SignalFixture.signal("sig_4", "c.d", "p1", ""))),
            SignalFixture.json(
                SignalFixture.event(
                    "enrollment.started", SignalFixture.MOMENT, "", "{\"id\":\"enr_1\"}"))));
    assertThat(shown(model)).containsExactly("sig_3");
  }

  @Test
  void listsWhatWasSentHereWithoutTheScopeForEvents() {
    SignalsViewModel model = model(Scope.ORDERS_READ);
    assertThat(apply(model)).isEmpty();
    model.sent(SignalFixture.json(OVERDUE));
    model.sent(SignalFixture.json(PAYMENT));
    model.sent(SignalFixture.json(OVERDUE));
    assertThat(shown(model)).containsExactlyInAnyOrder("sig_1", "sig_2");
    model.reload();
    fixture.uiExecutor.runNext();
    assertThat(shown(model)).containsExactly("sig_1", "sig_2");
    assertThat(fixture.targets()).isEmpty();
  }
}
