package eu.callorders.client.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.client.ClientJson;
import eu.callorders.client.api.ApiException;
import java.io.IOException;
import java.util.List;

/**
 * Why a row is not sent.
 *
 * @param values what the sentence of the kind names
 * @param problem of the service, as JSON; missing for other kinds than its refusals
 */
public record RowFault(Kind kind, List<Object> values, JsonNode problem) {
  /** What is wrong, with the sentence that the values fill. */
  public enum Kind {
    /** Values: cells of the row, cells of the header. */
    CELLS("it has %s cells, the header has %s"),
    NO_OBJECT("it is no JSON object"),
    /** Values: reason. */
    NO_JSON("it is no JSON: %s"),
    /** Values: MiB. */
    TOO_LARGE("it has %s MiB, an order at most 1 MiB"),
    /** Values: what the check of the caller says. */
    INVALID("%s"),
    /** Values: number of the other row. */
    SAME_REFERENCE("has the client_reference of row %s; it would be a second order"),
    /** Values: number of the other row. */
    SAME_CONTENT("is the same as row %s; it would be a second order"),
    CHANGED(
        "it became an order earlier, with other content: edit the order, or use another result"
            + " file for other rows"),
    /** Values: missing rows, number of the first of them in the earlier file. */
    HELD_BACK(
        "rows that are orders, or may be, are missing from the file (%s, the first was row %s), and"
            + " this may be one of them, edited: put the missing rows back as they were; if this"
            + " row is new, give it a client_reference or import it with another result file"),
    /** Values: code, message. */
    PREVIEW("it would be refused: %s: %s"),
    /** The service has refused it; values: the summary of the problem. */
    REFUSED("%s");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  public static RowFault of(Kind kind, Object... values) {
    return new RowFault(kind, List.of(values), MissingNode.getInstance());
  }

  static RowFault of(ApiException refusal) {
    return new RowFault(Kind.REFUSED, List.of(refusal.problem().summary()), json(refusal.body()));
  }

  private static JsonNode json(byte[] body) {
    try {
      return ClientJson.mapper().readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** One sentence. */
  public String message() {
    return kind.text.formatted(values.toArray());
  }
}
