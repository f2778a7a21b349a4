package eu.callorders.server.suppression;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * What a do-not-call entry has yet to end: a walk over orders, then enrollments.
 *
 * @param after the last item that is done; the walk goes on behind it
 * @param limit the largest number of items in the next batch
 * @param failures of batches in a row
 */
public record SuppressionEnforcement(
    Suppression entry, Phase phase, Position after, int limit, int failures) {

  /** A place in the walk of a phase. */
  public record Position(Instant createdAt, UUID id) {
    static final Position START = new Position(Instant.EPOCH, new UUID(0, 0));
  }

  /** An order or an enrollment, with its person. */
  public record Item(Position position, String subjectReference) {
    public UUID id() {
      return position.id();
    }
  }

  /** The walks of one entry, in this order. */
  public enum Phase {
    ORDERS_OF_SUBJECT,
    ORDERS_OF_PHONE,
    ENROLLMENTS_OF_SUBJECT,
    ENROLLMENTS_OF_PHONE;

    public boolean isOfOrders() {
      return this == ORDERS_OF_SUBJECT || this == ORDERS_OF_PHONE;
    }

    /** The walk after this one; empty after the last. */
    Optional<Phase> next() {
      return switch (this) {
        case ORDERS_OF_SUBJECT -> Optional.of(ORDERS_OF_PHONE);
        case ORDERS_OF_PHONE -> Optional.of(ENROLLMENTS_OF_SUBJECT);
        case ENROLLMENTS_OF_SUBJECT -> Optional.of(ENROLLMENTS_OF_PHONE);
        case ENROLLMENTS_OF_PHONE -> Optional.empty();
      };
    }

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Phase of(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }
}
