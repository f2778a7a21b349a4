package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.ActiveHalts;
import eu.callorders.server.dial.Halt;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The halts of dialing. */
final class DialingHaltResource {
  private final Database database;
  private final HaltControl halts;
  private final AuditLog audit;
  private final Runnable resumed;

  /**
   * @param resumed runs after the halts are lifted
   */
  DialingHaltResource(Database database, HaltControl halts, AuditLog audit, Runnable resumed) {
    this.database = database;
    this.halts = halts;
    this.audit = audit;
    this.resumed = resumed;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("listHalts", this::listHalts),
        Operation.of("haltDialing", this::haltDialing),
        Operation.of("resumeDialing", this::resumeDialing));
  }

  /** {@code GET /admin/v1/dialing/halts}. */
  private Future<Reply> listHalts(ApiRequest request) {
    return database.asWorker(halts::active).map(active -> Reply.of(200, page(active)));
  }

  /** All of them on one page; {@code halts} as in the other replies. */
  private static ObjectNode page(ActiveHalts active) {
    ObjectNode document = document(active);
    return Json.object()
        .<ObjectNode>set("data", document.path("halts"))
        .put("has_more", false)
        .putNull("next_cursor")
        .setAll(document);
  }

  /** {@code POST /admin/v1/dialing/halt}: after its reply, no order in the scope is dialed. */
  private Future<Reply> haltDialing(ApiRequest request) {
    JsonNode body = request.requiredBody();
    return database
        .asWorker(connection -> halt(connection, request, body))
        .map(active -> Reply.of(200, document(active)));
  }

  private Future<ActiveHalts> halt(SqlConnection connection, ApiRequest request, JsonNode body) {
    return scope(connection, body)
        .compose(scope -> halts.halt(connection, scope, body.path("reason").textValue()))
        .compose(
            halt ->
                audit.append(
                    connection,
                    event(request, AuditAction.DIALING_HALTED, halt).withReason(halt.reason())))
        .compose(noted -> halts.active(connection));
  }

  /** {@code POST /admin/v1/dialing/resume}: lifts every halt within the scope. */
  private Future<Reply> resumeDialing(ApiRequest request) {
    JsonNode body = request.requiredBody();
    return database
        .asWorker(connection -> resume(connection, request, body))
        .onSuccess(active -> resumed.run())
        .map(active -> Reply.of(200, document(active)));
  }

  private Future<ActiveHalts> resume(SqlConnection connection, ApiRequest request, JsonNode body) {
    return scope(connection, body)
        .compose(scope -> halts.resume(connection, scope))
        .compose(lifted -> audit(connection, request, lifted))
        .compose(noted -> halts.active(connection));
  }

  private Future<Void> audit(SqlConnection connection, ApiRequest request, List<Halt> lifted) {
    Future<Void> noted = Future.succeededFuture();
    for (Halt halt : lifted) {
      noted =
          noted.compose(
              before ->
                  audit.append(connection, event(request, AuditAction.DIALING_RESUMED, halt)));
    }
    return noted;
  }

  private static AuditEvent event(ApiRequest request, AuditAction action, Halt halt) {
    return new AuditEvent(
        request.caller().actor(), action, halt.scope().tenantId(), IdKind.HALT.format(halt.id()));
  }

  /** The scope in a request; {@code validation_failed} for an unknown tenant. */
  private Future<Halt.Scope> scope(SqlConnection connection, JsonNode body) {
    @Nullable String country = body.path("country").textValue();
    @Nullable String orderType = body.path("order_type").textValue();
    if (!body.hasNonNull("tenant_id")) {
      return Future.succeededFuture(new Halt.Scope(null, country, orderType));
    }
    UUID tenantId =
        IdKind.TENANT
            .parse(body.path("tenant_id").textValue())
            .orElseThrow(DialingHaltResource::unknownTenant);
    return TenantStore.find(connection, tenantId)
        .map(found -> found.orElseThrow(DialingHaltResource::unknownTenant))
        .map(tenant -> new Halt.Scope(tenant.id(), country, orderType));
  }

  private static ProblemException unknownTenant() {
    return ProblemException.invalid(
        FieldError.body("/tenant_id", "enum", "names no tenant", Map.of("rule", "tenant")));
  }

  /** {@code {halts: [...]}}. */
  static ObjectNode document(ActiveHalts halts) {
    ArrayNode all = Json.array();
    halts.halts().forEach(halt -> all.add(document(halt)));
    return Json.object().set("halts", all);
  }

  private static ObjectNode document(Halt halt) {
    ObjectNode document =
        Json.object().put("id", IdKind.HALT.format(halt.id())).put("kind", halt.kind().wire());
    Halt.Scope scope = halt.scope();
    if (scope.tenantId() != null) {
      document.put("tenant_id", IdKind.TENANT.format(scope.tenantId()));
    }
    Json.putIfPresent(document, "country", scope.country());
    Json.putIfPresent(document, "order_type", scope.orderType());
    return document.put("reason", halt.reason()).put("halted_at", Timestamps.format(halt.at()));
  }
}
