package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * One resource that somebody looks at, read again when it may have changed; one reading at a time.
 *
 * @param <T> what is known of it
 */
public final class ResourceWatcher<T> {
  /** Gathers what is known of the resource with an identifier. */
  @FunctionalInterface
  public interface Reading<T> {
    T read(String id) throws ApiException;
  }

  private final BackgroundExecutor background;
  private final Reading<T> reading;
  private final ReadOnlyObjectWrapper<@Nullable T> value = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private String id = "";
  private @Nullable BackgroundTask loading;
  private boolean again;

  public ResourceWatcher(BackgroundExecutor background, Reading<T> reading) {
    this.background = background;
    this.reading = reading;
  }

  /** Which one; empty for none. */
  public String id() {
    return id;
  }

  /** Follows that one; nothing of another one is known from here on. */
  public void show(String identifier) {
    clear();
    id = identifier;
    load();
  }

  /** Follows nothing. */
  public void clear() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    again = false;
    id = "";
    value.set(null);
    failure.set(null);
  }

  /** Reads it again; what is known stays meanwhile. */
  public void load() {
    if (id.isEmpty()) {
      return;
    }
    if (loading != null) {
      again = true;
      return;
    }
    String asked = id;
    loading = background.run(() -> reading.read(asked), this::arrived, this::failed);
  }

  private void arrived(T read) {
    failure.set(null);
    value.set(read);
    done();
  }

  private void failed(Failure why) {
    failure.set(why);
    done();
  }

  private void done() {
    loading = null;
    if (again) {
      again = false;
      load();
    }
  }

  /** Null until it was read. */
  public ReadOnlyObjectProperty<@Nullable T> value() {
    return value.getReadOnlyProperty();
  }

  /** Why the last reading came to nothing. */
  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
