package eu.callorders.console.order;

import eu.callorders.console.form.JsonFormView;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/** The form that changes a waiting order, shown in place of its detail. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EditOrderView extends JsonFormView<OrderField> {
  @FXML private Label person;
  @FXML private TextField id;
  @FXML private VBox conflict;
  @FXML private VBox changes;
  @FXML private Button reload;
  @FXML private Button save;

  private final EditOrderViewModel model;
  private final TimestampFormatter timestamps = new TimestampFormatter();

  EditOrderView(EditOrderViewModel model, Runnable onClose) {
    super(model.form, FXCollections.emptyObservableList(), onClose);
    this.model = model;
    load();
    addSection("section.scheduling", OrderField.SCHEDULING);
    addSection("section.metadata", List.of(OrderField.METADATA));
    fields.disableProperty().bind(model.busy());
    model.failure().addListener(ignored -> showConflict());
    model
        .changes()
        .addListener((ListChangeListener<OrderChanges.Change>) ignored -> showConflict());
    model.busy().addListener((ignored, before, now) -> busyChanged(now));
    showConflict();
    busyChanged(false);
  }

  private void showConflict() {
    boolean hasConflict = !model.changes().isEmpty();
    Visibility.set(conflict, hasConflict);
    error.showOfWrite(hasConflict ? null : model.failure().get()); // the conflict notice covers it
    save.setDisable(hasConflict);
    if (hasConflict) {
      Focus.on(reload);
    }
    changes.getChildren().setAll(model.changes().stream().map(this::changeLabel).toList());
  }

  private Node changeLabel(OrderChanges.Change change) {
    return Labels.wrapped(
        texts.get(
            "edit.changed",
            fieldName(change.pointer()),
            displayValue(change.pointer(), change.before()),
            displayValue(change.pointer(), change.now())));
  }

  private String fieldName(String pointer) {
    if (pointer.startsWith("/metadata/")) {
      return texts.get("edit.metadata", pointer.substring("/metadata/".length()));
    }
    return model.form.fields().stream()
        .filter(field -> field.contains(pointer))
        .findFirst()
        .map(field -> texts.get(field.key()))
        .orElseGet(() -> texts.value("column", pointer.substring(pointer.lastIndexOf('/') + 1)));
  }

  private String displayValue(String pointer, String text) {
    if (text.isEmpty()) {
      return texts.get("edit.nothing");
    }
    return pointer.equals("/status") ? texts.value("status", text) : timestamps.text(text);
  }

  private void busyChanged(boolean busy) {
    save.setDisable(busy || !model.changes().isEmpty());
    if (!busy) {
      focusAfterReply(model.failure().get() != null, save);
    }
  }

  void onShown() {
    person.setText(model.person().text());
    Visibility.set(person, !person.getText().isEmpty());
    id.setText(model.id());
    rows.focus();
  }

  @Override
  protected void submit() {
    model.save();
  }

  @FXML
  void reload() {
    model.reload();
    rows.focus();
  }

  @FXML
  void discard() {
    model.discard();
    close();
  }
}
