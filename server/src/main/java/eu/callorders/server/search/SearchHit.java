package eu.callorders.server.search;

import java.time.Instant;

/**
 * An order or enrollment with what a search shows of it.
 *
 * @param createdAt the tenant's time
 */
public record SearchHit(SearchText text, String status, Instant createdAt) {}
