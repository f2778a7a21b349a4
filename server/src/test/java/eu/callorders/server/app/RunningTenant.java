package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** A tenant of a running service, with a registration and its own clock. */
public final class RunningTenant {
  static final List<String> SCOPES =
      List.of(
          "orders:write",
          "orders:read",
          "events:read",
          "config:write",
          "config:read",
          "suppressions:write",
          "transcripts:read",
          "recordings:read");
  private static final Set<String> TERMINAL = Set.of("completed", "expired", "canceled", "failed");
  private static final String[] RANGES = {
    "+493023125", "+496990009", "+494066969", "+492214710", "+498999998"
  };
  private static final int PER_RANGE = 10;

  /** Counts committed events that the feed does not show yet. */
  private static final String HIDDEN_EVENTS =
      """
      SELECT count(*) FROM event
       WHERE tenant_id = ? AND xid >= ((SELECT max(number)::bigint << 48 FROM era)
              | pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text::xid8
      """;

  private final RunningService service;
  private final String id;
  private final String clientId;
  private final String clientSecret;
  private final AtomicInteger subjectCount = new AtomicInteger();

  RunningTenant(RunningService service, String id) {
    this.service = service;
    this.id = id;
    JsonNode registration = register("{\"name\": \"tests\"}");
    this.clientId = registration.path("client_id").asText();
    this.clientSecret = registration.path("client_secret").asText();
    if (!service.isLive()) {
      setDaytime();
    }
  }

  /** Adds a registration; returns the response body. */
  JsonNode register(String json) {
    return service.admin().post("/admin/v1/tenants/" + id + "/registrations", json).body();
  }

  /**
   * Sets the clock to 10:00 in Berlin on the first Wednesday of the next July, a month without
   * holidays.
   */
  private void setDaytime() {
    ZonedDateTime today = ZonedDateTime.now(ZoneId.of("Europe/Berlin"));
    ZonedDateTime morning = morning(today);
    setClock((morning.isAfter(today) ? morning : morning(today.plusYears(1))).toInstant());
  }

  private static ZonedDateTime morning(ZonedDateTime inYear) {
    return inYear
        .with(Month.JULY)
        .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
        .with(LocalTime.of(10, 0));
  }

  /** Sets the clock directly: for tenants without due work. */
  void setClock(Instant to) {
    service.sql(
        "UPDATE tenant SET clock_offset_ms ="
            + " ceil(extract(epoch FROM ?::timestamptz - clock_timestamp()) * 1000)::bigint"
            + " WHERE id = ?",
        to.toString(),
        uuid());
  }

  /** The tenant's time. */
  public Instant now() {
    return service.isLive() ? Instant.now() : Instant.parse(clock().path("now").asText());
  }

  private JsonNode clock() {
    return service.admin().get("/admin/v1/tenants/" + id + "/test-clock").body();
  }

  /** Advances the clock and waits until it has processed all due work. */
  void advanceClock(Duration by) {
    service
        .admin()
        .post("/admin/v1/tenants/" + id + "/test-clock/advance", "{\"by\": \"" + by + "\"}");
    Await.until(
        "the clock has advanced",
        this::clock,
        clock -> clock.path("status").asText().equals("ready"));
  }

  RunningService service() {
    return service;
  }

  public String id() {
    return id;
  }

  UUID uuid() {
    return IdKind.TENANT.parse(id).orElseThrow();
  }

  public String clientId() {
    return clientId;
  }

  public String clientSecret() {
    return clientSecret;
  }

  /** An API client with all scopes. */
  Api api() {
    return with();
  }

  /** An API client with these scopes; all scopes if none is given. */
  Api with(String... scopes) {
    return service.apiWithToken(token(scopes));
  }

  /** An API client with all scopes except this one. */
  Api without(String scope) {
    return with(SCOPES.stream().filter(it -> !it.equals(scope)).toArray(String[]::new));
  }

  String token(String... scopes) {
    String scope = URLEncoder.encode(String.join(" ", scopes), StandardCharsets.UTF_8);
    return token(clientId, clientSecret, scopes.length == 0 ? "" : "&scope=" + scope);
  }

  String token(String client, String secret, String more) {
    JsonNode response =
        service.requestToken(
            "grant_type=client_credentials&client_id="
                + client
                + "&client_secret="
                + secret
                + more);
    if (!response.hasNonNull("access_token")) {
      throw new AssertionError(response);
    }
    return response.path("access_token").asText();
  }

