package eu.callorders.server.idempotency;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.Refusal;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Outage;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Requests on their way in. A durable commit costs far more than the work of one request, so what
 * comes in while a transaction runs goes into the next one; nothing waits for a timer. Each event
 * loop has a lane of its own, first come, first served.
 *
 * <p>What comes in faster than it can be stored is refused: there is room for so many, and nobody
 * waits longer than a client is told to.
 */
public final class GroupCommit {
  private static final int MOST = 100;

  /** Fewer make larger groups, but whoever comes while the only one is held up waits for it. */
  private static final int TRANSACTIONS_AT_ONCE = 2;

  private static final int LOOK_MILLIS = 250;

  /** On each event loop. */
  private static final int MOST_WAITING = 1000;

  /** Before a transaction takes them in. */
  private static final Duration LONGEST_WAIT = Duration.ofMillis(1500);

  private final Database database;
  private final IdempotentBatch batches;
  private final IdempotentWrite alone;
  private final Work work;
  private final Runnable committed;

  /** What is done for requests; both ways come to the same for each of them. */
  public interface Work {
    /**
     * Answers those of these requests for which nobody has to be waited for, in a transaction that
     * sees every tenant, and writes nothing for the others, nor for those that it refuses.
     */
    Future<IdentityHashMap<ApiRequest, Reply>> together(
        SqlConnection connection, List<ApiRequest> requests);

    /** Answers one request, and waits for whom it has to. */
    Future<Reply> alone(SqlConnection connection, ApiRequest request);
  }

  /** By event loop: its thread tells it, since each request has a context of its own. */
  private final Map<Thread, Lane> lanes = new ConcurrentHashMap<>();

  /**
   * @param committed run after each commit
   */
  public GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      Work work,
      Runnable committed) {
    this.database = database;
    this.batches = batches;
    this.alone = alone;
    this.work = work;
    this.committed = committed;
  }

  /**
   * Refuses whoever comes while those before him wait for long, before any work goes into his
   * request: under a flood, refusing must cost little. To be called on an event loop.
   */
  public Future<Void> admit() {
    Lane lane = lanes.get(Thread.currentThread());
    return lane != null && lane.isBehind()
        ? Future.failedFuture(tooBusy())
        : Future.succeededFuture();
  }

  /** Answers a request, together with others; to be called on an event loop. */
  public Future<Reply> submit(ApiRequest request) {
    return lanes.computeIfAbsent(Thread.currentThread(), ignored -> new Lane()).submit(request);
  }

  private record Submission(ApiRequest request, Promise<Reply> answer, long since) {}

  private static Refusal tooBusy() {
    return new Refusal(
        Problem.retryLater(
            ProblemCode.UNAVAILABLE,
            "More comes in than can be stored just now.",
            Duration.ofSeconds(1)));
  }

  /** What waits on one event loop; only that loop touches it. */
  private final class Lane {
    private final Queue<Submission> waiting = new ArrayDeque<>();
    private int running;
    private boolean looking;

    Future<Reply> submit(ApiRequest request) {
      if (waiting.size() >= MOST_WAITING) {
        return Future.failedFuture(tooBusy());
      }
      Promise<Reply> answer = Promise.promise();
      waiting.add(new Submission(request, answer, System.nanoTime()));
      flush();
      lookAgain();
      return answer.future();
    }

    /** Full, or slow: half the time that one may wait is left for the way into the queue. */
    boolean isBehind() {
      Submission oldest = waiting.peek();
      return waiting.size() >= MOST_WAITING
          || (oldest != null && System.nanoTime() - oldest.since() > LONGEST_WAIT.toNanos() / 2);
    }

    private void flush() {
      while (running < TRANSACTIONS_AT_ONCE && !waiting.isEmpty()) {
        running++;
        together(next())
            .onComplete(
                done -> {
                  running--;
                  flush();
                });
      }
    }

    /** Transactions may take their time, or hang: somebody must look after those who wait. */
    private void lookAgain() {
      Context context = Vertx.currentContext();
      if (!looking && !waiting.isEmpty() && context != null) {
        looking = true;
        context
            .owner()
            .setTimer(
                LOOK_MILLIS,
                timer -> {
                  looking = false;
                  refuseOverdue();
                  lookAgain();
                });
      }
    }

    private void refuseOverdue() {
      long now = System.nanoTime();
      while (!waiting.isEmpty() && now - waiting.element().since() > LONGEST_WAIT.toNanos()) {
        waiting.remove().answer().fail(tooBusy());
      }
    }

    private List<Submission> next() {
      List<Submission> next = new ArrayList<>();
      while (next.size() < MOST && !waiting.isEmpty()) {
        next.add(waiting.remove());
      }
      return next;
    }
  }

  /**
   * What is left over, or fails together, goes alone: a bad one never holds up its neighbours. But
   * not when the connection was lost, since nobody knows whether it was before the commit: a
   * request without a key would be carried out twice.
   */
  private Future<?> together(List<Submission> submissions) {
    List<ApiRequest> requests = submissions.stream().map(Submission::request).toList();
    return database
        .asWorker(
            connection ->
                batches.run(connection, requests, first -> work.together(connection, first)))
        .onSuccess(
            answers -> {
              committed.run();
              for (Submission submission : submissions) {
                Future<Reply> answer = answers.get(submission.request());
                if (answer == null) {
                  alone(submission);
                } else {
                  answer.onComplete(submission.answer());
                }
              }
            })
        .onFailure(
            failure -> {
              if (submissions.size() == 1 || !Outage.isRolledBack(failure)) {
                submissions.forEach(each -> each.answer().fail(failure));
              } else {
                submissions.forEach(this::alone);
              }
            });
  }

  private void alone(Submission submission) {
    alone
        .run(submission.request(), connection -> work.alone(connection, submission.request()))
        .onSuccess(reply -> committed.run())
        .onComplete(submission.answer());
  }
}
