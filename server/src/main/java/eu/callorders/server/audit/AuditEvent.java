package eu.callorders.server.audit;

import eu.callorders.core.id.IdKind;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something to be noted: who has done what to whom.
 *
 * @param tenantId whom it concerns; null for the whole deployment
 * @param target the public identifier of what has changed, never anything about a person
 */
public record AuditEvent(
    Actor actor, AuditAction action, @Nullable UUID tenantId, @Nullable String target) {

  /** Who acts. */
  public enum Actor {
    /** Whoever holds the administration's token. */
    OPERATOR("operator"),
    /** The service itself, as its settings or an earlier order of an operator say. */
    SERVICE("service");

    private final String wire;

    Actor(String wire) {
      this.wire = wire;
    }

    String wire() {
      return wire;
    }
  }

  /** An operator's doing, for one tenant or for all. */
  public static AuditEvent of(AuditAction action, @Nullable UUID tenantId, String target) {
    return new AuditEvent(Actor.OPERATOR, action, tenantId, target);
  }

  /** An operator's doing to the tenant itself. */
  public static AuditEvent of(AuditAction action, UUID tenantId) {
    return of(action, tenantId, IdKind.TENANT.format(tenantId));
  }

  /** What the service does by itself for a tenant. */
  public static AuditEvent ofService(AuditAction action, UUID tenantId, String target) {
    return new AuditEvent(Actor.SERVICE, action, tenantId, target);
  }

  /** What the service does by itself for the whole deployment. */
  public static AuditEvent ofService(AuditAction action, String target) {
    return new AuditEvent(Actor.SERVICE, action, null, target);
  }

  /** What the service does by itself to the tenant. */
  public static AuditEvent ofService(AuditAction action, UUID tenantId) {
    return ofService(action, tenantId, IdKind.TENANT.format(tenantId));
  }

  /** An operator's doing to the whole deployment. */
  public static AuditEvent ofDeployment(AuditAction action, String target) {
    return of(action, null, target);
  }
}
