package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.FailedActions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceViewModelTest {
  private static final String EVIDENCE = "{\"call_id\":\"call_1\",\"jws\":\"a.b.c\"}";

  @AutoClose private final StubSession stub = new StubSession();
  private final FailedActions failedActions = new FailedActions();
  private final EvidenceViewModel model =
      new EvidenceViewModel(stub.background, stub.session(Scope.ORDERS_READ), failedActions);

  @TempDir private Path directory;

  private static ActionTarget call(String id) {
    return new ActionTarget(id, "Erika (" + id + ")");
  }

  private void open() {
    stub.service.then(200, EVIDENCE);
    model.open(call("call_1"), "+493023125021");
    stub.uiExecutor.runNext();
  }

  @Test
  void loadsTheEvidenceOfACall() {
    open();
    JsonNode shown = model.detail().get();
    assertThat(shown).isNotNull();
    assertThat(shown.path("jws").asText()).isEqualTo("a.b.c");
    assertThat(stub.service.requests().getFirst().target()).isEqualTo("/v1/calls/call_1/evidence");
  }

  @Test
  void saysThatTheEvidenceIsNotReady() {
    stub.service.then(409, "{\"status\":409,\"code\":\"evidence_not_ready\"}");
    model.open(call("call_1"), "+493023125021");
    stub.uiExecutor.runNext();
    Failure failure = model.failure().get();
    assertThat(failure).isNotNull();
    assertThat(failure.isRefused("evidence_not_ready")).isTrue();
  }

  @Test
  void writesTheSignedDocumentAsItIs() throws Exception {
    open();
    Path file = directory.resolve("call_1.jws");
    model.saveSigned(file);
    stub.uiExecutor.runNext();
    assertThat(file).hasContent("a.b.c");
    assertThat(model.savedFile()).isEqualTo(file);
    model.open(call("call_2"), "+493023125021");
    assertThat(model.savedFile()).as("the file of another call").isNull();
  }

  @Test
  void writesThePageOfTheService() throws Exception {
    open();
    stub.service.then(200, Map.of("Content-Type", "text/html; charset=utf-8"), "<!doctype html>");
    Path file = directory.resolve("call_1.html");
    model.savePage(file);
    stub.uiExecutor.runNext();
    assertThat(Files.readString(file)).isEqualTo("<!doctype html>");
    assertThat(stub.service.requests().getLast().header("Accept")).isEqualTo("text/html");
  }

  @Test
  void writesNoPageThatIsRefused() {
    open();
    stub.service.then(404, "{\"status\":404,\"code\":\"not_found\"}");
    Path file = directory.resolve("call_1.html");
    model.savePage(file);
    stub.uiExecutor.runNext();
    assertThat(model.failureOfSaving()).isNotNull();
    assertThat(failedActions.entries()).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void namesTheCallOfAFileThatFailsLater() {
    open();
    stub.service.then(404, "{\"status\":404,\"code\":\"not_found\"}");
    model.savePage(directory.resolve("call_1.html"));
    Runnable failed = stub.uiExecutor.takeNext();
    openAnother();
    failed.run();
    assertThat(model.failureOfSaving()).isNull();
    assertThat(failedActions.entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(call("call_1"));
    open();
    model.saveSigned(directory.resolve("call_1.jws"));
    assertThat(failedActions.entries()).isEmpty();
    stub.uiExecutor.runNext();
  }

  @Test
  void showsNoFileOfAnotherCall() {
    open();
    model.saveSigned(directory.resolve("call_1.jws"));
    Runnable written = stub.uiExecutor.takeNext();
    openAnother();
    written.run();
    assertThat(model.savedFile()).isNull();
  }

  private void openAnother() {
    stub.service.then(200, EVIDENCE);
    model.open(call("call_2"), "+493023125021");
    stub.uiExecutor.runNext();
  }
}
