package eu.callorders.server.cli.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A page of the feed with the text of each envelope. */
record EnvelopePage(List<FeedEvent> events, boolean hasMore, String cursor) {

  static EnvelopePage read(byte[] page) {
    JsonNode json = Json.parse(page);
    List<FeedEvent> events = new ArrayList<>();
    for (String text : envelopes(page)) {
      events.add(new FeedEvent(Json.parse(text), text));
    }
    return new EnvelopePage(
        events, json.path("has_more").asBoolean(), json.path("next_cursor").asText());
  }

  /** The items of the member {@code data}, cut from the page. */
  private static List<String> envelopes(byte[] page) {
    List<String> texts = new ArrayList<>();
    try (JsonParser parser = Json.mapper().createParser(page)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean rows = parser.currentName().equals("data");
        parser.nextToken();
        while (rows && parser.nextToken() == JsonToken.START_OBJECT) {
          int start = (int) parser.currentTokenLocation().getByteOffset();
          parser.skipChildren();
          int end = (int) parser.currentLocation().getByteOffset();
          texts.add(new String(page, start, end - start, StandardCharsets.UTF_8));
        }
        parser.skipChildren();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }
}
