package eu.callorders.console.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.files.FileHead;
import eu.callorders.client.files.OrderFields;
import eu.callorders.client.files.OrderFile;
import eu.callorders.console.api.Json;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file to import, and how it is read.
 *
 * @param encoding name of a charset; empty for UTF-8
 * @param country whose local numbers are read; empty for none
 * @param mapping path of a member by column; empty for an ignored one
 * @param constants value by path, for all rows
 */
record ImportJob(
    Path file,
    String encoding,
    String country,
    Map<String, String> mapping,
    Map<String, String> constants) {

  static ImportJob of(Path file) {
    return new ImportJob(file, "", "", Map.of(), Map.of());
  }

  /** Reads what {@link #json} has written. */
  static ImportJob of(JsonNode json) {
    return new ImportJob(
        Path.of(json.path("file").asText()),
        json.path("encoding").asText(),
        json.path("country").asText(),
        texts(json.path("mapping")),
        texts(json.path("constants")));
  }

  private static Map<String, String> texts(JsonNode json) {
    Map<String, String> texts = new LinkedHashMap<>();
    json.properties().forEach(member -> texts.put(member.getKey(), member.getValue().asText()));
    return texts;
  }

  ObjectNode json() {
    ObjectNode json = Json.object();
    json.put("file", file.toString()).put("encoding", encoding).put("country", country);
    ObjectNode columns = json.putObject("mapping");
    mapping.forEach(columns::put);
    ObjectNode values = json.putObject("constants");
    constants.forEach(values::put);
    return json;
  }

  ImportJob withEncoding(String value) {
    return new ImportJob(file, value, country, mapping, constants);
  }

  ImportJob withCountry(String value) {
    return new ImportJob(file, encoding, value, mapping, constants);
  }

  ImportJob withColumn(String column, String path) {
    return new ImportJob(file, encoding, country, with(mapping, column, path), constants);
  }

  ImportJob withConstant(String path, String value) {
    return new ImportJob(file, encoding, country, mapping, with(constants, path, value));
  }

  private static Map<String, String> with(Map<String, String> texts, String key, String text) {
    Map<String, String> changed = new LinkedHashMap<>(texts);
    changed.put(key, text);
    return changed;
  }

  /** With these columns; a column that has no field is guessed. */
  ImportJob withColumns(List<String> columns, FieldChoices fields) {
    Map<String, String> fitted = new LinkedHashMap<>(mapping);
    fitted.keySet().retainAll(columns);
    columns.forEach(
        column -> fitted.computeIfAbsent(column, name -> fields.guess(name, fitted.values())));
    return new ImportJob(file, encoding, country, fitted, constants);
  }

  /** The paths that an order needs, and no column fills. */
  List<String> missing() {
    return OrderFields.required().stream().filter(path -> !mapping.containsValue(path)).toList();
  }

  /** Those of them that have no value for all rows either. */
  List<String> unfilled() {
    return missing().stream().filter(path -> constant(path).isEmpty()).toList();
  }

  String constant(String path) {
    return constants.getOrDefault(path, "").strip();
  }

  /** The paths that several columns would fill. */
  Set<String> doubled(FileHead head) {
    Set<String> filled = new HashSet<>();
    Set<String> doubled = new HashSet<>();
    for (String column : head.columns()) {
      String path = mapping.getOrDefault(column, "");
      if (!path.isEmpty() && !filled.add(path)) {
        doubled.add(path);
      }
    }
    return doubled;
  }

  /** The column that fills the member; null when a value for all rows does. */
  @Nullable String column(String path) {
    return mapping.entrySet().stream()
        .filter(entry -> entry.getValue().equals(path))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  OrderFile orderFile() {
    Map<String, String> values = new LinkedHashMap<>();
    missing().forEach(path -> values.put(path, constant(path)));
    return new OrderFile(
        file,
        encoding.isEmpty() ? null : Charset.forName(encoding),
        null,
        country.isEmpty() ? null : country,
        mapping,
        values);
  }

  String name() {
    return file.getFileName().toString();
  }
}
