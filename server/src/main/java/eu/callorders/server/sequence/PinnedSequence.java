package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.sequence.SequenceDefinition;
import java.util.List;
import java.util.UUID;

/**
 * A sequence in an immutable version, as pinned by an enrollment.
 *
 * @param steps JSON of the definition's steps, with the members of their orders: {@code
 *     order_type}, {@code scheduling}, {@code negotiation}, {@code delivery}, {@code variables}
 */
public record PinnedSequence(
    UUID sequenceId, String key, int version, SequenceDefinition definition, List<JsonNode> steps) {

  public PinnedSequence {
    steps = List.copyOf(steps);
  }

  /** Identifies a version of a tenant's sequence. */
  public record Pin(UUID tenantId, UUID sequenceId, int version) {}
}
