package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The API with one bearer token. Every response is checked against the contract. */
final class Api {
  static final String ORDERS = "/v1/call-orders";

  private final HttpClient client;
  private final ContractCheck contract;
  private final String address;
  private final String token;

  Api(HttpClient client, ContractCheck contract, String address, String token) {
    this.client = client;
    this.contract = contract;
    this.address = address;
    this.token = token;
  }

  ServiceResponse get(String target, String... headers) {
    return send("GET", target, null, headers);
  }

  ServiceResponse post(String target, JsonNode body, String... headers) {
    return send("POST", target, body.toString(), headers);
  }

  ServiceResponse post(String target, String... headers) {
    return send("POST", target, null, headers);
  }

  ServiceResponse create(JsonNode order, String... headers) {
    return post(ORDERS, order, headers);
  }

  ServiceResponse order(String id) {
    return get(ORDERS + "/" + id);
  }

  ServiceResponse cancel(String id, String... headers) {
    return post(ORDERS + "/" + id + "/cancel", headers);
  }

  /** Changes an order regardless of its revision. */
  ServiceResponse patch(String id, String json) {
    return patch(id, json, "*");
  }

  ServiceResponse patch(String id, String json, String ifMatch) {
    return send("PATCH", ORDERS + "/" + id, json, "If-Match", ifMatch);
  }

  /** Sends a request; a body is JSON unless a header says otherwise. */
  ServiceResponse send(String method, String target, String body, String... headers) {
    ServiceResponse response = new ServiceResponse(exchange(method, target, body, headers));
    contract.check(method, target, response);
    return response;
  }

  private HttpResponse<String> exchange(
      String method, String target, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + target)).timeout(Duration.ofMinutes(2));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null && !String.join(" ", headers).contains("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(method + " " + target, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static ObjectNode json(String text) {
    return (ObjectNode) Json.parse(text);
  }
}
