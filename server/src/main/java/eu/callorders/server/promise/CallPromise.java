package eu.callorders.server.promise;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Money;
import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.promise.PromiseStatus;
import eu.callorders.core.promise.PromiseTerms;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A promise to pay that a person has made in a call. Instants are the tenant's time.
 *
 * @param claim numbers of the claim that the call was about
 * @param amount null when the person named none
 * @param promisedOn as the person has said; null when it named no day
 * @param terms which day counts, and when the promise is broken
 * @param endedAt null while it is open
 */
public record CallPromise(
    UUID id,
    UUID tenantId,
    Origin origin,
    ClaimNumbers claim,
    @Nullable Money amount,
    @Nullable LocalDate promisedOn,
    PromiseTerms terms,
    PromiseStatus status,
    Instant createdAt,
    @Nullable Instant endedAt) {

  /** The call in which it was made. */
  public record Origin(UUID orderId, UUID callId, String subjectReference) {}

  /**
   * A new promise.
   *
   * @param said null when the agent reports a promise without details
   */
  public static CallPromise made(
      UUID tenantId,
      Origin origin,
      ClaimNumbers claim,
      Findings.@Nullable PaymentPromise said,
      PromiseTerms terms,
      Instant now) {
    return new CallPromise(
        AttemptIds.forPromise(origin.callId()),
        tenantId,
        origin,
        claim,
        said == null ? null : said.amount(),
        said == null ? null : said.on(),
        terms,
        PromiseStatus.OPEN,
        now,
        null);
  }

  public TenantSubject subject() {
    return new TenantSubject(tenantId, origin.subjectReference());
  }

  public CallPromise ended(PromiseStatus next, Instant now) {
    return new CallPromise(
        id, tenantId, origin, claim, amount, promisedOn, terms, next, createdAt, now);
  }
}
