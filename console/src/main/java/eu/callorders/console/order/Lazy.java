package eu.callorders.console.order;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is made when it is first asked for: most of the time nobody looks at a form.
 *
 * @param <T> what it is
 */
final class Lazy<T> {
  private final Supplier<T> making;
  private @Nullable T made;

  Lazy(Supplier<T> making) {
    this.making = making;
  }

  /** Empty as long as nobody has asked for it. */
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
