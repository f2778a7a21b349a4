package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.admin.SubjectExportSections.Reader;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.evidence.EvidenceStore;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ExportPage;
import eu.callorders.server.order.OrderStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The sections of a subject's calls: those of its orders, then those of orders that are lost. */
final class SubjectCallSections {
  private final CallView view;
  private final UUID tenantId;
  private final String reference;
  private final Instant now;
  private final Set<PhoneNumber> phones;

  /** Attempts with the position of the last row read; null after the last page. */
  private record AttemptPage(List<CallAttempt> attempts, @Nullable Position last) {}

  private interface AttemptReader {
    Future<AttemptPage> read(SqlConnection connection, Position after, int limit);
  }

  private interface Renderer {
    Future<List<ObjectNode>> render(SqlConnection connection, List<CallAttempt> attempts);
  }

  /**
   * @param now the tenant's time
   * @param phones gets the numbers that were called
   */
  SubjectCallSections(
      CallView view, UUID tenantId, String reference, Instant now, Set<PhoneNumber> phones) {
    this.view = view;
    this.tenantId = tenantId;
    this.reference = reference;
    this.now = now;
    this.phones = phones;
  }

  List<Reader> calls() {
    return readers(
        SubjectExportSections.PAGE_SIZE,
        (connection, attempts) ->
            Future.succeededFuture(visible(attempts).stream().map(this::call).toList()));
  }

  /** Includes expired transcripts that are not deleted yet. */
  List<Reader> transcripts() {
    return readers(1, (connection, attempts) -> transcripts(connection, visible(attempts)));
  }

  List<Reader> evidence() {
    return readers(SubjectExportSections.PAGE_SIZE, this::evidence);
  }

  private List<Reader> readers(int limit, Renderer renderer) {
    return List.of(
        reader(this::ofOrders, limit, renderer), reader(this::ofGoneOrders, limit, renderer));
  }

  private static Reader reader(AttemptReader source, int limit, Renderer renderer) {
    return (connection, from) ->
        source
            .read(connection, SubjectExportSections.start(from), limit)
            .compose(
                page ->
                    renderer
                        .render(connection, page.attempts())
                        .map(items -> ExportPage.of(items, page.last())));
  }

  private Future<AttemptPage> ofOrders(SqlConnection connection, Position after, int limit) {
    return OrderStore.SUBJECT_PAGES
        .after(connection, tenantId, reference, after, limit)
        .compose(
            page ->
                OrderStore.loadWithoutContext(connection, page.stream().map(Position::id).toList())
                    .map(
                        orders ->
                            new AttemptPage(
                                orders.stream().flatMap(each -> each.attempts().stream()).toList(),
                                page.isEmpty() ? null : page.getLast())));
  }

  private Future<AttemptPage> ofGoneOrders(SqlConnection connection, Position after, int limit) {
    return AttemptStore.ofGoneOrders(connection, tenantId, reference, after, limit)
        .map(found -> new AttemptPage(found, found.isEmpty() ? null : position(found.getLast())));
  }

  private static Position position(CallAttempt attempt) {
    return new Position(attempt.intent().intendedAt(), attempt.id());
  }

  private static List<CallAttempt> visible(List<CallAttempt> attempts) {
    return attempts.stream().filter(CallAttempt::isVisible).toList();
  }

  private ObjectNode call(CallAttempt attempt) {
    PhoneNumber phone = attempt.attempt().phone();
    phones.add(phone);
    return view.render(attempt, Audience.CONVERSATION_READER, now).put("to_number", phone.e164());
  }

  private Future<List<ObjectNode>> transcripts(
      SqlConnection connection, List<CallAttempt> attempts) {
    List<ObjectNode> items = new ArrayList<>();
    Future<List<ObjectNode>> all = Future.succeededFuture(items);
    for (CallAttempt attempt : attempts) {
      all =
          all.compose(
              before ->
                  TranscriptStore.find(connection, tenantId, attempt.id(), Instant.EPOCH)
                      .map(
                          found -> {
                            found.ifPresent(
                                document ->
                                    items.add(
                                        Json.object()
                                            .put("call_id", IdKind.CALL.format(attempt.id()))
                                            .setAll((ObjectNode) document)));
                            return items;
                          }));
    }
    return all;
  }

  private Future<List<ObjectNode>> evidence(SqlConnection connection, List<CallAttempt> attempts) {
    return EvidenceStore.ofCalls(
            connection, tenantId, attempts.stream().map(CallAttempt::id).toList())
        .map(found -> found.stream().map(SubjectCallSections::evidence).toList());
  }

  private static ObjectNode evidence(EvidenceStore.StoredEvidence evidence) {
    return Json.object()
        .put("call_id", IdKind.CALL.format(evidence.callId()))
        .put("jws", evidence.jws());
  }
}
