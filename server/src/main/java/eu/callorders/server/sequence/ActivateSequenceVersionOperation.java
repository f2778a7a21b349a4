package eu.callorders.server.sequence;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;
import java.util.regex.Pattern;

/** {@code POST /v1/sequences/{sequence_id}/versions/{version}/activate}: activates a draft. */
public final class ActivateSequenceVersionOperation implements Operation {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  private final IdempotentWrite write;
  private final SequenceFeature feature;
  private final SequenceEditor editor;

  public ActivateSequenceVersionOperation(
      IdempotentWrite write, SequenceFeature feature, SequenceEditor editor) {
    this.write = write;
    this.feature = feature;
    this.editor = editor;
  }

  @Override
  public String operationId() {
    return "activateSequenceVersion";
  }

  @Override
  public Future<Void> admit(Caller caller) {
    return feature.require(caller);
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    int version = parseVersion(request.pathParameter("version"));
    return write.run(
        request,
        connection ->
            editor
                .activate(connection, request, version)
                .map(after -> Reply.of(200, SequenceView.of(after))));
  }

  /** Malformed numbers become 0, which no version has. */
  private static int parseVersion(String text) {
    return NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
  }
}
