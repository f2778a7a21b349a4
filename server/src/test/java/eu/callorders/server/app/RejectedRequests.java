package eu.callorders.server.app;

import static eu.callorders.server.app.Canaries.NAME;
import static eu.callorders.server.app.Canaries.NUMBERS;
import static eu.callorders.server.app.Canaries.REFERENCE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.http.RawHttp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Requests with canary values that the service rejects. */
final class RejectedRequests {
  private final RunningService service;
  private final RunningTenant tenant;
  private final String operatorToken;

  /** Each rejected request and its response. */
  final List<Map.Entry<String, String>> refusals = new ArrayList<>();

  /**
   * @param operatorToken of an operator of the role {@code read}
   */
  RejectedRequests(RunningService service, RunningTenant tenant, String operatorToken) {
    this.service = service;
    this.tenant = tenant;
    this.operatorToken = operatorToken;
  }

  /** Sends requests about the data of an order that are rejected in different ways. */
  void sendAll(OrderBody person, OrderBody suppressed, String existing) {
    String token = tenant.token();
    String order = person.json().toString();
    String at = Api.ORDERS + "/" + existing;
    refuse(400, "POST", Api.ORDERS, token, "{\"subject\": " + NAME + "}");
    refuse(400, "GET", Api.ORDERS + "?subject_reference=%" + NAME, token, null);
    refuse(400, "GET", Api.ORDERS + "/%zz" + NAME, token, null);
    refuse(401, "POST", Api.ORDERS, NAME + ".x.y", order);
    refuse(401, "POST", Api.ORDERS, token + "x", order);
    refuse(401, "POST", Api.ORDERS, tenant.clientSecret(), order);
    refuse(403, "POST", Api.ORDERS, tenant.token("events:read"), order);
    refuse(404, "GET", "/v1/" + NAME, token, null);
    refuse(404, "GET", Api.ORDERS + "/ord_" + NAME, token, null);
    refuse(405, "PUT", Api.ORDERS, token, order);
    refuse(406, "POST", Api.ORDERS, token, order, "Accept: text/" + NAME);
    refuse(415, "POST", Api.ORDERS, token, order, "Content-Type: text/" + NAME);
    refuse(409, "POST", at + "/cancel", token, "{\"reason\": \"" + NAME + "\"}");
    refuse(409, "POST", at + "/cancel", token, "{}", "Idempotency-Key: Kuckuckschluessel-24");
    refuse(422, "POST", Api.ORDERS, token, order, "Idempotency-Key: Kuckuckschluessel-24");
    refuse(409, "PATCH", at, token, "{\"metadata\": {\"a\": \"" + NAME + "\"}}", "If-Match: *");
    refuse(413, "POST", Api.ORDERS, token, "{\"x\": \"" + NAME.repeat(90_000) + "\"}");
    refuse(414, "GET", "/v1/" + NAME.repeat(700), token, null);
    refuse(431, "GET", Api.ORDERS, token, null, "X-A: " + NAME.repeat(1300));
    refuse(422, "POST", Api.ORDERS, token, order.replace("\"" + NAME + "\"", "{\"a\": 1}"));
    refuse(422, "POST", Api.ORDERS, token, order.replace("family_name", NAME));
    refuse(422, "POST", Api.ORDERS, token, order.replace(NUMBERS, NAME));
    refuse(422, "POST", Api.ORDERS, token, order.replace("payment_reminder", NAME));
    refuse(422, "POST", Api.ORDERS, token, suppressed.json().toString());
    refuse(422, "GET", "/v1/events?after=" + NAME, token, null);
    refuse(422, "GET", Api.ORDERS + "?" + NAME + "=1", token, null);
    refuse(
        422,
        "POST",
        TestWebhookEndpoints.PATH,
        token,
        "{\"url\": \"https://10.0.0.1/Elsternpfad?" + NAME + "\"}");
    sendToTokenEndpoint();
    sendToAdministration();
  }

