package eu.callorders.console.subject;

import atlantafx.base.theme.Styles;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.Observable;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** Exports and erases the data of a person, by the administration; hidden while idle. */
final class SubjectDataBar extends VBox {
  private static final double SPACING = 6;

  private final Texts texts;
  private final SubjectDetailViewModel model;
  private final ScreenContext context;
  private final Consumer<String> onAgreed;
  private final TimestampFormatter realTimes;
  private final Button export;
  private final Button erase;
  private final NeededScope role;
  private final Label message = Labels.wrapped("", "form-notice");
  private final ErrorPane error = new ErrorPane();

  /**
   * @param actions receives the buttons
   * @param onAgreed shows the person with that reference
   */
  SubjectDataBar(
      Texts texts,
      SubjectDetailViewModel model,
      ScreenContext context,
      Pane actions,
      Consumer<String> onAgreed) {
    super(SPACING);
    this.texts = texts;
    this.model = model;
    this.context = context;
    this.onAgreed = onAgreed;
    this.realTimes = new TimestampFormatter(context.session().clock());
    this.export = button("export-subject", "data.export.open");
    this.erase = button("erase-subject", "erase.open");
    erase.getStyleClass().addAll("button-outlined", "danger");
    export.setOnAction(ignored -> export());
    erase.setOnAction(ignored -> erase());
    actions.getChildren().addAll(export, erase);
    role =
        context.session().administration().isPresent()
            ? new NeededScope(texts, AdminRole.ADMINISTER, export, erase)
            : new NeededScope(texts.get("needs.administration"), export, erase);
    message.setId("subject-message");
    message.setMaxWidth(Double.MAX_VALUE);
    message.pseudoClassStateChanged(Styles.STATE_SUCCESS, true);
    getChildren().setAll(error, message);
    for (Observable observable :
        List.of(
            model.detail(),
            model.actions.busy,
            model.actions.failure,
            model.erased(),
            model.export.running(),
            model.export.complete(),
            model.export.failure())) {
      observable.addListener(ignored -> render());
    }
    render();
  }

  private Button button(String id, String text) {
    Button button = new Button(texts.get(text));
    button.setId(id);
    button.getStyleClass().add("small");
    return button;
  }

  /** Updates what depends on the role of the operator and the shown person. */
  void render() {
    boolean permitted = model.mayAdminister();
    boolean nothing = model.detail().get() == null;
    role.setGranted(permitted);
    export.setDisable(nothing || !permitted || model.export.running().get());
    erase.setDisable(nothing || !permitted || model.actions.busy.get());
    Failure unerased = model.failureOfErasure();
    if (unerased == null) {
      error.show(model.failureOfExport());
    } else {
      error.showOfWrite(unerased);
    }
    message.setText(nothing ? "" : message());
    Visibility.set(message, !message.getText().isEmpty());
    Visibility.set(this, message.isVisible() || error.isVisible());
  }

  private String message() {
    if (model.erased().get().equals(model.id())) {
      return texts.get("erase.accepted");
    }
    Path written = model.exportedFile();
    return written == null ? "" : texts.get("data.export.written", written);
  }

  private Window window() {
    return export.getScene().getWindow();
  }

  private ActionTarget person(SubjectDetail shown) {
    String reference = shown.reference();
    return new ActionTarget(reference, context.names().ofSubject(reference).getValue().text());
  }

  private void export() {
    SubjectDetail shown = model.detail().get();
    if (shown == null) {
      return;
    }
    ActionTarget person = person(shown);
    if (new ActionDialog(window(), texts, "data.export", person.name()).confirm()) {
      FileChooser chooser = new FileChooser();
      chooser.setTitle(texts.get("data.export.yes"));
      chooser.setInitialFileName(shown.reference().replaceAll("[^A-Za-z0-9_-]", "_") + ".json");
      chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("JSON", "*.json"));
      context.files().choose(chooser, window()).ifPresent(file -> export(person, file));
    }
  }

  private void export(ActionTarget person, Path file) {
    onAgreed.accept(person.id());
    model.export(person, file);
  }

  private void erase() {
    SubjectDetail shown = model.detail().get();
    if (shown == null) {
      return;
    }
    Label open = Labels.wrapped(open(shown));
    open.setId("erase-open");
    Label legalHold = Labels.wrapped("", "form-notice");
    legalHold.setId("erase-legal-hold");
    Visibility.set(legalHold, false);
    ActionTarget person = person(shown);
    ActionDialog dialog =
        new ActionDialog(window(), texts, "erase", person.name()).danger().with(open, legalHold);
    model.findLegalHold(
        shown.reference(),
        found -> showLegalHold(dialog, legalHold, found),
        ignored -> show(dialog, legalHold, texts.get("erase.legal_hold.unknown")));
    if (dialog.confirm()) {
      onAgreed.accept(person.id());
      model.erase(person);
    }
  }

  /** What will be canceled, of the orders and enrollments that were read. */
  private String open(SubjectDetail shown) {
    return texts.get(
        "erase.open_now",
        shown.open(SubjectSection.ORDERS),
        shown.open(SubjectSection.ENROLLMENTS));
  }

  /** The service would refuse the erasure. */
  private void showLegalHold(ActionDialog dialog, Label line, JsonNode found) {
    if (found.isObject()) {
      String since = realTimes.realTime(found.path("created_at").asText(""));
      dialog.accept().setDisable(true);
      show(dialog, line, texts.get("erase.legal_hold", since, found.path("reason").asText("")));
    }
  }

  private static void show(ActionDialog dialog, Label line, String text) {
    line.setText(text);
    Visibility.set(line, true);
    dialog.resize();
  }
}
