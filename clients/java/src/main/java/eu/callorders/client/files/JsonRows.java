package eu.callorders.client.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.bulk.RowFault.Kind;
import eu.callorders.client.bulk.RowSource;
import java.io.IOException;
import java.io.LineNumberReader;
import java.nio.charset.CharacterCodingException;

/** The rows of a file of JSON Lines, each the body of an order. */
final class JsonRows implements RowSource {
  private static final int MAX_NESTING = 32;

  /** As strict as the service. */
  private static final ObjectMapper STRICT =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final TextFile file;

  JsonRows(TextFile file) {
    this.file = file;
  }

  @Override
  public void forEach(RowConsumer consumer) throws IOException, InterruptedException {
    int number = 0;
    try (RowLimitReader rows = file.open();
        LineNumberReader in = new LineNumberReader(rows)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isBlank()) {
          number++;
          consumer.accept(row(number, in.getLineNumber(), line));
        }
        rows.beginRow(in.getLineNumber() + 1);
      }
    } catch (CharacterCodingException e) {
      throw new InvalidFileException(InvalidFileException.Kind.ENCODING, file.name(), number);
    }
  }

  private static ImportRow row(int number, int lineNumber, String line) {
    try {
      JsonNode json = STRICT.readTree(line);
      return json instanceof ObjectNode body
          ? ImportRow.of(number, lineNumber, body)
          : ImportRow.unreadable(number, lineNumber, RowFault.of(Kind.NO_OBJECT));
    } catch (JsonProcessingException e) {
      return ImportRow.unreadable(
          number, lineNumber, RowFault.of(Kind.NO_JSON, e.getOriginalMessage()));
    }
  }
}
