package eu.callorders.console.ui;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseEvent;

/**
 * Fits the columns into the width of their table: the last ones are hidden until the rest fits, and
 * columns of free text share what is left; a whole column grows with its texts. Only what the
 * operator changes is saved: a column that the operator shows is not hidden, and one that the
 * operator resizes keeps its width.
 */
final class ColumnFit<T> {
  /** Borders of the table and its vertical scroll bar. */
  private static final double RESERVED = 14;

  /** Of known texts, which many columns share. */
  private static final Map<String, Double> WIDTHS = new HashMap<>();

  private static final double PADDING = 18;
  private static final double HEADER_PADDING = 28;
  private static final double BADGE_PADDING = 18;
  private static final double MIN_FREE_TEXT = 0.7;
  private static final double MAX_WHOLE_TEXT = 1.5;

  /** The first columns identify a row. */
  private static final int IDENTIFYING = 2;

  /**
   * The width of a column in pixels.
   *
   * @param min the column is hidden rather than narrower
   * @param needed later columns are hidden rather than this one narrower
   * @param preferred equal to {@code min} unless it contains free text
   * @param kept never hidden
   */
  record Demand(double min, double needed, double preferred, boolean kept) {
    Demand(double min, double preferred, boolean kept) {
      this(min, min, preferred, kept);
    }

    /** For texts of that width, which are whole up to the usual one, and wherever there is room. */
    Demand whole(double width, double usual) {
      double wished = Math.max(preferred, Math.min(width, usual * MAX_WHOLE_TEXT));
      return new Demand(min, Math.max(min, Math.min(width, usual)), wished, kept);
    }

    boolean isElastic() {
      return preferred > min;
    }
  }

  private final TableView<T> table;
  private final Map<String, Column<T>> columns;
  private final ColumnChoice choice;
  private final Map<String, Demand> demands = new HashMap<>();
  private final Map<String, String> longest = new HashMap<>();
  private boolean fitting;
  private boolean growing;

  private ColumnFit(TableView<T> table, List<Column<T>> columns, ColumnChoice choice) {
    this.table = table;
    this.columns = columns.stream().collect(Collectors.toMap(Column::id, Function.identity()));
    this.choice = choice;
  }

  /** Restores the operator's choice, saves its changes, and fits the columns to each width. */
  static <T> ColumnFit<T> install(
      TableView<T> table, List<Column<T>> columns, ColumnChoice choice) {
    ColumnFit<T> fit = new ColumnFit<>(table, columns, choice);
    List<TableColumn<T, ?>> sorted = new ArrayList<>(table.getColumns());
    sorted.sort(Comparator.comparingInt(column -> choice.place(column.getId())));
    table.getColumns().setAll(sorted);
    for (TableColumn<T, ?> column : sorted) {
      column.setVisible(choice.isShown(fit.column(column)));
      column.setPrefWidth(fit.demand(column).preferred());
      column.visibleProperty().addListener((ignored, before, now) -> fit.shown(column, now));
    }
    table.getColumns().addListener((ListChangeListener<TableColumn<T, ?>>) ignored -> fit.moved());
    table.addEventFilter(MouseEvent.MOUSE_RELEASED, ignored -> fit.released());
    table.widthProperty().addListener(ignored -> fit.fit());
    return fit;
  }

  private Column<T> column(TableColumn<T, ?> column) {
    return Objects.requireNonNull(columns.get(column.getId()));
  }

  /** The columns of the list in their order, also those that do not fit now. */
  List<Column<T>> chosen() {
    return wanted().map(this::column).toList();
  }

  private Stream<TableColumn<T, ?>> wanted() {
    return table.getColumns().stream().filter(column -> choice.isShown(column(column)));
  }

  private void shown(TableColumn<T, ?> column, boolean shown) {
    if (!fitting) {
      choice.show(column.getId(), shown);
      Platform.runLater(this::fit);
    }
  }

  private void moved() {
    choice.order(table.getColumns().stream().map(TableColumn::getId).toList());
    Platform.runLater(this::fit);
  }

  /** The mouse has changed the width of a column if it is not the one set here. */
  private void released() {
    List<TableColumn<T, ?>> resized =
        table.getVisibleLeafColumns().stream()
            .filter(column -> column.getWidth() != column.getPrefWidth())
            .collect(Collectors.toList());
    resized.forEach(column -> choice.resize(column.getId(), column.getWidth()));
    if (!resized.isEmpty()) {
      Platform.runLater(this::fit);
    }
  }

