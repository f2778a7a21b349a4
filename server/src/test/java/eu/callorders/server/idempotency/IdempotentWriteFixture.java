package eu.callorders.server.idempotency;

import static eu.callorders.server.TestNode.await;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.TestNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Idempotent writes of one tenant; each test has a key of its own. */
final class IdempotentWriteFixture implements BeforeEachCallback, AfterAllCallback {
  static final UUID TENANT = new UUID(7, 7);
  static final String BODY = "{\"reason\":\"r\"}";
  private static final String INSERT_TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ($1, $2, 'de-DE', 'Europe/Berlin', 'name_only', '{}', 1, 1, 1, 1,
              'none', 'P90D', 'P0D', 36, true)
      """;

  final TestNode node = new TestNode();
  private final IdempotentWrite write =
      new IdempotentWrite(
          node.database,
          new IdempotencyStore((connection, orders) -> Future.succeededFuture(Map.of())),
          node.clock);
  private int keys;
  final AtomicInteger runs = new AtomicInteger();
  String key = "";

  IdempotentWriteFixture() {
    insertTenant(TENANT);
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    runs.set(0);
    key = "key-" + keys++;
  }

  Future<Reply> run(ApiRequest request, Function<SqlConnection, Future<Reply>> work) {
    return write.run(request, work);
  }

  Function<SqlConnection, Future<Reply>> work(Reply reply) {
    return work(Future.succeededFuture(reply));
  }

  Function<SqlConnection, Future<Reply>> work(Future<Reply> reply) {
    return connection -> {
      runs.incrementAndGet();
      return reply;
    };
  }

  /** Work that leaves a mark if its transaction commits. */
  Function<SqlConnection, Future<Reply>> writing(UUID mark, Future<Reply> reply) {
    return connection -> {
      runs.incrementAndGet();
      return connection
          .preparedQuery("UPDATE tenant SET name = $2 WHERE id = $1")
          .execute(Tuple.of(TENANT, mark.toString()))
          .compose(ignored -> reply);
    };
  }

  boolean exists(UUID mark) {
    return await(
            node.database.asWorker(
                connection ->
                    connection
                        .preparedQuery("SELECT 1 FROM tenant WHERE name = $1")
                        .execute(Tuple.of(mark.toString()))))
        .iterator()
        .hasNext();
  }

  String stored() {
    StringBuilder all = new StringBuilder();
    await(
            node.database.asWorker(
                connection ->
                    connection.query("SELECT r::text FROM idempotency_record r").execute()))
        .forEach(row -> all.append(row.getString(0)));
    return all.toString();
  }

  void insertTenant(UUID id) {
    await(
        node.database.asWorker(
            connection ->
                connection.preparedQuery(INSERT_TENANT).execute(Tuple.of(id, "Tenant " + id))));
  }

  int purge(int limit) {
    return await(
        node.database.asWorker(it -> IdempotencyStore.purge(it, node.clock.instant(), limit)));
  }

  static ProblemCode code(Future<Reply> reply) {
    return problemOf(reply).problem().code();
  }

  static ProblemException problemOf(Future<Reply> reply) {
    return (ProblemException)
        await(
            reply.transform(
                result ->
                    result.failed()
                        ? Future.succeededFuture(result.cause())
                        : Future.succeededFuture(new ProblemException(result.result().problem()))));
  }

  static Reply created() {
    return Reply.of(201, Json.object().put("id", "x_1"))
        .with("Location", "/v1/x/1")
        .with("ETag", "\"1\"")
        .with("X-Other", "not kept");
  }

  ApiRequest request(String key) {
    return request(key, "POST", "/v1/things", BODY);
  }

  ApiRequest request(String key, String method, String path, String body) {
    return request(TENANT, key, method, path, body);
  }

  ApiRequest request(UUID tenant, String key, String method, String path, String body) {
    return new ApiRequest(
        "anything",
        method,
        path,
        "trace",
        new Caller(tenant, new UUID(1, 1), Set.of(), RateLimit.UNLIMITED),
        Map.of(),
        Map.of(),
        key == null ? Map.of() : Map.of("idempotency-key", key),
        body == null ? null : Json.parse(body),
        0);
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    node.close();
  }
}
