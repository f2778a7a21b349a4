package eu.callorders.client.model;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A member of a patch. A member without a change is absent and stays as it is.
 *
 * @param value null puts back the default
 */
public record Change<T>(@Nullable T value) {
  public static <T> Change<T> to(T value) {
    return new Change<>(value);
  }

  /** Puts back the default. */
  public static <T> Change<T> reset() {
    return new Change<>(null);
  }

  @Override
  @JsonValue
  public @Nullable T value() {
    return value;
  }
}
