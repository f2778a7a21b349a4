package eu.callorders.console.ui;

import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableRow;
import org.jspecify.annotations.Nullable;

/** What tables are made of where text is not enough. */
final class Cells {
  private Cells() {}

  static <T> TableCell<T, String> of(Column<T> column) {
    Function<T, StatusBadge.Tone> tone = column.tone();
    Function<T, Node> graphic = column.graphic();
    if (tone != null) {
      return new Toned<>(tone);
    }
    return graphic != null ? new Drawn<>(graphic) : new TextCell<>();
  }

  private static class TextCell<T> extends TableCell<T, String> {
    @Override
    protected void updateItem(@Nullable String text, boolean empty) {
      super.updateItem(text, empty);
      TableRow<T> line = getTableRow();
      T row = empty || line == null ? null : line.getItem();
      draw(row, text == null || row == null ? "" : text);
    }

    void draw(@Nullable T row, String text) {
      setText(text);
    }
  }

  /** Keeps its pill: a new one would have to be styled whenever a row comes into sight. */
  private static final class Toned<T> extends TextCell<T> {
    private final Function<T, StatusBadge.Tone> tone;
    private final StatusBadge pill = new StatusBadge("", StatusBadge.Tone.NEUTRAL);

    private Toned(Function<T, StatusBadge.Tone> tone) {
      this.tone = tone;
    }

    @Override
    void draw(@Nullable T row, String text) {
      if (row != null) {
        pill.show(text, tone.apply(row));
      }
      setGraphic(row == null ? null : pill);
    }
  }

  private static final class Drawn<T> extends TextCell<T> {
    private final Function<T, Node> graphic;

    private Drawn(Function<T, Node> graphic) {
      this.graphic = graphic;
    }

    @Override
    void draw(@Nullable T row, String text) {
      setGraphic(row == null ? null : graphic.apply(row));
    }
  }
}
