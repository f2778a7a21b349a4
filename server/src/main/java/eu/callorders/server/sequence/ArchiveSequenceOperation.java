package eu.callorders.server.sequence;

import eu.callorders.core.event.EventType;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;

/** {@code POST /v1/sequences/{sequence_id}/archive}: no new enrollments; running ones finish. */
public final class ArchiveSequenceOperation implements Operation {
  private final IdempotentWrite write;
  private final SequenceEditor editor;

  public ArchiveSequenceOperation(IdempotentWrite write, SequenceEditor editor) {
    this.write = write;
    this.editor = editor;
  }

  @Override
  public String operationId() {
    return "archiveSequence";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection ->
            editor
                .change(connection, request, EventType.SEQUENCE_ARCHIVED, Sequence::archived)
                .map(after -> Reply.of(200, SequenceView.of(after))));
  }
}
