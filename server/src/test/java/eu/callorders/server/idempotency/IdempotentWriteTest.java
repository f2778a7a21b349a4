package eu.callorders.server.idempotency;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static eu.callorders.server.idempotency.IdempotentWriteFixture.BODY;
import static eu.callorders.server.idempotency.IdempotentWriteFixture.code;
import static eu.callorders.server.idempotency.IdempotentWriteFixture.created;
import static eu.callorders.server.idempotency.IdempotentWriteFixture.problemOf;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdempotentWriteTest {
  @RegisterExtension static final IdempotentWriteFixture writes = new IdempotentWriteFixture();

  @Test
  void replaysStoredReplyForTheSameKey() {
    Reply first = await(writes.run(writes.request(writes.key), writes.work(created())));
    Reply second = await(writes.run(writes.request(writes.key), writes.work(created())));
    assertThat(writes.runs).hasValue(1);
    assertThat(first.headers()).doesNotContainKey("Idempotent-Replayed");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers())
        .isEqualTo(Map.of("Location", "/v1/x/1", "ETag", "\"1\"", "Idempotent-Replayed", "true"));
  }

  @Test
  void runsAlwaysWithoutAKey() {
    await(writes.run(writes.request(null), writes.work(created())));
    await(writes.run(writes.request(null), writes.work(created())));
    assertThat(writes.runs).hasValue(2);
  }

  @Test
  void ignoresMemberOrderOfTheBody() {
    await(
        writes.run(
            writes.request(writes.key, "POST", "/v1/a", "{\"a\":1,\"b\":2}"),
            writes.work(created())));
    Reply again =
        await(
            writes.run(
                writes.request(writes.key, "POST", "/v1/a", "{\"b\":2, \"a\":1}"),
                writes.work(created())));
    assertThat(again.headers()).containsKey("Idempotent-Replayed");
  }

  @Test
  void refusesTheKeyForAnotherPathMethodOrBody() {
    await(writes.run(writes.request(writes.key, "POST", "/v1/a", BODY), writes.work(created())));
    assertThat(
            code(
                writes.run(
                    writes.request(writes.key, "POST", "/v1/b", BODY), writes.work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(
            code(
                writes.run(
                    writes.request(writes.key, "PATCH", "/v1/a", BODY), writes.work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(
            code(
                writes.run(
                    writes.request(writes.key, "POST", "/v1/a", "{}"), writes.work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_REUSED);
    assertThat(
            code(
                writes.run(
                    writes.request(writes.key, "POST", "/v1/a", null), writes.work(created()))))
        .isEqualTo(ProblemCode.IDEMPOTENCY_KEY_REUSED);
    assertThat(
            await(
                    writes.run(
                        writes.request(writes.key, "POST", "/v1/a", BODY), writes.work(created())))
                .status())
        .isEqualTo(201);
    assertThat(writes.runs).hasValue(1);
  }

  @Test
  void rejectsWhileTheFirstRequestRuns() {
    Promise<Void> started = Promise.promise();
    Promise<Reply> end = Promise.promise();
    Future<Reply> first =
        writes.run(
            writes.request(writes.key),
            connection -> {
              started.complete();
              return end.future();
            });
    await(started.future());
    ProblemException exception =
        (ProblemException) failure(writes.run(writes.request(writes.key), writes.work(created())));
    assertThat(exception.problem().code()).isEqualTo(ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS);
    assertThat(exception.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(await(writes.run(writes.request(writes.key + "x"), writes.work(created()))).status())
        .isEqualTo(201);
    end.complete(created());
    await(first);
    assertThat(await(writes.run(writes.request(writes.key), writes.work(created()))).headers())
        .containsKey("Idempotent-Replayed");
  }

  @Test
  void supportsConcurrentReplays() {
    await(writes.run(writes.request(writes.key), writes.work(created())));
    Future<?>[] replays = new Future<?>[20];
    for (int each = 0; each < replays.length; each++) {
      replays[each] = writes.run(writes.request(writes.key), writes.work(created()));
    }
    await(Future.all(java.util.List.of(replays)));
    assertThat(writes.runs).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = ProblemCode.class,
      names = {"NOT_FOUND", "ORDER_NOT_CANCELABLE", "SUBJECT_SUPPRESSED", "INVALID_CURSOR"})
  void storesDomainProblemsAndRollsBackTheirWork(ProblemCode code) {
    FieldError error = FieldError.body("/url", "inconsistent", "no");
    Problem problem = Problem.of(code, "because", error).with(Map.of("limit", 20, "until", "noon"));
    UUID written = UUID.randomUUID();
    ProblemException first =
        problemOf(
            writes.run(
                writes.request(writes.key),
                writes.writing(written, Future.failedFuture(new ProblemException(problem)))));
    assertThat(first.problem()).isEqualTo(problem);
    Reply second = await(writes.run(writes.request(writes.key), writes.work(created())));
    assertThat(second.problem()).isEqualTo(problem);
    assertThat(second.headers()).containsEntry("Idempotent-Replayed", "true");
    assertThat(writes.runs).hasValue(1);
    assertThat(writes.exists(written)).isFalse();
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
    assertThat(
            code(
                writes.run(
                    writes.request(writes.key), writes.work(Future.failedFuture(exception)))))
        .isEqualTo(code);
    assertThat(await(writes.run(writes.request(writes.key), writes.work(created()))).headers())
        .doesNotContainKey("Idempotent-Replayed");
    assertThat(writes.runs).hasValue(2);
  }

  @Test
  void treatsProblemReplyAsFailure() {
    Problem problem = Problem.of(ProblemCode.ALREADY_EXISTS, "there");
    UUID written = UUID.randomUUID();
    Future<Reply> reply = Future.succeededFuture(Reply.problem(problem));
    assertThat(
            problemOf(writes.run(writes.request(writes.key), writes.writing(written, reply)))
                .problem())
        .isEqualTo(problem);
    assertThat(writes.exists(written)).isFalse();
    assertThat(
            problemOf(writes.run(writes.request(null), writes.writing(written, reply))).problem())
        .isEqualTo(problem);
    assertThat(writes.exists(written)).isFalse();
  }

  @Test
  void storesProblemThatTheWorkThrows() {
    Problem problem = Problem.notFound();
    problemOf(
        writes.run(
            writes.request(writes.key),
            connection -> {
              throw new ProblemException(problem);
            }));

    Reply second = await(writes.run(writes.request(writes.key), writes.work(created())));

    assertThat(second.problem()).isEqualTo(problem);
    assertThat(second.headers()).containsEntry("Idempotent-Replayed", "true");
    assertThat(writes.runs).hasValue(0);
  }

  @Test
  void rollsBackWhenTheWorkFails() {
    UUID written = UUID.randomUUID();
    Throwable failure =
        failure(
            writes.run(
                writes.request(writes.key),
                writes.writing(written, Future.failedFuture(new IllegalStateException("broken")))));
    assertThat(failure).hasMessage("broken");
    assertThat(writes.exists(written)).isFalse();
    assertThat(await(writes.run(writes.request(writes.key), writes.work(created()))).status())
        .isEqualTo(201);
  }

  @Test
  void commitsWorkAndReplyTogether() {
    UUID written = UUID.randomUUID();
    await(
        writes.run(
            writes.request(writes.key),
            writes.writing(written, Future.succeededFuture(created()))));
    assertThat(writes.exists(written)).isTrue();
  }
}
