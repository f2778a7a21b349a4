package eu.callorders.server.predial;

import eu.callorders.core.call.Money;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.signing.SigningSecret;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A question about an order whose dial every other rule permits.
 *
 * @param id its {@code webhook-id}
 * @param entityTag of the order in the question
 * @param phone to dial
 * @param dueAt the tenant's time at which the order became due
 * @param outstanding what the claim comes to by the order
 * @param failures of the questions about the order before this one, in a row
 * @param clockOffset how far the tenant's clock is ahead of real time
 * @param body of the request
 * @param secrets that sign it; empty when they cannot be read
 */
public record PredialQuestion(
    UUID id,
    PredialSetting setting,
    UUID orderId,
    int entityTag,
    PhoneNumber phone,
    Instant dueAt,
    Money outstanding,
    int failures,
    Duration clockOffset,
    Buffer body,
    Optional<List<SigningSecret>> secrets) {

  public UUID tenantId() {
    return setting.tenantId();
  }

  /** When the order is due, in real time. */
  Instant dueAtRealTime() {
    return dueAt.minus(clockOffset);
  }
}
