package eu.callorders.server.tenant;

import java.util.UUID;

/** A subject of a tenant. */
public record TenantSubject(UUID tenantId, String subjectReference) {}
