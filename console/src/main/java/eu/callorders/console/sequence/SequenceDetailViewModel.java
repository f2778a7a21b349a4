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

/** One sequence and the version of it that is looked at. */
final class SequenceDetailViewModel {
  private static final String PATH = "/v1/sequences/";

  private final BackgroundExecutor background;
  private final Session session;
  private final ResourceWatcher<JsonNode> followed;
  private final IntegerProperty number = new SimpleIntegerProperty();
  private final ReadOnlyObjectWrapper<@Nullable Failure> refusal = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper acting = new ReadOnlyBooleanWrapper();

  SequenceDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.followed = new ResourceWatcher<>(background, id -> session.api().get(PATH + id).body());
  }

  /** Shows that sequence; nothing of another one is shown from here on. */
  void show(String id) {
    if (!id.equals(followed.id())) {
      clear();
      followed.show(id);
    }
  }

  /** Shows nothing. */
  void clear() {
    followed.clear();
    number.set(0);
    acting.set(false);
    refusal.set(null);
  }

  /** Reads it again; what is shown stays meanwhile. */
  void load() {
    followed.load();
  }

  /** Takes notice of events about this sequence. */
  void happened(List<JsonNode> events) {
    if (events.stream().anyMatch(this::concerns)) {
      load();
    }
  }

  /** Events of its enrollments name it too, and change nothing of it. */
  boolean concerns(JsonNode event) {
    return event.path("related").path("sequence_id").asText().equals(followed.id())
        && event.path("type").asText().startsWith("sequence.");
  }

  /** The version that was chosen, otherwise the one in use; missing while nothing is known. */
  JsonNode version() {
    JsonNode sequence = followed.value().get();
    if (sequence == null) {
      return MissingNode.getInstance();
    }
    JsonNode chosen = Versions.find(sequence, number.get());
    return chosen.isMissingNode() ? Versions.inUse(sequence) : chosen;
  }

  /** How the version that is looked at differs from the active one; empty when it is that. */
  Optional<VersionChanges> compared() {
    JsonNode sequence = followed.value().get();
    if (sequence == null) {
      return Optional.empty();
    }
    JsonNode active = Versions.find(sequence, activeNumber());
    JsonNode looked = version();
    return active.isMissingNode() || active.equals(looked)
        ? Optional.empty()
        : Optional.of(VersionChanges.between(active, looked));
  }

  /** 0 while none is active. */
  int activeNumber() {
    JsonNode sequence = followed.value().get();
    return sequence == null ? 0 : sequence.path("active_version").asInt();
  }

  boolean mayReadEnrollments() {
    return session.may(Scope.ORDERS_READ);
  }

  boolean mayChange() {
    return session.may(Scope.CONFIG_WRITE);
  }

  /** Whether the service would activate the version that is looked at, as far as is known here. */
  boolean canActivate() {
    return mayChange() && canArchive() && version().path("status").asText().equals("draft");
  }

  /** Whether the service would archive the sequence, as far as is known here. */
  boolean canArchive() {
    JsonNode sequence = followed.value().get();
    return mayChange()
        && !acting.get()
        && sequence != null
        && !sequence.path("status").asText().equals("archived");
  }

  /** Activates the version that is looked at. */
  void activate() {
    act("/versions/" + Versions.number(version()) + "/activate");
  }

  void archive() {
    act("/archive");
  }

  /** When it is refused, what is shown was old perhaps, and is read again. */
  private void act(String what) {
    String asked = followed.id();
    acting.set(true);
    refusal.set(null);
    background.run(
        () -> session.api().post(PATH + asked + what, MissingNode.getInstance()),
        ignored -> acted(asked, null),
        why -> acted(asked, why));
  }

  private void acted(String asked, @Nullable Failure why) {
    if (asked.equals(followed.id())) {
      acting.set(false);
      refusal.set(why);
      load();
    }
  }

  /** The chosen version's number, 0 for none. */
  IntegerProperty number() {
    return number;
  }

  ReadOnlyObjectProperty<@Nullable JsonNode> sequence() {
    return followed.value();
  }

  /** Why it could not be read. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return followed.failure();
  }

  /** Why the last change was not made. */
  ReadOnlyObjectProperty<@Nullable Failure> refusal() {
    return refusal.getReadOnlyProperty();
  }

  /** Whether a change is under way. */
  ReadOnlyBooleanProperty acting() {
    return acting.getReadOnlyProperty();
  }
}
