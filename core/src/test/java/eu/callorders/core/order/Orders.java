package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Orders and attempts for tests. */
final class Orders {
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** A Tuesday, 11:00 in Berlin. */
  static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");

  static final PhoneNumber FIRST = new PhoneNumber("+493023125000");
  static final PhoneNumber SECOND = new PhoneNumber("+493023125001");
  static final PhoneNumber THIRD = new PhoneNumber("+493023125002");
  static final UUID ATTEMPT = new UUID(1, 1);
  static final UUID OTHER_ATTEMPT = new UUID(2, 2);
  static final Conversation CONVERSATION =
      Conversation.of(SummaryCode.NO_OUTCOME, null, null, null, Findings.NONE);

  private Orders() {}

  /** An instant of November 2026, by the time in Berlin. */
  static Instant berlin(int day, int hour, int minute) {
    return ZonedDateTime.of(2026, 11, day, hour, minute, 0, 0, BERLIN).toInstant();
  }

  static OrderTerms terms(PhoneNumber... phones) {
    return terms(3, false, NOW.plus(Scheduling.MAX_AGE), phones);
  }

  static OrderTerms terms(
      int maxAttempts, boolean randomize, Instant expiresAt, PhoneNumber... phones) {
    return new OrderTerms(
        List.of(phones),
        maxAttempts,
        Duration.ofHours(4),
        randomize,
        everywhere(StatutoryHours.window(BERLIN), List.of(phones)),
        expiresAt);
  }

  static OrderTerms anyHour(PhoneNumber... phones) {
    return new OrderTerms(
        List.of(phones),
        10,
        Duration.ofHours(4),
        false,
        everywhere(CallingWindow.of(), List.of(phones)),
        NOW.plus(Scheduling.MAX_AGE));
  }

  /** The same window for each phone. */
  static Map<PhoneNumber, CallingWindow> everywhere(
      CallingWindow window, List<PhoneNumber> phones) {
    return phones.stream().collect(Collectors.toMap(phone -> phone, phone -> window));
  }

  /** Attempts at the first phone with these causes, the last one ended now. */
  static List<PastAttempt> history(Cause... causes) {
    return IntStream.range(0, causes.length)
        .mapToObj(
            index ->
                past(index + 1, FIRST, causes[index], NOW.minusSeconds(causes.length - 1L - index)))
        .toList();
  }

  static PastAttempt past(int number, PhoneNumber phone, Cause cause, Instant endedAt) {
    return new PastAttempt(number, phone, disposition(cause), cause, endedAt);
  }

  static PastAttempt voicemail(int number, PhoneNumber phone) {
    return new PastAttempt(number, phone, Disposition.VOICEMAIL, Cause.NORMAL, NOW);
  }

  private static Disposition disposition(Cause cause) {
    return switch (cause) {
      case NORMAL -> Disposition.NO_ANSWER;
      case DECLINED -> Disposition.BUSY;
      case NUMBER_INVALID, CARRIER_FAULT, REDIRECTED, REFUSED, OUTCOME_UNKNOWN ->
          Disposition.FAILED;
      case STOPPED -> Disposition.CANCELED;
    };
  }

  static OrderState state(OrderStatus status) {
    return state(status, null);
  }

  static OrderState state(OrderStatus status, StopReason stop) {
    return switch (status) {
      case ACCEPTED -> new OrderState.Accepted();
      case SCHEDULED -> new OrderState.Scheduled(NOW);
      case DIALING -> new OrderState.Dialing(ATTEMPT, stop);
      case IN_PROGRESS -> new OrderState.InProgress(ATTEMPT, stop);
      case COMPLETED, EXPIRED, CANCELED, FAILED ->
          new OrderState.Ended(status, new ResultDeriver(List.of(), NOW).windowClosed());
    };
  }
}
