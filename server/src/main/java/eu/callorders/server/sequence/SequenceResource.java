package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.PageLoader;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The operations on sequences. */
public final class SequenceResource {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  private final Database database;
  private final IdempotentWrite write;
  private final SequenceFeature feature;
  private final SequenceEditor editor;
  private final SequenceRules rules;
  private final SequenceDocument document;
  private final Cursors cursors;

  public SequenceResource(
      Database database,
      IdempotentWrite write,
      SequenceFeature feature,
      SequenceEditor editor,
      SequenceRules rules,
      SequenceDocument document,
      Cursors cursors) {
    this.database = database;
    this.write = write;
    this.feature = feature;
    this.editor = editor;
    this.rules = rules;
    this.document = document;
    this.cursors = cursors;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listSequences", this::list).withLargePages(),
        Operation.of("createSequence", this::create)
            .withAdmission(feature::require)
            .withBodyFaults(rules::faults),
        Operation.of("getSequence", this::get).withLargePages(),
        Operation.of("createSequenceVersion", this::createVersion)
            .withAdmission(feature::require)
            .withBodyFaults(rules::faults),
        Operation.of("activateSequenceVersion", this::activateVersion)
            .withAdmission(feature::require),
        Operation.of("archiveSequence", this::archive));
  }

  /** {@code GET /v1/sequences}: the tenant's sequences, newest first. */
  Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    SequenceCatalog.Filter filter = SequenceCatalog.Filter.of(request);
    return database.asTenant(
        tenantId,
        connection ->
            SequenceCatalog.list(connection, tenantId, filter, after, request.limit() + 1)
                .compose(
                    found ->
                        new PageLoader<>(
                                request,
                                cursors,
                                found,
                                ids -> SequenceCatalog.load(connection, tenantId, ids),
                                SequenceView::of,
                                SequenceResource::position)
                            .page(1)));
  }

  private static Position position(Sequence sequence) {
    return new Position(sequence.createdAt(), sequence.id());
  }

  /** {@code POST /v1/sequences}: creates a sequence with draft version 1. */
  Future<Reply> create(ApiRequest request) {
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

  /** {@code GET /v1/sequences/{sequence_id}}: one sequence with all its versions. */
  Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return IdKind.SEQUENCE
        .parse(request.pathParameter("sequence_id"))
        .map(
            id ->
                database.asTenant(
                    tenantId, connection -> SequenceCatalog.find(connection, tenantId, id)))
        .orElse(Future.succeededFuture(Optional.empty()))
        .map(Reply.ifFound(sequence -> Reply.of(200, SequenceView.of(sequence))));
  }

  /** {@code POST /v1/sequences/{sequence_id}/versions}: adds a draft. */
  Future<Reply> createVersion(ApiRequest request) {
    JsonNode definition = document.canonicalize(request.requiredBody());
    return write.run(
        request,
        connection ->
            editor
                .change(
                    connection,
                    request,
                    EventType.SEQUENCE_VERSION_CREATED,
                    (before, now) -> before.withDraft(definition, now))
                .map(SequenceView::created));
  }

  /** {@code POST /v1/sequences/{sequence_id}/versions/{version}/activate}: activates a draft. */
  Future<Reply> activateVersion(ApiRequest request) {
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

  /** {@code POST /v1/sequences/{sequence_id}/archive}: no new enrollments; running ones finish. */
  Future<Reply> archive(ApiRequest request) {
    return write.run(
        request,
        connection ->
            editor
                .change(connection, request, EventType.SEQUENCE_ARCHIVED, Sequence::archived)
                .map(after -> Reply.of(200, SequenceView.of(after))));
  }
}
