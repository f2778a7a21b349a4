package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.FuzzRequests.Request;
import eu.callorders.server.http.RawHttp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests of a tenant for another one's resources, compared with those for nonexistent ones. */
final class ForeignRequests {
  private final int port;
  private final String token;
  private final Map<String, String> unknownNames = new HashMap<>();

  ForeignRequests(RunningTenant tenant) {
    port = tenant.service().port();
    token = tenant.token();
  }

  /** Adds an identifier of the other tenant, and a nonexistent one of the same length. */
  void add(String identifier, String unknown) {
    unknownNames.put(identifier, unknown);
  }

  /** Adds a cursor of the other tenant, and an altered one. */
  void addCursor(String cursor) {
    add(cursor, cursor.substring(0, 9) + "AAAA" + cursor.substring(13));
  }

  boolean isForeign(Request request) {
    return !asUnknown(request.target()).equals(request.target());
  }

  RawHttp.RawResponse assertGetSameAsUnknown(String target) {
    return assertSameAsUnknown(new Request("GET", target, List.of(), null));
  }

  RawHttp.RawResponse assertPostSameAsUnknown(String target, JsonNode body) {
    return assertSameAsUnknown(new Request("POST", target, List.of(), body.toString()));
  }

  /** The response for the other tenant's resource, equal to that for a nonexistent one. */
  RawHttp.RawResponse assertSameAsUnknown(Request request) {
    String body = request.body() == null ? null : asUnknown(request.body());
    Request unknown = request.withTarget(asUnknown(request.target())).withBody(body);
    assertThat(unknown).isNotEqualTo(request);
    RawHttp.RawResponse foreign = send(request);
    RawHttp.RawResponse other = send(unknown);

    assertThat(foreign.status()).as(request + " " + foreign).isEqualTo(other.status());
    assertThat(shown(foreign)).as(request.toString()).isEqualTo(shown(other));
    assertThat(new TreeMap<>(foreign.headers()))
        .as(request.toString())
        .isEqualTo(new TreeMap<>(other.headers()));
    return foreign;
  }

  /** Replaces identifiers of the other tenant by nonexistent ones. */
  String asUnknown(String text) {
    String replaced = text;
    for (Map.Entry<String, String> name : unknownNames.entrySet()) {
      replaced = replaced.replace(name.getKey(), name.getValue());
    }
    return replaced;
  }

  /** Cursors at the end of the feed depend on the time of the request. */
  private String shown(RawHttp.RawResponse response) {
    return asUnknown(response.body()).replaceAll("\"next_cursor\":\"[^\"]+\"", "\"next_cursor\":1");
  }

  /** The body of a response that is compared with no other. */
  String get(String target) {
    return send(new Request("GET", target, List.of(), null)).body();
  }

  private RawHttp.RawResponse send(Request request) {
    String head = "Authorization: Bearer " + token;
    return RawHttp.send(port, PipelinedLoad.encode(request, head, "X-Request-Id: foreign"));
  }
}
