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
 * Stores requests in group commits. A durable commit costs far more than the work of one request,
 * so requests that arrive during a transaction join the next one, without a timer. Each event loop
 * has its own queue, in which tenants take turns.
 *
 * <p>Overload is rejected: queues are limited per tenant, and no request waits longer than a
 * client's timeout.
 */
public final class GroupCommit {
  private static final int MAX_BATCH = 100;

  /** Characters of bodies per transaction, so that large requests do not delay small ones. */
  private static final long MAX_CHARACTERS = 256 * 1024;

  /** One makes larger groups, but a stalled transaction would block all others. */
  private static final int MAX_TRANSACTIONS = 2;

  private static final int CHECK_INTERVAL_MILLIS = 250;

  /** Per tenant on each event loop. */
  private static final int MAX_WAITING_PER_TENANT = 1000;

  private static final int MAX_WAITING = 4000;

  /** Before a transaction includes the request. */
  private static final Duration MAX_WAIT = Duration.ofMillis(1500);

  private final Database database;
  private final IdempotentBatch batches;
  private final IdempotentWrite alone;
  private final BatchHandler work;
  private final Runnable committed;
  private final Duration maxWait;

  /** Handles requests together or alone, with the same result for each request. */
  public interface BatchHandler {
    /** Estimated number of locks that a request acquires. */
    int locks(ApiRequest request);

    /**
     * Handles the requests that need not wait for locks, in a transaction that sees every tenant;
     * writes nothing for the others and for rejected ones.
     */
    Future<IdentityHashMap<ApiRequest, Reply>> handleBatch(
        SqlConnection connection, List<ApiRequest> requests);

    /** Handles one request, waiting for its locks. */
    Future<Reply> handleOne(SqlConnection connection, ApiRequest request);
  }

  /** By event loop thread, since each request has its own context. */
  private final Map<Thread, EventLoopQueue> queues = new ConcurrentHashMap<>();

  /**
   * @param committed runs after each commit
   */
  public GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      BatchHandler work,
      Runnable committed) {
    this(database, batches, alone, work, committed, MAX_WAIT);
  }

  GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      BatchHandler work,
      Runnable committed,
      Duration timeout) {
    this.maxWait = timeout;
    this.database = database;
    this.batches = batches;
    this.alone = alone;
    this.work = work;
    this.committed = committed;
  }

  /**
   * Rejects a request cheaply, before any work, while earlier requests of its tenant wait too long.
   * Call on an event loop.
   */
  public Future<Void> admit(UUID tenantId) {
    EventLoopQueue queue = queues.get(Thread.currentThread());
    return queue != null && queue.isBehind(tenantId)
        ? Future.failedFuture(tooBusy())
        : Future.succeededFuture();
  }

  /** Handles a request together with others. Call on an event loop. */
  public Future<Reply> submit(ApiRequest request) {
    return queues
        .computeIfAbsent(Thread.currentThread(), ignored -> new EventLoopQueue())
        .submit(request);
  }

  private record Submission(
      ApiRequest request, Promise<Reply> reply, long submittedAt, int size, int locks) {
    static Submission of(ApiRequest request, Promise<Reply> answer, int locks) {
      int size = request.body() == null ? 0 : request.body().toString().length();
      return new Submission(request, answer, System.nanoTime(), size, locks);
    }

    UUID tenantId() {
      return request.caller().tenantId();
    }

    boolean hasWaited(Duration duration) {
      return System.nanoTime() - submittedAt > duration.toNanos();
    }
  }

  private static ProblemException tooBusy() {
    return new ProblemException(
        Problem.retryLater(
            ProblemCode.UNAVAILABLE,
            "More comes in than can be stored just now.",
            Duration.ofSeconds(1)));
  }

  /** Waiting requests of one event loop, confined to it. */
  private final class EventLoopQueue {
    private final RoundRobinQueue<UUID, Submission> waiting = new RoundRobinQueue<>();
    private int running;
    private boolean timerSet;

    Future<Reply> submit(ApiRequest request) {
      Promise<Reply> answer = Promise.promise();
      Submission submission = Submission.of(request, answer, work.locks(request));
      if (isFull(submission.tenantId())) {
        return Future.failedFuture(tooBusy());
      }
      waiting.add(submission.tenantId(), submission);
      flush();
      scheduleTimeouts();
      return answer.future();
    }

    /** Full, or slow: half of the maximum wait is left for the steps before the queue. */
    boolean isBehind(UUID tenantId) {
      Submission oldest = waiting.first(tenantId);
      return isFull(tenantId) || (oldest != null && oldest.hasWaited(maxWait.dividedBy(2)));
    }

    private boolean isFull(UUID tenantId) {
      return waiting.size(tenantId) >= MAX_WAITING_PER_TENANT || waiting.size() >= MAX_WAITING;
    }

    private void flush() {
      while (running < MAX_TRANSACTIONS && waiting.size() > 0) {
        running++;
        runBatch(nextBatch())
            .onComplete(
                done -> {
                  running--;
                  flush();
                });
      }
    }

    /** Times out waiting requests even while all transactions hang. */
    private void scheduleTimeouts() {
      Context context = Vertx.currentContext();
      if (!timerSet && waiting.size() > 0 && context != null) {
        timerSet = true;
        context
            .owner()
            .setTimer(
                CHECK_INTERVAL_MILLIS,
                timer -> {
                  timerSet = false;
                  failOverdue();
                  scheduleTimeouts();
                });
      }
    }

    private void failOverdue() {
      List<Submission> overdue = new ArrayList<>();
      waiting.drain(submission -> submission.hasWaited(maxWait), overdue::add);
      overdue.forEach(submission -> submission.reply().fail(tooBusy()));
    }

    private List<Submission> nextBatch() {
      List<Submission> next = new ArrayList<>();
      long characters = 0;
      int locks = 0;
      while (next.size() < MAX_BATCH
          && characters < MAX_CHARACTERS
          && locks < Locks.MAX_PER_BATCH) {
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
   * Handles requests that were left out, or all after a rollback, alone, so that a bad one does not
   * affect others. After a lost connection the commit is in doubt, and a request without a key
   * could run twice, so all fail.
   */
  private Future<?> runBatch(List<Submission> submissions) {
    List<ApiRequest> requests = submissions.stream().map(Submission::request).toList();
    return database
        .asWorker(
            connection ->
                batches.run(
                    connection, requests, unanswered -> work.handleBatch(connection, unanswered)))
        .onSuccess(
            results -> {
              committed.run();
              for (Submission submission : submissions) {
                Future<Reply> result = results.get(submission.request());
                if (result == null) {
                  alone(submission);
                } else {
                  result.onComplete(submission.reply());
                }
              }
            })
        .onFailure(
            failure -> {
              if (submissions.size() == 1 || !DatabaseFailures.isRolledBack(failure)) {
                submissions.forEach(each -> each.reply().fail(failure));
              } else {
                submissions.forEach(this::alone);
              }
            });
  }

  private void alone(Submission submission) {
    alone
        .run(submission.request(), connection -> work.handleOne(connection, submission.request()))
        .onSuccess(reply -> committed.run())
        .onComplete(submission.reply());
  }
}
