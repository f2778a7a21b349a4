package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.sequence.CalendarDuration;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.core.sequence.ExitRule;
import eu.callorders.core.sequence.Fact;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.core.sequence.Step;
import eu.callorders.core.sequence.Wait;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads definitions from JSON that satisfies the contract and {@link SequenceRules}. */
public final class SequenceDefinitionReader {
  private SequenceDefinitionReader() {}

  /** Reads {@code trigger}, {@code exit_conditions} and {@code steps}. */
  public static SequenceDefinition read(JsonNode definition) {
    JsonNode trigger = definition.path("trigger");
    List<Step> steps = new ArrayList<>();
    definition.path("steps").forEach(step -> steps.add(step(step)));
    return new SequenceDefinition(
        trigger.path("signal_type").asText(),
        trigger.has("enrollment_policy")
            ? EnrollmentPolicy.of(trigger.path("enrollment_policy").asText())
            : EnrollmentPolicy.ONE_ACTIVE_PER_SUBJECT,
        facts(definition.path("exit_conditions")),
        steps);
  }

  private static Step step(JsonNode step) {
    String id = step.path("id").asText();
    return switch (step.path("type").asText()) {
      case "wait" -> new Step.WaitStep(id, wait(step), facts(step.path("skip_remaining_if")));
      case "create_order" -> new Step.CreateOrderStep(id, exitWhen(step));
      default -> throw new IllegalArgumentException("unknown type " + step.path("type"));
    };
  }

  private static Wait wait(JsonNode step) {
    return new Wait(between(step.get("after")), until(step.get("until")));
  }

  /** A single bound means an exact duration. */
  private static Wait.@Nullable Between between(@Nullable JsonNode after) {
    if (after == null) {
      return null;
    }
    CalendarDuration min = duration(after, after.has("min") ? "min" : "max");
    return new Wait.Between(min, after.has("max") ? duration(after, "max") : min);
  }

  private static CalendarDuration duration(JsonNode after, String member) {
    return CalendarDuration.parse(after.path(member).asText()).orElseThrow();
  }

  private static Wait.@Nullable Until until(@Nullable JsonNode until) {
    return until == null
        ? null
        : new Wait.Until(
            until.has("date") ? LocalDate.parse(until.path("date").asText()) : null,
            until.has("local_time") ? LocalTime.parse(until.path("local_time").asText()) : null);
  }

  private static @Nullable ExitRule exitWhen(JsonNode step) {
    JsonNode when = step.get("exit_when");
    return when == null
        ? null
        : new ExitRule(
            texts(when.path("summary_codes")),
            texts(when.path("reachability")),
            step.path("exit_reason").asText());
  }

  private static Set<String> texts(JsonNode values) {
    Set<String> texts = new HashSet<>();
    values.forEach(value -> texts.add(value.asText()));
    return texts;
  }

  private static Set<Fact> facts(JsonNode conditions) {
    Set<Fact> facts = new HashSet<>();
    conditions.forEach(condition -> facts.add(fact(condition)));
    return facts;
  }

  private static Fact fact(JsonNode condition) {
    String type = condition.path("type").asText();
    return type.equals("signal")
        ? new Fact.Signal(condition.path("signal_type").asText())
        : Fact.Condition.of(type);
  }
}
