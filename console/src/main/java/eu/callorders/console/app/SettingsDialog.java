package eu.callorders.console.app;

import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.stage.Window;

/** Language and theme. A theme applies at once, a language when the operator connects again. */
final class SettingsDialog {
  private final Texts texts;
  private final GridPane form = new GridPane();

  private SettingsDialog(Texts texts) {
    this.texts = texts;
    form.getStyleClass().add("form");
  }

  static void show(Window owner, Texts texts, Settings settings, Themes themes) {
    SettingsDialog dialog = new SettingsDialog(texts);
    ComboBox<String> language =
        dialog.choice("language", Language.CHOICES, Language.choice(settings));
    Label note = Labels.wrapped(texts.get("settings.language.note"), "timeline-time");
    dialog.form.add(note, 1, 1);
    ComboBox<String> theme = dialog.choice("theme", Themes.CHOICES, themes.choice());
    onChoice(language, choice -> Language.choose(settings, choice));
    onChoice(theme, themes::choose);
    new ActionDialog(owner, texts, "settings").with(dialog.form).focus(language).show(() -> {});
  }

  private ComboBox<String> choice(String setting, List<String> choices, String present) {
    ComboBox<String> choice = new ComboBox<>();
    choice.setId("settings-" + setting);
    choice.getItems().setAll(choices);
    choice.setConverter(
        new ValueConverter<>(
            value -> value == null ? "" : texts.value("settings." + setting, value)));
    choice.setValue(present);
    TextWidth.fitChoices(choice);
    Label name = new Label(texts.get("settings." + setting));
    name.setMinWidth(GridPane.USE_PREF_SIZE);
    name.setLabelFor(choice);
    form.addRow(form.getRowCount(), name, choice);
    return choice;
  }

  private static void onChoice(ComboBox<String> choice, Consumer<String> action) {
    choice.valueProperty().addListener((ignored, before, now) -> action.accept(now));
  }
}
