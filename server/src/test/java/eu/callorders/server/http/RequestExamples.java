package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractParameter;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Valid requests from the contract. */
public final class RequestExamples {
  private RequestExamples() {}

  /** The example bodies of an operation. */
  public static List<JsonNode> of(Contract contract, ContractOperation operation) {
    JsonNode media =
        contract
            .resolve(
                contract
                    .document()
                    .path("paths")
                    .path(operation.path())
                    .path(operation.method().toLowerCase(Locale.ROOT))
                    .path("requestBody"))
            .path("content")
            .path("application/json");
    List<JsonNode> examples = new ArrayList<>();
    if (media.has("example")) {
      examples.add(media.get("example"));
    }
    media
        .path("examples")
        .forEach(example -> examples.add(contract.resolve(example).path("value")));
    return examples;
  }

  /** A valid value of the parameter. */
  public static String value(ContractParameter parameter) {
    JsonNode schema = parameter.schema();
    if (schema.path("enum").has(0)) {
      return schema.path("enum").get(0).asText();
    }
    return Map.of(
            "limit", "7",
            "wait", "3",
            "created_after", "2026-11-20T08:00:00+01:00",
            "created_before", "2026-11-21T08:00:00Z",
            "phone", "+493023125000",
            "claim", "case_number:AZ-771-26",
            "event_type", "call.ended",
            "event_types", "call_order.*,call.ended")
        .getOrDefault(parameter.name(), "something");
  }

  /** A minimal order. */
  public static ObjectNode order() {
    return (ObjectNode)
        Json.parse(
            """
            {
              "order_type": "payment_reminder",
              "subject": {"reference": "p-1", "name": {"family_name": "Muster"}},
              "contacts": [{"channel": "phone", "value": "+493023125000"}],
              "context": {
                "claim": {
                  "outstanding": {"value": "120.50", "currency": "EUR"},
                  "creditor_name": "Stadtwerke",
                  "basis": {"kind": "contract"}
                }
              }
            }
            """);
  }
}
