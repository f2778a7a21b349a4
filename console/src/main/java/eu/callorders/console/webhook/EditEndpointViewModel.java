package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.RevisionedEditViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Edits an endpoint. */
final class EditEndpointViewModel extends RevisionedEditViewModel<EndpointField, EndpointChange> {
  private final EndpointForm form;
  private final Consumer<EndpointRow> saved;

  /**
   * @param saved called with the endpoint once it matches the input
   */
  EditEndpointViewModel(
      BackgroundExecutor background, Session session, Consumer<EndpointRow> saved) {
    this(background, session, new EndpointForm(), saved);
  }

  private EditEndpointViewModel(
      BackgroundExecutor background,
      Session session,
      EndpointForm form,
      Consumer<EndpointRow> saved) {
    super(background, session.api(), form);
    this.form = form;
    this.saved = saved;
  }

  /** Starts an edit of the shown endpoint. */
  void edit(EndpointDetail shown) {
    begin(new Revision(shown.json(), shown.etag()));
  }

  @Override
  protected String read(EndpointField field, JsonNode endpoint) {
    return field.format(endpoint);
  }

  @Override
  protected boolean isTouched(EndpointField field, JsonNode endpoint) {
    return form.differs(field, endpoint);
  }

  @Override
  protected String path() {
    return EndpointRow.PATH + "/" + id();
  }

  @Override
  protected Optional<ObjectNode> patch(JsonNode from) {
    ObjectNode patch = Json.object();
    for (EndpointField field : EndpointField.FIELDS) {
      if (isTouched(field, base().json()) && isTouched(field, from)) {
        patch.set(field.member(), field.toJson(form.text(field)));
      }
    }
    return Optional.of(patch);
  }

  @Override
  protected List<EndpointChange> differences(JsonNode before, JsonNode now) {
    return EndpointChange.between(before, now);
  }

  @Override
  protected void saved(JsonNode now) {
    failed(null);
    saved.accept(EndpointRow.of(now));
  }

  String id() {
    return base().json().path("id").asText();
  }

  /** Whether the URL changes, so that it must be verified again. */
  boolean changesUrl() {
    return isTouched(EndpointField.URL, base().json());
  }

  /** Whether there is unsaved input. */
  boolean isModified() {
    return EndpointField.FIELDS.stream().anyMatch(field -> isTouched(field, base().json()));
  }

  EndpointForm form() {
    return form;
  }
}
