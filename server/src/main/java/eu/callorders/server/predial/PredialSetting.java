package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialCheck;
import java.util.UUID;

/**
 * The stored check of a tenant.
 *
 * @param id owner of the signing secrets; a check that is set again has another one
 * @param revision changes with the check and its secrets
 */
public record PredialSetting(UUID id, UUID tenantId, PredialCheck check, int revision) {

  PredialSetting with(PredialCheck changed) {
    return new PredialSetting(id, tenantId, changed, revision + 1);
  }
}
