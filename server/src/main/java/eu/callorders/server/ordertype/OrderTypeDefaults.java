package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.math.BigDecimal;
import java.util.List;

/**
 * The canonical form of order type defaults, for storage and comparison; sequence steps use the
 * same form.
 */
public final class OrderTypeDefaults {
  private OrderTypeDefaults() {}

  /**
   * The defaults with date-times in UTC, whole numbers without fraction, and without empty objects,
   * except in {@code negotiation}, where an empty object allows the agent to raise the subject.
   *
   * @param given satisfies the contract; members besides the four blocks are kept
   */
  public static ObjectNode of(JsonNode given) {
    ObjectNode defaults = given instanceof ObjectNode object ? object.deepCopy() : Json.object();
    if (defaults.get("scheduling") instanceof ObjectNode scheduling) {
      scheduling(scheduling);
    }
    for (String block : List.of("scheduling", "negotiation", "delivery", "variables")) {
      dropEmpty(defaults, block);
    }
    return defaults;
  }

  private static void scheduling(ObjectNode scheduling) {
    toWholeNumber(scheduling, "max_attempts");
    if (scheduling.get("retry") instanceof ObjectNode retry) {
      toWholeNumber(retry, "min_gap_hours");
    }
    if (scheduling.get("window") instanceof ObjectNode window) {
      toUtc(window, "not_before");
      toUtc(window, "not_after");
    }
    dropEmpty(scheduling, "retry");
    dropEmpty(scheduling, "window");
    dropEmpty(scheduling, "local_call_times");
  }

  private static void toWholeNumber(ObjectNode holder, String member) {
    if (holder.has(member)) {
      BigDecimal number = holder.get(member).decimalValue();
      holder.put(member, number.intValueExact());
    }
  }

  private static void toUtc(ObjectNode holder, String member) {
    if (holder.has(member)) {
      holder.put(member, Timestamps.format(Timestamps.parse(holder.get(member).asText())));
    }
  }

  private static void dropEmpty(ObjectNode holder, String member) {
    if (holder.has(member) && holder.get(member).isEmpty()) {
      holder.remove(member);
    }
  }
}
