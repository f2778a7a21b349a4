package eu.callorders.console.ui;

import java.util.Objects;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** Creates labels. */
public final class Labels {
  private Labels() {}

  /** Wraps the text and shows all of it: scrolling is better than a truncated text. */
  public static Label wrapped(String text, String... styleClasses) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    label.getStyleClass().addAll(styleClasses);
    return label;
  }

  /** A URL without its scheme, so that the host remains when the end is cut. */
  public static String address(String url) {
    return url.replaceFirst("^https?://", "");
  }

  /** Gives a control of one line the whole text as tooltip while it is cut. */
  public static <T extends Labeled> T explainedWhenCut(T labeled) {
    WholeText whole = new WholeText(labeled);
    labeled.textTruncatedProperty().addListener(ignored -> whole.update());
    return labeled;
  }

  /** Gives a field the whole text, or prompt, as tooltip while it is cut. */
  public static void explainedWhenCut(TextField field) {
    field
        .tooltipProperty()
        .bind(
            Bindings.createObjectBinding(
                () -> whole(field),
                field.widthProperty(),
                field.textProperty(),
                field.fontProperty()));
  }

  private static @Nullable Tooltip whole(TextField field) {
    boolean prompts = field.getText() == null || field.getText().isEmpty();
    String text = prompts ? Objects.toString(field.getPromptText(), "") : field.getText();
    double room = field.getWidth() - field.getInsets().getLeft() - field.getInsets().getRight();
    boolean cut = room > 0 && TextWidth.of(text, field.getFont()) > room;
    return cut ? new Tooltip(text) : null;
  }

  /** Creates its tooltip when it is needed first: each one has a scene of its own. */
  private static final class WholeText {
    private final Labeled labeled;
    private @Nullable Tooltip tooltip;

    private WholeText(Labeled labeled) {
      this.labeled = labeled;
    }

    private void update() {
      if (labeled.isTextTruncated() && tooltip == null) {
        tooltip = new Tooltip();
        tooltip.textProperty().bind(labeled.textProperty());
      }
      labeled.setTooltip(labeled.isTextTruncated() ? tooltip : null);
    }
  }
}
