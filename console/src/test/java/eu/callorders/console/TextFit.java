package eu.callorders.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListCell;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableCell;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.text.Text;

/**
 * Finds what a scene cannot show: texts, prompts and choices that are cut, badges wider than their
 * cell, parts outside the window, squeezed texts, and horizontal scroll bars. A cut text is
 * permitted when its tooltip contains all of it.
 */
public final class TextFit {
  private static final double TOLERANCE = 1;

  /** A wrapped text that is higher than so many times its width is no longer read. */
  private static final double MAX_HEIGHT_BY_WIDTH = 3;

  private final List<String> faults = new ArrayList<>();
  private final double width;

  private TextFit(double width) {
    this.width = width;
  }

  /** The faults of the scene in sentences; call it on the JavaFX thread. */
  public static List<String> faults(Scene scene) {
    Parent root = scene.getRoot();
    root.applyCss();
    root.layout();
    TextFit fit = new TextFit(scene.getWidth());
    fit.check(root);
    return fit.faults;
  }

  private void check(Node node) {
    if (!node.isVisible() || node.getStyleClass().contains("json")) {
      return;
    }
    switch (node) {
      case ScrollBar bar -> checkScrollBar(bar);
      case ComboBox<?> choice -> checkChoices(choice);
      case DatePicker day -> checkField(day.getEditor());
      case TextField field -> checkField(field);
      case TextArea area -> checkPrompt(area);
      case Labeled labeled -> checkLabeled(labeled);
      default -> {}
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(this::check);
    }
  }

  private void checkScrollBar(ScrollBar bar) {
    if (bar.getOrientation() == Orientation.HORIZONTAL && bar.getHeight() > 0) {
      fault("horizontal scroll bar", bar, bar.getParent().toString());
    }
  }

  private void checkLabeled(Labeled labeled) {
    String text = Objects.requireNonNullElse(labeled.getText(), "");
    if (!text.isEmpty()) {
      boolean explained =
          labeled.getTooltip() != null && labeled.getTooltip().getText().contains(text);
      if (labeled.isTextTruncated() && !explained) {
        fault("cut text", labeled, text);
      }
      if (labeled.getHeight() > MAX_HEIGHT_BY_WIDTH * labeled.getWidth()) {
        fault("squeezed text", labeled, text);
      }
      checkInside(labeled, text);
    }
    if (labeled instanceof TableCell<?, ?> cell && cell.getGraphic() != null) {
      Bounds graphic = cell.getGraphic().getBoundsInParent();
      if (graphic.getMaxX() > cell.getWidth() + TOLERANCE) {
        fault("wider than its cell", cell, String.valueOf(cell.getItem()));
      }
    }
  }

  private void checkInside(Node node, String text) {
    Bounds bounds = node.localToScene(node.getLayoutBounds());
    if (bounds.getMinX() < -TOLERANCE || bounds.getMaxX() > width + TOLERANCE) {
      fault("outside the window", node, text);
    }
  }

  private void checkPrompt(TextArea area) {
    if (area.getText().isEmpty() && !area.isWrapText()) {
      Text measured = new Text(area.getPromptText());
      measured.setFont(area.getFont());
      if (measured.getLayoutBounds().getWidth() > area.getWidth()) {
        fault("cut prompt", area, area.getPromptText());
      }
    }
  }

  private void checkField(TextField field) {
    boolean prompts = field.getText() == null || field.getText().isEmpty();
    String text = prompts ? field.getPromptText() : field.getText();
    boolean explained = field.getTooltip() != null && field.getTooltip().getText().contains(text);
    double room = field.getWidth() - field.getInsets().getLeft() - field.getInsets().getRight();
    Text measured = new Text(text);
    measured.setFont(field.getFont());
    if (measured.getLayoutBounds().getWidth() > room + TOLERANCE && !explained) {
      fault(prompts ? "cut prompt" : "cut value", field, text);
    }
    checkInside(field, text);
  }

  private <T> void checkChoices(ComboBox<T> choice) {
    if (choice.isEditable()) {
      checkField(choice.getEditor());
      return;
    }
    ListCell<T> shown = choice.getButtonCell();
    for (Node part : choice.lookupAll(".list-cell")) {
      if (part instanceof ListCell<?> cell && cell.getParent() == choice) {
        checkChoices(choice, cell);
      }
    }
    if (shown != null) {
      checkChoices(choice, shown);
    }
  }

  private <T> void checkChoices(ComboBox<T> choice, ListCell<?> shown) {
    double room = shown.getWidth() - shown.getInsets().getLeft() - shown.getInsets().getRight();
    for (T item : choice.getItems()) {
      String text =
          choice.getConverter() == null
              ? String.valueOf(item)
              : choice.getConverter().toString(item);
      Text measured = new Text(text);
      measured.setFont(shown.getFont());
      if (measured.getLayoutBounds().getWidth() > room + TOLERANCE && choice.getTooltip() == null) {
        fault("cut choice", choice, text);
      }
    }
  }

  private void fault(String kind, Node node, String text) {
    StringBuilder place = new StringBuilder();
    for (Node at = node; at != null; at = at.getParent()) {
      if (at.getId() != null) {
        place.append(' ').append(at.getId());
      }
    }
    faults.add(
        "%s: '%s' (%s%s in%s)"
            .formatted(
                kind, text.strip(), node.getClass().getSimpleName(), node.getStyleClass(), place));
  }
}
