package eu.callorders.core.id;

import java.util.UUID;

/** Identifiers from the first to the last, both included. */
public record IdRange(UUID first, UUID last) {}
