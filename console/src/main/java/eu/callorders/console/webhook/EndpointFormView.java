package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.KnownEventTypes;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.form.FormView;
import java.util.List;
import javafx.beans.value.ObservableBooleanValue;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** A form for an endpoint. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
abstract class EndpointFormView extends FormView<EndpointForm.Member> {
  private static final double NAME_WIDTH = 120;
  private static final int LINES = 5;

  @FXML protected Button send;

  private final GridPane grid = rows.section();

  protected EndpointFormView(EndpointForm form, Runnable onClose) {
    super(form, NAME_WIDTH, onClose);
    addRow(EndpointForm.Member.URL, rows.textField(EndpointForm.Member.URL, "https://"));
    addRow(EndpointForm.Member.DESCRIPTION, rows.textField(EndpointForm.Member.DESCRIPTION, ""));
    String prompt = texts.get("field.event_types.prompt");
    TextArea types = rows.textArea(EndpointForm.Member.EVENT_TYPES, prompt, LINES);
    addRow(
        EndpointForm.Member.EVENT_TYPES,
        types,
        FieldRows.lineChoice(
            types, KnownEventTypes.ALL, texts.get("field.event_types.add"), EndpointForm::split));
    addRow(
        EndpointForm.Member.PAYLOAD_MODE,
        rows.comboBox(
            EndpointForm.Member.PAYLOAD_MODE,
            List.of("full", "thin"),
            mode -> mode.isEmpty() ? "" : texts.value("payload_mode", mode)));
  }

  private void addRow(EndpointForm.Member field, Region control, Node... more) {
    control.setId("endpoint-" + field.wireName());
    rows.add(grid, field, texts.get("field." + field.wireName()), control, more);
  }

  /**
   * Loads the FXML and shows the state of the view model.
   *
   * @param frozen whether the input must not change
   */
  protected final void load(
      ObservableBooleanValue frozen,
      ObservableBooleanValue busy,
      ObservableValue<@Nullable Failure> failure) {
    load();
    fields.getChildren().addFirst(grid);
    grid.disableProperty().bind(frozen);
    failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    busy.addListener(
        (ignored, before, isBusy) -> {
          if (!isBusy) {
            focusAfterReply(failure.getValue() != null, send);
          }
        });
  }

  void shown() {
    rows.focus();
  }
}
