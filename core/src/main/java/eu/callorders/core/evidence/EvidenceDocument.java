package eu.callorders.core.evidence;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.id.IdKind;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the evidence of a call: why it was permitted, what it disclosed and how it went. No name,
 * number or free text, so that it stays when the subject is erased.
 */
public final class EvidenceDocument {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Codes, dates, durations, zones and versions; a text has white space, a phone only digits. */
  private static final Pattern CODE =
      Pattern.compile("(?!\\+?[0-9]{5,}$)[A-Za-z0-9_.:/+*-]{1,100}");

  /** Names of countries, regions and row versions, as the service writes them. */
  private static final Pattern SOURCE = Pattern.compile("[A-Za-z0-9_.,:/+* -]{0,200}");

  private static final List<String> CHECKS = List.of("suppression", "hold");

  private EvidenceDocument() {}

  /** The members of the document: maps, lists, strings, numbers, booleans and nulls. */
  public static Map<String, Object> of(CallFacts facts) {
    Attempt attempt = facts.attempt();
    List<Map<String, Object>> rules = rules(facts.decision(), "rules");
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("iss", facts.issuer());
    document.put("iat", facts.madeAt().getEpochSecond());
    document.put("environment", facts.environment());
    document.put("tenant_id", IdKind.TENANT.format(facts.tenantId()));
    document.put("call_id", IdKind.CALL.format(attempt.id()));
    document.put("call_order_id", IdKind.ORDER.format(attempt.orderId()));
    document.put("attempt", attempt.attemptNumber());
    document.put("decision", decision(facts, rules));
    document.put("counters", counters(rules));
    document.put("checks", checks(rules));
    // Written by the service: codes, instants and an amount.
    document.put("predial_check", facts.decision().get("predial_check"));
    document.put(
        "caller_id_hash",
        Map.of("key_id", facts.callerIdHash().keyId(), "hmac", facts.callerIdHash().value()));
    document.put("disclosure", disclosure(facts));
    document.put("compliance_basis", facts.complianceBasis());
    document.put("call", call(facts));
    RecordedEvents recorded = facts.gatewayEvents();
    document.put(
        "gateway_events", recorded.events().stream().map(EvidenceDocument::event).toList());
    document.put("gateway_events_omitted", recorded.omitted() == 0 ? null : recorded.omitted());
    return withoutNulls(document);
  }

  private static Map<String, Object> decision(CallFacts facts, List<Map<String, Object>> rules) {
    Map<String, @Nullable Object> decision = new LinkedHashMap<>();
    decision.put("at", facts.decision().getOrDefault("at", format(facts.intendedAt())));
    decision.put("timezone", facts.decision().get("timezone"));
    if (facts.decision().get("restored") instanceof Boolean restored) {
      decision.put("restored", restored);
    }
    decision.put("rules", rules);
    decision.put("window", rules(facts.decision(), "window"));
    return withoutNulls(decision);
  }

  /** Each rule with its figures, and the row that it comes from. */
  private static List<Map<String, Object>> rules(Map<String, Object> decision, String member) {
    List<Map<String, Object>> rules = new ArrayList<>();
    if (decision.get(member) instanceof List<?> stored) {
      for (Object one : stored) {
        if (one instanceof Map<?, ?> verdict) {
          rules.add(rule(verdict));
        }
      }
    }
    return rules;
  }

  private static Map<String, Object> rule(Map<?, ?> verdict) {
    Map<String, @Nullable Object> rule = new LinkedHashMap<>();
    rule.put("rule", verdict.get("rule"));
    rule.put("verdict", verdict.get("verdict"));
    rule.put("source", source(verdict.get("source")));
    if (verdict.get("parameters") instanceof Map<?, ?> parameters && !parameters.isEmpty()) {
      rule.put("figures", figure(parameters));
    }
    return withoutNulls(rule);
  }

