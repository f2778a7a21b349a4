package eu.callorders.server.app;

import static eu.callorders.server.app.Canaries.NAME;
import static eu.callorders.server.app.Canaries.NUMBERS;
import static eu.callorders.server.app.Canaries.REFERENCE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.Await;
import eu.callorders.server.tracing.TestCollector;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Canary values pass through all features and failures of a service. */
final class CanaryScenario implements AutoCloseable {
  private static final String CHECK_NOW =
      "UPDATE call_attempt SET reconcile_at = now()"
          + " WHERE order_id = ? AND status NOT IN ('closed', 'refused')";

  private static final String GATEWAY_SECRET =
      "whsec_" + base64("Gatewaygeheimnis-mit-32-Zeichen!");
  private static final String MASTER_KEY = base64("Hauptschluessel-mit-32-Zeichen!!");
  private static final String CALL_LATER =
      """
      {"id": "call", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"window": {"not_before": "2099-01-01T09:00:00Z"}}}
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
  final TestCollector collector = new TestCollector();
  final ConsoleCapture text = ConsoleCapture.of("text");
  final ConsoleCapture json = ConsoleCapture.of("json");
  final List<String> secrets = new ArrayList<>();
  private final List<String> references = new ArrayList<>();
  final RunningService service;
  private final RunningTenant tenant;
  private final Api api;
  final RejectedRequests rejected;
  final String metrics;
  final String auditLog;

  CanaryScenario() {
    service =
        RunningService.sandbox(
            Map.of(
                "CALLORDERS_MASTER_KEY",
                MASTER_KEY,
                "CALLORDERS_GATEWAY_SECRET",
                GATEWAY_SECRET,
                "CALLORDERS_OTLP_ENDPOINT",
                collector.address().toString(),
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
                receiver.hostAndPort() + ",localhost:9"));
    tenant = service.newTenant();
    String operatorToken = newOperator();
    rejected = new RejectedRequests(service, tenant, operatorToken);
    api = tenant.api();
    secrets.addAll(
        List.of(
            RunningService.ADMIN_TOKEN,
            operatorToken,
            MASTER_KEY,
            GATEWAY_SECRET,
            tenant.clientSecret(),
            tenant.token(),
            signature(tenant.token())));
    listen();
    List<String> orders = call();
    read(orders.getFirst());
    signal();
    rejected.sendAll(person("21"), person("53"), orders.getFirst());
    failWrites();
    String before = service.admin().get("/metrics").text();
    String audited = service.admin().get("/admin/v1/audit-log?limit=100").text();
    erase();
    metrics = before + service.admin().get("/metrics").text();
    auditLog = audited + service.admin().get("/admin/v1/audit-log?limit=100").text();
  }

  @Override
  public void close() {
    text.close();
    json.close();
    service.close();
    collector.close();
    vertx.close().await();
  }

  private String newOperator() {
    String body = AdministrationRequests.newOperator("read");
    String token = service.admin().post("/admin/v1/operators", body).body().path("token").asText();
    service.administration(token).get("/admin/v1/overview").is(200);
    service.administration(token).get("/admin/v1/operators").is(200);
    return token;
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
    OrderBody order = Canaries.order(code);
    references.add(order.reference());
    return order;
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
    Await.until(
        "the search finds the person",
        () -> service.admin().get("/admin/v1/search?q=" + NAME).text(),
        found -> found.contains(NAME));
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
    OrderBody signal = SignalBody.of("custom.event", person("58"), "broken");
    try (WriteFailures _ = WriteFailures.of(service, tables())) {
      rejected.sendWhileWritesFail(token, person("57"), signal, planned);
      tenant.setClock(tenant.now().plus(Duration.ofHours(1)));
      awaitLine("gateway update not stored");
      awaitLine("cannot be processed");
    }
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

  /** The names of all tables. */
  List<String> tables() {
    return service.sql(TABLES).stream().map(List::getFirst).toList();
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

  private static String signature(String token) {
    return token.substring(token.lastIndexOf('.') + 1);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
