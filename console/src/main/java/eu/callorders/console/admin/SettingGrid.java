package eu.callorders.console.admin;

import atlantafx.base.theme.Styles;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javafx.beans.property.StringProperty;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** Draws settings below each other, each with what is wrong with it. */
final class SettingGrid {
  private static final double NAMES = 170;
  private static final int LINES = 3;
  private static final Pattern BLANK = Pattern.compile(" ");

  private final Texts texts;
  private final SettingForm form;
  private final Map<Setting, Region> controls = new HashMap<>();

  SettingGrid(Texts texts, SettingForm form) {
    this.texts = texts;
    this.form = form;
  }

  Node section(Section section) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("form");
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(new ColumnConstraints(NAMES), values);
    int row = 0;
    for (Setting setting : section.settings()) {
      Region control = control(setting);
      controls.put(setting, control);
      control.setId("setting-" + setting.registry().replace('_', '-'));
      control.setMaxWidth(Double.MAX_VALUE);
      Label name = new Label(texts.get(setting.key()));
      name.setWrapText(true);
      name.setMinHeight(Region.USE_PREF_SIZE);
      name.setLabelFor(control);
      name.getStyleClass().add("form-name");
      GridPane.setValignment(name, VPos.TOP);
      control.setAccessibleText(name.getText());
      grid.addRow(row++, name, new VBox(2, control, fault(setting, control)));
    }
    return grid;
  }

  private Label fault(Setting setting, Region control) {
    Label fault = new Label();
    fault.getStyleClass().add("form-fault");
    fault.setWrapText(true);
    fault.setMinHeight(Region.USE_PREF_SIZE);
    fault.setManaged(false);
    form.fault(setting)
        .addListener(
            (ignored, before, now) -> {
              fault.setText(texts.bundle().containsKey(now) ? texts.get(now) : now);
              fault.setManaged(!now.isEmpty());
              control.setAccessibleHelp(fault.getText());
              control.pseudoClassStateChanged(Styles.STATE_DANGER, !now.isEmpty());
            });
    return fault;
  }

  private Region control(Setting setting) {
    return switch (setting.kind()) {
      case TEXT, NUMBER -> line(setting);
      case LINES, HOURS -> area(setting);
      case CHOICE, FLAG -> choice(setting);
      case CHECKS -> checks(setting);
    };
  }

  private String prompt(Setting setting) {
    String key = setting.key() + ".prompt";
    return texts.get(texts.bundle().containsKey(key) ? key : "setting.default");
  }

  private Region line(Setting setting) {
    TextField line = new TextField();
    line.setPromptText(prompt(setting));
    line.textProperty().bindBidirectional(form.value(setting));
    return line;
  }

  private Region area(Setting setting) {
    TextArea area = new TextArea();
    area.setPrefRowCount(LINES);
    area.setWrapText(true);
    area.setPromptText(prompt(setting));
    area.textProperty().bindBidirectional(form.value(setting));
    area.addEventFilter(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (key.getCode() == KeyCode.TAB && !key.isControlDown()) {
            key.consume();
            area.requestFocusTraversal(
                key.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
          }
        });
    return area;
  }

  private Region choice(Setting setting) {
    ComboBox<String> box = new ComboBox<>();
    box.getItems().add("");
    box.getItems().addAll(setting.choices());
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable String value) {
            return value == null || value.isEmpty()
                ? texts.get("setting.default")
                : texts.value(setting.registry(), value);
          }

          @Override
          public String fromString(String text) {
            return text;
          }
        });
    box.valueProperty().bindBidirectional(form.value(setting));
    return box;
  }

  /** A box for each choice; what is checked and new here stays checked. */
  private Region checks(Setting setting) {
    VBox boxes = new VBox(6);
    boxes.setFillWidth(true);
    StringProperty value = form.value(setting);
    List<CheckBox> drawn = new ArrayList<>();
    for (String choice : setting.choices()) {
      CheckBox box = new CheckBox(choice);
      box.setId("check-" + choice.replace(':', '-'));
      box.setOnAction(ignored -> value.set(with(setting, value.get(), choice, box.isSelected())));
      drawn.add(box);
    }
    value.addListener(
        (ignored, before, now) ->
            drawn.forEach(box -> box.setSelected(split(now).contains(box.getText()))));
    boxes.getChildren().setAll(drawn);
    return boxes;
  }

  private static String with(Setting setting, String before, String choice, boolean checked) {
    List<String> values = new ArrayList<>(split(before));
    values.remove(choice);
    if (checked) {
      values.add(choice);
    }
    return setting.checked(values);
  }

  private static List<String> split(String value) {
    return BLANK.splitAsStream(value).filter(it -> !it.isEmpty()).toList();
  }

  /** Leads to the first fault, or to the first setting. */
  void focus() {
    Region control = controls.get(form.firstFault().orElse(form.settings().getFirst()));
    if (control != null) {
      Focus.on(control);
    }
  }
}
