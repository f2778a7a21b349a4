package eu.callorders.console.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NewSuppressionViewModelTest {
  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final List<Boolean> added = new ArrayList<>();
  private final NewSuppressionViewModel model =
      new NewSuppressionViewModel(
          background,
          new Session(
              "demo",
              "sandbox",
              "tn_1",
              MissingNode.getInstance(),
              Set.of(Scope.SUPPRESSIONS_WRITE),
              ApiClient.administration(
                  new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
              Optional.empty(),
              new ConnectionStatus()),
          added::add);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private List<String> bodies() {
    return service.requests().stream().map(FakeService.RecordedRequest::body).toList();
  }

  @Test
  void addsAnEntryForEachPhone() {
    service.then(200, "{}").then(201, "{}");
    model.add(new NewSuppression("+49 30 23125000, 0049 30 23125001,", " p1 ", "asked"));
    assertThat(model.actions.busy.get()).isTrue();
    uiExecutor.runNext();
    assertThat(added).containsExactly(false);
    assertThat(bodies())
        .containsExactly(
            "{\"phone\":\"+493023125000\",\"subject_reference\":\"p1\",\"reason\":\"asked\"}",
            "{\"phone\":\"+493023125001\",\"subject_reference\":\"p1\",\"reason\":\"asked\"}");
    assertThat(model.actions.busy.get()).isFalse();
  }

  @Test
  void addsAPersonWithoutPhones() {
    service.then(200, "{}");
    model.add(new NewSuppression("", "p1", ""));
    uiExecutor.runNext();
    assertThat(added).as("whether it existed").containsExactly(true);
    assertThat(bodies()).containsExactly("{\"subject_reference\":\"p1\"}");
  }

  @Test
  void sendsAllEntriesAgainAfterAFailure() {
    NewSuppression entry = new NewSuppression("+493023125000, +493023125001", "p1", "");
    service.then(201, "{}").then(422, "{\"code\":\"validation_failed\"}");
    model.add(entry);
    uiExecutor.runNext();
    assertThat(added).isEmpty();
    assertThat(model.actions.failure.get()).isNotNull();
    service.then(200, "{}").then(201, "{}");
    model.add(entry);
    uiExecutor.runNext();
    assertThat(added).containsExactly(false);
    assertThat(bodies()).hasSize(4);
  }

  @Test
  void sendsNoInvalidEntry() {
    model.add(new NewSuppression("030 23125000", "", ""));
    assertThat(model.actions.busy.get()).isFalse();
    model.add(new NewSuppression(" , ", " ", "why"));
    assertThat(model.actions.busy.get()).isFalse();
    assertThat(NewSuppression.NOTHING.faults()).containsExactly(NewSuppression.Fault.EMPTY);
    assertThat(new NewSuppression("+493023125000; 030", "p", "").faults())
        .containsExactly(NewSuppression.Fault.PHONE);
    assertThat(new NewSuppression("", "p".repeat(129), "r".repeat(201)).faults())
        .containsExactly(NewSuppression.Fault.SUBJECT, NewSuppression.Fault.REASON);
  }

  @Test
  void groupsFieldErrorsByPointer() {
    service.then(
        422,
        "{\"code\":\"validation_failed\",\"errors\":["
            + "{\"pointer\":\"/phone\",\"message\":\"no number\"},"
            + "{\"pointer\":\"/phone\",\"message\":\"too long\"},"
            + "{\"pointer\":\"/reason\",\"message\":\"too frank\"}]}");
    model.add(new NewSuppression("+490000000", "", "x"));
    uiExecutor.runNext();
    assertThat(NewSuppression.fieldErrors(model.actions.failure.get()))
        .containsOnly(
            Map.entry("/phone", "no number\ntoo long"), Map.entry("/reason", "too frank"));
    assertThat(NewSuppression.fieldErrors(new Failure.Revoked())).isEmpty();
  }
}
