package eu.callorders.console.admin;

import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextArea;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Renders settings in rows, each with its error. */
final class SettingGrid {
  private static final double NAME_WIDTH = 170;
  private static final int LINES = 3;
  private static final Pattern BLANK = Pattern.compile(" ");

  private final Texts texts;
  private final SettingForm form;
  private final FieldRows<Setting> rows;

  SettingGrid(Texts texts, SettingForm form) {
    this.texts = texts;
    this.form = form;
    this.rows = new FieldRows<>(texts, form, NAME_WIDTH);
  }

  Node section(Section section) {
    GridPane grid = rows.section();
    for (Setting setting : section.settings()) {
      Region control = control(setting);
      control.setId("setting-" + setting.registry().replace('_', '-'));
      rows.add(grid, setting, texts.get(setting.key()), control);
    }
    return grid;
  }

  private Region control(Setting setting) {
    return switch (setting.kind()) {
      case TEXT, NUMBER -> rows.textField(setting, prompt(setting));
      case LINES, HOURS -> area(setting);
      case CHOICE, FLAG -> choice(setting);
      case CHECKS -> checks(setting);
    };
  }

  private String prompt(Setting setting) {
    String key = setting.key() + ".prompt";
    return texts.get(texts.bundle().containsKey(key) ? key : "setting.default");
  }

  private Region area(Setting setting) {
    TextArea area = rows.textArea(setting, prompt(setting), LINES);
    area.setWrapText(true);
    return area;
  }

  private Region choice(Setting setting) {
    List<String> values = Stream.concat(Stream.of(""), setting.choices().stream()).toList();
    return rows.comboBox(setting, values, value -> name(setting, value));
  }

  private String name(Setting setting, String value) {
    return value.isEmpty() ? texts.get("setting.default") : texts.value(setting.registry(), value);
  }

  /** A check box for each choice; unknown checked values stay. */
  private Region checks(Setting setting) {
    VBox boxes = new VBox(6);
    boxes.setFillWidth(true);
    StringProperty value = form.value(setting);
    List<CheckBox> rendered = new ArrayList<>();
    for (String choice : setting.choices()) {
      CheckBox box = new CheckBox(choice);
      box.setId("check-" + choice.replace(':', '-'));
      box.setOnAction(ignored -> value.set(with(setting, value.get(), choice, box.isSelected())));
      rendered.add(box);
    }
    value.addListener(
        (ignored, before, now) ->
            rendered.forEach(box -> box.setSelected(split(now).contains(box.getText()))));
    boxes.getChildren().setAll(rendered);
    return boxes;
  }

  private static String with(Setting setting, String before, String choice, boolean checked) {
    List<String> values = new ArrayList<>(split(before));
    values.remove(choice);
    if (checked) {
      values.add(choice);
    }
    return setting.join(values);
  }

  private static List<String> split(String value) {
    return BLANK.splitAsStream(value).filter(it -> !it.isEmpty()).toList();
  }

  /** Focuses the first invalid setting, or the first one. */
  void focus() {
    rows.focus();
  }
}
