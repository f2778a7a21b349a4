package eu.callorders.core.predial;

import eu.callorders.core.call.Money;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads an answer strictly: an unknown or mistyped member makes it invalid, since it may be the one
 * that keeps a person from being called. A null member counts as absent.
 */
public final class PredialAnswerParser {
  static final Duration DEFAULT_HOLD = Duration.ofHours(1);

  private static final int MAX_REASON = 200;

  /** Date-times end with the year 9999. */
  private static final Instant MAX_UNTIL = Instant.parse("9999-12-31T00:00:00Z");

  private static final Set<String> MEMBERS = Set.of("decision", "until", "reason", "outstanding");
  private static final Set<String> MONEY_MEMBERS = Set.of("value", "currency");
  private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,2})?");
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1F\\x7F]");
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  private final Money claimed;
  private final Instant now;

  private PredialAnswerParser(Money claimed, Instant now) {
    this.claimed = claimed;
    this.now = now;
  }

  /**
   * Reads an answer.
   *
   * @param json strings, numbers, booleans, nulls, lists and maps
   * @param claimed what is outstanding by the order
   * @param now the tenant's time
   * @return {@link PredialReply.Failed} with the pointer of the member at fault when it is invalid
   */
  public static PredialReply parse(@Nullable Object json, Money claimed, Instant now) {
    try {
      return new PredialAnswerParser(claimed, now).answer(json);
    } catch (InvalidMemberException invalid) {
      return new PredialReply.Failed(PredialFailure.INVALID_ANSWER, invalid.getMessage());
    }
  }

  private static final class InvalidMemberException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidMemberException(String pointer) {
      super(pointer, null, false, false);
    }
  }

  private PredialReply answer(@Nullable Object json) {
    Map<?, ?> members = object(json, "", MEMBERS);
    Instant until = until(members.get("until"));
    String reason = reason(members.get("reason"));
    Money outstanding = outstanding(members.get("outstanding"));
    boolean paid = outstanding != null && outstanding.value().signum() == 0;
    return switch (members.get("decision") instanceof String decision ? decision : "") {
      case "proceed" -> paid ? hold(until) : new PredialReply.Proceed(outstanding);
      case "hold" -> hold(until);
      case "cancel" -> new PredialReply.Cancel(reason);
      default -> throw new InvalidMemberException("/decision");
    };
  }

  private PredialReply hold(@Nullable Instant until) {
    return new PredialReply.Hold(until == null ? now.plus(DEFAULT_HOLD) : until);
  }

  /** An instant in the past would repeat the question at once, over and over. */
  private @Nullable Instant until(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    Instant until = value instanceof String text ? instant(text) : null;
    if (until == null || !until.isAfter(now) || !until.isBefore(MAX_UNTIL)) {
      throw new InvalidMemberException("/until");
    }
    return until;
  }

  /** Null when the text is no date-time. */
  private static @Nullable Instant instant(String text) {
    try {
      return RFC_3339.matcher(text).matches() ? OffsetDateTime.parse(text).toInstant() : null;
    } catch (DateTimeException noInstant) {
      return null;
    }
  }

  private static @Nullable String reason(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof String text
        && text.codePointCount(0, text.length()) <= MAX_REASON
        && !CONTROL.matcher(text).find()
        && text.codePoints().noneMatch(each -> Character.getType(each) == Character.SURROGATE)) {
      return text;
    }
    throw new InvalidMemberException("/reason");
  }

  private @Nullable Money outstanding(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    Map<?, ?> members = object(value, "/outstanding", MONEY_MEMBERS);
    if (!(members.get("value") instanceof String amount) || !AMOUNT.matcher(amount).matches()) {
      throw new InvalidMemberException("/outstanding/value");
    }
    if (!claimed.currency().equals(members.get("currency"))) {
      throw new InvalidMemberException("/outstanding/currency");
    }
    Money outstanding = Money.of(amount, claimed.currency());
    if (outstanding.value().signum() < 0 || outstanding.value().compareTo(claimed.value()) > 0) {
      throw new InvalidMemberException("/outstanding/value");
    }
    return outstanding;
  }

  private static Map<?, ?> object(@Nullable Object value, String pointer, Set<String> members) {
    if (!(value instanceof Map<?, ?> object) || !members.containsAll(object.keySet())) {
      throw new InvalidMemberException(pointer);
    }
    return object;
  }
}
