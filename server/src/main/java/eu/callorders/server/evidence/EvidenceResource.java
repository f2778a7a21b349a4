package eu.callorders.server.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.database.Database;
import eu.callorders.server.evidence.EvidenceStore.StoredEvidence;
import eu.callorders.server.evidence.EvidenceStore.TreePosition;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.MediaTypes;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** The evidence of a call. */
public final class EvidenceResource {
  private static final HexFormat HEX = HexFormat.of();

  private final Database database;

  public EvidenceResource(Database database) {
    this.database = database;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("getCallEvidence", this::get));
  }

  /** {@code GET /v1/calls/{call_id}/evidence}. */
  private Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    UUID id = request.pathId(IdKind.CALL, "call_id");
    boolean html = MediaTypes.prefersHtml(request.header("accept").orElse(null));
    return database.asTenant(
        tenantId,
        connection ->
            EvidenceStore.find(connection, tenantId, id)
                .compose(
                    found ->
                        found.isPresent()
                            ? Future.succeededFuture(reply(found.get(), html))
                            : missing(connection, tenantId, id)));
  }

  private static Reply reply(StoredEvidence evidence, boolean html) {
    ObjectNode json = render(evidence);
    return html ? Reply.html(200, EvidencePage.render(json)) : Reply.of(200, json);
  }

  private static ObjectNode render(StoredEvidence evidence) {
    ObjectNode json =
        Json.object()
            .put("call_id", IdKind.CALL.format(evidence.callId()))
            .put("created_at", Timestamps.format(evidence.createdAt()))
            .put("jws", evidence.jws());
    json.set("document", document(evidence.jws()));
    if (evidence.place() instanceof TreePosition place) {
      ArrayNode path =
          json.putObject("inclusion")
              .put("root", HEX.formatHex(place.root()))
              .put("leaves", place.leaves())
              .put("leaf", place.leaf())
              .putArray("path");
      place.path().forEach(hash -> path.add(HEX.formatHex(hash)));
    }
    return json;
  }

  private static JsonNode document(String jws) {
    return Json.parse(Base64.getUrlDecoder().decode(jws.split("\\.", -1)[1]));
  }

  /** The call is not over, has ended in an earlier release, or is none of the tenant's. */
  private Future<Reply> missing(SqlConnection connection, UUID tenantId, UUID id) {
    return AttemptStore.find(connection, tenantId, id)
        .map(
            found -> {
              CallAttempt call =
                  found.filter(CallAttempt::isVisible).orElseThrow(ProblemException::notFound);
              return call.attempt().status() == AttemptStatus.CLOSED
                  ? Reply.problem(
                      Problem.of(
                          ProblemCode.NOT_FOUND,
                          "The call has no evidence: it ended in an earlier release."))
                  : Reply.problem(
                      Problem.of(
                          ProblemCode.EVIDENCE_NOT_READY,
                          "The report of the call is neither stored nor overdue yet."));
            });
  }
}