  /** Sends valid requests, also about a planned order; the token is issued before writes fail. */
  void sendWhileWritesFail(String token, OrderBody person, OrderBody signal, String planned) {
    String order = person.json().toString();
    String at = Api.ORDERS + "/" + planned;
    String entry = "{\"phone\": \"" + NUMBERS + "59\", \"reason\": \"Pirolgrund\"}";
    refuse(500, "POST", Api.ORDERS, token, order);
    refuse(500, "POST", Api.ORDERS, token, order, "Idempotency-Key: k");
    refuse(500, "POST", at + "/cancel", token, "{\"reason\": \"" + NAME + "\"}");
    refuse(500, "PATCH", at, token, "{\"metadata\": {\"a\": \"" + NAME + "\"}}", "If-Match: *");
    refuse(500, "POST", "/v1/signals", token, signal.json().toString());
    refuse(500, "POST", "/v1/suppressions", token, entry);
    refuse(500, "POST", TestWebhookEndpoints.PATH, token, TestWebhookEndpoints.body().toString());
  }

  private void sendToTokenEndpoint() {
    String client = "grant_type=client_credentials&client_id=" + tenant.clientId();
    String secret = "&client_secret=" + tenant.clientSecret();
    String[] form = {"Content-Type: application/x-www-form-urlencoded"};
    String path = "/oauth2/token";
    refuse(401, "POST", path, null, client + secret + "x", form);
    refuse(
        401, "POST", path, null, "grant_type=client_credentials&client_id=" + NAME + secret, form);
    refuse(400, "POST", path, null, client + secret + "&scope=" + NAME, form);
    refuse(400, "POST", path, null, client.replace("client_credentials", NAME) + secret, form);
    refuse(400, "POST", path, null, client + secret + "&" + NAME + "=%zz", form);
    refuse(413, "POST", path, null, client + secret + "&x=" + NAME.repeat(2000), form);
    refuse(400, "POST", path, null, "{\"client_secret\": \"" + tenant.clientSecret() + "\"}");
    refuse(405, "GET", path + "?" + client + secret, null, null);
  }

  private void sendToAdministration() {
    int port = service.adminPort();
    String tenants = "/admin/v1/tenants";
    refuseAt(
        port,
        401,
        "GET",
        "/admin/v1/tenants/" + tenant.id() + "/subjects/" + REFERENCE,
        "x" + RunningService.ADMIN_TOKEN,
        null);
    refuseAt(port, 401, "GET", tenants, operatorToken + "x", null);
    refuseAt(port, 403, "POST", tenants, operatorToken, "{\"name\": \"" + NAME + "\"}");
    refuseAt(port, 404, "GET", "/admin/v1/" + NAME, RunningService.ADMIN_TOKEN, null);
    refuseAt(
        port, 404, "DELETE", tenants + "/tn_x/subjects/" + NAME, RunningService.ADMIN_TOKEN, null);
    refuseAt(
        port, 422, "POST", tenants, RunningService.ADMIN_TOKEN, "{\"" + NAME + "\": \"Dompfaff\"}");
    refuseAt(port, 400, "POST", tenants, RunningService.ADMIN_TOKEN, "{" + NAME);
  }

  private void refuse(
      int status, String method, String target, String token, String body, String... headers) {
    refuseAt(service.port(), status, method, target, token, body, headers);
  }

  private void refuseAt(
      int port,
      int status,
      String method,
      String target,
      String token,
      String body,
      String... headers) {
    List<String> lines = new ArrayList<>(List.of(method + " " + target + " HTTP/1.1", "Host: a"));
    lines.addAll(Arrays.asList(headers));
    if (token != null) {
      lines.add("Authorization: Bearer " + token);
    }
    if (body != null) {
      lines.add("Content-Length: " + body.length());
      if (!String.join(" ", headers).contains("Content-Type")) {
        lines.add("Content-Type: application/json");
      }
    }
    String request = String.join("\r\n", lines) + "\r\n\r\n" + (body == null ? "" : body);
    RawHttp.RawResponse response = RawHttp.send(port, request);
    assertThat(response.status())
        .as(method + " " + target + " " + response.body())
        .isEqualTo(status);
    refusals.add(Map.entry(request, status + " " + response.headers() + response.body()));
  }
}
