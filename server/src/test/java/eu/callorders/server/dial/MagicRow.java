package eu.callorders.server.dial;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A row of the sandbox's number table with the expected result of an order. */
enum MagicRow {
  ANSWERED("00", spoken("no_outcome")),
  UNALLOCATED(
      "01",
      silent("failed", "number_unusable", "number_invalid", "network", "number_invalid"),
      "failed"),
  UNROUTABLE(
      "02", silent("failed", "technical_failure", "not_attempted", "provider", "gateway_refused")),
  ON_A_NATIONAL_LIST(
      "04", silent("canceled", "suppressed", "not_attempted", "provider", "suppressed")),
  PLAIN("06", spoken("no_outcome")),
  NOT_LISTED("99", spoken("no_outcome")),
  NO_ANSWER("10", spent("no_contact", "not_reached"), "no_answer", "no_answer", "no_answer"),
  BUSY("11", spent("no_contact", "not_reached"), "busy", "busy", "busy"),
  VOICEMAIL("12", spent("voicemail", "voicemail"), "voicemail", "voicemail", "voicemail"),
  CARRIER_FAULT(
      "13",
      silent("completed", "technical_failure", "not_reached", "network", "technical"),
      "failed",
      "failed",
      "failed"),
  OUT_OF_CAPACITY_TWICE("14", spoken("no_outcome")),
  WRONG_NUMBER("20", spoken("wrong_number", "wrong_number", "partial", "third_party")),
  PAYMENT_PROMISED("21", spoken("payment_promised")),
  INSTALLMENT_WISH("22", spoken("installment_wish")),
  SETTLEMENT_WISH("23", spoken("settlement_wish")),
  DISPUTED("24", spoken("disputed")),
  OBJECTION("25", spoken("objection_to_calls", "subject_reached", "declined", "agent")),
  HUNG_UP("26", spoken("conversation_incomplete", "person_unidentified", "partial", "subject")),
  CALLBACK("27", spoken("callback_requested")),
  REFUSED("28", spoken("refused", "subject_reached", "declined", "subject")),
  PAYMENT_CLAIMED("29", spoken("payment_claimed")),
  NO_ANSWER_THEN_ANSWERED("30", spoken("no_outcome"), "no_answer", "answered"),
  BUSY_VOICEMAIL_ANSWERED("31", spoken("no_outcome"), "busy", "voicemail", "answered"),
  THIRD_PARTY("32", spoken("third_party_only", "third_party_reached", "partial", "agent")),
  LANGUAGE_BARRIER("33", spoken("language_barrier", "person_unidentified", "partial", "agent")),
  HARDSHIP("34", spoken("hardship_stated")),
  NOT_IDENTIFIED("35", spoken("identity_not_confirmed", "person_unidentified", "partial", "agent")),
  DECEASED("36", spoken("deceased_reported", "third_party_reached", "partial", "agent")),
  REPRESENTED("37", spoken("represented")),
  INSOLVENCY("38", spoken("insolvency_reported")),
  HUMAN_REQUESTED("39", spoken("human_requested")),
  NO_REPORT(
      "41",
      List.of("completed", "outcome_unknown", "unknown", "unknown", "provider", "report_overdue")),
  LOST_ANSWER("42", spoken("no_outcome")),
  DISORDER("43", spoken("no_outcome")),
  UNTRACEABLE(
      "44",
      silent("completed", "outcome_unknown", "unknown", "network", "outcome_unknown"),
      "failed",
      "failed",
      "failed");

  private final String digits;
  private final List<String> result;
  private final List<String> dispositions;

  MagicRow(String digits, List<String> result, String... dispositions) {
    this.digits = digits;
    this.result = result;
    boolean answered = dispositions.length == 0 && result.getFirst().equals("completed");
    this.dispositions = answered ? List.of("answered") : List.of(dispositions);
  }

  private static List<String> spoken(String summary) {
    return spoken(summary, "subject_reached", "completed", "agent");
  }

  private static List<String> spoken(
      String summary, String reachability, String engagement, String actor) {
    return List.of("completed", summary, reachability, engagement, actor, "normal");
  }

  private static List<String> spent(String summary, String reachability) {
    return silent("completed", summary, reachability, "network", "attempts_exhausted");
  }

  private static List<String> silent(
      String status, String summary, String reachability, String actor, String reason) {
    return List.of(status, summary, reachability, "none", actor, reason);
  }

  String digits() {
    return digits;
  }

  /** Status, summary code, reachability, engagement, actor and reason. */
  List<String> result() {
    return result;
  }

  /** The dispositions of its calls, oldest first. */
  List<String> dispositions() {
    return dispositions;
  }

  /** The members of the findings. */
  List<String> findings() {
    return switch (this) {
      case PAYMENT_PROMISED -> List.of("payment_promise");
      case INSTALLMENT_WISH, SETTLEMENT_WISH -> List.of("wishes");
      case DISPUTED -> List.of("dispute");
      case OBJECTION -> List.of("objection");
      case CALLBACK -> List.of("callback");
      case PAYMENT_CLAIMED -> List.of("payment_claim");
      default -> List.of();
    };
  }

  /** The types of the events of the order and its calls. */
  List<String> events() {
    List<String> events = new ArrayList<>(List.of("call_order.accepted"));
    int refusals = this == OUT_OF_CAPACITY_TWICE ? 2 : dispositions.isEmpty() ? 1 : 0;
    for (int refusal = 0; refusal < refusals; refusal++) {
      events.addAll(List.of("call_order.scheduled", "call_order.dialing"));
    }
    for (String disposition : dispositions) {
      events.addAll(List.of("call_order.scheduled", "call_order.dialing", "call.started"));
      if (disposition.equals("answered") || disposition.equals("voicemail")) {
        events.addAll(List.of("call.answered", "call_order.in_progress"));
      }
      if (this == OBJECTION) {
        events.add("suppression.created");
      }
      events.add("call.ended");
      if (disposition.equals("answered")) {
        events.add("call.transcript_available");
      }
    }
    events.add("call_order." + result.getFirst());
    if (this == PAYMENT_PROMISED) {
      events.add("promise.made");
    }
    return events;
  }

  /** The possible orders of these events: out of order, the turns may precede the end. */
  List<List<String>> eventOrders() {
    List<String> events = events();
    if (this != DISORDER) {
      return List.of(events);
    }
    List<String> turnsFirst = new ArrayList<>(events);
    Collections.swap(turnsFirst, events.size() - 2, events.size() - 3);
    return List.of(events, turnsFirst);
  }

  @Override
  public String toString() {
    return digits + " " + name();
  }
}
