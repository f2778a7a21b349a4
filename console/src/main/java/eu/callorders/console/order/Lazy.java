package eu.callorders.console.order;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created at its first use, such as a form that most sessions never open. */
final class Lazy<T> {
  private final Supplier<T> making;
  private @Nullable T made;

  Lazy(Supplier<T> factory) {
    this.making = factory;
  }

  /** The value if it exists already. */
  Optional<T> made() {
    return Optional.ofNullable(made);
  }

  T get() {
    if (made == null) {
      made = making.get();
    }
    return made;
  }
}