  private void fit() {
    double available = table.getWidth() - RESERVED;
    if (available <= 0) {
      return; // not laid out yet
    }
    List<TableColumn<T, ?>> wanted = wanted().collect(Collectors.toList());
    double[] widths = widths(wanted.stream().map(this::demand).toList(), available);
    fitting = true;
    for (int i = 0; i < widths.length; i++) {
      wanted.get(i).setVisible(widths[i] > 0);
      if (widths[i] > 0) {
        wanted.get(i).setPrefWidth(widths[i]);
      }
    }
    fitting = false;
  }

  private Demand demand(TableColumn<T, ?> column) {
    String id = column.getId();
    double chosen = choice.width(id);
    boolean kept = choice.isKept(id);
    if (chosen > 0) {
      return new Demand(chosen, chosen, kept);
    }
    Demand measured = demands.computeIfAbsent(id, ignored -> measure(column(column)));
    return new Demand(measured.min(), measured.needed(), measured.preferred(), kept);
  }

  /** Makes a whole column wider with each text that is longer than those before. */
  void growWithTexts(TableColumn<T, String> grown) {
    Column<T> column = column(grown);
    if (column.isWhole()) {
      grown.setCellFactory(ignored -> Column.wholeCell(text -> grow(column, text)));
    }
  }

  private void grow(Column<T> column, String text) {
    String id = column.id();
    if (text.length() > longest.getOrDefault(id, "").length()) {
      longest.put(id, text);
      double width = TextWidth.of(text, TextWidth.NORMAL) + PADDING;
      Demand before = demands.computeIfAbsent(id, ignored -> measure(column));
      Demand now = before.whole(width, column.width());
      if (!now.equals(before)) {
        demands.put(id, now);
        fitLater();
      }
    }
  }

  /** Many texts at once become one change. */
  private void fitLater() {
    if (!growing) {
      growing = true;
      Platform.runLater(
          () -> {
            growing = false;
            fit();
          });
    }
  }

  private static Demand measure(Column<?> column) {
    List<String> titles = List.of(column.title(), column.clock());
    double header = TextWidth.longest(titles, TextWidth.BOLD) + HEADER_PADDING;
    if (column.texts().isEmpty()) {
      double min = Math.max(header, column.width() * MIN_FREE_TEXT);
      return new Demand(Math.ceil(min), Math.ceil(Math.max(min + 1, column.width())), false);
    }
    double padding = PADDING + column.graphicWidth() + (column.tone() == null ? 0 : BADGE_PADDING);
    double cells = longest(column.texts()) + padding;
    double width = Math.ceil(Math.max(header, cells));
    return new Demand(width, width, false);
  }

  private static double longest(List<String> texts) {
    return texts.stream()
        .mapToDouble(text -> WIDTHS.computeIfAbsent(text, it -> TextWidth.of(it, TextWidth.NORMAL)))
        .max()
        .orElse(0);
  }

  /**
   * Shares the width: hides the last columns until the rest fits, except kept ones and the first.
   *
   * @param available width of the table in pixels
   * @return the widths in the order of the demands, whole pixels; 0 for a hidden column
   */
  static double[] widths(List<Demand> demands, double available) {
    double[] widths = demands.stream().mapToDouble(Demand::needed).toArray();
    double rest = hide(demands, widths, IDENTIFYING, available);
    if (rest < 0) {
      widths = demands.stream().mapToDouble(Demand::min).toArray();
      rest = hide(demands, widths, 1, available);
    }
    double wished = 0;
    double elastic = 0;
    for (int i = 0; i < widths.length; i++) {
      Demand demand = demands.get(i);
      if (widths[i] > 0 && demand.isElastic()) {
        wished += demand.preferred() - widths[i];
        elastic += demand.preferred();
      }
    }
    double part = wished == 0 ? 0 : Math.clamp(rest / wished, 0, 1);
    double more = elastic == 0 ? 0 : Math.max(0, rest - wished) / elastic;
    for (int i = 0; i < widths.length; i++) {
      Demand demand = demands.get(i);
      if (widths[i] > 0 && demand.isElastic()) {
        double growth = part * (demand.preferred() - widths[i]) + more * demand.preferred();
        widths[i] = Math.floor(widths[i] + growth);
      }
    }
    return widths;
  }

  /**
   * Hides the last columns until the rest fits, none before {@code first}; returns what is left.
   */
  private static double hide(List<Demand> demands, double[] widths, int first, double available) {
    double rest = available - Arrays.stream(widths).sum();
    for (int i = widths.length - 1; i >= first && rest < 0; i--) {
      if (!demands.get(i).kept()) {
        rest += widths[i];
        widths[i] = 0;
      }
    }
    return rest;
  }
}
