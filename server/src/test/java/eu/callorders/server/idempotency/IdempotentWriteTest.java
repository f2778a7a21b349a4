package eu.callorders.server.idempotency;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.TestNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotentWriteTest {
  private static final UUID TENANT = new UUID(7, 7);
  private static final String BODY = "{\"reason\":\"r\"}";
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

  private static TestNode node;
  private static IdempotentWrite write;
  private static int keys;

  private final AtomicInteger runs = new AtomicInteger();
  private String key;

  @BeforeAll
  static void start() {
    node = new TestNode();
    write = new IdempotentWrite(node.database, node.clock);
    insertTenant(TENANT);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @BeforeEach
  void newKey() {
    key = "key-" + keys++;
  }

  @Test
  void replaysStoredReplyForTheSameKey() {
    Reply first = await(run(request(key), work(created())));
    Reply second = await(run(request(key), work(created())));
    assertThat(runs).hasValue(1);
    assertThat(first.headers()).doesNotContainKey("Idempotent-Replayed");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers())
        .isEqualTo(Map.of("Location", "/v1/x/1", "ETag", "\"1\"", "Idempotent-Replayed", "true"));
  }

  @Test
  void runsAlwaysWithoutAKey() {
    await(run(request(null), work(created())));
    await(run(request(null), work(created())));
    assertThat(runs).hasValue(2);
  }

  @Test
  void ignoresMemberOrderOfTheBody() {
    await(run(request(key, "POST", "/v1/a", "{\"a\":1,\"b\":2}"), work(created())));
    Reply again = await(run(request(key, "POST", "/v1/a", "{\"b\":2, \"a\":1}"), work(created())));
    assertThat(again.headers()).containsKey("Idempotent-Replayed");
  }

  @Test
  void refusesTheKeyForAnotherPathMethodOrBody() {
    await(run(request(key, "POST", "/v1/a", BODY), work(created())));
    assertThat(code(run(request(key, "POST", "/v1/b", BODY), work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(code(run(request(key, "PATCH", "/v1/a", BODY), work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(code(run(request(key, "POST", "/v1/a", "{}"), work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_REUSED);
    assertThat(code(run(request(key, "POST", "/v1/a", null), work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_REUSED);
    assertThat(await(run(request(key, "POST", "/v1/a", BODY), work(created()))).status())
        .isEqualTo(201);
    assertThat(runs).hasValue(1);
  }

  @Test
  void rejectsWhileTheFirstRequestRuns() {
    Promise<Void> started = Promise.promise();
    Promise<Reply> end = Promise.promise();
    Future<Reply> first =
        run(
            request(key),
            connection -> {
              started.complete();
              return end.future();
            });
    await(started.future());
    ProblemException exception = (ProblemException) failure(run(request(key), work(created())));
    assertThat(exception.problem().code()).isEqualTo(ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS);
    assertThat(exception.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(await(run(request(key + "x"), work(created()))).status()).isEqualTo(201);
    end.complete(created());
    await(first);
    assertThat(await(run(request(key), work(created()))).headers())
        .containsKey("Idempotent-Replayed");
  }

  @Test
  void supportsConcurrentReplays() {
    await(run(request(key), work(created())));
    Future<?>[] replays = new Future<?>[20];
    for (int each = 0; each < replays.length; each++) {
      replays[each] = run(request(key), work(created()));
    }
    await(Future.all(java.util.List.of(replays)));
    assertThat(runs).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = ProblemCode.class,
      names = {"NOT_FOUND", "ORDER_NOT_CANCELABLE", "SUBJECT_SUPPRESSED", "INVALID_CURSOR"})
  void storesDomainProblemsAndRollsBackTheirWork(ProblemCode code) {
    FieldError error = FieldError.body("/url", "inconsistent", "no");
    Problem problem = Problem.of(code, "because", error);
    UUID written = UUID.randomUUID();
    ProblemException first =
        problemOf(
            run(
                request(key),
                writing(written, Future.failedFuture(new ProblemException(problem)))));
    assertThat(first.problem()).isEqualTo(problem);
    Reply second = await(run(request(key), work(created())));
    assertThat(second.problem()).isEqualTo(problem);
    assertThat(second.headers()).containsEntry("Idempotent-Replayed", "true");
    assertThat(runs).hasValue(1);
    assertThat(exists(written)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = ProblemCode.class,
      names = {
        "VALIDATION_FAILED",
        "RATE_LIMITED",
        "BACKLOG_FULL",
        "PRECONDITION_FAILED",
        "INTERNAL_ERROR",
        "UNAVAILABLE",
        "FEATURE_NOT_ENABLED"
      })
  void doesNotStoreOtherProblems(ProblemCode code) {
    ProblemException exception = new ProblemException(Problem.of(code, "because"));
    assertThat(code(run(request(key), work(Future.failedFuture(exception))))).isEqualTo(code);
    assertThat(await(run(request(key), work(created()))).headers())
        .doesNotContainKey("Idempotent-Replayed");
    assertThat(runs).hasValue(2);
  }

  @Test
  void treatsProblemReplyAsFailure() {
    Problem problem = Problem.of(ProblemCode.ALREADY_EXISTS, "there");
    UUID written = UUID.randomUUID();
    Future<Reply> reply = Future.succeededFuture(Reply.problem(problem));
    assertThat(problemOf(run(request(key), writing(written, reply))).problem()).isEqualTo(problem);
    assertThat(exists(written)).isFalse();
    assertThat(problemOf(run(request(null), writing(written, reply))).problem()).isEqualTo(problem);
    assertThat(exists(written)).isFalse();
  }

  @Test
  void storesProblemThatTheWorkThrows() {
    Problem problem = Problem.notFound();
    problemOf(
        run(
            request(key),
            connection -> {
              throw new ProblemException(problem);
            }));

    Reply second = await(run(request(key), work(created())));

    assertThat(second.problem()).isEqualTo(problem);
    assertThat(second.headers()).containsEntry("Idempotent-Replayed", "true");
    assertThat(runs).hasValue(0);
  }

  @Test
  void rollsBackWhenTheWorkFails() {
    UUID written = UUID.randomUUID();
    Throwable failure =
        failure(
            run(
                request(key),
                writing(written, Future.failedFuture(new IllegalStateException("broken")))));
    assertThat(failure).hasMessage("broken");
    assertThat(exists(written)).isFalse();
    assertThat(await(run(request(key), work(created()))).status()).isEqualTo(201);
  }

  @Test
  void commitsWorkAndReplyTogether() {
    UUID written = UUID.randomUUID();
    await(run(request(key), writing(written, Future.succeededFuture(created()))));
    assertThat(exists(written)).isTrue();
  }

  @Test
  void neverStoresASecret() {
    JsonNode endpoint = Json.object().put("id", "whe_1").put("secret", "whsec_x");
    Reply first = await(run(request(key), work(Reply.of(201, endpoint))));
    Reply second = await(run(request(key), work(created())));
    assertThat(first.body()).contains("whsec_x");
    assertThat(second.body()).isEqualTo("{\"id\":\"whe_1\"}");
    assertThat(stored()).doesNotContain("whsec_x");
  }

  @Test
  void storesEmptyReply() {
    await(run(request(key), work(Reply.empty(204))));
    Reply second = await(run(request(key), work(created())));
    assertThat(second.status()).isEqualTo(204);
    assertThat(second.body()).isNull();
  }

  @Test
  void expiresAfterExactly48Hours() {
    await(run(request(key), work(created())));
    node.clock.advance(Duration.ofHours(48).minusMillis(1));
    await(run(request(key), work(created())));
    assertThat(runs).hasValue(1);
    node.clock.advance(Duration.ofMillis(1));
    await(run(request(key, "PUT", "/v1/other", null), work(created())));
    assertThat(runs).hasValue(2);
    assertThat(await(run(request(key, "PUT", "/v1/other", null), work(created()))).headers())
        .containsKey("Idempotent-Replayed");
  }

  @Test
  void purgesExpiredRecordsInBatches() {
    node.clock.advance(Duration.ofDays(3));
    purge(10_000);
    for (int each = 0; each < 5; each++) {
      await(run(request(key + each), work(created())));
    }
    assertThat(purge(3)).isZero();
    node.clock.advance(Duration.ofHours(48));
    assertThat(purge(3)).isEqualTo(3);
    assertThat(purge(3)).isEqualTo(2);
  }

  @Test
  void separatesKeysOfTenants() {
    UUID other = new UUID(8, 8);
    insertTenant(other);
    await(run(request(key), work(created())));
    ApiRequest theirs = request(other, key, "POST", "/v1/else", null);
    assertThat(await(run(theirs, work(created()))).headers())
        .doesNotContainKey("Idempotent-Replayed");
    assertThat(
            await(
                    node.database.asTenant(
                        other,
                        connection ->
                            connection.query("SELECT count(*) FROM idempotency_record").execute()))
                .iterator()
                .next()
                .getLong(0))
        .isEqualTo(1);
  }

  private Future<Reply> run(ApiRequest request, Function<SqlConnection, Future<Reply>> work) {
    return write.run(request, work);
  }

  private Function<SqlConnection, Future<Reply>> work(Reply reply) {
    return work(Future.succeededFuture(reply));
  }

  private Function<SqlConnection, Future<Reply>> work(Future<Reply> reply) {
    return connection -> {
      runs.incrementAndGet();
      return reply;
    };
  }

  /** Work that leaves a mark if its transaction commits. */
  private Function<SqlConnection, Future<Reply>> writing(UUID mark, Future<Reply> reply) {
    return connection -> {
      runs.incrementAndGet();
      return connection
          .preparedQuery("UPDATE tenant SET name = $2 WHERE id = $1")
          .execute(Tuple.of(TENANT, mark.toString()))
          .compose(ignored -> reply);
    };
  }

  private static boolean exists(UUID mark) {
    return await(
            node.database.asWorker(
                connection ->
                    connection
                        .preparedQuery("SELECT 1 FROM tenant WHERE name = $1")
                        .execute(Tuple.of(mark.toString()))))
        .iterator()
        .hasNext();
  }

  private static String stored() {
    StringBuilder all = new StringBuilder();
    await(
            node.database.asWorker(
                connection ->
                    connection.query("SELECT r::text FROM idempotency_record r").execute()))
        .forEach(row -> all.append(row.getString(0)));
    return all.toString();
  }

  private static void insertTenant(UUID id) {
    await(
        node.database.asWorker(
            connection ->
                connection.preparedQuery(INSERT_TENANT).execute(Tuple.of(id, "Tenant " + id))));
  }

  private static int purge(int limit) {
    return await(
        node.database.asWorker(it -> IdempotencyStore.purge(it, node.clock.instant(), limit)));
  }

  private static ProblemCode code(Future<Reply> reply) {
    return problemOf(reply).problem().code();
  }

  private static ProblemException problemOf(Future<Reply> reply) {
    return (ProblemException)
        await(
            reply.transform(
                result ->
                    result.failed()
                        ? Future.succeededFuture(result.cause())
                        : Future.succeededFuture(new ProblemException(result.result().problem()))));
  }

  private static Reply created() {
    return Reply.of(201, Json.object().put("id", "x_1"))
        .with("Location", "/v1/x/1")
        .with("ETag", "\"1\"")
        .with("X-Other", "not kept");
  }

  private static ApiRequest request(String key) {
    return request(key, "POST", "/v1/things", BODY);
  }

  private static ApiRequest request(String key, String method, String path, String body) {
    return request(TENANT, key, method, path, body);
  }

  private static ApiRequest request(
      UUID tenant, String key, String method, String path, String body) {
    return new ApiRequest(
        "anything",
        method,
        path,
        "trace",
        new Caller(tenant, new UUID(1, 1), Set.of(), RateLimit.UNLIMITED),
        Map.of(),
        Map.of(),
        key == null ? Map.of() : Map.of("idempotency-key", key),
        body == null ? null : Json.parse(body));
  }
}
