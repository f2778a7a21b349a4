package eu.callorders.server.audit;

import eu.callorders.core.id.IdKind;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An action to log.
 *
 * @param actor name of an operator, or {@link #SERVICE}
 * @param tenantId null for the whole deployment
 * @param target public identifier of the changed object, never data about a subject
 */
public record AuditEvent(
    String actor, AuditAction action, @Nullable UUID tenantId, @Nullable String target) {
  /** The service itself, by its settings or an earlier request of an operator. */
  public static final String SERVICE = "service";

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