  private static @Nullable Object source(@Nullable Object source) {
    return source instanceof String text && !text.isEmpty() && SOURCE.matcher(text).matches()
        ? text
        : null;
  }

  /** The value without its texts; null when nothing is left. */
  private static @Nullable Object figure(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> members -> {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        members.forEach(
            (name, member) ->
                figures.put(
                    name.toString(), name.equals("source") ? source(member) : figure(member)));
        yield withoutNulls(figures);
      }
      case List<?> items -> {
        List<Object> figures = new ArrayList<>();
        for (Object item : items) {
          Object figure = figure(item);
          if (figure != null) {
            figures.add(figure);
          }
        }
        yield figures;
      }
      case Number number -> number;
      case Boolean truth -> truth;
      case String text when CODE.matcher(text).matches() -> text;
      case null, default -> null;
    };
  }

  /** The rules that count, with what was used of their limit before this call. */
  private static Map<String, Object> counters(List<Map<String, Object>> rules) {
    Map<String, Object> counters = new LinkedHashMap<>();
    for (Map<String, Object> rule : rules) {
      if (rule.get("figures") instanceof Map<?, ?> figures
          && figures.get("used") instanceof Number used
          && figures.get("limit") instanceof Number limit) {
        counters.put(String.valueOf(rule.get("rule")), Map.of("used", used, "limit", limit));
      }
    }
    return counters;
  }

  /** The verdicts of the lists of persons and numbers that must not be called. */
  private static Map<String, Object> checks(List<Map<String, Object>> rules) {
    Map<String, Object> checks = new LinkedHashMap<>();
    for (Map<String, Object> rule : rules) {
      if (rule.get("rule") instanceof String name
          && CHECKS.contains(name)
          && rule.get("verdict") instanceof String verdict) {
        checks.put(name, verdict);
      }
    }
    return checks;
  }

  private static @Nullable Map<String, Object> disclosure(CallFacts facts) {
    Map<String, @Nullable Object> disclosure = new LinkedHashMap<>();
    if (facts.decision().get("disclosure") instanceof Map<?, ?> requested) {
      disclosure.put("language", requested.get("language"));
      disclosure.put("text_sha256", requested.get("text_sha256"));
      disclosure.put("fallback", requested.get("fallback"));
    }
    Optional<RecordedEvent> spoken =
        DisclosureCheck.first(facts.gatewayEvents().events(), RecordedEvent.DISCLOSED);
    spoken.ifPresent(
        event -> {
          disclosure.put("spoken_at", format(event.at()));
          disclosure.put("spoken_sha256", event.textSha256());
        });
    return disclosure.isEmpty() ? null : withoutNulls(disclosure);
  }

  private static Map<String, Object> call(CallFacts facts) {
    Attempt attempt = facts.attempt();
    Map<String, @Nullable Object> call = new LinkedHashMap<>();
    call.put("intended_at", format(facts.intendedAt()));
    call.put("started_at", format(attempt.startedAt()));
    call.put("answered_at", format(attempt.answeredAt()));
    call.put("ended_at", format(attempt.endedAt()));
    call.put("disposition", attempt.disposition() == null ? null : attempt.disposition().wire());
    call.put("cause", attempt.cause() == null ? null : attempt.cause().wire());
    call.put("objected", attempt.objected());
    call.put("reported", facts.reported());
    return withoutNulls(call);
  }

  private static Map<String, Object> event(RecordedEvent event) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("type", event.type());
    item.put("sequence", event.sequence());
    item.put("at", format(event.at()));
    return item;
  }

  private static @Nullable String format(@Nullable Instant instant) {
    return instant == null ? null : INSTANT.format(instant);
  }

  private static Map<String, Object> withoutNulls(Map<String, @Nullable Object> members) {
    Map<String, Object> present = new LinkedHashMap<>();
    members.forEach(
        (name, value) -> {
          if (value != null) {
            present.put(name, value);
          }
        });
    return present;
  }
}
