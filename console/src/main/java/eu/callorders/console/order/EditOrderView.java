package eu.callorders.console.order;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;

/** The form that changes a waiting order, shown in place of its detail. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EditOrderView {
  private static final KeyCombination SAVE =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

  @FXML private TextField id;
  @FXML private VBox fields;
  @FXML private VBox conflict;
  @FXML private VBox changes;
  @FXML private ErrorPane error;
  @FXML private Button reload;
  @FXML private Button save;

  private final EditOrderViewModel model;
  private final Texts texts = Texts.of(EditOrderView.class);
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final FormGrid grid;
  private final Runnable onClose;
  private final Parent root;

  /**
   * @param onClose runs when the operator closes the form
   */
  EditOrderView(EditOrderViewModel model, Runnable onClose) {
    this.model = model;
    this.onClose = onClose;
    this.grid = new FormGrid(texts, model.form(), FXCollections.emptyObservableList());
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    fields
        .getChildren()
        .setAll(
            section("section.scheduling"),
            grid.section(OrderField.SCHEDULING),
            section("section.metadata"),
            grid.section(List.of(OrderField.METADATA)));
    fields.disableProperty().bind(model.busy());
    model.failure().addListener(ignored -> showConflict());
    model
        .changes()
        .addListener((ListChangeListener<OrderChanges.Change>) ignored -> showConflict());
    model.busy().addListener((ignored, before, now) -> busyChanged(now));
    showConflict();
    busyChanged(false);
  }

  private Label section(String title) {
    Label label = new Label(texts.get(title));
    label.getStyleClass().add("section");
    return label;
  }

  private void showConflict() {
    boolean hasConflict = !model.changes().isEmpty();
    conflict.setVisible(hasConflict);
    conflict.setManaged(hasConflict);
    error.showOfWrite(hasConflict ? null : model.failure().get()); // the conflict notice covers it
    save.setDisable(hasConflict);
    if (hasConflict) {
      Focus.on(reload);
    }
    changes.getChildren().setAll(model.changes().stream().map(this::changeLabel).toList());
  }

  private Node changeLabel(OrderChanges.Change change) {
    Label label =
        new Label(
            texts.get(
                "edit.changed",
                fieldName(change.pointer()),
                displayValue(change.pointer(), change.before()),
                displayValue(change.pointer(), change.now())));
    label.setWrapText(true);
    return label;
  }

  private String fieldName(String pointer) {
    if (pointer.startsWith("/metadata/")) {
      return texts.get("edit.metadata", pointer.substring("/metadata/".length()));
    }
    for (OrderField field : model.form().fields()) {
      if (field.contains(pointer)) {
        return texts.get(field.key());
      }
    }
    return texts.value("column", pointer.substring(pointer.lastIndexOf('/') + 1));
  }

  private String displayValue(String pointer, String text) {
    if (text.isEmpty()) {
      return texts.get("edit.nothing");
    }
    return pointer.equals("/status") ? texts.value("status", text) : timestamps.text(text);
  }

  private void busyChanged(boolean busy) {
    save.setDisable(busy || !model.changes().isEmpty());
    if (busy) {
      return;
    }
    if (model.form().firstInvalid().isPresent()) {
      grid.focusFirstError();
    } else if (model.failure().get() != null) {
      Focus.on(save); // the focused field was disabled meanwhile
    }
  }

  void onShown() {
    id.setText(model.id());
    grid.focusFirstError();
  }

  @FXML
  void save() {
    model.save();
    if (model.form().firstInvalid().isPresent()) {
      grid.focusFirstError();
    }
  }

  @FXML
  void reload() {
    model.reload();
    grid.focusFirstError();
  }

  @FXML
  void discard() {
    model.discard();
    onClose.run();
  }

  /** Closes the form; its values stay. */
  @FXML
  void close() {
    onClose.run();
  }

  @FXML
  void pressed(KeyEvent key) {
    if (SAVE.match(key)) {
      key.consume();
      save();
    }
  }
}
