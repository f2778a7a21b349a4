package eu.callorders.console.webhook;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;

/** Edits an endpoint in place of its details. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EditEndpointView {
  @FXML private TextField id;
  @FXML private VBox fields;
  @FXML private Label moves;
  @FXML private VBox overtaken;
  @FXML private VBox changes;
  @FXML private ErrorPane error;
  @FXML private Button reload;
  @FXML private Button save;

  private final EditEndpointViewModel model;
  private final Texts texts = Texts.of(EditEndpointView.class);
  private final EndpointGrid grid;
  private final Runnable onClose;
  final Parent root;

  EditEndpointView(EditEndpointViewModel model, Runnable onClose) {
    this.model = model;
    this.onClose = onClose;
    this.grid = new EndpointGrid(texts, model.form);
    this.root = Fxml.load(this, texts);
  }

  @FXML
  void initialize() {
    fields.getChildren().addFirst(grid.root);
    grid.root.disableProperty().bind(model.busy());
    BooleanBinding hasConflict = Bindings.isNotEmpty(model.changes());
    save.disableProperty().bind(hasConflict.or(model.busy()));
    overtaken.visibleProperty().bind(hasConflict);
    model
        .changes()
        .addListener(
            (ListChangeListener<EditEndpointViewModel.EndpointChange>) ignored -> showChanges());
    model.form.value(EndpointForm.Member.URL).addListener(ignored -> moves());
    grid.showFailures(error, save, model.busy(), model.failure());
  }

  private void moves() {
    moves.setVisible(model.changesUrl());
  }

  private void showChanges() {
    if (!model.changes().isEmpty()) {
      Focus.on(reload);
    }
    changes.getChildren().setAll(model.changes().stream().map(this::line).toList());
  }

  private Node line(EditEndpointViewModel.EndpointChange change) {
    String member = change.member();
    Label line =
        new Label(
            member.isEmpty()
                ? texts.get("edit.unseen")
                : texts.get(
                    "edit.changed",
                    texts.value("field", member),
                    value(member, change.before()),
                    value(member, change.now())));
    line.setWrapText(true);
    return line;
  }

  private String value(String member, String text) {
    return switch (member) {
      case "status" -> texts.value("endpoint_status", text);
      case "payload_mode" -> texts.value("payload_mode", text);
      case "event_types" ->
          text.isEmpty() ? texts.get("event_types.all") : text.replace("\n", ", ");
      default -> text.isEmpty() ? texts.get("edit.nothing") : EndpointRow.shortUrl(text);
    };
  }

  /** Prepares the form for input. */
  void shown() {
    id.setText(model.id());
    moves();
    grid.focus();
  }

  @FXML
  void save() {
    model.save();
  }

  @FXML
  void reload() {
    model.reload();
    moves();
    grid.focus();
  }

  @FXML
  void close() {
    onClose.run();
  }

  @FXML
  void pressed(KeyEvent key) {
    EndpointGrid.onSendKey(key, model::save);
  }
}
