package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.bulk.ImportPreview;
import eu.callorders.client.bulk.ImportPreview.Reason;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.Map;

/** Formats what would become of the rows of a file. */
public final class PreviewFormatter {
  private static final List<String> VERDICTS = List.of("refused", "ready", "deferred", "held");

  private PreviewFormatter() {}

  public static ObjectNode json(ImportPreview preview) {
    ObjectNode json = Json.object();
    VERDICTS.forEach(verdict -> json.put(verdict, 0));
    preview.verdicts().forEach(json::put);
    ArrayNode reasons = json.putArray("reasons");
    for (Reason reason : preview.reasons()) {
      reasons
          .addObject()
          .put("verdict", reason.verdict())
          .put("code", reason.code())
          .put("rows", reason.rows())
          .put("first_row", reason.firstRow())
          .put("message", reason.message());
    }
    ArrayNode days = json.putArray("days");
    preview
        .days()
        .forEach((day, rows) -> days.addObject().put("day", day.toString()).put("rows", rows));
    return json;
  }

  public static String text(ImportPreview preview) {
    StringBuilder text = new StringBuilder();
    Map<String, Integer> rows = preview.verdicts();
    text.append(
        "%d would be refused, %d called at once, %d deferred, %d held"
            .formatted(VERDICTS.stream().map(verdict -> rows.getOrDefault(verdict, 0)).toArray()));
    for (Reason reason : preview.reasons()) {
      text.append(
          "%n  %-8s  %s: %d rows, the first is row %d: %s"
              .formatted(
                  reason.verdict(),
                  reason.code(),
                  reason.rows(),
                  reason.firstRow(),
                  reason.message()));
    }
    preview
        .days()
        .forEach((day, count) -> text.append("%n  %s: %d first calls".formatted(day, count)));
    return text.toString();
  }
}
