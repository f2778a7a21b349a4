package eu.callorders.console.ui;

import atlantafx.base.theme.Styles;
import java.time.DateTimeException;
import java.time.LocalDate;
import javafx.application.Platform;
import javafx.scene.control.DatePicker;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** Makes a date picker keep and mark input that it cannot parse; by default it clears it. */
final class DateField {
  private DateField() {}

  static void install(DatePicker picker) {
    StringConverter<LocalDate> converter = picker.getConverter();
    picker.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable LocalDate date) {
            return converter.toString(date);
          }

          @Override
          public @Nullable LocalDate fromString(String text) {
            try {
              return parse(text, converter);
            } catch (DateTimeException e) {
              Platform.runLater(() -> restore(picker, text));
              throw e;
            }
          }
        });
    picker.getEditor().textProperty().addListener(ignored -> mark(picker, false));
  }

  /** In the format of the locale or ISO 8601. */
  private static @Nullable LocalDate parse(String text, StringConverter<LocalDate> converter) {
    try {
      return converter.fromString(text);
    } catch (DateTimeException e) {
      return LocalDate.parse(text.strip());
    }
  }

  private static void restore(DatePicker picker, String text) {
    picker.getEditor().setText(text);
    mark(picker, true);
  }

  private static void mark(DatePicker picker, boolean invalid) {
    picker.pseudoClassStateChanged(Styles.STATE_DANGER, invalid);
    picker.getEditor().pseudoClassStateChanged(Styles.STATE_DANGER, invalid);
  }
}
