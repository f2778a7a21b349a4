package eu.callorders.server.dial;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the service needs of a call to record it after its database has lost it.
 *
 * @param reference of the person
 * @param claim tells the claim apart that the call is about
 * @param keyHash of the order's {@link eu.callorders.server.order.OrderKey}; null without a key
 */
public record CallContext(String reference, UUID claim, @Nullable UUID keyHash) {
  /** Where nothing tells the claim. */
  static final UUID NO_CLAIM = new UUID(0, 0);

  /** Of an order without a key. */
  public CallContext(String reference, UUID claim) {
    this(reference, claim, null);
  }
}
