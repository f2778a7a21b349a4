package eu.callorders.console.webhook;

import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Labels;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/** Edits an endpoint in place of its details. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EditEndpointView extends EndpointFormView {
  @FXML private TextField id;
  @FXML private Label moves;
  @FXML private VBox overtaken;
  @FXML private VBox changes;
  @FXML private Button reload;

  private final EditEndpointViewModel model;

  EditEndpointView(EditEndpointViewModel model, Runnable onClose) {
    super(model.form, onClose);
    this.model = model;
    load(model.busy(), model.busy(), model.failure());
  }

  @FXML
  void initialize() {
    BooleanBinding hasConflict = Bindings.isNotEmpty(model.changes());
    send.disableProperty().bind(hasConflict.or(model.busy()));
    overtaken.visibleProperty().bind(hasConflict);
    model
        .changes()
        .addListener(
            (ListChangeListener<EditEndpointViewModel.EndpointChange>) ignored -> showChanges());
    model.form.value(EndpointForm.Member.URL).addListener(ignored -> moves());
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
    return Labels.wrapped(
        member.isEmpty()
            ? texts.get("edit.unseen")
            : texts.get(
                "edit.changed",
                texts.value("field", member),
                value(member, change.before()),
                value(member, change.now())));
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

  @Override
  void shown() {
    id.setText(model.id());
    moves();
    super.shown();
  }

  @Override
  protected void submit() {
    model.save();
  }

  @FXML
  void reload() {
    model.reload();
    shown();
  }
}
