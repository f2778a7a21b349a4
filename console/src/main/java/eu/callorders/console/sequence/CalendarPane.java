package eu.callorders.console.sequence;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * Shows when a sequence would wait and call: the days of each month, and the times of each step.
 */
final class CalendarPane extends VBox {
  private static final int MAX_MONTHS = 12;
  private static final int DAYS = 7;
  private static final double SPACING = 8;

  private final Texts texts;
  private final DateTimeFormatter times;
  private final DateTimeFormatter days;

  CalendarPane(Texts texts) {
    super(SPACING);
    this.texts = texts;
    this.times = formatter("calendar.time");
    this.days = formatter("calendar.day");
    setId("calendar");
  }

  private DateTimeFormatter formatter(String key) {
    return DateTimeFormatter.ofPattern(texts.get(key), Locale.getDefault());
  }

  void show(@Nullable SequenceCalendar calendar) {
    getChildren().clear();
    if (calendar == null) {
      return;
    }
    List<YearMonth> months = calendar.months(MAX_MONTHS);
    months.forEach(month -> getChildren().add(month(calendar, month)));
    if (months.getLast().isBefore(YearMonth.from(calendar.day(calendar.endedAt())))) {
      getChildren().add(Labels.wrapped(texts.get("calendar.later"), "form-name"));
    }
    getChildren().add(Labels.wrapped(texts.get("calendar.legend"), "form-name"));
    for (int index = 0; index < calendar.steps().size(); index++) {
      getChildren().add(step(calendar, calendar.steps().get(index), index + 1));
    }
    getChildren()
        .add(Labels.wrapped(texts.get("calendar.end", time(calendar, calendar.endedAt()))));
    holidays(calendar).ifPresent(getChildren()::add);
    getChildren()
        .add(Labels.wrapped(texts.get("calendar.zone", calendar.zone().getId()), "form-name"));
  }

  private String time(SequenceCalendar calendar, Instant instant) {
    return times.format(instant.atZone(calendar.zone()));
  }

  private Node month(SequenceCalendar calendar, YearMonth month) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("calendar-month");
    for (int day = 0; day < DAYS; day++) {
      ColumnConstraints column = new ColumnConstraints();
      column.setPercentWidth(100.0 / DAYS);
      grid.getColumnConstraints().add(column);
      Label name =
          new Label(
              DayOfWeek.of(day + 1)
                  .getDisplayName(TextStyle.SHORT_STANDALONE, Locale.getDefault()));
      name.getStyleClass().add("calendar-weekday");
      grid.add(name, day, 0);
    }
    int first = month.atDay(1).getDayOfWeek().getValue() - 1;
    for (int day = 1; day <= month.lengthOfMonth(); day++) {
      int place = first + day - 1;
      grid.add(day(calendar, month.atDay(day)), place % DAYS, place / DAYS + 1);
    }
    String name = month.getMonth().getDisplayName(TextStyle.FULL_STANDALONE, Locale.getDefault());
    Label title = new Label(name + " " + month.getYear());
    title.getStyleClass().add("card-title");
    return new VBox(2, title, grid);
  }

  private Node day(SequenceCalendar calendar, LocalDate day) {
    Label number = new Label(Integer.toString(day.getDayOfMonth()));
    number.getStyleClass().add("calendar-number");
    VBox cell = new VBox(number);
    cell.getStyleClass().add("calendar-cell");
    List<SequenceCalendar.Mark> marks = calendar.marks(day);
    if (!marks.isEmpty()) {
      FlowPane marked = new FlowPane(1, 1);
      marks.forEach(mark -> marked.getChildren().add(mark(mark)));
      cell.getChildren().add(marked);
    }
    List<String> spoken = new ArrayList<>(List.of(days.format(day)));
    String holiday = calendar.closed().get(day);
    if (holiday != null) {
      cell.getStyleClass().add("calendar-closed");
      spoken.add(holiday.isEmpty() ? texts.get("calendar.closed") : holiday);
    }
    if (!calendar.contains(day)) {
      cell.getStyleClass().add("calendar-outside");
      spoken.add(texts.get("calendar.outside"));
    }
    if (day.equals(calendar.day(calendar.from()))) {
      cell.getStyleClass().add("calendar-start");
      spoken.add(texts.get("calendar.start"));
    }
    marks.forEach(mark -> spoken.add(name(mark)));
    cell.setAccessibleText(String.join(", ", spoken));
    if (spoken.size() > 1) {
      Tooltip.install(cell, new Tooltip(cell.getAccessibleText()));
    }
    return cell;
  }

  private static Node mark(SequenceCalendar.Mark mark) {
    Label label = new Label(Integer.toString(mark.number()));
    label
        .getStyleClass()
        .addAll("calendar-mark", mark.isDialed() ? "calendar-dialed" : "calendar-possible");
    return label;
  }

  private String name(SequenceCalendar.Mark mark) {
    return texts.get(mark.isDialed() ? "calendar.dialed" : "calendar.possible", mark.number());
  }

  private Node step(SequenceCalendar calendar, SequenceCalendar.Step step, int number) {
    VBox box = new VBox(2);
    box.getStyleClass().add("calendar-step");
    box.getChildren()
        .add(Labels.wrapped(texts.get("calendar.step", number, step.id()), "card-title"));
    lines(calendar, step).forEach(line -> box.getChildren().add(Labels.wrapped(line)));
    if (!step.typeActive()) {
      box.getChildren().add(Labels.wrapped(texts.get("calendar.inactive"), "form-error"));
    }
    return box;
  }

  private List<String> lines(SequenceCalendar calendar, SequenceCalendar.Step step) {
    List<String> lines = new ArrayList<>();
    if (!step.isCall()) {
      step.earliestEnd()
          .ifPresent(end -> lines.add(texts.get("calendar.wait.earliest", time(calendar, end))));
      lines.add(texts.get("calendar.wait.latest", time(calendar, step.latestEnd())));
    } else if (step.latestDials().isEmpty()) {
      lines.add(texts.get("calendar.no_dial"));
    } else {
      step.earliestDials().stream()
          .findFirst()
          .ifPresent(dial -> lines.add(texts.get("calendar.call.earliest", time(calendar, dial))));
      String dials =
          step.latestDials().stream()
              .map(dial -> time(calendar, dial))
              .collect(Collectors.joining("; "));
      lines.add(texts.get("calendar.call.latest", step.latestDials().size(), dials));
    }
    return lines;
  }

  private Optional<Label> holidays(SequenceCalendar calendar) {
    String named =
        calendar.closed().entrySet().stream()
            .filter(day -> !day.getValue().isEmpty())
            .map(day -> days.format(day.getKey()) + " (" + day.getValue() + ")")
            .collect(Collectors.joining("; "));
    return named.isEmpty()
        ? Optional.empty()
        : Optional.of(Labels.wrapped(texts.get("calendar.holidays", named)));
  }
}
