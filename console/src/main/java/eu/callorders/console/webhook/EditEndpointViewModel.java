package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Reply;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that is being changed from the revision that the operator saw. Only what the operator
 * has touched is sent.
 */
final class EditEndpointViewModel {
  private static final int STALE = 412;

  private final Background background;
  private final Session session;
  private final Consumer<EndpointRow> saved;
  private final EndpointForm form = new EndpointForm();
  private final ObservableList<EndpointChange> changes = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private JsonNode endpoint = MissingNode.getInstance();
  private String etag = "";
  private @Nullable Reply newer;

  /**
   * @param saved hears of the endpoint once it is as the operator wants it
   */
  EditEndpointViewModel(Background background, Session session, Consumer<EndpointRow> saved) {
    this.background = background;
    this.session = session;
    this.saved = saved;
  }

  /** Begins with that endpoint as it is shown. */
  void edit(EndpointDetail shown) {
    endpoint = shown.json();
    etag = shown.etag();
    settled();
    EndpointField.FIELDS.forEach(field -> form.value(field).set(field.read(endpoint)));
  }

  private void settled() {
    newer = null;
    changes.clear();
    failure.set(null);
    form.acquit();
    busy.set(false);
  }

  /** Sends what has been touched; nothing is sent when nothing has. */
  void save() {
    if (busy.get() || newer != null) {
      return;
    }
    form.acquit();
    failure.set(null);
    ObjectNode patch = patch(endpoint);
    if (patch.isEmpty()) {
      saved.accept(EndpointRow.of(endpoint));
      return;
    }
    String path = path();
    String edited = id();
    String revision = etag;
    busy.set(true);
    background.run(
        () -> session.api().patch(path, revision, patch),
        reply -> forThis(edited, () -> done(reply.body())),
        why -> forThis(edited, () -> refused(why)));
  }

  private void done(JsonNode now) {
    busy.set(false);
    saved.accept(EndpointRow.of(now));
  }

  private void refused(Failure why) {
    if (why instanceof Failure.Refused refused) {
      if (refused.problem().status() == STALE) {
        compare(why);
        return;
      }
      boolean placed =
          !refused.problem().faults().isEmpty() && form.blame(refused.problem().faults());
      failure.set(placed ? null : why);
    } else {
      failure.set(why);
    }
    busy.set(false);
  }

  /** Reads the endpoint as it is by now, to tell what somebody has changed. */
  private void compare(Failure stale) {
    String path = path();
    String edited = id();
    background.run(
        () -> session.api().get(path),
        read -> forThis(edited, () -> overtaken(stale, read)),
        why -> forThis(edited, () -> unread(why)));
  }

  private void unread(Failure why) {
    failure.set(why);
    busy.set(false);
  }

  private void overtaken(Failure stale, Reply read) {
    busy.set(false);
    if (patch(read.body()).isEmpty()) {
      saved.accept(EndpointRow.of(read.body())); // an earlier send of ours, its answer lost
      return;
    }
    newer = read;
    changes.setAll(EndpointChange.between(endpoint, read.body()));
    failure.set(stale);
  }

  /**
   * Goes on from the endpoint as it is by now: what the operator has touched stays as written, all
   * else follows.
   */
  void reload() {
    Reply read = newer;
    if (read == null) {
      return;
    }
    JsonNode before = endpoint;
    endpoint = read.body();
    etag = read.etag();
    settled();
    for (EndpointField field : EndpointField.FIELDS) {
      if (!form.differs(field, before)) {
        form.value(field).set(field.read(endpoint));
      }
    }
  }

  /** From that revision to what is written. */
  private ObjectNode patch(JsonNode from) {
    ObjectNode patch = Json.object();
    for (EndpointField field : EndpointField.FIELDS) {
      if (form.differs(field, endpoint) && form.differs(field, from)) {
        patch.set(field.member(), field.written(form.text(field)));
      }
    }
    return patch;
  }

  /** What comes late, when another endpoint is edited by now, concerns nobody. */
  private void forThis(String edited, Runnable change) {
    if (edited.equals(id())) {
      change.run();
    }
  }

  private String path() {
    return EndpointRow.PATH + "/" + id();
  }

  String id() {
    return endpoint.path("id").asText();
  }

  /** Whether what is written has to be verified before it gets anything. */
  boolean moves() {
    return form.differs(EndpointField.URL, endpoint);
  }

  /** Whether something is written that the service does not have. */
  boolean isWritten() {
    return !patch(endpoint).isEmpty();
  }

  EndpointForm form() {
    return form;
  }

  /** What somebody else has changed meanwhile; empty unless the service has said so. */
  ObservableList<EndpointChange> changes() {
    return changes;
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
