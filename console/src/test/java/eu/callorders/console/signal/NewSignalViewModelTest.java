package eu.callorders.console.signal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.ui.FailureMessage;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NewSignalViewModelTest {
  private static final String RECORDED = SignalFixture.signal("sig_1", "invoice.overdue", "p1", "");
  private static final String SEQUENCE =
      """
      {"key":"overdue","status":"active","active_version":2,"versions":[
        {"version":1,"status":"archived","trigger":{"signal_type":"invoice.old"}},
        {"version":2,"status":"active","trigger":{"signal_type":"invoice.overdue"},
         "exit_conditions":[{"type":"signal","signal_type":"invoice.credited"},
          {"type":"do_not_call"}]}]}
      """;

  private static final String ARCHIVED =
      SEQUENCE.replace("active\",\"active_version", "archived\",\"active_version");

  @AutoClose private final SignalFixture fixture = new SignalFixture();
  private final List<JsonNode> sent = new ArrayList<>();
  private final NewSignalViewModel model =
      new NewSignalViewModel(
          fixture.background,
          fixture.session(Scope.ORDERS_WRITE, Scope.CONFIG_READ),
          new JsonFieldConverter(ZoneId.of("Europe/Berlin")),
          sent::add);

  private void write(SignalField field, String text) {
    model.form.value(field).set(text);
  }

  private void writeRequired() {
    write(SignalField.SIGNAL_TYPE, "invoice.overdue");
    write(SignalField.SUBJECT_REFERENCE, "p1");
    write(SignalField.DEDUPE_KEY, "KEY");
  }

  private void send() {
    model.send();
    fixture.uiExecutor.runNext();
  }

  private List<RecordedRequest> sends() {
    return fixture.service.requests().stream()
        .filter(request -> request.method().equals("POST"))
        .toList();
  }

  private List<String> keys() {
    return sends().stream().map(request -> request.header("Idempotency-key")).distinct().toList();
  }

  private static String message(String code, String message) {
    return FailureMessage.of(new Problem.FieldError("", code, message));
  }

  @Test
  void sendsFilledInFieldsOnly() {
    fixture.service.then(201, RECORDED);
    writeRequired();
    send();
    assertThat(sends().getFirst().target()).isEqualTo("/v1/signals");
    assertThat(SignalFixture.json(sends().getFirst().body()))
        .isEqualTo(
            SignalFixture.json(
                """
                {"signal_type":"invoice.overdue","subject_reference":"p1","dedupe_key":"KEY"}
                """));
    assertThat(sent).hasSize(1);
  }

  @Test
  void sendsAllThatTheContractHas() {
    fixture.service.then(201, RECORDED);
    writeRequired();
    write(SignalField.OCCURRED_AT, "2026-07-01 14:00");
    write(SignalField.CASE_NUMBER, "AZ-1");
    write(SignalField.OUTSTANDING, "120.50");
    write(SignalField.FAMILY_NAME, "Muster");
    write(SignalField.PHONE, "+493023125121");
    write(SignalField.BASIS_KIND, "contract");
    write(SignalField.METADATA, "team=north");
    send();
    assertThat(SignalFixture.json(sends().getFirst().body()))
        .isEqualTo(
            SignalFixture.json(
                """
                {"signal_type":"invoice.overdue","subject_reference":"p1","dedupe_key":"KEY",
                 "occurred_at":"2026-07-01T12:00:00Z",
                 "subject":{"name":{"family_name":"Muster"},"reference":"p1"},
                 "contacts":[{"channel":"phone","value":"+493023125121"}],
                 "context":{"claim":{"outstanding":{"value":"120.50","currency":"EUR"},
                  "basis":{"kind":"invoice"},"reference":{"case_number":"AZ-1"}}},
                 "compliance_basis":{"kind":"contract"},"metadata":{"team":"north"}}
                """));
  }

  @Test
  void marksWhatIsMissingBeforeItAsks() {
    assertThat(model.isReady()).isFalse();
    String missing = message("required", "");
    assertThat(model.form.error(SignalField.SIGNAL_TYPE).get()).isEqualTo(missing);
    assertThat(model.form.error(SignalField.SUBJECT_REFERENCE).get()).isEqualTo(missing);
    assertThat(model.form.error(SignalField.DEDUPE_KEY).get()).as("proposed").isEmpty();
    writeRequired();
    write(SignalField.OCCURRED_AT, "soon");
    assertThat(model.isReady()).isFalse();
    assertThat(model.form.firstInvalid()).contains(SignalField.OCCURRED_AT);
    write(SignalField.OCCURRED_AT, "");
    assertThat(model.isReady()).isTrue();
    assertThat(sends()).isEmpty();
  }

  @Test
  void showsErrorsOfTheServiceAtTheirFields() {
    fixture.service.then(
        422,
        """
        {"code":"validation_failed","errors":[
         {"pointer":"/subject/reference","code":"inconsistent","message":"differs"},
         {"pointer":"/contacts","code":"required","message":"is missing"},
         {"pointer":"/signal_type","code":"pattern","message":"no type"},
         {"pointer":"/context/claim/creditor_name","code":"required","message":"is missing"}]}
        """);
    writeRequired();
    send();
    assertThat(model.form.error(SignalField.SUBJECT_REFERENCE).get())
        .isEqualTo(message("inconsistent", "differs"));
    assertThat(model.form.error(SignalField.PHONE).get())
        .isEqualTo(message("required", "is missing"));
    assertThat(model.form.error(SignalField.SIGNAL_TYPE).get())
        .isEqualTo(message("pattern", "no type"));
    assertThat(model.form.error(SignalField.CREDITOR).get())
        .isEqualTo(message("required", "is missing"));
    assertThat(model.failure.get()).isNull();
    fixture.service.then(201, RECORDED);
    send();
    assertThat(keys()).as("a corrected form is another request").hasSize(2);
  }

  @Test
  void keepsItsIdempotencyKeyUntilTheServiceHasRecordedIt() {
    writeRequired();
    fixture.service.thenNoResponse();
    send();
    assertThat(model.outcomeUnknown.get()).isTrue();
    write(SignalField.SUBJECT_REFERENCE, "p2");
    fixture.service.then(429, Map.of("Retry-After", "1"), "{\"code\":\"rate_limited\"}");
    send();
    assertThat(model.outcomeUnknown.get()).as("the first one may have been executed").isTrue();
    fixture.service.then(201, RECORDED);
    send();
    assertThat(keys()).hasSize(1);
    assertThat(sends().stream().map(RecordedRequest::body).distinct()).hasSize(1);
    assertThat(sent).hasSize(1);
    assertThat(model.outcomeUnknown.get()).isFalse();
  }

  @Test
  void proposesAnotherKeyForTheNextSignal() {
    String first = model.form.text(SignalField.DEDUPE_KEY);
    assertThat(first).startsWith("console-");
    assertThat(model.hasInput.get()).isFalse();
    fixture.service.then(201, RECORDED);
    write(SignalField.SIGNAL_TYPE, "invoice.overdue");
    write(SignalField.SUBJECT_REFERENCE, "p1");
    assertThat(model.hasInput.get()).isTrue();
    send();
    assertThat(model.form.text(SignalField.DEDUPE_KEY)).startsWith("console-").isNotEqualTo(first);
    assertThat(model.form.text(SignalField.SIGNAL_TYPE)).isEmpty();
    assertThat(model.form.text(SignalField.CURRENCY)).isEqualTo("EUR");
    assertThat(model.hasInput.get()).isFalse();
  }

  @Test
  void suggestsTheTypesOfThePlatformAndOfActiveSequences() {
    fixture.respond("sequences", SEQUENCE, ARCHIVED.replace("credited", "gone"));
    write(SignalField.SIGNAL_TYPE, "typed.already");
    assertThat(model.known()).isEmpty();
    model.loadTypes();
    fixture.uiExecutor.runNext();
    assertThat(model.types)
        .containsExactly(
            "payment.received",
            "claim.withdrawn",
            "claim.disputed",
            "invoice.credited",
            "invoice.overdue");
    assertThat(model.form.text(SignalField.SIGNAL_TYPE)).isEqualTo("typed.already");
    SignalTypes known = model.known().orElseThrow();
    assertThat(known.startedBy("invoice.overdue")).containsExactly("overdue");
    assertThat(known.startedBy("invoice.credited")).isEmpty();
    assertThat(known.startedBy("invoice.old")).isEmpty();
  }

  @Test
  void readsNoSequencesWithoutTheScope() {
    new NewSignalViewModel(
            fixture.background,
            fixture.session(Scope.ORDERS_WRITE),
            new JsonFieldConverter(ZoneId.of("Europe/Berlin")),
            sent::add)
        .loadTypes();
    assertThat(fixture.targets()).isEmpty();
  }

  /** Each field names a member that the contract has. */
  @Test
  void marksAnAmountBeforeItAsks() {
    writeRequired();
    write(SignalField.OUTSTANDING, "1.234");
    assertThat(model.isReady()).isFalse();
    assertThat(model.form.error(SignalField.OUTSTANDING).get()).isEqualTo("amount.ambiguous");
    write(SignalField.OUTSTANDING, "1.234,50");
    assertThat(model.isReady()).isTrue();
  }

  @Test
  void hasAPlaceInTheBodyForEachField() {
    writeRequired();
    for (SignalField field : SignalField.ALL) {
      write(
          field,
          switch (field.kind()) {
            case TIMESTAMP -> "2026-07-01 14:00";
            case METADATA -> "a=b";
            case AMOUNT -> "120,50";
            case CURRENCY -> "EUR";
            case DATE -> "15.12.2026";
            case PHONE -> "+493023125121";
            default -> "x";
          });
    }
    ObjectNode body = model.form.newSignal().orElseThrow();
    for (SignalField field : SignalField.ALL) {
      assertThat(body.at(field.pointer()).isMissingNode()).as(field.pointer()).isFalse();
    }
  }
}
