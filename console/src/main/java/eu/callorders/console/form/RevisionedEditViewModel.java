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
 * A resource with revisions that is being changed: the service itself refuses a change of another
 * revision than the one that was seen. Only what the operator has touched is sent.
 */
public abstract class RevisionedEditViewModel<F, D> extends EditViewModel<F, D> {
  private static final int STALE = 412;

  private final ApiClient api;

  protected RevisionedEditViewModel(
      BackgroundExecutor background, ApiClient api, Fields<F> fields) {
    super(background, fields);
    this.api = api;
  }

  /** Where the resource is. */
  protected abstract String path();

  /** From that revision to what is written; empty when a field cannot be understood. */
  protected abstract Optional<ObjectNode> patch(JsonNode from);

  protected abstract List<D> between(JsonNode before, JsonNode now);

  /** It is as the operator wants it. */
  protected abstract void done(JsonNode now);

  /** Sends what has been touched; nothing is sent when nothing has. */
  public final void save() {
    if (mayTry()) {
      patch(seen().json()).ifPresent(this::send);
    }
  }

  private void send(ObjectNode changed) {
    if (changed.isEmpty()) {
      done(seen().json());
      return;
    }
    String path = path();
    String revision = seen().etag();
    call(() -> api.patch(path, revision, changed), reply -> done(reply.body()), this::refused);
  }

  /** Of another revision it is read, to tell what somebody has changed. */
  @Override
  protected void refused(Failure why) {
    if (why instanceof Failure.Refused refused && refused.problem().status() == STALE) {
      String path = path();
      call(() -> api.get(path), read -> compare(read, why), this::failed);
    } else {
      super.refused(why);
    }
  }

  private void compare(Reply read, Failure stale) {
    if (patch(read.body()).filter(ObjectNode::isEmpty).isPresent()) {
      done(read.body()); // an earlier send of ours, the answer to which was lost
    } else {
      overtaken(new Revision(read.body(), read.etag()), between(seen().json(), read.body()), stale);
    }
  }
}
