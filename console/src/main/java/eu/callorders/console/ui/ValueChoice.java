package eu.callorders.console.ui;

import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.ComboBox;

/** A combo box with the values of a registry, or any. */
public final class ValueChoice {
  private ValueChoice() {}

  /** The empty value means any and reads as {@code registry.any}. */
  public static void offer(
      ComboBox<String> choice, Texts texts, String registry, List<String> values) {
    choice.getItems().setAll(Stream.concat(Stream.of(""), values.stream()).toList());
    choice.setConverter(
        new ValueConverter<>(
            value -> texts.value(registry, value == null || value.isEmpty() ? "any" : value)));
  }
}
