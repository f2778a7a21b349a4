package eu.callorders.console.order;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created at its first use, such as a form that most sessions never open. */
final class Lazy<T> {
  private final Supplier<T> factory;
  private @Nullable T existing;

  Lazy(Supplier<T> factory) {
    this.factory = factory;
  }

  /** The value if it exists already. */
  Optional<T> existing() {
    return Optional.ofNullable(existing);
  }

  T get() {
    if (existing == null) {
      existing = factory.get();
    }
    return existing;
  }
}
