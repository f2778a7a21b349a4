package eu.callorders.core.call;

import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The results of a conversation that a client acts on. Each component may be null. */
public record Findings(
    @Nullable PaymentPromise paymentPromise,
    @Nullable AgreementWishes wishes,
    @Nullable PaymentClaim paymentClaim,
    @Nullable Dispute dispute,
    @Nullable Callback callback,
    @Nullable Objection objection) {

  public static final Findings NONE = new Findings(null, null, null, null, null, null);

  /** The person promises to pay. */
  public record PaymentPromise(@Nullable Money amount, @Nullable LocalDate on) {}

  /** Terms that the person wishes for. The agent agrees to nothing. */
  public record AgreementWishes(
      @Nullable Installments installments, @Nullable Settlement settlement) {
    /** A recorded wish is never binding. */
    public boolean binding() {
      return false;
    }
  }

  /** The person wishes to pay in parts. */
  public record Installments(
      @Nullable Money amount, @Nullable String interval, @Nullable LocalDate firstOn) {}

  /** The person wishes to pay less, once. */
  public record Settlement(@Nullable Money amount, @Nullable LocalDate payBy) {}

  /** The person states that the claim is paid. */
  public record PaymentClaim(@Nullable Money amount, @Nullable LocalDate paidOn) {}

  /**
   * The person contests the claim.
   *
   * @param statement free text, visible only to tokens that may read transcripts
   */
  public record Dispute(@Nullable String ground, @Nullable String statement) {}

  /** The person requests a callback. Recorded only; it triggers no dial. */
  public record Callback(@Nullable Instant from, @Nullable Instant to) {}

  /**
   * The person does not want to be called.
   *
   * @param suppressionId the suppression; null until it exists
   */
  public record Objection(String scope, @Nullable UUID suppressionId) {}

  public Findings withObjection(Objection objection) {
    return new Findings(paymentPromise, wishes, paymentClaim, dispute, callback, objection);
  }

  /** The summary codes that these findings support. */
  Set<SummaryCode> codes() {
    EnumSet<SummaryCode> codes = EnumSet.noneOf(SummaryCode.class);
    addIf(codes, paymentPromise, SummaryCode.PAYMENT_PROMISED);
    addIf(codes, wishes == null ? null : wishes.installments(), SummaryCode.INSTALLMENT_WISH);
    addIf(codes, wishes == null ? null : wishes.settlement(), SummaryCode.SETTLEMENT_WISH);
    addIf(codes, paymentClaim, SummaryCode.PAYMENT_CLAIMED);
    addIf(codes, dispute, SummaryCode.DISPUTED);
    addIf(codes, callback, SummaryCode.CALLBACK_REQUESTED);
    addIf(codes, objection, SummaryCode.OBJECTION_TO_CALLS);
    return codes;
  }

  private static void addIf(Set<SummaryCode> codes, @Nullable Object finding, SummaryCode code) {
    if (finding != null) {
      codes.add(code);
    }
  }
}
