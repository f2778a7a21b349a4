package eu.callorders.server.idempotency;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RoundRobinQueue;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Requests on their way in. A durable commit costs far more than the work of one request, so what
 * comes in while a transaction runs goes into the next one; nothing waits for a timer. Each event
 * loop has a lane of its own, in which tenants take turns.
 *
 * <p>What comes in faster than it can be stored is refused: a tenant has room for so many, and no
 * request waits longer than a client is told to.
 */
public final class GroupCommit {
  private static final int MOST = 100;

  /** Characters of bodies in a transaction: large ones must not keep small ones waiting. */
  private static final long MOST_CHARACTERS = 256 * 1024;

  /** Fewer make larger groups, but whoever comes while the only one is held up waits for it. */
  private static final int TRANSACTIONS_AT_ONCE = 2;

  private static final int LOOK_MILLIS = 250;

  /** Of a tenant on each event loop. */
  private static final int MOST_WAITING = 1000;

  private static final int MOST_WAITING_OF_ALL = 4000;

  /** Before a transaction takes them in. */
  private static final Duration LONGEST_WAIT = Duration.ofMillis(1500);

  private final Database database;
  private final IdempotentBatch batches;
  private final IdempotentWrite alone;
  private final BatchHandler work;
  private final Runnable committed;
  private final Duration longestWait;

  /** What is done for requests; both ways come to the same for each of them. */
  public interface BatchHandler {
    /** How many locks a request takes, as far as it tells. */
    int locks(ApiRequest request);

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
  private final Map<Thread, EventLoopQueue> lanes = new ConcurrentHashMap<>();

  /**
   * @param committed run after each commit
   */
  public GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      BatchHandler work,
      Runnable committed) {
    this(database, batches, alone, work, committed, LONGEST_WAIT);
  }

  GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      BatchHandler work,
      Runnable committed,
      Duration longestWait) {
    this.longestWait = longestWait;
    this.database = database;
    this.batches = batches;
    this.alone = alone;
    this.work = work;
    this.committed = committed;
  }

  /**
   * Refuses a request while others of its tenant wait for long, before any work goes into it: under
   * a flood, refusing must cost little. To be called on an event loop.
   */
  public Future<Void> admit(UUID tenantId) {
    EventLoopQueue lane = lanes.get(Thread.currentThread());
    return lane != null && lane.isBehind(tenantId)
        ? Future.failedFuture(tooBusy())
        : Future.succeededFuture();
  }

  /** Answers a request, together with others; to be called on an event loop. */
  public Future<Reply> submit(ApiRequest request) {
    return lanes
        .computeIfAbsent(Thread.currentThread(), ignored -> new EventLoopQueue())
        .submit(request);
  }

  private record Submission(
      ApiRequest request, Promise<Reply> answer, long since, int size, int locks) {
    static Submission of(ApiRequest request, Promise<Reply> answer, int locks) {
      int size = request.body() == null ? 0 : request.body().toString().length();
      return new Submission(request, answer, System.nanoTime(), size, locks);
    }

    UUID tenantId() {
      return request.caller().tenantId();
    }

    boolean hasWaited(Duration duration) {
      return System.nanoTime() - since > duration.toNanos();
    }
  }

  private static ProblemException tooBusy() {
    return new ProblemException(
        Problem.retryLater(
            ProblemCode.UNAVAILABLE,
            "More comes in than can be stored just now.",
            Duration.ofSeconds(1)));
  }

  /** What waits on one event loop; only that loop touches it. */
  private final class EventLoopQueue {
    private final RoundRobinQueue<UUID, Submission> waiting = new RoundRobinQueue<>();
    private int running;
    private boolean looking;

    Future<Reply> submit(ApiRequest request) {
      Promise<Reply> answer = Promise.promise();
      Submission submission = Submission.of(request, answer, work.locks(request));
      if (isFull(submission.tenantId())) {
        return Future.failedFuture(tooBusy());
      }
      waiting.add(submission.tenantId(), submission);
      flush();
      lookAgain();
      return answer.future();
    }

    /** Full, or slow: half the time that one may wait is left for the way into the queue. */
    boolean isBehind(UUID tenantId) {
      Submission oldest = waiting.first(tenantId);
      return isFull(tenantId) || (oldest != null && oldest.hasWaited(longestWait.dividedBy(2)));
    }

    private boolean isFull(UUID tenantId) {
      return waiting.size(tenantId) >= MOST_WAITING || waiting.size() >= MOST_WAITING_OF_ALL;
    }

    private void flush() {
      while (running < TRANSACTIONS_AT_ONCE && waiting.size() > 0) {
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
      if (!looking && waiting.size() > 0 && context != null) {
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
      List<Submission> overdue = new ArrayList<>();
      waiting.drain(submission -> submission.hasWaited(longestWait), overdue::add);
      overdue.forEach(submission -> submission.answer().fail(tooBusy()));
    }

    private List<Submission> next() {
      List<Submission> next = new ArrayList<>();
      long characters = 0;
      int locks = 0;
      while (next.size() < MOST && characters < MOST_CHARACTERS && locks < Locks.MOST_OF_BATCH) {
        Submission submission = waiting.poll(tenant -> true);
        if (submission == null) {
          break;
        }
        next.add(submission);
        characters += submission.size();
        locks += submission.locks();
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
              if (submissions.size() == 1 || !DatabaseFailures.isRolledBack(failure)) {
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
