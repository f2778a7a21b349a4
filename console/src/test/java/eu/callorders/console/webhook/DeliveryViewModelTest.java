package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.FailedActions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryViewModelTest {
  private static final ActionTarget TARGET = new ActionTarget("whd_1", "call.ended · a (whd_1)");

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final DeliveryViewModel model =
      new DeliveryViewModel(background, WebhookSessionFixture.of(service, Scope.CONFIG_READ).api());

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String json(String id, String status) {
    return "{\"id\":\"%s\",\"event_id\":\"evt_1\",\"status\":\"%s\",\"attempts\":[]}"
        .formatted(id, status);
  }

  private static DeliveryRow row(String id, String status) {
    return DeliveryRow.of(Json.parse(json(id, status)).orElseThrow());
  }

  private void page(boolean more, String... rows) {
    service.then(
        200,
        "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"c\"}"
            .formatted(String.join(",", rows), more));
  }

  private String status() {
    DeliveryViewModel.Shown shown = model.shown.get();
    return shown == null ? "" : shown.row().status();
  }

  @Test
  void showsTheRowAndThenAllDeliveriesOfItsEvent() {
    page(true, json("whd_2", "failed"));
    page(false, json("whd_1", "retrying"));
    model.show(row("whd_1", "pending"));
    assertThat(status()).isEqualTo("pending");
    drawing.runNext();
    assertThat(status()).isEqualTo("retrying");
    assertThat(model.shown.get().all()).hasSize(2);
    assertThat(WebhookSessionFixture.requests(service))
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/webhook-deliveries?event_id=evt_1&limit=100",
            "/v1/webhook-deliveries?event_id=evt_1&limit=100&after=c");
  }

  @Test
  void pollsUntilTheDeliveryIsFinal() {
    page(false, json("whd_1", "retrying"));
    model.show(row("whd_1", "pending"));
    drawing.runNext();
    page(false, json("whd_1", "succeeded"));
    model.refreshIfOpen();
    drawing.runNext();
    assertThat(status()).isEqualTo("succeeded");
    model.refreshIfOpen();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(2);
    page(false, json("whd_1", "succeeded"));
    model.load();
    drawing.runNext();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(3);
  }

  @Test
  void keepsTheRowWhenLoadingFails() {
    model.show(row("whd_1", "succeeded"));
    drawing.runNext();
    assertThat(model.failure.get()).isInstanceOf(Failure.Unreachable.class);
    assertThat(status()).isEqualTo("succeeded");
    page(false, json("whd_1", "succeeded"));
    model.refreshIfOpen();
    drawing.runNext();
    assertThat(model.failure.get()).isNull();
    assertThat(model.shown.get().json().path("id").asText()).isEqualTo("whd_1");
  }

  @Test
  void boundsTheNumberOfPages() {
    for (int page = 0; page < 9; page++) {
      page(true, json("whd_1" + page, "succeeded"));
    }
    model.show(row("whd_1", "pending"));
    drawing.runNext();
    assertThat(model.shown.get().all()).hasSize(5);
    assertThat(status()).isEqualTo("pending");
  }

  @Test
  void clearsThePreviousDelivery() {
    page(false, json("whd_1", "succeeded"));
    model.show(row("whd_1", "pending"));
    drawing.runNext();
    page(false, json("whd_2", "failed"));
    model.show(row("whd_2", "pending"));
    assertThat(model.shown.get().all()).isEmpty();
    drawing.runNext();
    assertThat(status()).isEqualTo("failed");
    model.clear();
    model.refreshIfOpen();
    assertThat(model.shown.get()).isNull();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(2);
  }

  private List<String> resendKeys() {
    return WebhookSessionFixture.requests(service).stream()
        .filter(request -> request.target().equals("/v1/webhook-deliveries/whd_1/resend"))
        .map(request -> request.header("Idempotency-key"))
        .toList();
  }

  private void showLoaded(String id) {
    page(false, json(id, "failed"));
    model.show(row(id, "failed"));
    drawing.runNext();
  }

  @Test
  void resendsOnceThoughTheResponseIsLost() {
    List<String> created = new ArrayList<>();
    showLoaded("whd_1");
    model.resend(TARGET, row -> created.add(row.id())); // there is no response
    assertThat(model.resending.get()).isTrue();
    drawing.runNext();
    assertThat(model.resendFailure.get()).matches(Failure::isOutcomeUnknown);
    showLoaded("whd_2");
    assertThat(model.resendFailure.get()).isNull();
    showLoaded("whd_1");
    service.then(202, json("whd_3", "pending"));
    model.resend(TARGET, row -> created.add(row.id()));
    drawing.runNext();
    assertThat(created).containsExactly("whd_3");
    assertThat(resendKeys()).hasSizeGreaterThan(1);
    assertThat(Set.copyOf(resendKeys())).hasSize(1);

    service.then(202, json("whd_4", "pending"));
    model.resend(TARGET, row -> created.add(row.id()));
    drawing.runNext();
    assertThat(created).containsExactly("whd_3", "whd_4");
    assertThat(Set.copyOf(resendKeys())).hasSize(2);
  }

  @Test
  void resendsOnceThoughTheRateIsLimitedAfterAnExecutedAttempt() {
    List<String> created = new ArrayList<>();
    showLoaded("whd_1");
    service.thenNoResponse();
    service.then(429, Map.of("Retry-After", "1"), "{\"code\":\"rate_limited\"}");
    model.resend(TARGET, row -> created.add(row.id()));
    drawing.runNext();
    assertThat(model.resendFailure.get()).matches(it -> it.isRefused("rate_limited"));
    service.then(202, json("whd_3", "pending"));
    model.resend(TARGET, row -> created.add(row.id()));
    drawing.runNext();
    assertThat(created).containsExactly("whd_3");
    assertThat(Set.copyOf(resendKeys())).hasSize(1);
  }

  @Test
  void showsWhyAResendIsRefused() {
    showLoaded("whd_1");
    service.then(409, "{\"status\":409,\"code\":\"endpoint_disabled\"}");
    model.resend(TARGET, row -> {});
    drawing.runNext();
    assertThat(model.resendFailure.get()).matches(it -> it.isRefused("endpoint_disabled"));
    assertThat(model.resending.get()).isFalse();
  }

  @Test
  void staysAtTheDeliveryThatTheOperatorHasGoneTo() {
    List<String> created = new ArrayList<>();
    showLoaded("whd_1");
    service.then(202, json("whd_3", "pending"));
    model.resend(TARGET, row -> created.add(row.id()));
    Runnable resent = drawing.takeNext();
    showLoaded("whd_2");
    resent.run();
    assertThat(created).isEmpty();
    assertThat(model.resending.get()).isFalse();
    assertThat(model.id()).isEqualTo("whd_2");
  }

  @Test
  void keepsTheRefusalOfADeliveryThatIsNoLongerShown() {
    showLoaded("whd_1");
    service.then(409, "{\"status\":409,\"code\":\"endpoint_disabled\"}");
    model.resend(TARGET, row -> {});
    Runnable refused = drawing.takeNext();
    showLoaded("whd_2");
    refused.run();
    assertThat(model.resendFailure.get()).isNull();
    assertThat(model.resending.get()).isFalse();
    assertThat(model.failedActions.entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(TARGET);
  }

  @Test
  void findsTheOrderOfTheShownDelivery() {
    List<String> found = new ArrayList<>();
    showLoaded("whd_1");
    service.then(200, "{\"related\":{\"call_order_id\":\"ord_1\"}}");
    model.findOrder(TARGET, "evt_1", found::add);
    drawing.runNext();
    assertThat(found).containsExactly("ord_1");
  }

  @Test
  void namesTheDeliveryWhoseOrderIsNotFoundWhenAnotherOneIsShown() {
    showLoaded("whd_1");
    service.then(404, "{\"status\":404,\"code\":\"not_found\"}");
    model.findOrder(TARGET, "evt_1", order -> {});
    Runnable refused = drawing.takeNext();
    showLoaded("whd_2");
    refused.run();
    assertThat(model.failure.get()).isNull();
    assertThat(model.failedActions.entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(TARGET);
  }

  @Test
  void readsThePayloadAgainAfterAFailure() {
    showLoaded("whd_1");
    model.loadPayload(); // there is no response
    drawing.runNext();
    assertThat(model.payload.failure().get()).isInstanceOf(Failure.Unreachable.class);
    service.then(200, "{\"id\":\"evt_1\"}");
    model.loadPayload();
    drawing.runNext();
    assertThat(model.payload.detail().get().path("id").asText()).isEqualTo("evt_1");
    assertThat(model.payload.failure().get()).isNull();
  }

  @Test
  void readsThePayloadOfTheShownDeliveryOnly() {
    showLoaded("whd_1");
    assertThat(model.payload.detail().get()).isNull();
    service.then(200, "{\"id\":\"evt_1\"}");
    model.loadPayload();
    drawing.runNext();
    model.loadPayload();
    assertThat(model.payload.detail().get().path("id").asText()).isEqualTo("evt_1");
    showLoaded("whd_2");
    assertThat(model.payload.detail().get()).isNull();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(3);
  }
}
