package eu.callorders.console.app;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a key does, and what the palette offers.
 *
 * @param key null for none
 * @param enabled whether it can run now
 */
record Command(
    String title, @Nullable KeyCodeCombination key, BooleanSupplier enabled, Runnable action) {

  /** One that is always enabled. */
  static Command of(String title, @Nullable KeyCodeCombination key, Runnable action) {
    return new Command(title, key, () -> true, action);
  }

  boolean isOf(KeyEvent pressed) {
    return key != null && key.match(pressed) && enabled.getAsBoolean();
  }

  /** Whether it can run now and its title contains all words of the text. */
  boolean matches(String text) {
    String searched = title.toLowerCase(Locale.getDefault());
    return enabled.getAsBoolean()
        && Stream.of(text.toLowerCase(Locale.getDefault()).split("\\s+"))
            .allMatch(searched::contains);
  }
}
