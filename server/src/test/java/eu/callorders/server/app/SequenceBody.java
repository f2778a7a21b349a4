package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.http.Json;
import java.util.List;
import java.util.stream.IntStream;

/** Bodies of sequences, and where they are sent. */
final class SequenceBody {
  static final String PATH = "/v1/sequences";

  private static final String CALL =
      "{\"id\": \"call\", \"type\": \"create_order\", \"order_type\": \"payment_reminder\"}";

  private SequenceBody() {}

  /** The least that makes a version. */
  static ObjectNode version() {
    return version(CALL);
  }

  /** A version of these steps. */
  static ObjectNode version(String... steps) {
    ObjectNode body = Api.json("{\"trigger\": {\"signal_type\": \"invoice.overdue\"}}");
    body.set("steps", Json.parse("[" + String.join(",", steps) + "]"));
    return body;
  }

  /** As many steps as may be, each with as many bytes of variables as may be. */
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

  /** The least that makes a sequence. */
  static ObjectNode of(String key) {
    return of(key, CALL);
  }

  static ObjectNode of(String key, String... steps) {
    return version(steps).put("key", key).put("title", "A ladder");
  }

  static String at(String id) {
    return PATH + "/" + id;
  }

  static String versionsOf(String id) {
    return at(id) + "/versions";
  }

  static ServiceResponse activate(Api api, String id, int version, String... headers) {
    return api.post(versionsOf(id) + "/" + version + "/activate", headers);
  }

  static ServiceResponse archive(Api api, String id, String... headers) {
    return api.post(at(id) + "/archive", headers);
  }

  /** Makes a sequence with a draft; its identifier. */
  static String create(Api api, String key) {
    return api.post(PATH, of(key)).is(201).id();
  }

  /** Makes that many sequences with a draft; their identifiers. */
  static List<String> createMany(Api api, int count) {
    return IntStream.range(0, count).mapToObj(number -> create(api, "many_" + number)).toList();
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
