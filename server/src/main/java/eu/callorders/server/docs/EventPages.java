package eu.callorders.server.docs;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.server.contract.Contract;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A page for each event type, with the contract's example. */
final class EventPages {
  private EventPages() {}

  static List<SitePage> of(MarkdownRenderer renderer, Contract contract) {
    Map<String, JsonNode> examples = examples(contract);
    List<SitePage> pages = new ArrayList<>();
    StringBuilder table = new StringBuilder("# Events\n\n| type | |\n|---|---|\n");
    for (EventType type : EventType.values()) {
      JsonNode example = examples.get(type.wire());
      if (example != null) {
        String summary = example.path("summary").asText();
        table.append(
            "| [`%s`](/docs/events/%s) | %s |\n".formatted(type.wire(), type.wire(), summary));
        pages.add(
            renderer.page(
                "/docs/events/" + type.wire(), page(type, summary, example.path("value"))));
      }
    }
    pages.addFirst(renderer.page("/docs/events", table.toString()));
    return pages;
  }

  /** The first example of each type: a thin one comes later. */
  private static Map<String, JsonNode> examples(Contract contract) {
    Map<String, JsonNode> examples = new HashMap<>();
    contract
        .document()
        .at("/webhooks/event/post/requestBody/content/application~1json/examples")
        .forEach(
            reference -> {
              JsonNode example = contract.resolve(reference);
              examples.putIfAbsent(example.at("/value/type").asText(), example);
            });
    return examples;
  }

  private static String page(EventType type, String summary, JsonNode example) {
    return """
    # %s

    %s. The same envelope comes by webhook and in the feed.

    ## Example

    ```
    %s
    ```
    """
        .formatted(type.wire(), summary, example.toPrettyString());
  }
}
