package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Watches one resource and reloads it when it may have changed, one load at a time.
 *
 * @param <T> the loaded value
 */
public final class ResourceWatcher<T> {
  /** Loads the resource with an identifier. */
  @FunctionalInterface
  public interface Reading<T> {
    T load(String id) throws ApiException;
  }

  private final BackgroundExecutor background;
  private final Reading<T> reading;
  private final ReadOnlyObjectWrapper<@Nullable T> value = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private String id = "";
  private @Nullable BackgroundTask loading;
  private boolean reloadPending;

  public ResourceWatcher(BackgroundExecutor background, Reading<T> reading) {
    this.background = background;
    this.reading = reading;
  }

  /** The watched identifier; empty for none. */
  public String id() {
    return id;
  }

  /** Watches that resource and drops the previous one. */
  public void show(String identifier) {
    clear();
    id = identifier;
    load();
  }

  /** Watches nothing. */
  public void clear() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    reloadPending = false;
    id = "";
    value.set(null);
    failure.set(null);
  }

  /** Reloads; the present value stays until the load ends. */
  public void load() {
    if (id.isEmpty()) {
      return;
    }
    if (loading != null) {
      reloadPending = true;
      return;
    }
    String requested = id;
    loading = background.run(() -> reading.load(requested), this::arrived, this::failed);
  }

  private void arrived(T read) {
    failure.set(null);
    value.set(read);
    done();
  }

  private void failed(Failure cause) {
    failure.set(cause);
    done();
  }

  private void done() {
    loading = null;
    if (reloadPending) {
      reloadPending = false;
      load();
    }
  }

  /** Null until the first load. */
  public ReadOnlyObjectProperty<@Nullable T> value() {
    return value.getReadOnlyProperty();
  }

  /** Why the last load failed. */
  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
