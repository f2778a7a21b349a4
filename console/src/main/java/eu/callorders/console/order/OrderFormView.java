package eu.callorders.console.order;

import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.stream.Stream;
import javafx.collections.ObservableList;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;

/**
 * A form of an order, shown beside the list. The FXML names {@code fields} and an {@code error}.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields, load() the root
abstract class OrderFormView {
  private static final KeyCombination SEND =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);
  private static final double LABEL_WIDTH = 150;
  private static final int AREA_LINES = 3;

  @FXML protected VBox fields;
  @FXML protected ErrorPane error;

  protected final Texts texts = Texts.of(OrderFormView.class);
  private final OrderForm form;
  private final ObservableList<String> suggestions;
  private final FieldRows<OrderField> rows;
  private final Runnable onClose;
  private Parent root;

  /**
   * @param suggestions for fields of kind {@link OrderField.Kind#SUGGESTED}
   * @param onClose runs when the operator closes the form; its values stay
   */
  OrderFormView(OrderForm form, ObservableList<String> suggestions, Runnable onClose) {
    this.form = form;
    this.suggestions = suggestions;
    this.rows = new FieldRows<>(texts, form, LABEL_WIDTH);
    this.onClose = onClose;
  }

  protected final void load() {
    root = Fxml.load(this, texts);
  }

  final Parent root() {
    return root;
  }

  /** Sends the input. */
  protected abstract void submit();

  /** Adds a section with those of the fields that the form contains. */
  protected final void addSection(String title, List<OrderField> members) {
    Label label = new Label(texts.get(title));
    label.getStyleClass().add("section");
    fields.getChildren().add(label);
    addFields(members);
  }

  protected final void addFields(List<OrderField> members) {
    GridPane section = rows.section();
    for (OrderField field : members) {
      if (form.fields().contains(field)) {
        rows.add(section, field, texts.get(field.key()), control(field));
      }
    }
    fields.getChildren().add(section);
  }

  /** Adds a control that is not an order field. */
  protected final void addControl(String name, Control control) {
    GridPane section = rows.section();
    FieldRows.addRow(section, name, control, control);
    fields.getChildren().add(section);
  }

  private Control control(OrderField field) {
    Control control =
        switch (field.kind()) {
          case CHOICE, FLAG -> choiceBox(field);
          case SUGGESTED -> suggestions(field);
          case LINES, METADATA, CALL_TIMES -> textArea(field);
          default -> rows.textField(field, prompt(field));
        };
    control.setId("field-" + field.key().substring("field.".length()));
    return control;
  }

  private String prompt(OrderField field) {
    String key = field.key() + ".prompt";
    return texts.bundle().containsKey(key) ? texts.get(key) : "";
  }

  private Control textArea(OrderField field) {
    TextArea area = rows.textArea(field, prompt(field), AREA_LINES);
    area.setWrapText(true);
    return area;
  }

  private Control suggestions(OrderField field) {
    ComboBox<String> box = new ComboBox<>(suggestions);
    box.setEditable(true);
    box.getEditor().textProperty().bindBidirectional(form.value(field));
    return box;
  }

  private Control choiceBox(OrderField field) {
    List<String> values = Stream.concat(Stream.of(""), field.choices().stream()).toList();
    return rows.comboBox(field, values, value -> choiceName(field, value));
  }

  private String choiceName(OrderField field, String value) {
    return value.isEmpty()
        ? texts.get(field.key() + ".default")
        : texts.value(textKey(field), value);
  }

  private static String textKey(OrderField field) {
    return switch (field.kind()) {
      case FLAG -> "flag";
      default -> field == OrderField.SIMULATED_OUTCOME ? "summary_code" : "on_violation";
    };
  }

  /** Focuses the first field with an error, otherwise the first field. */
  protected final void focusFirstError() {
    rows.focus();
  }

  /**
   * Focuses what needs attention after a reply.
   *
   * @param failed whether a failure is shown that belongs to no field
   * @param button sends the form again
   */
  protected final void focusAfterReply(boolean failed, Button button) {
    if (form.firstInvalid().isPresent()) {
      focusFirstError();
    } else if (failed) {
      Focus.on(button); // the focused field was disabled meanwhile
    }
  }

  @FXML
  protected final void send() {
    submit();
    if (form.firstInvalid().isPresent()) {
      focusFirstError();
    }
  }

  @FXML
  protected final void close() {
    onClose.run();
  }

  @FXML
  protected final void pressed(KeyEvent key) {
    if (SEND.match(key)) {
      key.consume();
      send();
    }
  }
}
