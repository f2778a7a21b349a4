package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Orders as a CSV file, whose columns have the paths of the members as their names. */
final class OrderCsv {
  private OrderCsv() {}

  /** Writes so many orders; all have the members of the first. */
  static void write(Path file, int rows, Supplier<Orders.Keyed> orders) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int row = 0; row < rows; row++) {
        Map<String, String> cells = new LinkedHashMap<>();
        put(cells, "", Http.JSON.readTree(orders.get().body().getBytes()));
        if (row == 0) {
          out.write(line(cells.keySet()));
        }
        out.write(line(cells.values()));
      }
    }
  }

  private static void put(Map<String, String> cells, String path, JsonNode value) {
    String prefix = path.isEmpty() ? "" : path + ".";
    value.properties().forEach(member -> put(cells, prefix + member.getKey(), member.getValue()));
    for (int index = 0; value.isArray() && index < value.size(); index++) {
      put(cells, prefix + index, value.path(index));
    }
    if (value.isValueNode()) {
      cells.put(path, value.asText());
    }
  }

  private static String line(Collection<String> cells) {
    return cells.stream()
        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }
}
