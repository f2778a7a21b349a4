package eu.callorders.server.recovery;

import java.time.Instant;
import java.util.UUID;

/**
 * A node's evidence against the plain restart that an era began with.
 *
 * @param foundAt real time
 */
public record EraContradiction(int era, UUID node, Instant foundAt, String why) {}
