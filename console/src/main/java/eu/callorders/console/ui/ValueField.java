package eu.callorders.console.ui;

import javafx.beans.binding.Bindings;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** A value that can be selected and copied; while it is cut, its tooltip has all of it. */
public final class ValueField extends TextField {
  public ValueField() {
    this("");
  }

  public ValueField(String value) {
    super(value);
    setEditable(false);
    getStyleClass().setAll("property-value");
    tooltipProperty()
        .bind(
            Bindings.createObjectBinding(
                this::whole, widthProperty(), textProperty(), fontProperty()));
  }

  private @Nullable Tooltip whole() {
    String text = getText() == null ? "" : getText();
    double room = getWidth() - getInsets().getLeft() - getInsets().getRight();
    boolean cut = room > 0 && TextWidth.of(text, getFont()) > room;
    return cut ? new Tooltip(text) : null;
  }
}
