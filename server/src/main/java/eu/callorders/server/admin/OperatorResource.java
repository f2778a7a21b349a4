package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Operator;
import eu.callorders.server.auth.Operator.Settings;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorEditor;
import eu.callorders.server.auth.OperatorEditor.Changed;
import eu.callorders.server.auth.OperatorEditor.Created;
import eu.callorders.server.auth.OperatorRole;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operators of the administration. */
final class OperatorResource {
  private final Database database;
  private final OperatorEditor operators;
  private final OperatorCache enabled;
  private final Cursors cursors;
  private final AuditLog audit;

  OperatorResource(
      Database database,
      OperatorEditor operators,
      OperatorCache enabled,
      Cursors cursors,
      AuditLog audit) {
    this.database = database;
    this.operators = operators;
    this.enabled = enabled;
    this.cursors = cursors;
    this.audit = audit;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("createOperator", this::createOperator),
        Operation.of("listOperators", this::listOperators),
        Operation.of("updateOperator", this::updateOperator));
  }

  /** {@code POST /admin/v1/operators}. */
  private Future<Reply> createOperator(ApiRequest request) {
    JsonNode body = request.requiredBody();
    Settings settings = new Settings(body.path("name").textValue(), role(body), false);
    return database
        .asWorker(
            connection ->
                operators
                    .create(connection, settings)
                    .compose(
                        created ->
                            audit
                                .append(
                                    connection,
                                    event(
                                        request, AuditAction.OPERATOR_CREATED, created.operator()))
                                .map(created)))
        .onSuccess(created -> enabled.invalidate())
        .map(OperatorResource::created);
  }

  private static Reply created(Created created) {
    return Reply.of(201, document(created.operator()).put("token", created.token().text()));
  }

  /** {@code GET /admin/v1/operators}. */
  private Future<Reply> listOperators(ApiRequest request) {
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database
        .asWorker(connection -> operators.list(connection, before, request.limit() + 1))
        .map(found -> cursors.page(request, found, Operator::id, OperatorResource::document));
  }

  /** {@code PATCH /admin/v1/operators/{operator_id}}. */
  private Future<Reply> updateOperator(ApiRequest request) {
    UUID id = request.pathId(IdKind.OPERATOR, "operator_id");
    JsonNode patch = request.requiredBody();
    return database
        .asWorker(
            connection ->
                operators
                    .change(connection, id, before -> patched(before, patch))
                    .compose(
                        changed ->
                            changed.modified()
                                ? audit
                                    .append(
                                        connection,
                                        event(
                                                request,
                                                AuditAction.OPERATOR_UPDATED,
                                                changed.operator())
                                            .withChange(
                                                document(changed.before()),
                                                document(changed.operator())))
                                    .map(changed)
                                : Future.<Changed>succeededFuture(changed)))
        .onSuccess(changed -> enabled.invalidate())
        .map(changed -> Reply.of(200, document(changed.operator())));
  }

  private static Settings patched(Settings before, JsonNode patch) {
    return new Settings(
        patch.path("name").asText(before.name()),
        patch.has("role") ? role(patch) : before.role(),
        patch.has("disabled") ? patch.get("disabled").asBoolean() : before.disabled());
  }

  private static OperatorRole role(JsonNode body) {
    return OperatorRole.parse(body.path("role").textValue());
  }

  private static AuditEvent event(ApiRequest request, AuditAction action, Operator operator) {
    return AuditEvent.ofDeployment(
        request.caller().actor(), action, IdKind.OPERATOR.format(operator.id()));
  }

  private static ObjectNode document(Operator operator) {
    Settings settings = operator.settings();
    return Json.object()
        .put("operator_id", IdKind.OPERATOR.format(operator.id()))
        .put("name", settings.name())
        .put("role", settings.role().wire())
        .put("disabled", settings.disabled())
        .put("created_at", Timestamps.format(operator.createdAt()))
        .put("updated_at", Timestamps.format(operator.updatedAt()));
  }
}
