package eu.callorders.console.ui;

import atlantafx.base.theme.Styles;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.DateCell;
import javafx.scene.control.DatePicker;
import javafx.scene.control.skin.DatePickerSkin;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/**
 * Makes a date picker keep and mark input that it cannot parse, which it clears by default, and
 * take today from a given clock instead of the one of this machine.
 */
public final class DateField {
  private static final String TODAY = "today";
  private static final int MAX_MONTHS = 120;
  private static final DateTimeFormatter POINTS =
      DateTimeFormatter.ofPattern("d.M.uuuu", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

  private DateField() {}

  /**
   * Prepares a picker.
   *
   * @param clock what it is used for has the times of this clock
   */
  public static void install(DatePicker picker, InstantSource clock) {
    TextWidth.fitPrompt(picker);
    picker.setDayCellFactory(ignored -> new DayCell(clock));
    picker.addEventHandler(ComboBoxBase.ON_SHOWN, ignored -> showMonth(picker, clock));
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

  private static LocalDate today(InstantSource clock) {
    return LocalDate.ofInstant(clock.instant(), ZoneId.systemDefault());
  }

  /** An empty picker opens with the month of this machine; turns it to the one of the clock. */
  private static void showMonth(DatePicker picker, InstantSource clock) {
    if (picker.getValue() == null && picker.getSkin() instanceof DatePickerSkin skin) {
      Node calendar = skin.getPopupContent();
      long months = ChronoUnit.MONTHS.between(shownMonth(calendar), YearMonth.from(today(clock)));
      KeyCode key = months > 0 ? KeyCode.PAGE_DOWN : KeyCode.PAGE_UP;
      for (int month = 0; month < Math.min(Math.abs(months), MAX_MONTHS); month++) {
        calendar.fireEvent(
            new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
      }
    }
  }

  /** That of the day in the middle of the calendar. */
  private static YearMonth shownMonth(Node calendar) {
    List<LocalDate> days =
        calendar.lookupAll(".day-cell").stream()
            .map(cell -> ((DateCell) cell).getItem())
            .sorted()
            .toList();
    return YearMonth.from(days.get(days.size() / 2));
  }

  /** Marks today by the clock instead of the one of this machine. */
  private static final class DayCell extends DateCell {
    private final InstantSource clock;

    private DayCell(InstantSource clock) {
      this.clock = clock;
    }

    @Override
    public void updateItem(LocalDate day, boolean empty) {
      super.updateItem(day, empty);
      getStyleClass().remove(TODAY);
      if (!empty && today(clock).equals(day)) {
        getStyleClass().add(TODAY);
      }
    }
  }

  /** In the format of the locale, as 31.1.2026 or in ISO 8601. */
  private static @Nullable LocalDate parse(String text, StringConverter<LocalDate> converter) {
    try {
      return converter.fromString(text);
    } catch (DateTimeException e) {
      String day = text.strip();
      return LocalDate.parse(day, day.contains(".") ? POINTS : DateTimeFormatter.ISO_LOCAL_DATE);
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
