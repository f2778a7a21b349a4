package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceViewModel;
import java.util.Optional;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;

/** The shown sequence and its selected version. */
final class SequenceDetailViewModel extends ResourceViewModel<JsonNode> {
  private static final String PATH = "/v1/sequences/";

  private final Session session;

  /** The number of the selected version; 0 for none. */
  final IntegerProperty selectedNumber = new SimpleIntegerProperty();

  SequenceDetailViewModel(BackgroundExecutor background, Session session) {
    super(background, id -> session.api().get(PATH + id).body());
    this.session = session;
  }

  @Override
  public void clear() {
    super.clear();
    selectedNumber.set(0);
  }

  /** Events of its enrollments refer to the sequence but do not change it. */
  @Override
  protected boolean concerns(JsonNode event) {
    return event.path("related").path("sequence_id").asText().equals(id())
        && event.path("type").asText().startsWith("sequence.");
  }

  /** The sequence; missing before the first read. */
  private JsonNode sequence() {
    JsonNode sequence = detail().get();
    return sequence == null ? MissingNode.getInstance() : sequence;
  }

  /** The selected version, otherwise the one in use; missing before the first read. */
  JsonNode version() {
    JsonNode chosen = Versions.find(sequence(), selectedNumber.get());
    return chosen.isMissingNode() ? Versions.inUse(sequence()) : chosen;
  }

  /** The changes from the active to the selected version; empty when they are the same. */
  Optional<VersionChanges> changesFromActive() {
    JsonNode active = Versions.find(sequence(), activeNumber());
    JsonNode selected = version();
    return active.isMissingNode() || active.equals(selected)
        ? Optional.empty()
        : Optional.of(VersionChanges.compare(active, selected));
  }

  /** The number of the active version; 0 for none. */
  int activeNumber() {
    return sequence().path("active_version").asInt();
  }

  boolean mayReadEnrollments() {
    return session.may(Scope.ORDERS_READ);
  }

  boolean mayChange() {
    return session.may(Scope.CONFIG_WRITE);
  }

  /** Whether the selected version can be activated. */
  boolean canActivate() {
    return canArchive() && version().path("status").asText().equals("draft");
  }

  /** Whether the sequence can be archived. */
  boolean canArchive() {
    return mayChange()
        && !acting().get()
        && detail().get() != null
        && !sequence().path("status").asText().equals("archived");
  }

  void activate(ActionTarget sequence, int version) {
    act(sequence, "/versions/" + version + "/activate");
  }

  void archive(ActionTarget sequence) {
    act(sequence, "/archive");
  }

  private void act(ActionTarget sequence, String action) {
    String path = PATH + sequence.id() + action;
    act(sequence, () -> session.api().post(path, MissingNode.getInstance()), true);
  }
}
