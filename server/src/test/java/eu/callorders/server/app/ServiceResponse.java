package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** An API response that passed the contract check. */
record ServiceResponse(HttpResponse<String> response) {
  int status() {
    return response.statusCode();
  }

  /** The header; null if absent. */
  String header(String name) {
    return response.headers().firstValue(name).orElse(null);
  }

  String text() {
    return response.body();
  }

  JsonNode body() {
    return Json.parse(response.body());
  }

  /** The code of a problem. */
  String code() {
    return body().path("code").asText();
  }

  /** The field errors, as {@code pointer code}. */
  List<String> errors() {
    return items(body().path("errors"))
        .map(error -> error.path("pointer").asText() + " " + error.path("code").asText())
        .toList();
  }

  /** The identifier of the resource in the body. */
  String id() {
    return body().path("id").asText();
  }

  /** The text at a pointer; empty if missing. */
  String at(String pointer) {
    return body().at(pointer).asText();
  }

  /** The rows of a page. */
  List<JsonNode> rows() {
    return items(body().path("data")).toList();
  }

  /** The identifiers of a successful list. */
  List<String> ids() {
    return column("id");
  }

  /** The keys of a successful list. */
  List<String> keys() {
    return column("key");
  }

  private List<String> column(String member) {
    return is(200).rows().stream().map(row -> row.path(member).asText()).toList();
  }

  /** The items of an array. */
  static Stream<JsonNode> items(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  ServiceResponse is(int status) {
    assertThat(status()).as(text()).isEqualTo(status);
    return this;
  }

  ServiceResponse is(int status, String code) {
    is(status);
    assertThat(code()).as(text()).isEqualTo(code);
    return this;
  }
}
