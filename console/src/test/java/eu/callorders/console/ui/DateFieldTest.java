package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.DateCell;
import javafx.scene.control.DatePicker;
import javafx.scene.control.skin.DatePickerSkin;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

/** A calendar whose clock is far from the one of this machine. */
@RobotTest
class DateFieldTest extends UiRobot {
  private static final YearMonth OTHER_MONTH = YearMonth.now().plusMonths(7);

  private final DatePicker picker = new DatePicker();
  private LocalDate today = OTHER_MONTH.atDay(15);

  @BeforeEach
  void open() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          DateField.install(picker, () -> Instant.parse(today + "T12:00:00Z"));
          stage.setScene(new Scene(new StackPane(picker), 400, 300));
          stage.show();
        });
  }

  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  private Stream<DateCell> days(String query) {
    Node calendar = ((DatePickerSkin) picker.getSkin()).getPopupContent();
    return calendar.lookupAll(query).stream().map(cell -> (DateCell) cell);
  }

  private void show() {
    runAndWait(picker::hide);
    runAndWait(picker::show);
  }

  private List<LocalDate> markedDays() {
    return read(() -> days(".today").map(DateCell::getItem).toList());
  }

  private boolean isShown(YearMonth month) {
    return read(
        () ->
            days(".day-cell")
                .filter(cell -> !cell.getStyleClass().contains("previous-month"))
                .filter(cell -> !cell.getStyleClass().contains("next-month"))
                .allMatch(cell -> YearMonth.from(cell.getItem()).equals(month)));
  }

  @Test
  void opensTheMonthOfTheClockAndMarksItsToday() {
    show();
    assertThat(isShown(OTHER_MONTH)).isTrue();
    assertThat(markedDays()).containsExactly(today);
    today = OTHER_MONTH.minusMonths(9).atDay(15);
    show();
    assertThat(isShown(OTHER_MONTH.minusMonths(9))).isTrue();
    assertThat(markedDays()).containsExactly(today);
    assertThat(picker.getValue()).isNull();
  }

  @Test
  void opensTheMonthOfTheChosenDay() {
    LocalDate chosen = LocalDate.now();
    runAndWait(() -> picker.setValue(chosen));
    show();
    assertThat(isShown(YearMonth.from(chosen))).isTrue();
    assertThat(markedDays()).as("not the day of this machine").isEmpty();
  }
}
