package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.Await;
import eu.callorders.server.http.RawHttp;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Canary values pass through all features and failures of the service; then logs, metrics, errors
 * and tables are searched for them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DataLeakTest {
  private static final String CHECK_NOW =
      "UPDATE call_attempt SET reconcile_at = now()"
          + " WHERE order_id = ? AND status NOT IN ('closed', 'refused')";

  private static final String NAME = "Kanarienzeisig";
  private static final String REFERENCE = "Zilpzalp";
  private static final String NUMBERS = "+4922147107";

  /** Values of the subject except the reference. */
  private static final List<String> PERSON =
      List.of(
          NAME,
          "Girlitzia",
          "Rotkehlchenweg",
          "Amselhausen",
          "1957-03-09",
          "zeisig@vogel",
          "Stieglitzlied",
          "Gimpelwerke",
          "Dompfaff",
          "Nachtigallenschlag",
          "Wiedehopfgrund",
          "Pirolgrund",
          NUMBERS.substring(3));

  /** Values of the client, which remain after an erasure but must not be logged. */
  private static final List<String> CLIENTS =
      List.of("Zaunkoenigmeta", "Meisenreferenz", "Kuckuckschluessel", "Elsternpfad");

  private static final String GATEWAY_SECRET =
      "whsec_" + base64("Gatewaygeheimnis-mit-32-Zeichen!");
  private static final String MASTER_KEY = base64("Hauptschluessel-mit-32-Zeichen!!");

  private static final String CALL_LATER =
      """
      {"id": "call", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"window": {"not_before": "2099-01-01T09:00:00Z"}}}
      """;

  private static final String RAISE =
      """
      CREATE FUNCTION sing() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'row %', NEW::text USING DETAIL = NEW::text, ERRCODE = '23514';
      END $$
      """;

  private static final String TABLES =
      """
      SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname)
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
         AND c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition
       ORDER BY 1
      """;

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final ConsoleCapture text = ConsoleCapture.of("text");
  private final ConsoleCapture json = ConsoleCapture.of("json");
  private final List<String> secrets = new ArrayList<>();
  private final List<String> references = new ArrayList<>();

  /** Each rejected request and its response. */
  private final List<Map.Entry<String, String>> refusals = new ArrayList<>();

  private RunningService service;
  private RunningTenant tenant;
  private Api api;
  private String metrics = "";
  private String auditLog = "";

  @BeforeAll
  void runAllFeatures() {
    service =
        RunningService.sandbox(
            Map.of(
                "CALLORDERS_MASTER_KEY",
                MASTER_KEY,
                "CALLORDERS_GATEWAY_SECRET",
                GATEWAY_SECRET,
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
                receiver.hostAndPort() + ",localhost:9"));
    tenant = service.newTenant();
    api = tenant.api();
    secrets.addAll(
        List.of(
            RunningService.ADMIN_TOKEN,
            MASTER_KEY,
            GATEWAY_SECRET,
            tenant.clientSecret(),
            tenant.token(),
            signature(tenant.token())));
    listen();
    List<String> orders = call();
    read(orders.getFirst());
    signal();
    sendRejectedRequests(orders);
    failWrites();
    metrics = service.admin().get("/metrics").text();
    auditLog = service.admin().get("/admin/v1/audit-log?limit=100").text();
    erase();
    metrics += service.admin().get("/metrics").text();
    auditLog += service.admin().get("/admin/v1/audit-log?limit=100").text();
  }

  @AfterAll
  void close() {
    text.close();
    json.close();
    service.close();
    vertx.close().await();
  }

  @Test
  void logsContainNoCanary() {
    assertThat(text.printed())
        .as("failures are logged")
        .contains("request failed", "PgException", "webhook attempt");
    assertThat(json.printed()).contains("request failed", "PgException", "webhook attempt");
    assertThat(json.printed().lines()).allMatch(line -> Json.parse(line).isObject());
    for (String printed : List.of(text.printed(), json.printed())) {
      assertThat(linesWith(printed, PERSON)).isEmpty();
      assertThat(linesWith(printed, List.of(REFERENCE))).isEmpty();
      assertThat(linesWith(printed, CLIENTS)).isEmpty();
      assertThat(linesWith(printed, secrets)).isEmpty();
    }
  }

  @Test
  void metricsContainNoCanary() {
    assertThat(metrics).contains("jvm_memory");
    assertThat(canariesIn(metrics)).isEmpty();
  }

  @Test
  void auditLogContainsNoCanary() {
    assertThat(auditLog).contains("subject.erased", "subject.exported");
    assertThat(canariesIn(auditLog)).isEmpty();
  }

  @Test
  void errorsContainOnlyOwnInputAndNoSecrets() {
    assertThat(refusals).hasSizeGreaterThan(30);
    for (Map.Entry<String, String> each : refusals) {
      List<String> leaked = new ArrayList<>(canariesIn(each.getValue()));
      leaked.removeIf(canary -> !secrets.contains(canary) && each.getKey().contains(canary));
      assertThat(leaked).as(each.getValue()).isEmpty();
      if (each.getValue().startsWith("500")) {
        assertThat(canariesIn(each.getValue())).as(each.getValue()).isEmpty();
      }
    }
  }

  @Test
  void erasureLeavesObjectionsAndReferencesInEventsOnly() {
    for (String canary : PERSON) {
      assertThat(tablesWith(canary)).as(canary).isSubsetOf("public.suppression");
    }
    assertThat(tablesWith(REFERENCE)).isSubsetOf("public.suppression", "public.event");
    assertThat(tablesWith("Zaunkoenigmeta"))
        .as("the search works")
        .contains("public.call_order_body");
    for (String secret : secrets) {
      assertThat(tablesWith(secret)).as(secret).isEmpty();
    }
  }

  private void listen() {
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    for (String url :
        List.of(
            receiver.url() + "&path=Elsternpfad",
            TestWebhookEndpoints.UNREACHABLE_URL + "/Elsternpfad")) {
      ServiceResponse created =
          api.post(TestWebhookEndpoints.PATH, TestWebhookEndpoints.body().put("url", url)).is(201);
      hooks.verify(created.id());
      secrets.add(SigningSecret.parse(created.at("/secret")).encode());
      secrets.add(
          api.post(TestWebhookEndpoints.path(created.id()) + "/rotate-secret")
              .is(200)
              .at("/secret"));
    }
  }

  private OrderBody person(String code) {
    String reference = REFERENCE + "-" + code;
    references.add(reference);
    return OrderBody.of(reference, NUMBERS + code)
        .set("/client_reference", "Meisenreferenz")
        .set("/subject/name/family_name", NAME)
        .set("/subject/name/given_name", "Girlitzia")
        .set("/subject/date_of_birth", "1957-03-09")
        .setJson(
            "/subject/address",
            "{\"street\": \"Rotkehlchenweg\", \"city\": \"Amselhausen\", \"country\": \"DE\"}")
        .setJson("/contacts/1", "{\"channel\": \"email\", \"value\": \"zeisig@vogel.example\"}")
        .set("/context/claim/creditor_name", "Gimpelwerke")
        .setJson("/context/claim/reference", "{\"invoice_number\": \"Dompfaff-1\"}")
        .setJson("/context/variables", "{\"tune\": \"Stieglitzlied\"}")
        .set("/context/notes", "likes the Stieglitzlied")
        .setJson("/metadata", "{\"kept\": \"Zaunkoenigmeta\"}");
  }

  /** Calls of every kind; those that end at once have ended. */
  private List<String> call() {
    List<String> orders = new ArrayList<>();
    for (String code : List.of("24", "21", "25", "01", "02", "04", "20", "32", "43", "36")) {
      OrderBody body = person(code);
      if (code.equals("24")) {
        body.setJson(
            "/simulate",
            """
            {"outcome": {"summary_code": "disputed", "findings": {"dispute":
              {"ground": "paid", "statement": "Nachtigallenschlag"}}}}
            """);
      }
      ServiceResponse created =
          api.create(body.json(), "Idempotency-Key", "Kuckuckschluessel-" + code);
      orders.add(created.is(202).id());
    }
    orders.forEach(tenant::awaitEnd);
    String waiting = tenant.create(person("10"));
    tenant.create(later(person("11")));
    String canceled = tenant.create(later(person("12")));
    api.send(
            "POST",
            Api.ORDERS + "/" + canceled + "/cancel",
            "{\"reason\": \"Wiedehopfgrund\"}",
            "Idempotency-Key",
            "Kuckuckschluessel")
        .is(200);
    Await.until(
        "the first attempt",
        () -> api.order(waiting).at("/attempt_count"),
        count -> !count.equals("0"));
    return orders;
  }

  private OrderBody later(OrderBody body) {
    return body.set("/scheduling/window/not_before", tenant.now().plus(Duration.ofDays(9)));
  }

  private void read(String order) {
    String call = api.order(order).is(200).at("/calls/0/id");
    assertThat(api.get("/v1/calls/" + call + "/transcript").is(200).text()).contains(NAME);
    api.get("/v1/calls/" + call).is(200);
    api.get(Api.ORDERS + "?subject_reference=" + REFERENCE + "-21").is(200);
    api.get(Api.ORDERS + "?client_reference=Meisenreferenz").is(200);
    api.get("/v1/events?limit=100").is(200);
    assertThat(service.admin().get(subject(REFERENCE + "-21")).text()).contains(NAME);
    service
        .admin()
        .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation");
    service.admin().get("/admin/v1/overview");
  }

  private void signal() {
    OrderBody subject = SignalBody.of("custom.event", person("50"), "event");
    api.post("/v1/signals", subject.setJson("/metadata", "{\"a\": \"Zaunkoenigmeta\"}").json())
        .is(201);
    String sequence =
        api.post(SequenceBody.PATH, SequenceBody.of("sequence", CALL_LATER)).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
    for (String code : List.of("51", "52")) {
      OrderBody due = SignalBody.of("invoice.overdue", person(code), "due-" + code);
      api.post("/v1/signals", due.json(), "Idempotency-Key", "Kuckuckschluessel-" + code).is(201);
    }
    api.post("/v1/signals", SignalBody.of("payment.received", REFERENCE + "-52", "paid").json())
        .is(201);
    String entry =
        "{\"phone\": \"%s53\", \"subject_reference\": \"%s-53\", \"reason\": \"Pirolgrund\"}"
            .formatted(NUMBERS, REFERENCE);
    api.post("/v1/suppressions", Api.json(entry)).is(201);
  }

  /** Sends requests that are rejected in different ways. */
  private void sendRejectedRequests(List<String> orders) {
    String token = tenant.token();
    String order = person("21").json().toString();
    String at = Api.ORDERS + "/" + orders.getFirst();
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
    refuse(422, "POST", Api.ORDERS, token, person("53").json().toString());
    refuse(422, "GET", "/v1/events?after=" + NAME, token, null);
    refuse(422, "GET", Api.ORDERS + "?" + NAME + "=1", token, null);
    refuse(
        422,
        "POST",
        TestWebhookEndpoints.PATH,
        token,
        "{\"url\": \"https://10.0.0.1/Elsternpfad?" + NAME + "\"}");
    sendRejectedTokenRequests();
    sendRejectedAdminRequests();
  }

  private void sendRejectedTokenRequests() {
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

  private void sendRejectedAdminRequests() {
    int port = service.adminPort();
    String tenants = "/admin/v1/tenants";
    refuseAt(port, 401, "GET", subject(REFERENCE), "x" + RunningService.ADMIN_TOKEN, null);
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

  /** Makes every write statement fail with the row in the message. */
  private void failWrites() {
    String token = tenant.token();
    OrderBody talking =
        person("54").setJson("/simulate", "{\"delays\": {\"ring_ms\": 0, \"talk_ms\": 3000}}");
    String talked = tenant.create(talking);
    tenant.await(talked, "in_progress");
    OrderBody due = person("55");
    due.set("/scheduling/window/not_before", tenant.now().plus(Duration.ofMinutes(30)));
    tenant.await(tenant.create(due), "scheduled");
    String planned = tenant.create(later(person("56")));
    service.sql(RAISE);
    sabotage(true);

    refuse(500, "POST", Api.ORDERS, token, person("57").json().toString());
    refuse(500, "POST", Api.ORDERS, token, person("57").json().toString(), "Idempotency-Key: k");
    refuse(
        500,
        "POST",
        Api.ORDERS + "/" + planned + "/cancel",
        token,
        "{\"reason\": \"" + NAME + "\"}");
    refuse(
        500,
        "PATCH",
        Api.ORDERS + "/" + planned,
        token,
        "{\"metadata\": {\"a\": \"" + NAME + "\"}}",
        "If-Match: *");
    OrderBody signal = SignalBody.of("custom.event", person("58"), "broken");
    refuse(500, "POST", "/v1/signals", token, signal.json().toString());
    String entry = "{\"phone\": \"" + NUMBERS + "59\", \"reason\": \"Pirolgrund\"}";
    refuse(500, "POST", "/v1/suppressions", token, entry);
    refuse(500, "POST", TestWebhookEndpoints.PATH, token, TestWebhookEndpoints.body().toString());
    tenant.setClock(tenant.now().plus(Duration.ofHours(1)));
    awaitLine("gateway update not stored");
    awaitLine("cannot be processed");
    sabotage(false);
    awaitEndByQuery(talked);
  }

  /** The report may be parked and be the only missing event, so no query is due; triggers one. */
  private void awaitEndByQuery(String order) {
    Await.until(
        order + " ends",
        () -> {
          service.sql(CHECK_NOW, IdKind.ORDER.parse(order).orElseThrow());
          return tenant.api().order(order).at("/status");
        },
        "completed"::equals);
  }

  private void awaitLine(String words) {
    Await.until("the log says: " + words, () -> text.printed().contains(words));
  }

  private void sabotage(boolean on) {
    Set<String> spared = Set.of("tenant", "deployment", "node", "flyway_schema_history");
    for (List<String> row : service.sql(TABLES)) {
      String table = row.getFirst();
      if (spared.stream().noneMatch(name -> table.equals("public." + name))
          && !table.contains("audit")) {
        service.sql(
            on
                ? "CREATE TRIGGER sing BEFORE INSERT OR UPDATE ON "
                    + table
                    + " FOR EACH ROW EXECUTE FUNCTION sing()"
                : "DROP TRIGGER IF EXISTS sing ON " + table);
      }
    }
  }

  private void erase() {
    for (String reference : new TreeSet<>(references)) {
      assertThat(service.admin().delete(subject(reference)).status()).isEqualTo(202);
    }
    Await.until(
        "all subjects are erased",
        () -> service.sql("SELECT subject_reference FROM erasure WHERE completed_at IS NULL"),
        List::isEmpty);
    service.sql("UPDATE gateway_erasure SET next_attempt_at = now()");
    Await.until(
        "the gateway has erased the calls",
        () -> service.sql("SELECT attempt_id FROM gateway_erasure"),
        List::isEmpty);
    Await.until(
        "all events are fanned out",
        () -> service.sql("SELECT 1 FROM webhook_event_queue").isEmpty());
  }

  private String subject(String reference) {
    return "/admin/v1/tenants/" + tenant.id() + "/subjects/" + reference;
  }

  private List<String> canariesIn(String where) {
    List<String> found = new ArrayList<>();
    for (List<String> canaries : List.of(PERSON, List.of(REFERENCE), CLIENTS, secrets)) {
      canaries.stream().filter(where::contains).forEach(found::add);
    }
    return found;
  }

  private static List<String> linesWith(String printed, List<String> canaries) {
    return printed.lines().filter(line -> canaries.stream().anyMatch(line::contains)).toList();
  }

  /** The tables with the value in any column, as text, bytes or encoded. */
  private List<String> tablesWith(String canary) {
    String bytes = HexFormat.of().formatHex(canary.getBytes(StandardCharsets.UTF_8));
    List<String> tables = service.sql(TABLES).stream().map(List::getFirst).toList();
    String search =
        tables.stream()
            .map(
                table ->
                    ("SELECT '%1$s' WHERE EXISTS (SELECT FROM %1$s t"
                            + " WHERE strpos(t::text, ?) > 0 OR strpos(t::text, ?) > 0)")
                        .formatted(table))
            .collect(Collectors.joining(" UNION ALL "));
    Object[] texts =
        tables.stream().flatMap(table -> Stream.of(canary, bytes)).toArray(Object[]::new);
    return service.sql(search, texts).stream().map(List::getFirst).toList();
  }

  private static String signature(String token) {
    return token.substring(token.lastIndexOf('.') + 1);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
