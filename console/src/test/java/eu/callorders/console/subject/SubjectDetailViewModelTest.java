package eu.callorders.console.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.FailedActions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectDetailViewModelTest {
  private static final String CREATED = "2026-11-20T09:00:00.000Z";

  @AutoClose private final SubjectsFixture fixture = new SubjectsFixture();
  private final Session session = fixture.session(true, Scope.ORDERS_READ, Scope.CONFIG_READ);
  private final SubjectDetailViewModel model =
      new SubjectDetailViewModel(fixture.background, session);

  private SubjectDetail show(String reference) {
    model.show(reference);
    fixture.uiExecutor.runNext();
    return shown();
  }

  private SubjectDetail shown() {
    SubjectDetail detail = model.detail().get();
    assertThat(detail).isNotNull();
    return detail;
  }

  private List<String> ids(SubjectSection section) {
    return shown().page(section).rows().stream().map(row -> row.path("id").asText()).toList();
  }

  @Test
  void readsEachSectionByTheReference() {
    fixture.respond("holds", SubjectsFixture.HOLD);
    fixture.respond("suppressions", "{\"id\":\"sup_1\"}");
    fixture.respond("promises", "{\"id\":\"prm_1\"}");
    fixture.respond("call-orders", SubjectsFixture.order("ord_1", "p1", "Muster", CREATED));
    fixture.respond("enrollments", "{\"id\":\"enr_1\",\"ended_at\":\"" + CREATED + "\"}");
    show("p1");
    assertThat(fixture.targets())
        .containsExactly(
            "/v1/holds?subject_reference=p1&limit=100",
            "/v1/suppressions?subject_reference=p1&limit=100",
            "/v1/promises?subject_reference=p1&limit=100",
            "/v1/call-orders?subject_reference=p1&limit=100",
            "/v1/enrollments?subject_reference=p1&limit=100");
    assertThat(ids(SubjectSection.HOLDS)).containsExactly("hld_1");
    assertThat(ids(SubjectSection.ENROLLMENTS)).containsExactly("enr_1");
    assertThat(shown().open(SubjectSection.ORDERS)).isEqualTo(1);
    assertThat(shown().open(SubjectSection.ENROLLMENTS)).isZero();
    assertThat(shown().isUnknown()).isFalse();
  }

  @Test
  void showsAPersonThatOnlyAHoldNames() {
    fixture.respond("holds", SubjectsFixture.HOLD);
    show("p1");
    assertThat(shown().isUnknown()).isFalse();
    assertThat(ids(SubjectSection.HOLDS)).containsExactly("hld_1");
    assertThat(ids(SubjectSection.ORDERS)).isEmpty();
  }

  @Test
  void knowsThatNothingNamesAPerson() {
    assertThat(show("p0").isUnknown()).isTrue();
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void leavesOutWhatALostScopeHasPermitted() {
    fixture.respond("holds", SubjectsFixture.HOLD);
    assertThat(show("p1").pages()).containsKey(SubjectSection.HOLDS);
    session.grant(EnumSet.of(Scope.ORDERS_READ));
    model.load();
    fixture.uiExecutor.runNext();
    assertThat(shown().pages().keySet())
        .containsExactly(
            SubjectSection.PROMISES, SubjectSection.ORDERS, SubjectSection.ENROLLMENTS);
    assertThat(model.failure().get()).isNull();
  }

  @Test
  void keepsWhatIsShownWhenTheServiceRefusesAScope() {
    fixture.respond("holds", SubjectsFixture.HOLD);
    show("p1");
    fixture.service.fixed(
        "GET /v1/promises", 403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    model.load();
    fixture.uiExecutor.runNext();
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(ids(SubjectSection.HOLDS)).containsExactly("hld_1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type":"hold.created","data":{"subject_reference":"p1"}} | true
          {"type":"call_order.dialing","data":{"subject":{"reference":"p1"}}} | true
          {"type":"call.ended","related":{"call_order_id":"ord_1"},"data":{}} | true
          {"type":"hold.created","data":{"subject_reference":"p2"}} | false
          {"type":"call.ended","related":{"call_order_id":"ord_2"},"data":{}} | false
          {"type":"sequence.created","data":{}} | false
          """)
  void reloadsOnEventsOfThePerson(String event, boolean reloads) {
    fixture.respond("call-orders", SubjectsFixture.order("ord_1", "p1", "Muster", CREATED));
    show("p1");
    model.handleEvents(List.of(SubjectsFixture.json(event)));
    assertThat(model.loading().get()).isEqualTo(reloads);
  }

  @Test
  void erasesAndReadsWhatIsLeft() {
    show("p/1");
    fixture.service.fixed(
        "DELETE /admin/v1/tenants/tn_1/subjects/p%2F1", 202, "{\"status\":\"accepted\"}");
    model.erase(new ActionTarget("p/1", "Erika · p/1"));
    model.erase(new ActionTarget("p/1", "Erika · p/1"));
    fixture.uiExecutor.runNext();
    assertThat(model.erased().get()).isEqualTo("p/1");
    assertThat(model.loading().get()).isTrue();
    fixture.uiExecutor.runNext();
    assertThat(deletions()).isEqualTo(1);
  }

  @Test
  void erasesThePersonOfTheQuestionThoughAnotherIsShown() {
    show("p2");
    fixture.service.fixed("DELETE /admin/v1/tenants/tn_1/subjects/p1", 202, "{}");
    model.erase(new ActionTarget("p1", "Erika · p1"));
    fixture.uiExecutor.runNext();
    assertThat(model.erased().get()).isEqualTo("p1");
    assertThat(deletions()).isEqualTo(1);
  }

  private long deletions() {
    return fixture.service.requests().stream().filter(it -> it.method().equals("DELETE")).count();
  }

  @Test
  void showsARefusedErasureAtItsPersonOnly() {
    show("p1");
    fixture.service.then(409, "{\"status\":409,\"code\":\"legal_hold\"}");
    model.erase(new ActionTarget("p1", "Erika · p1"));
    fixture.uiExecutor.runNext();
    fixture.uiExecutor.runNext();
    assertThat(model.failureOfErasure())
        .isNotNull()
        .satisfies(cause -> assertThat(cause.isRefused("legal_hold")).isTrue());
    assertThat(model.erased().get()).isEmpty();
    show("p2");
    assertThat(model.failureOfErasure()).isNull();
  }

  @Test
  void keepsARefusedErasureOfAPersonThatIsNoLongerShown() {
    ActionTarget person = new ActionTarget("p1", "Erika · p1");
    show("p1");
    fixture.service.then(409, "{\"status\":409,\"code\":\"legal_hold\"}");
    model.erase(person);
    model.clear();
    fixture.uiExecutor.runNext();
    assertThat(model.failedActions().entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(person);
  }

  @Test
  void sendsAnErasureOnceWhenItsResponseIsLost() {
    show("p1");
    fixture.service.thenNoResponse();
    model.erase(new ActionTarget("p1", "Erika · p1"));
    fixture.uiExecutor.runNext();
    assertThat(model.failureOfErasure())
        .isNotNull()
        .satisfies(cause -> assertThat(cause.isOutcomeUnknown()).isTrue());
    assertThat(model.loading().get()).as("reads what has become of the person").isTrue();
    assertThat(deletions()).isEqualTo(1);
  }

  @Test
  void readsTheLegalHoldThatPreventsAnErasure() {
    show("p1");
    fixture.service.fixed(
        "/admin/v1/tenants/tn_1/legal-holds", 200, SubjectsFixture.page("{\"reason\":\"suit\"}"));
    List<JsonNode> found = new ArrayList<>();
    model.findLegalHold("p1", found::add, cause -> {});
    fixture.uiExecutor.runNext();
    fixture.service.fixed("/admin/v1/tenants/tn_1/legal-holds", 200, SubjectsFixture.page());
    model.findLegalHold("p1", found::add, cause -> {});
    fixture.uiExecutor.runNext();
    assertThat(found).extracting(JsonNode::isObject).containsExactly(true, false);
    assertThat(fixture.targets().getLast()).endsWith("/legal-holds?subject_reference=p1");
  }

  @Test
  void exportsAndErasesByTheRoleAdminister() {
    assertThat(model.mayAdminister()).as("while the role is unknown").isTrue();
    session.readRole(SubjectsFixture.json("{\"operator\":{\"role\":\"operate\"}}"));
    assertThat(model.mayAdminister()).isFalse();
    session.readRole(SubjectsFixture.json("{\"operator\":{\"role\":\"administer\"}}"));
    assertThat(model.mayAdminister()).isTrue();
    Session other = fixture.session(false, Scope.ORDERS_READ);
    assertThat(new SubjectDetailViewModel(fixture.background, other).mayAdminister()).isFalse();
  }
}
