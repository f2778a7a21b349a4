package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Export;
import eu.callorders.console.work.FailedActions;
import eu.callorders.console.work.ResourceViewModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The evidence of one call, and its files. */
final class EvidenceViewModel extends ResourceViewModel<JsonNode> {
  /** The running or last file. */
  final Export export;

  private final Session session;
  private ActionTarget call = new ActionTarget("", "");
  private String called = "";
  private ActionTarget saved = call;

  /**
   * @param failedActions receives the failure of a file whose call is no longer shown
   */
  EvidenceViewModel(BackgroundExecutor background, Session session, FailedActions failedActions) {
    super(background, callId -> session.api().get(path(callId)).body(), failedActions);
    this.export = new Export(background);
    this.session = session;
    export.failure().addListener((ignored, before, now) -> savingFailed(now));
  }

  private void savingFailed(@Nullable Failure cause) {
    if (cause != null) {
      keepUnlessShown(saved, cause);
    }
  }

  private static String path(String callId) {
    return "/v1/calls/" + callId + "/evidence";
  }

  /**
   * Loads the evidence of a call, also again, in place of the previous one.
   *
   * @param phone the number that was called, as its order says
   */
  void open(ActionTarget evidenced, String phone) {
    clear();
    call = evidenced;
    called = phone;
    show(evidenced.id());
  }

  /** The number that was called, which the evidence does not contain; empty if unknown. */
  String called() {
    return called;
  }

  @Override
  public void clear() {
    super.clear();
    export.dismiss();
  }

  /** Writes the page that the service makes for printing. */
  void savePage(Path file) {
    String path = path(id());
    save(file, (writer, ignored) -> writer.write(session.api().text(path, "text/html")));
  }

  /** Writes the signed document, as it is verified. */
  void saveSigned(Path file) {
    JsonNode shown = detail().get();
    if (shown != null) {
      String signed = JsonValues.text(shown, "jws");
      save(file, (writer, ignored) -> writer.write(signed));
    }
  }

  private void save(Path file, Export.Content content) {
    if (!export.running().get()) {
      failedActions().remove(call.id());
      saved = call;
      export.start(file, content);
    }
  }

  /** The last file, if it is of the shown call. */
  @Nullable Path savedFile() {
    return saved.id().equals(id()) ? export.complete().get() : null;
  }

  /** Why the last file of the shown call was not written; null for no failure. */
  @Nullable Failure failureOfSaving() {
    return saved.id().equals(id()) ? export.failure().get() : null;
  }
}
