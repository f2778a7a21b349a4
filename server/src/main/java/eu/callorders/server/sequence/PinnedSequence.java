package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.sequence.SequenceDefinition;
import java.util.List;
import java.util.UUID;

/**
 * A sequence in a version that never changes again, as an enrollment has pinned it.
 *
 * @param steps those of the definition, in the shape in which clients see them, which says what the
 *     order of a step is to be: {@code order_type}, {@code scheduling}, {@code negotiation}, {@code
 *     delivery}, {@code variables}
 */
public record PinnedSequence(
    UUID sequenceId, String key, int version, SequenceDefinition definition, List<JsonNode> steps) {

  public PinnedSequence {
    steps = List.copyOf(steps);
  }

  /** Names a version of a tenant's sequence. */
  public record Pin(UUID tenantId, UUID sequenceId, int version) {}
}
