package eu.callorders.console.webhook;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
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
  private final Parent root;

  /**
   * @param onClose called when the operator cancels
   */
  EditEndpointView(EditEndpointViewModel model, Runnable onClose) {
    this.model = model;
    this.onClose = onClose;
    this.grid = new EndpointGrid(texts, model.form());
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    fields.getChildren().addFirst(grid.root());
    grid.root().disableProperty().bind(model.busy());
    model.failure().addListener((ignored, before, now) -> error.showOfWrite(now));
    model.changes().addListener((ListChangeListener<EndpointChange>) ignored -> overtaken());
    model.busy().addListener((ignored, before, now) -> busyChanged(now));
    model.form().value(EndpointField.URL).addListener(ignored -> moves());
    overtaken();
    busyChanged(false);
  }

  private void moves() {
    moves.setVisible(model.changesUrl());
    moves.setManaged(model.changesUrl());
  }

  private void overtaken() {
    boolean conflict = !model.changes().isEmpty();
    overtaken.setVisible(conflict);
    overtaken.setManaged(conflict);
    save.setDisable(conflict);
    if (conflict) {
      Focus.on(reload);
    }
    changes.getChildren().setAll(model.changes().stream().map(this::line).toList());
  }

  private Node line(EndpointChange change) {
    Label line =
        new Label(
            change.member().isEmpty()
                ? texts.get("edit.unseen")
                : texts.get(
                    "edit.changed",
                    texts.value("field", change.member()),
                    value(change.member(), change.before()),
                    value(change.member(), change.now())));
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

  private void busyChanged(boolean busy) {
    save.setDisable(busy || !model.changes().isEmpty());
    if (busy) {
      return;
    }
    if (model.form().firstInvalid().isPresent()) {
      grid.focus();
    } else if (model.failure().get() != null) {
      Focus.on(save); // the focused control was disabled meanwhile
    }
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
    if (NewEndpointView.SEND.match(key)) {
      key.consume();
      model.save();
    }
  }
}
