package eu.callorders.core.call;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The numbers by which a client names a claim, each null when it has none. */
public record ClaimNumbers(
    @Nullable String caseNumber,
    @Nullable String contractNumber,
    @Nullable String invoiceNumber) {
  public static final ClaimNumbers NONE = new ClaimNumbers(null, null, null);

  /** Whether no number names the claim. */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Whether one of the numbers is the same, or both name no claim. */
  public boolean matches(ClaimNumbers other) {
    return isEmpty()
        ? other.isEmpty()
        : isSame(caseNumber, other.caseNumber)
            || isSame(contractNumber, other.contractNumber)
            || isSame(invoiceNumber, other.invoiceNumber);
  }

  private static boolean isSame(@Nullable String number, @Nullable String other) {
    return number != null && Objects.equals(number, other);
  }
}
