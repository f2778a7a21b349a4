package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Export;
import eu.callorders.console.work.ResourceViewModel;
import java.nio.file.Path;

/** The evidence of one call, and its files. */
final class EvidenceViewModel extends ResourceViewModel<JsonNode> {
  /** The running or last file. */
  final Export export;

  private final Session session;

  EvidenceViewModel(BackgroundExecutor background, Session session) {
    super(background, callId -> session.api().get(path(callId)).body());
    this.export = new Export(background);
    this.session = session;
  }

  private static String path(String callId) {
    return "/v1/calls/" + callId + "/evidence";
  }

  /** Loads the evidence of a call, also again, in place of the previous one. */
  void open(String callId) {
    clear();
    show(callId);
  }

  @Override
  public void clear() {
    super.clear();
    export.dismiss();
  }

  /** Writes the page that the service makes for printing. */
  void savePage(Path file) {
    String path = path(id());
    export.start(file, (writer, ignored) -> writer.write(session.api().text(path, "text/html")));
  }

  /** Writes the signed document, as it is verified. */
  void saveSigned(Path file) {
    JsonNode shown = detail().get();
    if (shown != null) {
      String signed = JsonValues.text(shown, "jws");
      export.start(file, (writer, ignored) -> writer.write(signed));
    }
  }
}
