package eu.callorders.console.order;

import static eu.callorders.console.order.FirstStepsViewModel.Step.DOCUMENTATION;
import static eu.callorders.console.order.FirstStepsViewModel.Step.ENDPOINT;
import static eu.callorders.console.order.FirstStepsViewModel.Step.ORDER;
import static eu.callorders.console.order.FirstStepsViewModel.Step.SUPPRESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FirstStepsViewModelTest {
  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final FakeService service = new FakeService();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private Session session;
  private FirstStepsViewModel model;

  @BeforeEach
  void open() {
    open("sandbox");
  }

  private void open(String environment) {
    session =
        new Session(
            "Operations",
            environment,
            "tn_1",
            MissingNode.getInstance(),
            EnumSet.allOf(Scope.class),
            ApiClient.administration(
                new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
            Optional.empty(),
            new ConnectionStatus());
    model = new FirstStepsViewModel(background, session);
    has("order-types", "{\"key\":\"payment_reminder\"}");
    has("webhook-endpoints", "");
    has("suppressions", "");
  }

  private void has(String list, String rows) {
    service.fixed("/v1/" + list, 200, "{\"data\":[%s],\"has_more\":false}".formatted(rows));
  }

  private void readWithoutOrders() {
    model.noOrders();
    drawing.runNext();
  }

  @Test
  void showsAllStepsOfAnEmptySandbox() {
    assertThat(model.steps().get()).isEmpty();
    readWithoutOrders();
    assertThat(model.steps().get()).containsExactly(ORDER, ENDPOINT, SUPPRESSION, DOCUMENTATION);
  }

  @Test
  void hidesAStepThatIsDone() {
    readWithoutOrders();
    has("webhook-endpoints", "{\"id\":\"whe_1\"}");
    readWithoutOrders();
    assertThat(model.steps().get()).containsExactly(ORDER, SUPPRESSION, DOCUMENTATION);
    has("suppressions", "{\"id\":\"sup_1\"}");
    readWithoutOrders();
    assertThat(model.steps().get()).containsExactly(ORDER, DOCUMENTATION);
    model.hasOrders();
    assertThat(model.steps().get()).isEmpty();
    model.noOrders();
    assertThat(service.requests()).as("no reads after the first order").hasSize(9);
  }

  @Test
  void hidesStepsWithoutTheirScope() {
    readWithoutOrders();
    session.grant(Set.of(Scope.ORDERS_READ, Scope.CONFIG_WRITE));
    model.update();
    assertThat(model.steps().get()).containsExactly(ENDPOINT, DOCUMENTATION);
    readWithoutOrders();
    assertThat(service.requests()).as("may read nothing more").hasSize(3);
  }

  @Test
  void createsNoOrderByAMagicNumberInALiveEnvironment() {
    open("live");
    readWithoutOrders();
    assertThat(model.steps().get()).containsExactly(ENDPOINT, SUPPRESSION, DOCUMENTATION);
  }

  @Test
  void showsNothingToATenantThatHasBegun() {
    has("webhook-endpoints", "{\"id\":\"whe_1\"}");
    readWithoutOrders();
    assertThat(model.steps().get()).isEmpty();
    has("webhook-endpoints", "");
    has("order-types", "{\"key\":\"payment_reminder\"},{\"key\":\"welcome\"}");
    readWithoutOrders();
    assertThat(model.steps().get()).isEmpty();
  }

  @Test
  void showsNothingWhenAReadFails() {
    service.fixed("/v1/order-types", 404, "{}");
    readWithoutOrders();
    assertThat(model.steps().get()).isEmpty();
  }
}
