package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.stream.IntStream;

/** Bodies and paths of sequences. */
final class SequenceBody {
  static final String PATH = "/v1/sequences";

  private static final String CALL =
      "{\"id\": \"call\", \"type\": \"create_order\", \"order_type\": \"payment_reminder\"}";

  private SequenceBody() {}

  /** The minimal version. */
  static ObjectNode version() {
    return version(CALL);
  }

  /** A version with these steps. */
  static ObjectNode version(String... steps) {
    ObjectNode body = Api.json("{\"trigger\": {\"signal_type\": \"invoice.overdue\"}}");
    body.set("steps", Json.parse("[" + String.join(",", steps) + "]"));
    return body;
  }

  /** The maximum number of steps, each with variables of the maximum size. */
  static ObjectNode largeVersion() {
    String value = "x".repeat(16 * 1024 - 8);
    return version(
        IntStream.range(0, 20)
            .mapToObj(
                step ->
                    CALL.replace("\"call\"", "\"call_" + step + "\"")
                        .replace("}", ", \"variables\": {\"v\": \"" + value + "\"}}"))
            .toArray(String[]::new));
  }

  /** The minimal sequence. */
  static ObjectNode of(String key) {
    return of(key, CALL);
  }

  static ObjectNode of(String key, String... steps) {
    return version(steps).put("key", key).put("title", "A ladder");
  }

  /** A preview of a version, for a person in Berlin. */
  static ObjectNode preview(JsonNode version) {
    ObjectNode body = Json.object().put("phone", "+493023125000");
    body.set("version", version);
    return body;
  }

  static String path(String id) {
    return PATH + "/" + id;
  }

  static String versionsPath(String id) {
    return path(id) + "/versions";
  }

  static ServiceResponse activate(Api api, String id, int version, String... headers) {
    return api.post(versionsPath(id) + "/" + version + "/activate", headers);
  }

  static ServiceResponse archive(Api api, String id, String... headers) {
    return api.post(path(id) + "/archive", headers);
  }

  /** Creates a sequence with a draft; returns its id. */
  static String create(Api api, String key) {
    return api.post(PATH, of(key)).is(201).id();
  }

  /** Creates this many sequences with a draft; returns their ids. */
  static List<String> createMany(Api api, int count) {
    return IntStream.range(0, count).mapToObj(index -> create(api, "many_" + index)).toList();
  }

  /** Status of each version, oldest first. */
  static List<String> statuses(JsonNode sequence) {
    return ServiceResponse.items(sequence.path("versions"))
        .map(version -> version.path("status").asText())
        .toList();
  }

  /** Events about a sequence, in the feed's order. */
  static List<JsonNode> events(RunningTenant tenant, String id) {
    return tenant.events(null).stream()
        .filter(event -> event.at("/related/sequence_id").asText().equals(id))
        .toList();
  }

  static List<String> eventTypes(RunningTenant tenant, String id) {
    return events(tenant, id).stream().map(event -> event.path("type").asText()).toList();
  }
}
