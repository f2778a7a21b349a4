package eu.callorders.server.tenant;

import eu.callorders.core.call.PhoneNumber;
import java.util.UUID;

/** A phone that a tenant calls or suppresses. */
public record TenantPhone(UUID tenantId, PhoneNumber phone) {}
