package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.order.OrderSuppressionsViewModel.MatchingEntries;
import eu.callorders.console.suppression.NewSuppression;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OrderSuppressionsViewModelTest {
  private static final String LIST = "/v1/suppressions?";
  private static final NewSuppression TARGET =
      new NewSuppression("+493023125021, +493023125022", "debtor-1", "");

  @AutoClose private final StubSession stub = new StubSession();
  private final OrderSuppressionsViewModel model = model(Scope.CONFIG_READ);

  private OrderSuppressionsViewModel model(Scope... scopes) {
    return new OrderSuppressionsViewModel(stub.background, stub.session(scopes));
  }

  private void entries(String filter, String... ids) {
    String[] rows = List.of(ids).stream().map("{\"id\":\"%s\"}"::formatted).toArray(String[]::new);
    stub.service.fixed(LIST + filter + "&limit=100", 200, UnknownValueOrders.page(rows));
  }

  @Test
  void countsEntriesOfThePersonAndTheNumbersOnce() {
    entries("subject_reference=debtor-1", "sup_1", "sup_2");
    entries("phone=%2B493023125021", "sup_2", "sup_3");
    entries("phone=%2B493023125022");
    model.show(TARGET);
    stub.uiExecutor.runNext();
    assertThat(model.found.get())
        .isEqualTo(new MatchingEntries(3, Map.of("subject_reference", "debtor-1")));
  }

  @Test
  void filtersByTheNumberThatIsListedAlone() {
    entries("subject_reference=debtor-1");
    entries("phone=%2B493023125021");
    entries("phone=%2B493023125022", "sup_1");
    model.show(TARGET);
    stub.uiExecutor.runNext();
    assertThat(model.found.get())
        .isEqualTo(new MatchingEntries(1, Map.of("phone", "+493023125022")));
  }

  @Test
  void readsEntriesAgainAfterEventsOfTheList() {
    entries("subject_reference=debtor-1");
    NewSuppression person = new NewSuppression("", "debtor-1", "");
    model.show(person);
    stub.uiExecutor.runNext();
    assertThat(model.found.get().count()).isZero();
    entries("subject_reference=debtor-1", "sup_1");
    model.handleEvents(List.of(Json.object().put("type", "call_order.canceled")));
    assertThat(stub.service.requests()).hasSize(1);
    model.handleEvents(List.of(Json.object().put("type", "suppression.created")));
    stub.uiExecutor.runNext();
    assertThat(model.found.get().count()).isEqualTo(1);
  }

  @Test
  void dropsWhatIsFoundForThePreviousOrder() {
    entries("subject_reference=debtor-1", "sup_1");
    model.show(new NewSuppression("", "debtor-1", ""));
    Runnable late = stub.uiExecutor.takeNext();
    model.show(NewSuppression.NOTHING);
    late.run();
    assertThat(model.found.get().count()).isZero();
  }

  @Test
  void keepsWhatIsKnownWhileTheListCannotBeRead() {
    entries("subject_reference=debtor-1", "sup_1");
    model.show(new NewSuppression("", "debtor-1", ""));
    stub.uiExecutor.runNext();
    stub.service.fixed(LIST + "subject_reference=debtor-1&limit=100", 500, "Oops");
    model.load();
    stub.uiExecutor.runNext();
    assertThat(model.found.get().count()).isEqualTo(1);
  }

  @Test
  void requestsNothingWithoutScope() {
    model(Scope.ORDERS_READ).show(TARGET);
    assertThat(stub.service.requests()).isEmpty();
  }

  @Test
  void prefillsPersonAndPhonesOfAnOrder() {
    String order =
        """
        {"subject": {"reference": "debtor-1"}, "contacts": [
          {"channel": "phone", "value": "+493023125021"},
          {"channel": "email", "value": "erika@example.org"},
          {"channel": "phone", "value": "+493023125022"}]}
        """;
    assertThat(OrderSuppressionsViewModel.target(Json.parse(order).orElseThrow()))
        .isEqualTo(TARGET);
    assertThat(OrderSuppressionsViewModel.target(Json.object())).isEqualTo(NewSuppression.NOTHING);
  }
}
