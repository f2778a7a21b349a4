package eu.callorders.console.admin;

import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import java.util.List;
import java.util.function.BooleanSupplier;
import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import org.jspecify.annotations.Nullable;

/** The input of an {@link OutcomeRule}: whom the hold names, and its days. */
final class OutcomeRuleField extends FlowPane {
  private static final double GAP = 8;
  private static final int DAYS_COLUMNS = 3;

  private final Texts texts;
  private final StringProperty value;
  private final BooleanSupplier isNew;
  private final ComboBox<String> scope = new ComboBox<>();
  private final TextField days = new TextField();
  private boolean reading;

  /**
   * @param value the rule as text
   * @param isNew whether the tenant does not exist yet, so that a missing rule is the default
   */
  OutcomeRuleField(Texts texts, String name, StringProperty value, BooleanSupplier isNew) {
    super(GAP, GAP);
    this.texts = texts;
    this.value = value;
    this.isNew = isNew;
    days.setPrefColumnCount(DAYS_COLUMNS);
    days.setPromptText(texts.get("outcome_rule.days"));
    days.setAccessibleText(name + ": " + texts.get("outcome_rule.days"));
    scope.setAccessibleText(name);
    getChildren().setAll(scope, days);
    render();
    scope.valueProperty().addListener(ignored -> write());
    days.textProperty().addListener(ignored -> write());
    value.addListener((ignored, before, now) -> read(now));
    read(value.get());
  }

  /** Names the missing rule, which depends on whether the tenant is new. */
  void render() {
    reading = true;
    String chosen = scope.getValue();
    scope.setConverter(new ValueConverter<>(this::name));
    scope.getItems().setAll("", "subject", "number", "claim");
    TextWidth.fitChoices(scope);
    scope.setValue(chosen);
    reading = false;
  }

  private String name(@Nullable String it) {
    return it == null || it.isEmpty()
        ? texts.get(isNew.getAsBoolean() ? "setting.default" : "hold_on.none")
        : texts.value("hold_on", it);
  }

  private void read(String text) {
    if (reading) {
      return;
    }
    reading = true;
    List<String> parts = List.of(text.strip().split(" ", 2));
    scope.setValue(parts.getFirst());
    days.setText(parts.size() > 1 ? parts.get(1).strip() : "");
    days.setDisable(parts.getFirst().isEmpty());
    reading = false;
  }

  private void write() {
    if (reading) {
      return;
    }
    reading = true;
    String chosen = scope.getValue() == null ? "" : scope.getValue();
    value.set(chosen.isEmpty() ? "" : (chosen + " " + days.getText().strip()).strip());
    days.setDisable(chosen.isEmpty());
    reading = false;
  }
}
