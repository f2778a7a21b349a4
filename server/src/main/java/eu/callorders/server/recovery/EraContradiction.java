package eu.callorders.server.recovery;

import java.time.Instant;
import java.util.UUID;

/**
 * What a node knows against the plain restart that an era began with.
 *
 * @param foundAt real time
 */
public record EraContradiction(int era, UUID node, Instant foundAt, String why) {}
