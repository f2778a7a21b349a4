package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.FailedActions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderDetailViewModelTest {
  private static final String ORDER = "{\"id\":\"ord_1\",\"status\":\"%s\"}";

  private static final ActionTarget TARGET = new ActionTarget("ord_1", "Erika (ord_1)");

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final ApiClient api =
      ApiClient.administration(
          new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
  private final OrderDetailViewModel model =
      new OrderDetailViewModel(
          background,
          new Session(
              "s",
              "sandbox",
              "tn_1",
              MissingNode.getInstance(),
              Set.of(Scope.ORDERS_READ, Scope.ORDERS_WRITE),
              api,
              Optional.of(api),
              new ConnectionStatus()));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private void respondWith(String status) {
    service.then(200, ORDER.formatted(status)).then(200, "{\"dialable\":true}");
  }

  private OrderDetail shown() {
    OrderDetail detail = model.detail().get();
    assertThat(detail).isNotNull();
    return detail;
  }

  @Test
  void showsOrderWithExplanation() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    assertThat(shown().canBeCanceled()).isTrue();
    assertThat(shown().explanation().path("dialable").asBoolean()).isTrue();
    assertThat(service.requests().getLast().target())
        .isEqualTo("/admin/v1/tenants/tn_1/call-orders/ord_1/explanation");
  }

  @Test
  void showsOrderWhenAdministrationRejects() {
    service.then(200, ORDER.formatted("scheduled")).then(401, "{\"code\":\"unauthorized\"}");
    model.show("ord_1");
    uiExecutor.runNext();
    assertThat(shown().explanation().isMissingNode()).isTrue();
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void reloadsOnEventsOfThisOrderOnly() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    model.handleEvents(
        List.of(Json.parse("{\"related\":{\"call_order_id\":\"ord_2\"}}").orElseThrow()));
    assertThat(model.loading().get()).isFalse();
    respondWith("completed");
    model.handleEvents(
        List.of(Json.parse("{\"related\":{\"call_order_id\":\"ord_1\"}}").orElseThrow()));
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("completed");
    assertThat(shown().canBeCanceled()).isFalse();
  }

  @Test
  void cancelsWithReasonAndReloads() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    service.then(200, ORDER.formatted("canceled"));
    respondWith("canceled");
    model.cancel(TARGET, " paid ");
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(service.requests().get(2).body()).isEqualTo("{\"reason\":\"paid\"}");
    assertThat(shown().status()).isEqualTo("canceled");
  }

  @Test
  void cancelsTheOrderOfTheQuestionThoughNoneIsShown() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    model.clear();
    service.then(200, ORDER.formatted("canceled"));
    model.cancel(TARGET, "");
    assertThat(model.acting().get()).isFalse();
    uiExecutor.runNext();
    assertThat(service.requests().getLast().target()).isEqualTo("/v1/call-orders/ord_1/cancel");
  }

  @Test
  void retriesFailedReadsButNotRejections() {
    service.then(503, "{}");
    model.show("ord_1");
    uiExecutor.runNext();
    assertThat(model.failure().get()).isNotNull();
    respondWith("scheduled");
    model.retry();
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("scheduled");
    assertThat(model.failure().get()).isNull();
    service.then(409, "{\"code\":\"order_not_cancelable\"}");
    model.cancel(TARGET, "");
    uiExecutor.runNext();
    assertThat(model.actionFailure().get()).isNotNull();
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void keepsOrderWhenCancelIsRejected() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    service.then(409, "{\"code\":\"order_not_cancelable\"}");
    model.cancel(TARGET, "");
    uiExecutor.runNext();
    assertThat(model.actionFailure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(shown().status()).isEqualTo("scheduled");
    assertThat(service.requests().getLast().body()).isEqualTo("{}");
  }

  @Test
  void reloadsOnceAfterRequestsDuringRead() {
    respondWith("scheduled");
    model.show("ord_1");
    model.load();
    model.load();
    respondWith("completed");
    uiExecutor.runNext();
    assertThat(model.loading().get()).isTrue();
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("completed");
    assertThat(model.loading().get()).isFalse();
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void keepsCancelRejectionAfterReload() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    service.then(409, "{\"code\":\"order_not_cancelable\"}");
    model.cancel(TARGET, "");
    uiExecutor.runNext();
    respondWith("dialing");
    model.load();
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("dialing");
    assertThat(model.actionFailure().get()).isNotNull();
  }

  @Test
  void successfulReadClearsReadFailure() {
    service.then(404, "{\"code\":\"not_found\"}");
    model.show("ord_1");
    uiExecutor.runNext();
    assertThat(model.failure().get()).isNotNull();
    respondWith("scheduled");
    model.load();
    uiExecutor.runNext();
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void keepsTheRefusalOfAnOrderThatIsNoLongerShown() {
    respondWith("scheduled");
    model.show("ord_1");
    uiExecutor.runNext();
    service.then(409, "{\"code\":\"order_not_cancelable\"}");
    model.cancel(TARGET, "");
    model.clear();
    uiExecutor.runNext();
    assertThat(model.failure().get()).isNull();
    assertThat(model.actionFailure().get()).isNull();
    assertThat(model.failedActions().entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(TARGET);
    assertThat(model.detail().get()).isNull();
  }

  @Test
  void allowsChangesBeforeFirstAttemptAndCancelBeforeDialing() {
    assertThat(detail("accepted", 0).canBeChanged()).isTrue();
    assertThat(detail("scheduled", 0).canBeChanged()).isTrue();
    assertThat(detail("scheduled", 1).canBeChanged()).isFalse();
    assertThat(detail("scheduled", 1).canBeCanceled()).isTrue();
    assertThat(detail("dialing", 0).canBeCanceled()).isFalse();
    assertThat(detail("levitating", 0).canBeChanged()).isFalse();
  }

  private static OrderDetail detail(String status, int attempts) {
    String order = "{\"status\":\"%s\",\"attempt_count\":%d}".formatted(status, attempts);
    return StubSession.detail(order, true);
  }
}
