package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** One delivery, and where else its event has gone: other endpoints, replays. */
final class DeliveryViewModel {
  /**
   * What is shown of it.
   *
   * @param all deliveries of the same event as the service gives them, newest first; empty while
   *     they are not known
   */
  record Shown(DeliveryRow row, List<JsonNode> all) {
    /** The delivery itself as the service gives it. */
    @Nullable JsonNode json() {
      return all.stream()
          .filter(one -> one.path("id").asText().equals(row.id()))
          .findFirst()
          .orElse(null);
    }
  }

  /** An event goes to few endpoints; one that is replayed all day has its latest shown. */
  private static final int PAGES = 5;

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final ReadOnlyObjectWrapper<@Nullable Shown> shown = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask loading;

  DeliveryViewModel(BackgroundExecutor background, ApiClient api) {
    this.background = background;
    this.api = api;
  }

  /** Shows that delivery at once, and what else is to be known when it has come. */
  void show(DeliveryRow row) {
    Shown before = shown.get();
    if (before == null || !before.row().id().equals(row.id())) {
      clear();
      shown.set(new Shown(row, List.of()));
      load();
    }
  }

  void clear() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    shown.set(null);
    failure.set(null);
  }

  /** Looks again unless nothing can change any more. */
  void tick() {
    Shown now = shown.get();
    if (now != null && (!now.row().isOver() || now.json() == null)) {
      load();
    }
  }

  void load() {
    Shown now = shown.get();
    if (now == null || loading != null) {
      return;
    }
    loading =
        background.run(
            () -> read(now.row()),
            read -> {
              loading = null;
              failure.set(null);
              shown.set(read);
            },
            why -> {
              loading = null;
              failure.set(why);
            });
  }

  private Shown read(DeliveryRow row) throws ApiException {
    Query query = DeliveryFilter.ofEvent(row.eventId()).query();
    List<JsonNode> all = new ArrayList<>();
    Page<JsonNode> page = new Page<>(List.of(), true, "");
    for (int read = 0; page.hasMore() && read < PAGES; read++) {
      page = api.page(DeliveryFilter.PATH, query, DeliveryFilter.PAGE, page.next());
      all.addAll(page.rows());
    }
    Shown read = new Shown(row, List.copyOf(all));
    JsonNode json = read.json();
    return json == null ? read : new Shown(DeliveryRow.of(json), read.all());
  }

  ReadOnlyObjectProperty<@Nullable Shown> shown() {
    return shown.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
