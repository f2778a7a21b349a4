package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.Briefing;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Derives the result's {@code findings}: amounts from the claim, dates from the day of the call in
 * the phone's zone.
 */
final class Findings {
  private static final int INSTALLMENTS = 6;
  private static final int SETTLEMENT_PERCENT = 70;
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneId.of("UTC"));

  private Findings() {}

  static Map<String, Object> of(
      ConversationOutcome outcome, Briefing briefing, String disputeStatement, ZonedDateTime now) {
    Money outstanding = Money.of(briefing.claim().get("outstanding"));
    return switch (outcome) {
      case PAYMENT_PROMISED ->
          members("payment_promise", amount(outstanding, "on", now.plusWeeks(1)));
      case PAYMENT_CLAIMED ->
          members("payment_claim", amount(outstanding, "paid_on", now.minusDays(5)));
      case INSTALLMENT_WISH -> wish("installments", installments(outstanding, briefing, now));
      case SETTLEMENT_WISH ->
          wish(
              "settlement",
              amount(outstanding.percent(SETTLEMENT_PERCENT), "pay_by", now.plusWeeks(2)));
      case DISPUTED ->
          members("dispute", members("ground", "contract_unknown", "statement", disputeStatement));
      case CALLBACK_REQUESTED -> members("callback", tomorrowAfternoon(now));
      case OBJECTION_TO_CALLS -> members("objection", members("scope", "voice"));
      case DECEASED_REPORTED,
          REPRESENTED,
          INSOLVENCY_REPORTED,
          HARDSHIP_STATED,
          HUMAN_REQUESTED,
          REFUSED,
          LANGUAGE_BARRIER,
          IDENTITY_NOT_CONFIRMED,
          THIRD_PARTY_ONLY,
          WRONG_NUMBER,
          CONVERSATION_INCOMPLETE,
          NO_OUTCOME ->
          Map.of();
    };
  }

  private static Map<String, Object> installments(
      Money outstanding, Briefing briefing, ZonedDateTime now) {
    Money installment = outstanding.part(INSTALLMENTS);
    if (briefing.negotiation().get("installments") instanceof Map<?, ?> terms) {
      installment = installment.atLeast(Money.of(terms.get("min_installment")));
    }
    Map<String, Object> wish = new LinkedHashMap<>();
    wish.put("amount", installment.document());
    wish.put("interval", "monthly");
    wish.put("first_on", day(now.with(TemporalAdjusters.firstDayOfNextMonth())));
    return wish;
  }

  private static Map<String, Object> wish(String kind, Map<String, Object> terms) {
    return members("wishes", members(kind, terms, "binding", false));
  }

  private static Map<String, Object> tomorrowAfternoon(ZonedDateTime now) {
    ZonedDateTime from = now.plusDays(1).with(LocalTime.of(14, 0));
    return members("from", instant(from.toInstant()), "to", instant(from.plusHours(2).toInstant()));
  }

  private static Map<String, Object> amount(Money amount, String dateMember, ZonedDateTime date) {
    return members("amount", amount.document(), dateMember, day(date));
  }

  private static String day(ZonedDateTime date) {
    return date.toLocalDate().toString();
  }

  private static String instant(Instant instant) {
    return INSTANT.format(instant);
  }

  private static Map<String, Object> members(String name, Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(name, value);
    return members;
  }

  private static Map<String, Object> members(
      String name, Object value, String otherName, Object otherValue) {
    Map<String, Object> members = members(name, value);
    members.put(otherName, otherValue);
    return members;
  }
}
