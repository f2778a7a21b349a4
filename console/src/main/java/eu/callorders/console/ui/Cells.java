package eu.callorders.console.ui;

import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableRow;
import org.jspecify.annotations.Nullable;

/** Creates the table cells that render more than text. */
final class Cells {
  private Cells() {}

  static <T> TableCell<T, String> of(Column<T> column) {
    Function<T, StatusBadge.Tone> tone = column.tone();
    Function<T, Node> graphic = column.graphic();
    if (tone != null) {
      return new BadgeCell<>(tone);
    }
    return graphic != null ? new GraphicCell<>(graphic) : new TextCell<>();
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
