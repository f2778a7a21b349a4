package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.dial.ActiveHalts;
import eu.callorders.server.dial.Halt;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class HaltDocument {
  private HaltDocument() {}

  /** {@code {halts: [...]}}. */
  static ObjectNode of(ActiveHalts halts) {
    ArrayNode all = Json.array();
    halts.halts().forEach(halt -> all.add(of(halt)));
    return Json.object().set("halts", all);
  }

  static ObjectNode of(Halt halt) {
    ObjectNode document =
        Json.object().put("id", IdKind.HALT.format(halt.id())).put("kind", halt.kind().wire());
    Halt.Scope scope = halt.scope();
    if (scope.tenantId() != null) {
      document.put("tenant_id", IdKind.TENANT.format(scope.tenantId()));
    }
    if (scope.country() != null) {
      document.put("country", scope.country());
    }
    if (scope.orderType() != null) {
      document.put("order_type", scope.orderType());
    }
    return document.put("reason", halt.reason()).put("halted_at", Timestamps.format(halt.at()));
  }

  /** The scope in a request; {@code validation_failed} for an unknown tenant. */
  static Future<Halt.Scope> scope(SqlConnection connection, TenantStore tenants, JsonNode body) {
    @Nullable String country = body.path("country").textValue();
    @Nullable String orderType = body.path("order_type").textValue();
    if (!body.hasNonNull("tenant_id")) {
      return Future.succeededFuture(new Halt.Scope(null, country, orderType));
    }
    UUID tenantId =
        IdKind.TENANT
            .parse(body.path("tenant_id").textValue())
            .orElseThrow(HaltDocument::unknownTenant);
    return tenants
        .find(connection, tenantId)
        .map(found -> found.orElseThrow(HaltDocument::unknownTenant))
        .map(tenant -> new Halt.Scope(tenant.id(), country, orderType));
  }

  private static ProblemException unknownTenant() {
    return new ProblemException(
        Problem.invalid(List.of(FieldError.body("/tenant_id", "enum", "names no tenant"))));
  }
}
