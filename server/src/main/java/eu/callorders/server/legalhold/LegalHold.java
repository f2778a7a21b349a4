package eu.callorders.server.legalhold;

import java.time.Instant;
import java.util.UUID;

/**
 * A standing litigation hold on a subject's data.
 *
 * @param reason of the operator
 * @param createdAt real time
 */
public record LegalHold(
    UUID id, UUID tenantId, String subjectReference, String reason, Instant createdAt) {}
