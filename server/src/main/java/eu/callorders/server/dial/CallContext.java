package eu.callorders.server.dial;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the service needs to record a call after its database has lost it.
 *
 * @param reference of the subject
 * @param claimKey key of the claim that the call is about
 * @param keyHash of the order's {@link eu.callorders.server.order.OrderKey}; null without a key
 */
public record CallContext(String reference, UUID claimKey, @Nullable UUID keyHash) {
  /** No claim is known. */
  static final UUID NO_CLAIM_KEY = new UUID(0, 0);

  public CallContext(String reference, UUID claim) {
    this(reference, claim, null);
  }
}
