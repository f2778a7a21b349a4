package eu.callorders.console.ui;

import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;

/** Widths of texts in pixels, and inputs as wide as theirs in the present language. */
public final class TextWidth {
  /** The size that the themes set. */
  private static final double FONT_SIZE = 14;

  static final Font NORMAL = Font.font(FONT_SIZE);
  static final Font BOLD = Font.font(null, FontWeight.BOLD, FONT_SIZE);

  private static final double FIELD_PADDING = 30;
  private static final double CHOICE_PADDING = 66;
  private static final double DAY_PADDING = 74;

  private TextWidth() {}

  static double of(String text, Font font) {
    Text measured = new Text(text);
    measured.setFont(font);
    return measured.getLayoutBounds().getWidth();
  }

  /** The width of the longest text; 0 for none. */
  static double longest(List<String> texts, Font font) {
    return texts.stream().mapToDouble(text -> of(text, font)).max().orElse(0);
  }

  /** Keeps a bold text whole, up to that width in pixels, where others can be cut. */
  public static void keep(Label label, double most) {
    label.setMinWidth(Math.min(most, Math.ceil(of(label.getText(), BOLD))));
  }

  /** Keeps a text whole, and at least that wide, so that what follows it in several rows aligns. */
  public static void keepAligned(Label label, double least) {
    label.setMinWidth(Math.max(least, Math.ceil(of(label.getText(), NORMAL))));
  }

  /** Makes the field wide enough for its prompt. */
  static void fitPrompt(TextField field) {
    field
        .minWidthProperty()
        .bind(field.promptTextProperty().map(prompt -> of(prompt, NORMAL) + FIELD_PADDING));
  }

  /** Makes the picker wide enough for its prompt. */
  static void fitPrompt(DatePicker day) {
    String prompt = day.getPromptText() == null ? "" : day.getPromptText();
    day.setMinWidth(of(prompt, NORMAL) + DAY_PADDING);
  }

  /** Makes the box wide enough for each of its present choices. */
  public static <T> void fitChoices(ComboBox<T> choice) {
    List<String> shown = choice.getItems().stream().map(choice.getConverter()::toString).toList();
    choice.setMinWidth(longest(shown, NORMAL) + CHOICE_PADDING);
  }
}
