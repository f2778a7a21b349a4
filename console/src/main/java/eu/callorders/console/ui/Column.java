package eu.callorders.console.ui;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableBooleanValue;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param id key in settings and exports
 * @param width preferred width of a column of free text, in pixels
 * @param value shown
 * @param exported written to a CSV file, for programs to read
 * @param sortKey what loaded rows are sorted by
 * @param graphic renders the cell instead of the text; null for plain text
 * @param tone tone of the status badge that holds the text; null for plain text
 * @param shownByDefault whether the column is visible by default
 * @param clock names the clock of its times, for the title while clocks differ; empty without times
 * @param texts the longest texts of the cells, which are never cut; empty for free text
 * @param graphicWidth width of what a renderer adds to the text, in pixels
 * @param isWhole whether a column of free text grows with the texts that it shows
 */
public record Column<T>(
    String id,
    String title,
    double width,
    Function<T, ObservableValue<String>> value,
    Function<T, String> exported,
    Function<T, String> sortKey,
    @Nullable Function<T, Node> graphic,
    @Nullable Function<T, StatusBadge.Tone> tone,
    boolean shownByDefault,
    String clock,
    List<String> texts,
    double graphicWidth,
    boolean isWhole) {

  public static <T> Column<T> of(String id, String title, double width, Function<T, String> text) {
    return of(id, title, width, row -> new ReadOnlyStringWrapper(text.apply(row)), text);
  }

  /** A value that may arrive after the row. */
  public static <T> Column<T> of(
      String id,
      String title,
      double width,
      Function<T, ObservableValue<String>> value,
      Function<T, String> exported) {
    return new Column<>(
        id, title, width, value, exported, exported, null, null, true, "", List.of(), 0, false);
  }

  /** Exports another text than the cell shows. */
  public Column<T> exported(Function<T, String> exportedText) {
    return with(exportedText, sortKey, graphic, tone, shownByDefault, clock, texts, graphicWidth);
  }

  /** Sorts by another text than the exported one. */
  public Column<T> sortedBy(Function<T, String> key) {
    return with(exported, key, graphic, tone, shownByDefault, clock, texts, graphicWidth);
  }

  /**
   * Renders a new node for each visible row; only for short lists.
   *
   * @param added what the node is wider than the text
   */
  public Column<T> renderedBy(Function<T, Node> renderer, double added) {
    return with(exported, sortKey, renderer, null, shownByDefault, clock, texts, added);
  }

  /** Renders the text as a status badge. */
  public Column<T> withBadge(Function<T, StatusBadge.Tone> toneOf) {
    return with(exported, sortKey, null, toneOf, shownByDefault, clock, texts, graphicWidth);
  }

  public Column<T> hiddenByDefault() {
    return with(exported, sortKey, graphic, tone, false, clock, texts, graphicWidth);
  }

  /** As wide as the longest of these texts. */
  public Column<T> asWideAs(List<String> longest) {
    return with(exported, sortKey, graphic, tone, shownByDefault, clock, longest, graphicWidth);
  }

  /**
   * As wide as the longest of the shown texts, where there is room up to half more than the
   * preferred width: the ends of identifiers distinguish them. Longer ones are cut in the middle.
   */
  public Column<T> whole() {
    return new Column<>(
        id,
        title,
        width,
        value,
        exported,
        sortKey,
        graphic,
        tone,
        shownByDefault,
        clock,
        texts,
        graphicWidth,
        true);
  }

  /** Names the clock of the times. */
  Column<T> ofClock(String name) {
    return with(exported, sortKey, graphic, tone, shownByDefault, name, texts, graphicWidth);
  }

  private Column<T> with(
      Function<T, String> exportedText,
      Function<T, String> key,
      @Nullable Function<T, Node> renderer,
      @Nullable Function<T, StatusBadge.Tone> toneOf,
      boolean shown,
      String clockName,
      List<String> longest,
      double added) {
    return new Column<>(
        id,
        title,
        width,
        value,
        exportedText,
        key,
        renderer,
        toneOf,
        shown,
        clockName,
        longest,
        added,
        isWhole);
  }

  boolean hasTimes() {
    return !clock.isEmpty();
  }

  /**
   * @param clocksDiffer whether the tenant's clock differs from real time; a column of times then
   *     names its clock
   */
  TableColumn<T, String> tableColumn(ObservableBooleanValue clocksDiffer) {
    TableColumn<T, String> column = new TableColumn<>(title);
    if (hasTimes()) {
      column
          .textProperty()
          .bind(Bindings.when(clocksDiffer).then(title + "\n" + clock).otherwise(title));
    }
    column.setId(id);
    column.setCellValueFactory(cell -> value.apply(cell.getValue()));
    if (tone != null) {
      column.setCellFactory(ignored -> new BadgeCell<>(tone));
    } else if (graphic != null) {
      column.setCellFactory(ignored -> new GraphicCell<>(graphic));
    } else if (texts.isEmpty()) {
      column.setCellFactory(ignored -> new FreeTextCell<>());
    }
    return column;
  }

  /** Cells of a whole column, which tell their texts. */
  static <T> TableCell<T, String> wholeCell(Consumer<String> onText) {
    FreeTextCell<T> cell = new FreeTextCell<>();
    cell.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    cell.textProperty().subscribe(text -> onText.accept(text == null ? "" : text));
    return cell;
  }

  private static class TextCell<T> extends TableCell<T, String> {
    @Override
    protected void updateItem(@Nullable String text, boolean empty) {
      super.updateItem(text, empty);
      TableRow<T> line = getTableRow();
      T row = empty || line == null ? null : line.getItem();
      render(row, text == null || row == null ? "" : text);
    }

    void render(@Nullable T row, String text) {
      setText(text);
    }
  }

  /** Has the whole text as tooltip while it is cut. */
  private static final class FreeTextCell<T> extends TextCell<T> {
    private FreeTextCell() {
      Labels.explainedWhenCut(this);
    }
  }

  /** Reuses its badge: restyling a new one for each row that scrolls into view is slow. */
  private static final class BadgeCell<T> extends TextCell<T> {
    private final Function<T, StatusBadge.Tone> tone;
    private final StatusBadge badge = new StatusBadge("", StatusBadge.Tone.NEUTRAL);

    private BadgeCell(Function<T, StatusBadge.Tone> tone) {
      this.tone = tone;
    }

    @Override
    void render(@Nullable T row, String text) {
      if (row != null) {
        badge.show(text, tone.apply(row));
      }
      setGraphic(row == null ? null : badge);
    }
  }

  private static final class GraphicCell<T> extends TextCell<T> {
    private final Function<T, Node> graphic;

    private GraphicCell(Function<T, Node> graphic) {
      this.graphic = graphic;
    }

    @Override
    void render(@Nullable T row, String text) {
      setGraphic(row == null ? null : graphic.apply(row));
    }
  }
}
