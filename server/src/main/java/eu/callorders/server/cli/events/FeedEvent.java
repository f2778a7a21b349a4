package eu.callorders.server.cli.events;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An event of the feed.
 *
 * @param text the envelope as the feed has it, character for character: a webhook has this body
 */
public record FeedEvent(JsonNode json, String text) {
  public String type() {
    return json.path("type").asText();
  }

  String id() {
    return json.path("id").asText();
  }
}
