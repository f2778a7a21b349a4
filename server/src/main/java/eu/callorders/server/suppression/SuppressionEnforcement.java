package eu.callorders.server.suppression;

import eu.callorders.core.wire.WireEnum;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Remaining enforcement of a do-not-call entry: pages through orders, then enrollments.
 *
 * @param after position of the last finished item
 * @param limit maximum size of the next batch
 * @param failures consecutive failed batches
 */
public record SuppressionEnforcement(
    Suppression entry, Phase phase, Position after, int limit, int failures) {

  public record Position(Instant createdAt, UUID id) {
    static final Position START = new Position(Instant.EPOCH, new UUID(0, 0));
  }

  /** An order or an enrollment, with its subject. */
  public record Item(Position position, String subjectReference) {
    public UUID id() {
      return position.id();
    }
  }

  /** The phases of an entry, in order. */
  public enum Phase implements WireEnum {
    ORDERS_OF_SUBJECT,
    ORDERS_OF_PHONE,
    ENROLLMENTS_OF_SUBJECT,
    ENROLLMENTS_OF_PHONE;

    public boolean isOfOrders() {
      return this == ORDERS_OF_SUBJECT || this == ORDERS_OF_PHONE;
    }

    Optional<Phase> next() {
      return switch (this) {
        case ORDERS_OF_SUBJECT -> Optional.of(ORDERS_OF_PHONE);
        case ORDERS_OF_PHONE -> Optional.of(ENROLLMENTS_OF_SUBJECT);
        case ENROLLMENTS_OF_SUBJECT -> Optional.of(ENROLLMENTS_OF_PHONE);
        case ENROLLMENTS_OF_PHONE -> Optional.empty();
      };
    }

    static Phase of(String wire) {
      return WireEnum.parse(Phase.class, wire);
    }
  }
}
