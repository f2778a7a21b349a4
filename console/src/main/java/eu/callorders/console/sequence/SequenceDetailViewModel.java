package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceWatcher;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import org.jspecify.annotations.Nullable;

/** The shown sequence and its selected version. */
final class SequenceDetailViewModel {
  private static final String PATH = "/v1/sequences/";

  private final BackgroundExecutor background;
  private final Session session;
  private final ResourceWatcher<JsonNode> watcher;
  private final IntegerProperty selectedNumber = new SimpleIntegerProperty();
  private final ReadOnlyObjectWrapper<@Nullable Failure> actionFailure =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper acting = new ReadOnlyBooleanWrapper();

  SequenceDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.watcher = new ResourceWatcher<>(background, id -> session.api().get(PATH + id).body());
  }

  /** Shows the sequence and clears the previous one. */
  void show(String id) {
    if (!id.equals(watcher.id())) {
      clear();
      watcher.show(id);
    }
  }

  void clear() {
    watcher.clear();
    selectedNumber.set(0);
    acting.set(false);
    actionFailure.set(null);
  }

  /** Reloads the sequence; the shown state stays meanwhile. */
  void load() {
    watcher.load();
  }

  /** Reloads when an event concerns this sequence. */
  void handleEvents(List<JsonNode> events) {
    if (events.stream().anyMatch(this::concerns)) {
      load();
    }
  }

  /** Events of its enrollments refer to the sequence but do not change it. */
  boolean concerns(JsonNode event) {
    return event.path("related").path("sequence_id").asText().equals(watcher.id())
        && event.path("type").asText().startsWith("sequence.");
  }

  /** The selected version, otherwise the one in use; missing before the first read. */
  JsonNode version() {
    JsonNode sequence = watcher.value().get();
    if (sequence == null) {
      return MissingNode.getInstance();
    }
    JsonNode chosen = Versions.find(sequence, selectedNumber.get());
    return chosen.isMissingNode() ? Versions.inUse(sequence) : chosen;
  }

  /** The changes from the active to the selected version; empty when they are the same. */
  Optional<VersionChanges> changesFromActive() {
    JsonNode sequence = watcher.value().get();
    if (sequence == null) {
      return Optional.empty();
    }
    JsonNode active = Versions.find(sequence, activeNumber());
    JsonNode selected = version();
    return active.isMissingNode() || active.equals(selected)
        ? Optional.empty()
        : Optional.of(VersionChanges.compare(active, selected));
  }

  /** The number of the active version; 0 for none. */
  int activeNumber() {
    JsonNode sequence = watcher.value().get();
    return sequence == null ? 0 : sequence.path("active_version").asInt();
  }

  boolean mayReadEnrollments() {
    return session.may(Scope.ORDERS_READ);
  }

  boolean mayChange() {
    return session.may(Scope.CONFIG_WRITE);
  }

  /** Whether the selected version can be activated. */
  boolean canActivate() {
    return mayChange() && canArchive() && version().path("status").asText().equals("draft");
  }

  /** Whether the sequence can be archived. */
  boolean canArchive() {
    JsonNode sequence = watcher.value().get();
    return mayChange()
        && !acting.get()
        && sequence != null
        && !sequence.path("status").asText().equals("archived");
  }

  /** Activates the selected version. */
  void activate() {
    act("/versions/" + Versions.number(version()) + "/activate");
  }

  void archive() {
    act("/archive");
  }

  /** Reloads afterwards: after a failure the shown state may be stale. */
  private void act(String action) {
    String id = watcher.id();
    acting.set(true);
    actionFailure.set(null);
    background.run(
        () -> session.api().post(PATH + id + action, MissingNode.getInstance()),
        ignored -> actionFinished(id, null),
        cause -> actionFinished(id, cause));
  }

  private void actionFinished(String id, @Nullable Failure cause) {
    if (id.equals(watcher.id())) {
      acting.set(false);
      actionFailure.set(cause);
      load();
    }
  }

  /** The number of the selected version; 0 for none. */
  IntegerProperty selectedNumber() {
    return selectedNumber;
  }

  ReadOnlyObjectProperty<@Nullable JsonNode> sequence() {
    return watcher.value();
  }

  /** Why the last read failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return watcher.failure();
  }

  /** Why the last action failed. */
  ReadOnlyObjectProperty<@Nullable Failure> actionFailure() {
    return actionFailure.getReadOnlyProperty();
  }

  /** Whether an action is running. */
  ReadOnlyBooleanProperty acting() {
    return acting.getReadOnlyProperty();
  }
}
