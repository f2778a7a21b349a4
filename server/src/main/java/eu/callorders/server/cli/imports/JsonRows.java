package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowSource;
import eu.callorders.server.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;

/** The rows of a file of JSON Lines, each the body of an order. */
final class JsonRows implements RowSource {
  private final TextFile file;

  JsonRows(TextFile file) {
    this.file = file;
  }

  @Override
  public void forEach(RowConsumer consumer) throws IOException, InterruptedException {
    int number = 0;
    try (BufferedReader in = new BufferedReader(file.open())) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isBlank()) {
          number++;
          consumer.accept(row(number, line));
        }
      }
    } catch (CharacterCodingException e) {
      throw new InvalidFileException(
          "%s is not UTF-8 (after row %d): give --encoding windows-1252, or what it is."
              .formatted(file.name(), number));
    }
  }

  private static ImportRow row(int number, String line) {
    try {
      JsonNode json = Json.mapper().readTree(line);
      return json instanceof ObjectNode body
          ? ImportRow.of(number, body)
          : ImportRow.unreadable(number, "it is no JSON object");
    } catch (JsonProcessingException e) {
      return ImportRow.unreadable(number, "it is no JSON: " + e.getOriginalMessage());
    }
  }
}
