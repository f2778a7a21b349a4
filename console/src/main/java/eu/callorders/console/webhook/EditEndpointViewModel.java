package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.RevisionedEditViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Edits an endpoint. */
final class EditEndpointViewModel
    extends RevisionedEditViewModel<EndpointForm.Member, EditEndpointViewModel.EndpointChange> {
  /**
   * A difference between two revisions of an endpoint.
   *
   * @param member changed member; empty for one that is not shown, such as a secret
   * @param before empty if it was missing
   * @param now empty if it was removed
   */
  record EndpointChange(String member, String before, String now) {}

  private static final String STATUS = "status";

  final EndpointForm form;
  private final Consumer<EndpointRow> saved;
  private final BiConsumer<ActionTarget, Failure> onFailedLate;

  /**
   * @param onFailedLate receives the failure of a change whose form has been left
   */
  EditEndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<EndpointRow> saved,
      BiConsumer<ActionTarget, Failure> onFailedLate) {
    EndpointForm form = new EndpointForm();
    super(background, session.api(), form);
    this.form = form;
    this.saved = saved;
    this.onFailedLate = onFailedLate;
  }

  void edit(EndpointViewModel.Detail shown) {
    begin(new Revision(shown.json(), shown.etag()));
  }

  void discard() {
    begin(Revision.NONE);
  }

  @Override
  protected String path() {
    return EndpointRow.PATH + "/" + id();
  }

  @Override
  protected Optional<ObjectNode> patch(JsonNode from) {
    ObjectNode patch = Json.object();
    for (EndpointForm.Member field : form.fields()) {
      if (form.isTouched(field, base().json()) && form.isTouched(field, from)) {
        patch.set(field.wireName(), form.json(field));
      }
    }
    return Optional.of(patch);
  }

  /** Never empty, since two revisions always differ. */
  @Override
  protected List<EndpointChange> differences(JsonNode before, JsonNode now) {
    List<EndpointChange> changes = new ArrayList<>();
    for (EndpointForm.Member field : form.fields()) {
      changes.add(new EndpointChange(field.wireName(), field.format(before), field.format(now)));
    }
    changes.add(
        new EndpointChange(STATUS, before.path(STATUS).asText(), now.path(STATUS).asText()));
    changes.removeIf(change -> change.before().equals(change.now()));
    return changes.isEmpty() ? List.of(new EndpointChange("", "", "")) : changes;
  }

  @Override
  protected void saved(JsonNode now) {
    failed(null);
    saved.accept(EndpointRow.of(now));
  }

  @Override
  protected void failedLate(Revision edited, Failure cause) {
    onFailedLate.accept(EndpointRow.of(edited.json()).target(), cause);
  }

  String id() {
    return base().json().path("id").asText();
  }

  /** Whether the URL changes, so that it must be verified again. */
  boolean changesUrl() {
    return form.isTouched(EndpointForm.Member.URL, base().json());
  }
}
