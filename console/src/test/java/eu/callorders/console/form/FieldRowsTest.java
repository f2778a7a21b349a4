package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.Styles;
import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

@RobotTest
class FieldRowsTest extends UiRobot {
  private final Locale language = Locale.getDefault();
  private final SampleForm form = new SampleForm();
  private FieldRows<String> rows;
  private TextField dish;
  private TextArea notes;
  private ComboBox<String> size;
  private GridPane section;

  @BeforeEach
  void open() throws Exception {
    Locale.setDefault(Locale.GERMAN);
    Stage stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          rows = new FieldRows<>(Texts.of(Texts.class), form, 100);
          section = rows.section();
          dish = rows.textField(SampleForm.DISH, "Soup");
          notes = rows.textArea(SampleForm.NOTES, "", 3);
          size =
              rows.comboBox(
                  SampleForm.SIZE, List.of("", "s"), it -> it.isEmpty() ? "Any" : "Small");
          rows.add(section, SampleForm.DISH, "Dish", dish);
          rows.add(section, SampleForm.NOTES, "Notes", notes);
          rows.add(section, SampleForm.SIZE, "Size", size);
          stage.setScene(new Scene(section, 400, 400));
          stage.show();
        });
  }

  @AfterEach
  void close() throws Exception {
    Locale.setDefault(language);
    FxToolkit.cleanupStages();
  }

  private List<String> errors() {
    return read(
        () ->
            section.lookupAll(".form-error").stream()
                .filter(label -> label.isManaged())
                .map(label -> ((Label) label).getText())
                .toList());
  }

  @Test
  void showsErrorsBelowTheirFields() {
    assertThat(errors()).isEmpty();
    runAndWait(() -> form.setError(SampleForm.DISH, "retry"));
    runAndWait(() -> form.setError(SampleForm.NOTES, "sounds odd"));
    assertThat(errors()).containsExactlyInAnyOrder("Erneut versuchen", "sounds odd");
    assertThat(dish.getPseudoClassStates()).contains(Styles.STATE_DANGER);
    assertThat(dish.getAccessibleHelp()).isEqualTo("Erneut versuchen");
    runAndWait(form::clearErrors);
    assertThat(errors()).isEmpty();
    assertThat(dish.getPseudoClassStates()).doesNotContain(Styles.STATE_DANGER);
    assertThat(dish.getAccessibleHelp()).isEmpty();
  }

  @Test
  void focusesTheFirstFieldWithAnErrorOrTheFirstField() {
    runAndWait(rows::focus);
    await(dish::isFocused);
    runAndWait(() -> form.setError(SampleForm.SIZE, "too large"));
    runAndWait(rows::focus);
    await(size::isFocused);
  }

  @Test
  void bindsFieldsBothWays() {
    runAndWait(() -> form.value(SampleForm.DISH).set("Soup"));
    runAndWait(() -> notes.setText("hot"));
    runAndWait(() -> size.setValue("s"));
    assertThat(dish.getText()).isEqualTo("Soup");
    assertThat(form.text(SampleForm.NOTES)).isEqualTo("hot");
    assertThat(form.text(SampleForm.SIZE)).isEqualTo("s");
    assertThat(size.getConverter().toString("s")).isEqualTo("Small");
    assertThat(size.getConverter().toString(null)).isEqualTo("Any");
  }

  @Test
  void movesTheFocusWithTab() {
    runAndWait(notes::requestFocus);
    runAndWait(() -> notes.fireEvent(tab(true)));
    await(dish::isFocused);
    runAndWait(notes::requestFocus);
    runAndWait(() -> notes.fireEvent(tab(false)));
    await(size::isFocused);
    assertThat(notes.getText()).isEmpty();
  }

  private static KeyEvent tab(boolean back) {
    return new KeyEvent(KeyEvent.KEY_PRESSED, "\t", "\t", KeyCode.TAB, back, false, false, false);
  }

  @Test
  void setsAccessibleNames() {
    assertThat(dish.getAccessibleText()).isEqualTo("Dish");
    Label name = (Label) read(() -> section.lookup(".form-name"));
    assertThat(name.getLabelFor()).isSameAs(dish);
  }
}
