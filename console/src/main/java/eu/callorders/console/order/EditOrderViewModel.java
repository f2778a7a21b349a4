package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.form.FieldConverter;
import eu.callorders.console.form.RevisionedEditViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;

/** Edits scheduling and metadata of a waiting order, from the revision that was shown. */
final class EditOrderViewModel extends RevisionedEditViewModel<OrderField, OrderChanges.Change> {
  final OrderForm form;
  private final Runnable onSaved;
  final BooleanProperty unsaved = new SimpleBooleanProperty();

  EditOrderViewModel(
      BackgroundExecutor background, Session session, FieldConverter converter, Runnable onSaved) {
    OrderForm form = new OrderForm(fields(), converter);
    super(background, session.api(), form);
    this.form = form;
    this.onSaved = onSaved;
    form.fields().forEach(field -> form.value(field).addListener(ignored -> updateUnsaved()));
  }

  private static List<OrderField> fields() {
    List<OrderField> fields = new ArrayList<>(OrderField.SCHEDULING);
    fields.add(OrderField.METADATA);
    return fields;
  }

  /**
   * Starts with the shown order, or resumes when it has unsaved changes already.
   *
   * @return false when that would discard changes of another order
   */
  boolean edit(OrderDetail shown) {
    if (unsaved.get()) {
      return id().equals(shown.id());
    }
    begin(new Revision(shown.order(), shown.etag()));
    return true;
  }

  void discard() {
    begin(Revision.NONE);
  }

  @Override
  protected void reset(Revision from) {
    super.reset(from);
    updateUnsaved();
  }

  private void updateUnsaved() {
    unsaved.set(isModified());
  }

  @Override
  protected String path() {
    return "/v1/call-orders/" + id();
  }

  @Override
  protected Optional<ObjectNode> patch(JsonNode from) {
    return form.patch(from, base().json());
  }

  @Override
  protected List<OrderChanges.Change> differences(JsonNode before, JsonNode now) {
    return OrderChanges.compare(before, now);
  }

  @Override
  protected void saved(JsonNode now) {
    discard();
    onSaved.run();
  }

  SubjectName person() {
    return SubjectName.ofOrder(base().json());
  }

  String id() {
    return JsonValues.text(base().json(), "id");
  }
}
