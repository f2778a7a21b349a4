package eu.callorders.console.sequence;

import eu.callorders.console.form.FieldControls;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The form of one step, with what moves and removes it. */
final class StepCard extends VBox {
  private static final double SPACING = 6;

  private final Texts texts;
  private final StepForm form;
  private final StepFormats formats;
  private final FieldRows<StepField> rows;
  private final FieldControls<StepField> controls;
  private final Label title = new Label();
  private final Button up;
  private final Button down;
  private final Button remove;
  private final TitledPane more;

  StepCard(
      Texts texts,
      StepForm form,
      StepFormats formats,
      StepList steps,
      ObservableList<String> orderTypes,
      double nameWidth) {
    super(SPACING);
    this.texts = texts;
    this.form = form;
    this.formats = formats;
    this.rows = new FieldRows<>(texts, form, nameWidth);
    this.controls = new FieldControls<>(texts, form, rows, orderTypes);
    this.up = button("fth-arrow-up", () -> steps.move(form, -1));
    this.down = button("fth-arrow-down", () -> steps.move(form, 1));
    this.remove = button("fth-trash-2", () -> steps.remove(form));
    this.more = new TitledPane(texts.get("step.more"), section(StepField.MORE));
    getStyleClass().add("call-card");
    title.getStyleClass().add("card-title");
    title.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(title, Priority.ALWAYS);
    HBox head = new HBox(SPACING, title, up, down, remove);
    head.getStyleClass().add("step-head");
    getChildren().addAll(head, section(main()));
    if (form.fields().containsAll(StepField.MORE)) {
      more.setAnimated(false);
      more.setExpanded(StepField.MORE.stream().anyMatch(field -> !form.text(field).isEmpty()));
      getChildren().add(more);
    }
    addEventFilter(KeyEvent.KEY_PRESSED, key -> pressed(key, steps));
  }

  private Button button(String icon, Runnable action) {
    Button button = new Button(null, new FontIcon(icon));
    button.getStyleClass().addAll("button-icon", "flat", "small");
    button.setOnAction(ignored -> action.run());
    return button;
  }

  private List<StepField> main() {
    return form.fields().stream().filter(field -> !StepField.MORE.contains(field)).toList();
  }

  private GridPane section(List<StepField> members) {
    GridPane section = rows.section();
    for (StepField field : members) {
      if (form.fields().contains(field)) {
        Control control = controls.create(field);
        rows.add(section, field, texts.get(field.key()), control, choices(field, control));
      }
    }
    return section;
  }

  private Node[] choices(StepField field, Control control) {
    List<String> names =
        switch (field) {
          case SKIP -> formats.conditions().choices();
          case EXIT_CODES -> formats.summaryCodes().choices();
          case EXIT_REACHABILITY -> formats.reachability().choices();
          default -> List.of();
        };
    return names.isEmpty() || !(control instanceof TextArea area)
        ? new Node[0]
        : new Node[] {
          FieldRows.lineChoice(area, names, texts.get("choice.add"), NamedLines::split)
        };
  }

  private void pressed(KeyEvent key, StepList steps) {
    if (key.isAltDown() && (key.getCode() == KeyCode.UP || key.getCode() == KeyCode.DOWN)) {
      key.consume();
      steps.move(form, key.getCode() == KeyCode.UP ? -1 : 1);
    }
  }

  StepForm form() {
    return form;
  }

  /** Shows the place of the step. */
  void place(int number, int count) {
    title.setText(texts.get("step.title", number, texts.value("type", form.type())));
    setAccessibleText(title.getText());
    name(up, "step.up", number);
    name(down, "step.down", number);
    name(remove, "step.remove", number);
    up.setDisable(number == 1);
    down.setDisable(number == count);
  }

  private void name(Button button, String key, int number) {
    button.setId(key.replace('.', '-') + "-" + number);
    button.setAccessibleText(texts.get(key, number));
  }

  /** Focuses the first field with an error; false if there is none. */
  boolean focusInvalid() {
    boolean invalid = form.firstInvalid().isPresent();
    if (invalid) {
      more.setExpanded(
          more.isExpanded() || form.firstInvalid().filter(StepField.MORE::contains).isPresent());
      rows.focus();
    }
    return invalid;
  }

  /** Focuses the first field with an error, or the first field. */
  void focusFirst() {
    rows.focus();
  }
}
