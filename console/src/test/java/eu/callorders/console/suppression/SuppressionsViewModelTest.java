package eu.callorders.console.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressionsViewModelTest {
  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = uiExecutor.endlessDelays();
  private final SuppressionsViewModel model =
      model(false, Scope.CONFIG_READ, Scope.SUPPRESSIONS_WRITE);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private SuppressionsViewModel model(boolean withAdministration, Scope... scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    return new SuppressionsViewModel(
        background,
        new Session(
            "demo",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            Set.of(scopes),
            api,
            withAdministration ? Optional.of(api) : Optional.empty(),
            new ConnectionStatus()));
  }

  private static String entry(String id, String source) {
    return "{\"id\":\"%s\",\"phone\":\"+493023125000\",\"scope\":\"voice\",\"source\":\"%s\"}"
        .formatted(id, source);
  }

  private static String page(String entries) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}".formatted(entries);
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(SuppressionRow::id).toList();
  }

  private void load(String entries) {
    service.then(200, page(entries));
    model.apply();
    uiExecutor.runNext();
  }

  @Test
  void normalizesPhoneFilter() {
    model.phone.set("0049 (30) 23125-000");
    load("");
    assertThat(service.requests().getFirst().target())
        .isEqualTo("/v1/suppressions?phone=%2B493023125000&limit=100");
  }

  @Test
  void removesEntryEvenIfAlreadyRemoved() {
    load(entry("sup_1", "api") + "," + entry("sup_2", "operator"));
    service.then(204, "").then(404, "{\"code\":\"not_found\"}");
    model.remove(model.rows().rows().getFirst(), "Erika");
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("sup_2");
    model.remove(model.rows().rows().getFirst(), "Erika");
    uiExecutor.runNext();
    assertThat(shown()).isEmpty();
    assertThat(model.actions.failure.get()).isNull();
  }

  @Test
  void sendsNoRemovalOfObjection() {
    load(entry("sup_1", "in_call_request"));
    SuppressionRow objection = model.rows().rows().getFirst();
    assertThat(model.mayRemove(objection)).isFalse();
    model.remove(objection, "Erika");
    assertThat(model.actions.busy.get()).isFalse();
  }

  @Test
  void allowsNoRemovalWithoutScope() {
    SuppressionRow own = SuppressionRow.of(Json.parse(entry("sup_1", "api")).orElseThrow());
    assertThat(model.mayRemove(own)).isTrue();
    assertThat(model(false, Scope.CONFIG_READ).mayRemove(own)).isFalse();
  }

  /** Zeros alone are part of no number, and compared without them would be part of each. */
  @ParameterizedTest
  @ValueSource(strings = {"030 23a", "00000"})
  void sendsNoRequestForInvalidPhone(String phone) {
    model.phone.set(phone);
    model.apply();
    assertThat(model.invalidPhone.get()).isTrue();
    assertThat(model.rows().state().get()).isEqualTo(PagedRows.State.IDLE);
    model.phone.set("");
    load("");
    assertThat(model.invalidPhone.get()).isFalse();
  }

  private static String entry(String id, String phone, String subject) {
    return "{\"id\":\"%s\",\"phone\":\"%s\",\"subject_reference\":\"%s\"}"
        .formatted(id, phone, subject);
  }

  @Test
  void findsEntriesByDigitsOfANumber() {
    String more = "{\"data\":[%s],\"has_more\":true,\"next_cursor\":\"c\"}";
    service.then(200, more.formatted(entry("sup_1", "+498930", "")));
    model.phone.set("0 30-231");
    load(
        entry("sup_2", "+493023125000", "")
            + ","
            + entry("sup_3", "+4940", "")
            + ","
            + entry("sup_4", "", "p1"));
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("sup_2");
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/suppressions?limit=100", "/v1/suppressions?limit=100&after=c");
  }

  @Test
  void findsEntriesOfPersonsByParts() {
    SuppressionsViewModel parts = model(true);
    String hits =
        """
        {"data":[{"kind":"subject","subject_reference":"p1","matched":["name"]},
          {"kind":"order","id":"ord_1","subject_reference":"p1","matched":["name"]}],
         "has_more":false,"searched":["name"]}
        """;
    service.then(200, page("")).then(200, hits).then(200, page(entry("sup_1", "", "p1")));
    parts.subject.set("mus");
    parts.source.set("api");
    parts.apply();
    uiExecutor.runNext();
    assertThat(parts.rows().rows()).extracting(SuppressionRow::id).containsExactly("sup_1");
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly(
            "/v1/suppressions?source=api&subject_reference=mus&limit=100",
            "/admin/v1/search?q=mus&tenant_id=tn_1",
            "/v1/suppressions?source=api&subject_reference=p1&limit=100");
  }

  private static JsonNode event(String type, String id) {
    return Json.parse(
            "{\"type\":\"%s\",\"related\":{\"suppression_id\":\"%s\"}}".formatted(type, id))
        .orElseThrow();
  }

  @Test
  void appliesEvents() {
    load(entry("sup_1", "api") + "," + entry("sup_2", "api"));
    service.then(
        200,
        page(entry("sup_4", "api") + "," + entry("sup_3", "api") + "," + entry("sup_2", "api")));
    model.handleEvents(
        List.of(event("suppression.deleted", "sup_1"), event("suppression.created", "sup_3")));
    assertThat(model.rows().leaving()).containsExactly("sup_1");
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("sup_4", "sup_3", "sup_1", "sup_2");
    assertThat(model.rows().leaving()).containsExactly("sup_1");
  }

  @Test
  void ignoresLateRowsAfterFilterChange() {
    load(entry("sup_1", "api"));
    service.then(200, page(entry("sup_2", "api")));
    model.handleEvents(List.of(event("suppression.created", "sup_2")));
    Runnable late = uiExecutor.takeNext();
    model.source.set("operator");
    load("");
    late.run();
    assertThat(shown()).isEmpty();
  }

  @Test
  void sendsNoRequestBeforeFirstLoad() {
    model.handleEvents(List.of(event("suppression.created", "sup_1")));
    load(entry("sup_2", "api"));
    assertThat(shown()).containsExactly("sup_2");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void keepsEntryWhenRemovalIsRejected() {
    load(entry("sup_1", "api"));
    service.then(409, "{\"code\":\"suppression_protected\"}");
    model.remove(model.rows().rows().getFirst(), "Erika");
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("sup_1");
    assertThat(model.actions.failure.get()).isNotNull();
    assertThat(model.actions.busy.get()).isFalse();
  }

  @Test
  void translatesFieldErrors() {
    Problem.FieldError fault =
        new Problem.FieldError("/phone", "invalid_phone_number", "no number");
    Problem invalid = new Problem(422, "validation_failed", "", "", "", List.of(fault, fault));
    assertThat(NewSuppression.fieldErrors(new Failure.Refused(invalid)))
        .containsExactly(
            Map.entry("/phone", FailureMessage.of(fault) + "\n" + FailureMessage.of(fault)));
  }
}
