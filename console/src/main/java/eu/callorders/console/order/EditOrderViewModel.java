package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * Scheduling and metadata of a waiting order, changed from the revision that the operator saw. Only
 * what the operator has touched is sent.
 */
final class EditOrderViewModel {
  private static final int STALE = 412;

  private final Background background;
  private final Session session;
  private final OrderTexts texts;
  private final Runnable saved;
  private final OrderForm form = new OrderForm(fields());
  private final OrderPatch patch;
  private final ObservableList<OrderChanges.Change> changes = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private JsonNode order = MissingNode.getInstance();
  private String etag = "";
  private @Nullable Reply newer;

  /**
   * @param saved hears when the order is as the operator wants it
   */
  EditOrderViewModel(Background background, Session session, OrderTexts texts, Runnable saved) {
    this.background = background;
    this.session = session;
    this.texts = texts;
    this.patch = new OrderPatch(form, texts);
    this.saved = saved;
    form.fields().forEach(field -> form.value(field).addListener(ignored -> touched()));
  }

  private static List<OrderField> fields() {
    List<OrderField> fields = new ArrayList<>(OrderField.SCHEDULING);
    fields.add(OrderField.METADATA);
    return fields;
  }

  /**
   * Begins with that order as it is shown, or goes on with it when there are changes already.
   *
   * @return false when changes of another order would be lost: then nothing is begun
   */
  boolean edit(OrderDetail shown) {
    if (unsaved.get()) {
      return id().equals(shown.id());
    }
    begin(shown.order(), shown.etag());
    return true;
  }

  /** Forgets what is written. */
  void discard() {
    begin(MissingNode.getInstance(), "");
  }

  private void begin(JsonNode from, String revision) {
    order = from;
    etag = revision;
    settled();
    form.fields().forEach(field -> form.value(field).set(texts.read(field, order)));
    touched();
  }

  private void touched() {
    unsaved.set(form.fields().stream().anyMatch(field -> patch.touches(field, order)));
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
    patch.from(order, order).ifPresent(this::send);
  }

  private void send(ObjectNode changed) {
    if (changed.isEmpty()) {
      done();
      return;
    }
    String edited = id();
    String revision = etag;
    busy.set(true);
    background.run(
        () -> session.api().patch("/v1/call-orders/" + edited, revision, changed),
        ignored -> forThis(edited, this::done),
        why -> forThis(edited, () -> refused(why)));
  }

  private void done() {
    discard();
    saved.run();
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

  /** Reads the order as it is by now, to tell what somebody has changed. */
  private void compare(Failure stale) {
    String edited = id();
    background.run(
        () -> session.api().get("/v1/call-orders/" + edited),
        read -> forThis(edited, () -> overtaken(stale, read)),
        why -> forThis(edited, () -> unread(why)));
  }

  private void unread(Failure why) {
    failure.set(why);
    busy.set(false);
  }

  private void overtaken(Failure stale, Reply read) {
    busy.set(false);
    if (patch.from(read.body(), order).filter(ObjectNode::isEmpty).isPresent()) {
      done(); // an earlier send of ours, the answer to which was lost
      return;
    }
    newer = read;
    changes.setAll(OrderChanges.between(order, read.body()));
    if (changes.isEmpty()) {
      reload(); // nothing that the operator could see has changed: the next save may well succeed
    }
    failure.set(stale);
  }

  /**
   * Goes on from the order as it is by now: what the operator has touched stays as written, all
   * else follows.
   */
  void reload() {
    Reply read = newer;
    if (read == null) {
      return;
    }
    JsonNode before = order;
    order = read.body();
    etag = read.etag();
    settled();
    for (OrderField field : form.fields()) {
      if (form.text(field).equals(texts.read(field, before).strip())) {
        form.value(field).set(texts.read(field, order));
      }
    }
    touched();
  }

  /** What comes late, when another order is edited by now, concerns nobody. */
  private void forThis(String edited, Runnable change) {
    if (edited.equals(id())) {
      change.run();
    }
  }

  String id() {
    return Members.text(order, "id");
  }

  OrderForm form() {
    return form;
  }

  /** What somebody else has changed meanwhile; empty unless the service has said so. */
  ObservableList<OrderChanges.Change> changes() {
    return changes;
  }

  /** Whether something is written that the service does not have. */
  ReadOnlyBooleanProperty unsaved() {
    return unsaved.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
