package eu.callorders.console.ui;

import java.util.function.Function;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** Converts the values of a combo box, which cannot be typed, to text. */
public final class ValueConverter<T> extends StringConverter<@Nullable T> {
  private final Function<@Nullable T, String> text;

  public ValueConverter(Function<@Nullable T, String> text) {
    this.text = text;
  }

  @Override
  public String toString(@Nullable T value) {
    return text.apply(value);
  }

  @Override
  public @Nullable T fromString(String typed) {
    return null;
  }
}
