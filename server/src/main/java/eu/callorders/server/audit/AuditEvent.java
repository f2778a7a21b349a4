package eu.callorders.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An action to log.
 *
 * @param actor name of an operator, or {@link #SERVICE}
 * @param tenantId null for the whole deployment
 * @param target public identifier of the changed object, never data about a subject
 * @param details why, and what has changed: {@code reason}, {@code before}, {@code after}; null for
 *     none
 */
public record AuditEvent(
    String actor,
    AuditAction action,
    @Nullable UUID tenantId,
    @Nullable String target,
    @Nullable ObjectNode details) {
  /** The service itself, by its settings or an earlier request of an operator. */
  public static final String SERVICE = "service";

  /** A longer value is replaced by its length. */
  private static final int MAX_VALUE = 1_000;

  /** An action without details. */
  public AuditEvent(
      String actor, AuditAction action, @Nullable UUID tenantId, @Nullable String target) {
    this(actor, action, tenantId, target, null);
  }

  /** The same with the operator's reason, which is no data about a subject. */
  public AuditEvent withReason(String reason) {
    return with(Json.object().put("reason", reason));
  }

  /** The same with the members that differ between two documents, which contain no secret. */
  public AuditEvent withChange(ObjectNode before, ObjectNode after) {
    Set<String> names = new LinkedHashSet<>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    names.remove("updated_at");
    names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
    ObjectNode change = Json.object();
    change.set("before", members(before, names));
    change.set("after", members(after, names));
    return with(change);
  }

  private AuditEvent with(ObjectNode shown) {
    return new AuditEvent(actor, action, tenantId, target, shown);
  }

  private static ObjectNode members(ObjectNode document, Set<String> names) {
    ObjectNode members = Json.object();
    for (String name : names) {
      JsonNode value = document.get(name);
      if (value != null) {
        int length = value.toString().length();
        members.set(name, length > MAX_VALUE ? TextNode.valueOf(length + " characters") : value);
      }
    }
    return members;
  }

  /** An operator's action on the tenant itself. */
  public static AuditEvent of(String actor, AuditAction action, UUID tenantId) {
    return new AuditEvent(actor, action, tenantId, IdKind.TENANT.format(tenantId));
  }

  /** An operator's action on the whole deployment. */
  public static AuditEvent ofDeployment(String actor, AuditAction action, String target) {
    return new AuditEvent(actor, action, null, target);
  }

  /** The service's action for a tenant. */
  public static AuditEvent ofService(AuditAction action, UUID tenantId, String target) {
    return new AuditEvent(SERVICE, action, tenantId, target);
  }

  /** The service's action for the whole deployment. */
  public static AuditEvent ofService(AuditAction action, String target) {
    return ofDeployment(SERVICE, action, target);
  }

  /** The service's action on the tenant itself. */
  public static AuditEvent ofService(AuditAction action, UUID tenantId) {
    return of(SERVICE, action, tenantId);
  }
}
