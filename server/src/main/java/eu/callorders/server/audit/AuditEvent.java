package eu.callorders.server.audit;

import eu.callorders.core.id.IdKind;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An action to log.
 *
 * @param tenantId null for the whole deployment
 * @param target public identifier of the changed object, never data about a subject
 */
public record AuditEvent(
    Actor actor, AuditAction action, @Nullable UUID tenantId, @Nullable String target) {

  public enum Actor {
    /** Holder of the administration token. */
    OPERATOR("operator"),
    /** The service itself, by its settings or an earlier request of an operator. */
    SERVICE("service");

    private final String wire;

    Actor(String wire) {
      this.wire = wire;
    }

    String wire() {
      return wire;
    }
  }

  /** An operator's action, for one tenant or all. */
  public static AuditEvent of(AuditAction action, @Nullable UUID tenantId, String target) {
    return new AuditEvent(Actor.OPERATOR, action, tenantId, target);
  }

  /** An operator's action on the tenant itself. */
  public static AuditEvent of(AuditAction action, UUID tenantId) {
    return of(action, tenantId, IdKind.TENANT.format(tenantId));
  }

  /** The service's action for a tenant. */
  public static AuditEvent ofService(AuditAction action, UUID tenantId, String target) {
    return new AuditEvent(Actor.SERVICE, action, tenantId, target);
  }

  /** The service's action for the whole deployment. */
  public static AuditEvent ofService(AuditAction action, String target) {
    return new AuditEvent(Actor.SERVICE, action, null, target);
  }

  /** The service's action on the tenant itself. */
  public static AuditEvent ofService(AuditAction action, UUID tenantId) {
    return ofService(action, tenantId, IdKind.TENANT.format(tenantId));
  }

  /** An operator's action on the whole deployment. */
  public static AuditEvent ofDeployment(AuditAction action, String target) {
    return of(action, null, target);
  }
}
