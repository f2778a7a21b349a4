package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.form.FieldConverter;
import eu.callorders.console.form.MetadataFormat;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NewOrderViewModelTest {
  private static final String ACCEPTED = "{\"id\":\"ord_1\",\"status\":\"accepted\"}";
  private static final String RATE_LIMITED = "{\"code\":\"rate_limited\"}";
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  private final FakeService service = new FakeService().token("t", 3600);
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final List<JsonNode> created = new ArrayList<>();
  private final NewOrderViewModel model = model("sandbox");

  private NewOrderViewModel model(String environment) {
    Transport transport = new Transport(SHORT);
    ApiClient api =
        ApiClient.of(
            transport,
            service.address(),
            new RefreshingTokenSource(
                transport, new Credentials(service.address(), "client", "secret")));
    return new NewOrderViewModel(
        background,
        new Session(
            "s",
            environment,
            "tn_1",
            MissingNode.getInstance(),
            Set.of(Scope.ORDERS_WRITE, Scope.CONFIG_READ),
            api,
            Optional.empty(),
            new ConnectionStatus()),
        new FieldConverter(ZoneId.of("Europe/Berlin")),
        new Random(1),
        created::add);
  }

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private void write(OrderField field, String text) {
    model.form.value(field).set(text);
  }

  private void send() {
    model.send();
    uiExecutor.runNext();
  }

  private List<RecordedRequest> sends() {
    return service.requests().stream()
        .filter(request -> request.target().equals("/v1/call-orders"))
        .toList();
  }

  private List<String> keys() {
    return sends().stream().map(request -> request.header("Idempotency-key")).distinct().toList();
  }

  @Test
  void sendsFilledInFieldsOnly() {
    service.then(202, ACCEPTED);
    write(OrderField.ORDER_TYPE, "payment_reminder");
    write(OrderField.SUBJECT_REFERENCE, " debtor-1 ");
    write(OrderField.PHONE, "+493023125121");
    write(OrderField.MAX_ATTEMPTS, "4");
    write(OrderField.NOT_BEFORE, "2026-07-01 14:00");
    write(OrderField.METADATA, "team=north\nbatch = 7");
    write(OrderField.SIMULATED_ATTEMPTS, "busy, answered");
    send();
    assertThat(Json.parse(sends().getFirst().body()))
        .isEqualTo(
            Json.parse(
                """
                {"order_type": "payment_reminder", "subject": {"name": {}, "reference": "debtor-1"},
                 "contacts": [{"channel": "phone", "value": "+493023125121"}],
                 "context": {"claim": {"outstanding": {"currency": "EUR"},
                  "basis": {"kind": "invoice"}}},
                 "scheduling": {"window": {"not_before": "2026-07-01T12:00:00Z"},
                  "max_attempts": 4},
                 "metadata": {"team": "north", "batch": "7"},
                 "simulate": {"attempts": ["busy", "answered"]}}
                """));
    assertThat(created).hasSize(1);
    assertThat(model.form.text(OrderField.SUBJECT_REFERENCE)).isEmpty();
    assertThat(model.form.text(OrderField.ORDER_TYPE)).isEqualTo("payment_reminder");
  }

  private static String message(String code, String message) {
    return FailureMessage.of(new Problem.FieldError("", code, message));
  }

  @Test
  void clearsErrorWhenTextChanges() {
    write(OrderField.METADATA, "no pair");
    model.send();
    assertThat(model.form.firstInvalid()).contains(OrderField.METADATA);
    write(OrderField.METADATA, "a=b");
    assertThat(model.form.firstInvalid()).isEmpty();
  }

  @Test
  void showsFieldErrorsAtTheirFields() {
    service.then(
        422,
        """
        {"code": "validation_failed", "errors": [
         {"pointer": "/contacts/0/value", "code": "invalid_phone_number", "message": "no number"},
         {"pointer": "/context/claim/outstanding", "code": "required", "message": "is missing"},
         {"pointer": "/metadata/a", "code": "max_length", "message": "too long"}]}
        """);
    send();
    assertThat(model.form.error(OrderField.PHONE).get())
        .isEqualTo(message("invalid_phone_number", "no number"));
    assertThat(model.form.error(OrderField.OUTSTANDING).get())
        .isEqualTo(message("required", "is missing"));
    assertThat(model.form.error(OrderField.METADATA).get())
        .isEqualTo(message("max_length", "too long"));
    assertThat(model.failure.get()).isNull();
    assertThat(model.outcomeUnknown.get()).isFalse();
    service.then(202, ACCEPTED);
    send();
    assertThat(model.form.firstInvalid()).isEmpty();
    assertThat(keys()).as("a corrected form is another request").hasSize(2);
  }

  @Test
  void showsErrorsOutsideTheForm() {
    service.then(
        422,
        """
        {"code": "validation_failed", "errors": [
         {"pointer": "/header/Idempotency-Key", "code": "pattern", "message": "no key"}]}
        """);
    send();
    assertThat(model.failure.get()).isNotNull();
  }

  @Test
  void createsOneOrderThoughAnEarlierAttemptWasExecuted() {
    write(OrderField.NOTES, "first");
    service.thenNoResponse().then(429, Map.of("Retry-After", "1"), RATE_LIMITED);
    send();
    assertThat(model.outcomeUnknown.get()).isTrue();
    assertThat(model.failure.get()).matches(it -> it.isRefused("rate_limited"));
    write(OrderField.NOTES, "second");
    service.then(202, ACCEPTED);
    send();
    assertThat(keys()).hasSize(1);
    assertThat(sends().stream().map(RecordedRequest::body).distinct()).hasSize(1);
    assertThat(created).hasSize(1);
    assertThat(model.outcomeUnknown.get()).isFalse();
  }

  @Test
  void sendsNothingWithUnreadableMetadata() {
    write(OrderField.METADATA, "team");
    model.send();
    assertThat(model.busy.get()).isFalse();
    assertThat(model.form.error(OrderField.METADATA).get()).isEqualTo(MetadataFormat.ERROR_KEY);
    assertThat(sends()).isEmpty();
  }

  @Test
  void setsMagicEndingOnFictionalPhones() {
    model.useMagicEnding("21");
    String phone = model.form.text(OrderField.PHONE);
    assertThat(phone).matches("\\+49[0-9]{10}").endsWith("21");
    model.useMagicEnding("30");
    assertThat(model.form.text(OrderField.PHONE))
        .isEqualTo(phone.substring(0, phone.length() - 2) + "30");
    write(OrderField.PHONE, "+12125550100");
    model.useMagicEnding("44");
    assertThat(model.form.text(OrderField.PHONE)).isEqualTo("+12125550144");
    write(OrderField.PHONE, "+4930901820");
    model.useMagicEnding("10");
    assertThat(model.form.text(OrderField.PHONE)).doesNotStartWith("+4930901");
  }

  @Test
  void fillsWhatAnOrderNeedsByAMagicNumber() {
    write(OrderField.FAMILY_NAME, "Neumann");
    model.useMagicEnding("21");
    service.then(202, ACCEPTED);
    send();
    JsonNode order = Json.parse(sends().getFirst().body()).orElseThrow();
    assertThat(order.path("order_type").asText()).isEqualTo("payment_reminder");
    assertThat(order.at("/subject/reference").asText()).matches("sandbox-[0-9]+");
    assertThat(order.at("/subject/name/given_name").asText()).isNotEmpty();
    assertThat(order.at("/subject/name/family_name").asText()).isEqualTo("Neumann");
    assertThat(order.at("/context/claim/outstanding/value").asText()).isEqualTo("120.50");
    assertThat(order.at("/context/claim/creditor_name").asText()).isNotEmpty();
    model.useMagicEnding("21");
    assertThat(model.form.text(OrderField.SUBJECT_REFERENCE))
        .as("another person for the next order")
        .isNotEqualTo(order.at("/subject/reference").asText());
  }

  @Test
  void hidesSimulationOutsideTheSandbox() {
    assertThat(model("live").form.fields()).doesNotContainAnyElementsOf(OrderField.SIMULATION);
    assertThat(model.form.fields()).containsAll(OrderField.SIMULATION);
  }

  @Test
  void suggestsActiveOrderTypes() {
    service.then(
        200,
        """
        {"data": [{"key": "a", "status": "active"}, {"key": "b", "status": "archived"}],
         "has_more": false}
        """);
    model.loadTypes();
    uiExecutor.runNext();
    assertThat(model.orderTypes).containsExactly("a");
    assertThat(model.form.text(OrderField.ORDER_TYPE)).isEqualTo("a");
  }

  @Test
  void detectsInput() {
    assertThat(model.hasInput.get()).as("initial values").isFalse();
    write(OrderField.ORDER_TYPE, "payment_reminder");
    assertThat(model.hasInput.get()).as("retained fields").isFalse();
    write(OrderField.SUBJECT_REFERENCE, "debtor-1");
    assertThat(model.hasInput.get()).isTrue();
    service.then(202, ACCEPTED);
    send();
    assertThat(model.hasInput.get()).isFalse();
  }

  @Test
  void sendsNothingWithUnreadableCallTimes() {
    write(OrderField.LOCAL_CALL_TIMES, "in the evening");
    model.send();
    assertThat(model.form.error(OrderField.LOCAL_CALL_TIMES).get())
        .isEqualTo("local_call_times.fault");
    assertThat(sends()).isEmpty();
    write(OrderField.LOCAL_CALL_TIMES, "mon 18:00-20:00");
    service.then(202, ACCEPTED);
    send();
    assertThat(sends().getFirst().body())
        .contains(
            "\"local_call_times\":[{\"days\":[\"mon\"],\"from\":\"18:00\",\"to\":\"20:00\"}]");
  }

  @Test
  void preselectsNoneOfSeveralTypesAndLoadsOnce() {
    service.then(200, UnknownValueOrders.page("{\"key\": \"a\"}", "{\"key\": \"b\"}"));
    model.loadTypes();
    uiExecutor.runNext();
    model.loadTypes();
    assertThat(model.orderTypes).containsExactly("a", "b");
    assertThat(model.form.text(OrderField.ORDER_TYPE)).isEmpty();
    assertThat(service.requests()).as("token and types").hasSize(2);
    model.useMagicEnding("21");
    assertThat(model.form.text(OrderField.ORDER_TYPE)).isEqualTo("a");
  }
}
