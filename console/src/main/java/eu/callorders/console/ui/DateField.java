package eu.callorders.console.ui;

import atlantafx.base.theme.Styles;
import java.time.DateTimeException;
import java.time.LocalDate;
import javafx.application.Platform;
import javafx.scene.control.DatePicker;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** Has a date picker keep and mark what it cannot read, which it would wipe away by itself. */
final class DateField {
  private DateField() {}

  static void mend(DatePicker picker) {
    StringConverter<LocalDate> usual = picker.getConverter();
    picker.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable LocalDate date) {
            return usual.toString(date);
          }

          @Override
          public @Nullable LocalDate fromString(String text) {
            try {
              return read(text, usual);
            } catch (DateTimeException e) {
              Platform.runLater(() -> keep(picker, text));
              throw e;
            }
          }
        });
    picker.getEditor().textProperty().addListener(ignored -> mark(picker, false));
  }

  /** As the language writes it, or as all computers do. */
  private static @Nullable LocalDate read(String text, StringConverter<LocalDate> usual) {
    try {
      return usual.fromString(text);
    } catch (DateTimeException e) {
      return LocalDate.parse(text.strip());
    }
  }

  private static void keep(DatePicker picker, String text) {
    picker.getEditor().setText(text);
    mark(picker, true);
  }

  private static void mark(DatePicker picker, boolean unread) {
    picker.pseudoClassStateChanged(Styles.STATE_DANGER, unread);
    picker.getEditor().pseudoClassStateChanged(Styles.STATE_DANGER, unread);
  }
}
