package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.SettableClock;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.Verification;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The webhook components on their own database; tests run each step. */
public final class WebhookDeliveryFixture implements AutoCloseable {
  private final Vertx receivers = Vertx.vertx();
  public final Receiver receiver = new Receiver(receivers);
  final Receiver other = new Receiver(receivers);
  public final Vertx vertx = Vertx.vertx();
  public final TestDatabase testDatabase;
  public final Database database;
  public final SettableClock clock =
      new SettableClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
  public final RandomGenerator random = new Random(11);
  public final EventStore events = new EventStore("sandbox", clock, random);
  private final DirectDeliveryWriter direct =
      new DirectDeliveryWriter("sandbox", new SecureRandom());
  final EndpointSecrets secrets =
      new EndpointSecrets(
          EndpointSecrets.Kind.WEBHOOK,
          Keyring.of(List.of(new byte[32]), new SecureRandom()),
          new SecureRandom());
  public final UUID tenantId;
  public final WebhookNode first;

  public WebhookDeliveryFixture() {
    testDatabase = TestDatabase.create();
    PgConnectOptions options = ConnectOptions.to(testDatabase.service());
    database = Database.open(vertx, options, 8);
    tenantId = tenant();
    first = node();
  }

  UUID tenant() {
    Tenant tenant = TenantDefaults.tenant(UuidV7.at(clock.instant(), random), "T", "sandbox");
    database
        .asWorker(connection -> TenantStore.insert(connection, tenant, clock.instant()))
        .await();
    return tenant.id();
  }

  public WebhookNode node() {
    return node(ConcurrencyLimiter.Limits.DEFAULT);
  }

  public WebhookNode node(ConcurrencyLimiter.Limits limits) {
    return new WebhookNode(this, new ConcurrencyLimiter(limits));
  }

  /** An active endpoint for all event types. */
  public Endpoint endpoint(String url) {
    return endpoint(url, null, false);
  }

  public Endpoint endpoint(String url, @Nullable List<String> types, boolean thin) {
    return endpoint(tenantId, url, types, thin);
  }

  public Endpoint endpoint(UUID owner, String url, @Nullable List<String> types, boolean thin) {
    Instant now = clock.instant();
    Verification verified = new Verification(VerificationState.SUCCEEDED, null, now, null, null);
    return insert(owner, url, types, thin, EndpointStatus.ACTIVE, verified, now);
  }

  /** A new endpoint whose challenge is due. */
  Endpoint pending(String url) {
    Instant now = clock.instant();
    Verification started = Verification.started("a-challenge", now);
    EndpointStatus status = EndpointStatus.PENDING_VERIFICATION;
    Endpoint created = insert(tenantId, url, null, false, status, started, null);
    database.asWorker(connection -> direct.challenge(connection, created, now, now)).await();
    return created;
  }

  /** A ping that is due. */
  Delivery ping(Endpoint endpoint) {
    Instant now = clock.instant();
    return database.asWorker(connection -> direct.ping(connection, endpoint, now, now)).await();
  }

  private Endpoint insert(
      UUID owner,
      String url,
      @Nullable List<String> types,
      boolean thin,
      EndpointStatus status,
      Verification verification,
      @Nullable Instant activatedAt) {
    Instant now = clock.instant();
    Endpoint endpoint =
        new Endpoint(
            UuidV7.at(now, random),
            owner,
            url,
            null,
            types,
            thin,
            status,
            1,
            verification,
            activatedAt,
            EndpointHealth.NEW,
            now,
            now);
    database
        .asWorker(
            connection ->
                EndpointStore.insert(connection, endpoint)
                    .compose(
                        done -> secrets.add(connection, endpoint.tenantId(), endpoint.id(), now)))
        .await();
    return endpoint;
  }

  List<SigningSecret> secretsOf(Endpoint endpoint) {
    return database
        .asWorker(
            connection -> secrets.active(connection, tenantId, endpoint.id(), clock.instant()))
        .await();
  }

  Endpoint find(Endpoint endpoint) {
    return database
        .asWorker(connection -> EndpointStore.find(connection, tenantId, endpoint.id()))
        .await()
        .orElseThrow();
  }

  void update(Endpoint endpoint) {
    database.asWorker(connection -> EndpointStore.update(connection, endpoint)).await();
  }

  public void events(int count) {
    events(tenantId, count);
  }

  /** Appends events of an order type. */
  public void events(UUID owner, int count) {
    ObjectNode data = Json.object().put("key", "reminder");
    List<NewEvent> appended =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new NewEvent(
                        owner,
                        EventType.ORDER_TYPE_CREATED,
                        clock.instant(),
                        RelatedResources.none().orderType("reminder-" + i),
                        Json.object().put("number", i),
                        data))
            .toList();
    database.asWorker(connection -> events.append(connection, appended)).await();
  }

  /** All deliveries, oldest first. */
  public List<Delivery> log() {
    return rows(
            "SELECT id, tenant_id, endpoint_id, replay_id, event_id, event_recorded_at, event_type,"
                + " status, attempts::text, next_attempt_at, created_at, envelope"
                + " FROM webhook_delivery ORDER BY created_at, id")
        .stream()
        .map(DeliveryStore::read)
        .toList();
  }

  public List<Delivery> log(Endpoint endpoint) {
    return log().stream().filter(one -> one.endpointId().equals(endpoint.id())).toList();
  }

  public List<String> envelopes() {
    return rows("SELECT envelope FROM event ORDER BY xid, seq").stream()
        .map(row -> row.getString(0))
        .toList();
  }

  public List<Row> rows(String sql) {
    return database
        .asWorker(connection -> connection.query(sql).execute().map(rows -> rows.stream().toList()))
        .await();
  }

  public void execute(String sql, Object... arguments) {
    database
        .asWorker(
            connection -> connection.preparedQuery(sql).execute(Tuple.from(List.of(arguments))))
        .await();
  }

  /** Sets the clock ahead of the database: no retry is due because a test is slow. */
  void setClockAhead() {
    clock.advance(Duration.ofHours(1));
  }

  /** Makes all retries due and expires all leases. */
  void makeAllDue() {
    execute(
        "UPDATE webhook_delivery_queue SET due_at = now(), lease_until = lease_until - interval '1"
            + " hour'");
  }

  @Override
  public void close() {
    first.sender.close().await();
    database.close().await();
    vertx.close().await();
    receivers.close().await();
    testDatabase.close();
  }
}
