package eu.callorders.server.cli.events;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.demo.FictionalNumbers;
import eu.callorders.server.json.Json;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code trigger}: an order in the sandbox that leads to an event. */
@Command(
    name = "trigger",
    description = "Creates an order to a magic number of the sandbox that leads to this event.",
    footer = {"", "Example:", "  call-orders trigger call_order.completed"})
public final class TriggerCommand extends ApiCommand {
  private static final String CANCELED = "call_order.canceled";

  private static final ApiRequest<JsonNode> CREATE =
      ApiRequest.of("POST", "/v1/call-orders", new TypeReference<JsonNode>() {});

  /** The last two digits of a number by the event that they lead to. */
  private static final Map<String, String> DIGITS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("call_order.accepted", "06"),
              Map.entry("call_order.scheduled", "06"),
              Map.entry("call_order.dialing", "06"),
              Map.entry("call_order.in_progress", "06"),
              Map.entry("call_order.completed", "21"),
              Map.entry("call_order.failed", "01"),
              Map.entry(CANCELED, "06"),
              Map.entry("call.started", "06"),
              Map.entry("call.answered", "06"),
              Map.entry("call.ended", "06"),
              Map.entry("call.transcript_available", "21"),
              Map.entry("promise.made", "21"),
              Map.entry("suppression.created", "25")));

  @Parameters(index = "0", paramLabel = "TYPE", description = "The type of the event.")
  private String type = "";

  @Override
  protected int run(ApiSession session) {
    String digits = DIGITS.get(type);
    if (digits == null) {
      throw usage(
          "No order leads to "
              + type
              + " by itself; known are "
              + String.join(", ", DIGITS.keySet()));
    }
    JsonNode order =
        FictionalNumbers.order(
            ThreadLocalRandom.current().nextInt(FictionalNumbers.COUNT),
            digits,
            phone -> session.send(CREATE.withBody(order(phone, type.equals(CANCELED)))));
    if (type.equals(CANCELED)) {
      order = session.send(Operations.cancelCallOrder(order.path("id").asText(), null));
    }
    session.printLine(order, order.path("id").asText());
    return DONE;
  }

  /**
   * Makes the body of an order.
   *
   * @param waits whether it is not dialed at once: only in the minute after nine
   */
  private static ObjectNode order(String phone, boolean waits) {
    ObjectNode order = Json.object().put("order_type", "payment_reminder");
    ObjectNode subject = order.putObject("subject");
    subject.put("reference", "trigger-" + UUID.randomUUID());
    subject.putObject("name").put("family_name", "Muster");
    order.putArray("contacts").addObject().put("channel", "phone").put("value", phone);
    ObjectNode claim = order.putObject("context").putObject("claim");
    claim.putObject("outstanding").put("value", "120.50").put("currency", "EUR");
    claim.put("creditor_name", "Stadtwerke Musterstadt");
    claim.putObject("basis").put("kind", "invoice");
    if (waits) {
      ObjectNode times = order.putObject("scheduling").putArray("local_call_times").addObject();
      times.putArray("days").add("mon").add("tue").add("wed").add("thu").add("fri");
      times.put("from", "09:00").put("to", "09:01");
    }
    return order;
  }
}
