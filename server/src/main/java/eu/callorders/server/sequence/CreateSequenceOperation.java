package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;
import java.util.List;

/** {@code POST /v1/sequences}: creates a sequence with draft version 1. */
public final class CreateSequenceOperation implements Operation {
  private final IdempotentWrite write;
  private final SequenceFeature feature;
  private final SequenceEditor editor;
  private final SequenceRules rules;
  private final SequenceDocument document;

  public CreateSequenceOperation(
      IdempotentWrite write,
      SequenceFeature feature,
      SequenceEditor editor,
      SequenceRules rules,
      SequenceDocument document) {
    this.write = write;
    this.feature = feature;
    this.editor = editor;
    this.rules = rules;
    this.document = document;
  }

  @Override
  public String operationId() {
    return "createSequence";
  }

  @Override
  public Future<Void> admit(Caller caller) {
    return feature.require(caller);
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return rules.faults(body);
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    JsonNode body = request.requiredBody();
    String key = body.path("key").asText();
    String title = body.path("title").asText();
    return write.run(
        request,
        connection ->
            editor
                .create(connection, request, key, title, document.canonicalize(body))
                .map(SequenceView::created));
  }
}