  /** An order for a new subject with a phone that ends in these two digits. */
  public OrderBody order(String lastDigits) {
    int subject = subjectCount.incrementAndGet();
    int index = subject % (RANGES.length * PER_RANGE);
    String phone = RANGES[index / PER_RANGE] + index % PER_RANGE + lastDigits;
    return OrderBody.of("person-" + subject, phone);
  }

  /** An order that is not dialed within nine days. */
  public OrderBody laterOrder() {
    return order("06").set("/scheduling/window/not_before", now().plus(Duration.ofDays(9)));
  }

  /** An order that is not dialed before this instant; sends no request. */
  OrderBody laterOrderAt(String instant) {
    return order("06").set("/scheduling/window/not_before", instant);
  }

  /** Creates an order and returns its id. */
  public String create(OrderBody order) {
    return api().create(order.json()).is(202).id();
  }

  /** Polls an order until it has this status. */
  public ServiceResponse await(String orderId, String status) {
    Api api = api();
    return Await.until(
        orderId + " is " + status,
        () -> api.order(orderId),
        response -> response.at("/status").equals(status));
  }

  /** Polls an order until it has ended. */
  public ServiceResponse awaitEnd(String orderId) {
    Api api = api();
    return Await.until(
        orderId + " ends",
        () -> api.order(orderId),
        response -> TERMINAL.contains(response.at("/status")));
  }

  /**
   * All events of the feed or of one order, once the feed is complete: any open write transaction
   * on the server delays it.
   */
  List<JsonNode> events(String orderId) {
    Await.until(
        "the feed shows all events",
        () -> service.sql(HIDDEN_EVENTS, uuid()).getFirst().getFirst(),
        held -> held.equals("0"));
    Api api = with("events:read");
    String filter = orderId == null ? "" : "&call_order_id=" + orderId;
    List<JsonNode> events = new ArrayList<>();
    ServiceResponse page = api.get("/v1/events?limit=100" + filter).is(200);
    events.addAll(page.rows());
    while (page.body().path("has_more").asBoolean()) {
      page = api.get("/v1/events?limit=100" + filter + "&after=" + page.at("/next_cursor")).is(200);
      events.addAll(page.rows());
    }
    return events;
  }

  /** Types of the events about an order, in the feed's order. */
  public List<String> eventTypes(String orderId) {
    return events(orderId).stream().map(event -> event.path("type").asText()).toList();
  }

  /** Creates an order and waits until it is scheduled. */
  ServiceResponse scheduled(OrderBody order) {
    return await(create(order), "scheduled");
  }

  /** Waits until the feed shows this many events of an order. */
  List<String> awaitEventTypes(String orderId, String... types) {
    List<String> expected = Arrays.asList(types);
    return Await.until(
        "events " + expected, () -> eventTypes(orderId), seen -> seen.size() >= expected.size());
  }

  /** Adds an order type with one version. */
  void orderType(String key, String status, String defaults) {
    service.sql(
        "INSERT INTO order_type (tenant_id, key, title, status, version, created_at, updated_at)"
            + " VALUES (?, ?, 'A type', ?, 1, now(), now())",
        uuid(),
        key,
        status);
    orderTypeVersion(key, 1, defaults);
  }

  void orderTypeVersion(String key, int version, String defaults) {
    service.sql(
        "INSERT INTO order_type_version (tenant_id, key, version, agent, defaults)"
            + " VALUES (?, ?, ?, '{\"objective\": \"x\"}'::json, ?::json)",
        uuid(),
        key,
        version,
        defaults);
    service.sql(
        "UPDATE order_type SET version = ? WHERE tenant_id = ? AND key = ?", version, uuid(), key);
  }

  /** Suppresses a phone, a subject, or both; null for none. */
  void suppress(String phone, String reference) {
    service.sql(
        "INSERT INTO suppression (id, tenant_id, phone, subject_reference, scope, source,"
            + " created_at) VALUES (gen_random_uuid(), ?, ?, ?, 'voice', 'api', now())",
        uuid(),
        phone,
        reference);
  }

  /** Waits until no background work is pending before the clock advances. */
  void awaitIdle() {
    Await.until("no work is pending", rows()::pendingWork, pending -> pending == 0);
  }

  /** Its rows in all tables. */
  TenantRowReader rows() {
    return new TenantRowReader(service, uuid());
  }

  /** Names of the members of an object. */
  static List<String> members(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }
}
