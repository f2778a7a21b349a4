package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.Optional;

/**
 * Edits a resource with revisions: the service rejects a change of a stale revision. Only touched
 * fields are sent.
 */
public abstract class RevisionedEditViewModel<F, D> extends EditViewModel<F, D> {
  private static final int STALE = 412;

  private final ApiClient api;

  protected RevisionedEditViewModel(
      BackgroundExecutor background, ApiClient api, Fields<F> fields) {
    super(background, fields);
    this.api = api;
  }

  /** Path of the resource. */
  protected abstract String path();

  /** The merge patch from that revision to the input; empty if a field is invalid. */
  protected abstract Optional<ObjectNode> patch(JsonNode from);

  protected abstract List<D> differences(JsonNode before, JsonNode now);

  /** The change is saved. */
  protected abstract void saved(JsonNode now);

  /** Sends the touched fields, if any. */
  public final void save() {
    if (prepareSend()) {
      patch(base().json()).ifPresent(this::send);
    }
  }

  private void send(ObjectNode changed) {
    if (changed.isEmpty()) {
      saved(base().json());
      return;
    }
    String path = path();
    Revision edited = base();
    call(
        () -> api.patch(path, edited.etag(), changed),
        reply -> saved(reply.body()),
        this::refused,
        cause -> {
          if (cause != null) {
            failedLate(edited, cause);
          }
        });
  }

  /** The change of that revision failed after another edit was started. */
  protected void failedLate(Revision edited, Failure cause) {}

  /** Loads the current revision after a conflict, to show the differences. */
  @Override
  protected void refused(Failure cause) {
    if (cause.isRefused(STALE)) {
      String path = path();
      Revision edited = base();
      call(
          () -> api.get(path),
          read -> compare(read, cause),
          this::failed,
          ignored -> failedLate(edited, cause));
    } else {
      super.refused(cause);
    }
  }

  private void compare(Reply read, Failure stale) {
    if (patch(read.body()).filter(ObjectNode::isEmpty).isPresent()) {
      saved(read.body()); // an earlier request of ours succeeded, but its reply was lost
    } else {
      conflict(
          new Revision(read.body(), read.etag()), differences(base().json(), read.body()), stale);
    }
  }
}
