package eu.callorders.server.country;

import eu.callorders.core.window.CountryRule;
import java.time.Instant;

/**
 * A row of {@code country_rule}.
 *
 * @param revision grows with each row, over all countries
 * @param changedAt in real time
 * @param changedBy an actor of the audit log
 */
public record StoredCountryRule(
    long revision, CountryRule rule, Instant changedAt, String changedBy) {}
