package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SequenceDetailViewModelTest {
  private static final String SEQUENCE =
      """
      {"id":"seq_1","status":"%s","active_version":1,
       "versions":[{"version":1,"status":"active"},{"version":2,"status":"draft"}]}
      """;

  private static final ActionTarget TARGET = new ActionTarget("seq_1", "Dunning");

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private SequenceDetailViewModel shown(String status, EnumSet<Scope> scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    SequenceDetailViewModel model =
        new SequenceDetailViewModel(
            background,
            new Session(
                "s",
                "sandbox",
                "tn_1",
                MissingNode.getInstance(),
                scopes,
                api,
                Optional.empty(),
                new ConnectionStatus()));
    service.then(200, SEQUENCE.formatted(status));
    model.show("seq_1");
    uiExecutor.runNext();
    return model;
  }

  private static JsonNode event(String type) {
    return Json.parse("{\"type\":\"%s\",\"related\":{\"sequence_id\":\"seq_1\"}}".formatted(type))
        .orElseThrow();
  }

  @Test
  void showsActiveVersionUntilAnotherIsSelected() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    assertThat(Versions.number(model.version())).isEqualTo(1);
    assertThat(model.canActivate()).isFalse();
    model.selectedNumber.set(2);
    assertThat(Versions.number(model.version())).isEqualTo(2);
    assertThat(model.canActivate()).isTrue();
  }

  @Test
  void comparesSelectedWithActiveVersion() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    assertThat(model.changesFromActive()).isEmpty();
    model.selectedNumber.set(2);
    assertThat(model.changesFromActive())
        .hasValue(new VersionChanges(List.of(), List.of(), List.of(), false, false, false));
    assertThat(model.activeNumber()).isEqualTo(1);
  }

  @Test
  void showsVersionInUseWhenSelectedIsUnknown() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    model.selectedNumber.set(9);
    assertThat(Versions.number(model.version())).isEqualTo(1);
  }

  @Test
  void activatesSelectedVersionAndReloads() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    model.selectedNumber.set(2);
    service.then(200, SEQUENCE.formatted("active")).then(200, SEQUENCE.formatted("archived"));
    model.activate(TARGET, 2);
    assertThat(model.canActivate()).isFalse();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(service.requests().get(1).target())
        .isEqualTo("/v1/sequences/seq_1/versions/2/activate");
    assertThat(model.canArchive()).isFalse();
  }

  @Test
  void keepsArchiveFailureAfterReload() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    service.then(409, "{\"code\":\"sequence_archived\"}").then(200, SEQUENCE.formatted("archived"));
    model.archive(TARGET);
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(service.requests().get(1).target()).isEqualTo("/v1/sequences/seq_1/archive");
    assertThat(model.actionFailure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.canArchive()).isFalse();
  }

  @Test
  void allowsNoActionWithoutScope() {
    SequenceDetailViewModel model = shown("active", EnumSet.of(Scope.CONFIG_READ));
    model.selectedNumber.set(2);
    assertThat(model.canActivate()).isFalse();
    assertThat(model.canArchive()).isFalse();
    assertThat(model.mayReadEnrollments()).isFalse();
  }

  @Test
  void reloadsOnSequenceEventsButNotEnrollmentEvents() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    service.then(200, SEQUENCE.formatted("archived"));
    model.handleEvents(List.of(event("enrollment.started")));
    assertThat(service.requests()).hasSize(1);
    model.handleEvents(List.of(event("sequence.archived")));
    uiExecutor.runNext();
    assertThat(model.canArchive()).isFalse();
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void keepsSelectedVersionUntilAnotherSequenceIsShown() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    model.selectedNumber.set(2);
    model.show("seq_1");
    assertThat(model.selectedNumber.get()).isEqualTo(2);
    assertThat(service.requests()).hasSize(1);
    service.then(200, SEQUENCE.formatted("active"));
    model.show("seq_2");
    assertThat(model.selectedNumber.get()).isZero();
    assertThat(model.activeNumber()).isZero();
    uiExecutor.runNext();
  }

  @Test
  void showingAnotherSequenceClearsFailure() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    service.then(409, "{\"code\":\"conflict\"}").then(200, SEQUENCE.formatted("active"));
    model.archive(TARGET);
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.acting().get()).isFalse();
    assertThat(model.canArchive()).isTrue();
    service.then(409, "{\"code\":\"conflict\"}");
    model.archive(TARGET);
    assertThat(model.actionFailure().get()).isNull();
    assertThat(model.canArchive()).isFalse();
    Runnable late = uiExecutor.takeNext();
    service.then(200, SEQUENCE.formatted("active"));
    model.show("seq_2");
    assertThat(model.acting().get()).isFalse();
    late.run();
    assertThat(model.actionFailure().get()).isNull();
    assertThat(model.failedActions().entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(TARGET);
    uiExecutor.runNext();
    assertThat(model.canArchive()).isTrue();
  }

  @Test
  void comparesFromActiveToSelectedVersion() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    service.then(
        200,
        SEQUENCE
            .formatted("active")
            .replace("\"draft\"}", "\"draft\",\"steps\":[{\"id\":\"fresh\"}]}"));
    model.handleEvents(List.of(event("sequence.updated")));
    uiExecutor.runNext();
    model.selectedNumber.set(2);
    assertThat(model.changesFromActive())
        .hasValueSatisfying(it -> assertThat(it.added()).containsExactly("fresh"));
  }

  @Test
  void matchesEventsOfThisSequenceOnly() {
    SequenceDetailViewModel model = shown("active", EnumSet.allOf(Scope.class));
    String other = "{\"type\":\"sequence.archived\",\"related\":{\"sequence_id\":\"seq_2\"}}";
    assertThat(model.concerns(event("sequence.archived"))).isTrue();
    assertThat(model.concerns(event("enrollment.started"))).isFalse();
    assertThat(model.concerns(Json.parse(other).orElseThrow())).isFalse();
  }

  @Test
  void listsVersionsNewestFirst() {
    assertThat(Versions.of(Json.parse(SEQUENCE.formatted("active")).orElseThrow()))
        .extracting(Versions::number)
        .containsExactly(2, 1);
  }
}
