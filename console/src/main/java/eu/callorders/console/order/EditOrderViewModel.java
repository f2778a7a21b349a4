package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.form.RevisionedEditViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/** Scheduling and metadata of a waiting order, changed from the revision that the operator saw. */
final class EditOrderViewModel extends RevisionedEditViewModel<OrderField, OrderChanges.Change> {
  private final OrderForm form;
  private final OrderPatch patch;
  private final Runnable saved;
  private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper();

  /**
   * @param saved hears when the order is as the operator wants it
   */
  EditOrderViewModel(
      BackgroundExecutor background, Session session, OrderFieldConverter texts, Runnable saved) {
    this(background, session, new OrderPatch(new OrderForm(fields()), texts), saved);
  }

  private EditOrderViewModel(
      BackgroundExecutor background, Session session, OrderPatch patch, Runnable saved) {
    super(background, session.api(), patch.form());
    this.form = patch.form();
    this.patch = patch;
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
    begin(new Revision(shown.order(), shown.etag()));
    return true;
  }

  /** Forgets what is written. */
  void discard() {
    begin(Revision.NONE);
  }

  @Override
  protected void settle(Revision from) {
    super.settle(from);
    touched();
  }

  private void touched() {
    unsaved.set(form.fields().stream().anyMatch(field -> touched(field, seen().json())));
  }

  @Override
  protected String read(OrderField field, JsonNode order) {
    return patch.texts().read(field, order);
  }

  @Override
  protected boolean touched(OrderField field, JsonNode order) {
    return patch.touches(field, order);
  }

  @Override
  protected String path() {
    return "/v1/call-orders/" + id();
  }

  @Override
  protected Optional<ObjectNode> patch(JsonNode from) {
    return patch.from(from, seen().json());
  }

  @Override
  protected List<OrderChanges.Change> between(JsonNode before, JsonNode now) {
    return OrderChanges.between(before, now);
  }

  @Override
  protected void done(JsonNode now) {
    discard();
    saved.run();
  }

  String id() {
    return JsonValues.text(seen().json(), "id");
  }

  OrderForm form() {
    return form;
  }

  /** Whether something is written that the service does not have. */
  ReadOnlyBooleanProperty unsaved() {
    return unsaved.getReadOnlyProperty();
  }
}
