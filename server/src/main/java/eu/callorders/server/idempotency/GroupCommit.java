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
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Stores requests in group commits. A durable commit costs far more than the work of one request,
 * so requests that arrive during a transaction join the next one, without a timer. Tenants take
 * turns. One transaction runs at a time, which makes the largest groups; while it stalls, others
 * run beside it.
 *
 * <p>Overload is rejected: queues are limited per tenant, and no request waits longer than a
 * client's timeout.
 */
public final class GroupCommit {
  private static final int MAX_BATCH = 100;

  /** Characters of bodies per transaction, so that large requests do not delay small ones. */
  private static final long MAX_CHARACTERS = 256 * 1024;

  private static final int MAX_TRANSACTIONS = 4;

  /** After this time, a running transaction no longer keeps the next one from starting. */
  private static final Duration STALLED = Duration.ofMillis(20);

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
  private final Duration stalled;

  /** Handles requests together or alone, with the same result for each request. */
  public interface BatchHandler {
    /** Estimated number of locks that a request acquires. */
    int locks(ApiRequest request);

    /**
     * Handles the requests that need not wait for locks, in a transaction that sees every tenant;
     * writes nothing for the others and for rejected ones.
     *
     * @param requests those to lock and load at once
     * @param firstTime those to handle; the others have a stored response
     */
    Future<IdentityHashMap<ApiRequest, Reply>> handleBatch(
        SqlConnection connection, List<ApiRequest> requests, Future<Set<ApiRequest>> firstTime);

    /** Handles one request, waiting for its locks. */
    Future<Reply> handleOne(SqlConnection connection, ApiRequest request);
  }

  private final RoundRobinQueue<UUID, Submission> waiting = new RoundRobinQueue<>();
  private int running;
  private long lastStart;
  private boolean timerSet;

  /**
   * @param committed runs after each commit
   */
  public GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      BatchHandler work,
      Runnable committed) {
    this(database, batches, alone, work, committed, MAX_WAIT, STALLED);
  }

  GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      BatchHandler work,
      Runnable committed,
      Duration timeout,
      Duration stall) {
    this.maxWait = timeout;
    this.stalled = stall;
    this.database = database;
    this.batches = batches;
    this.alone = alone;
    this.work = work;
    this.committed = committed;
  }

  /**
   * Rejects a request cheaply, before any work, while earlier requests of its tenant wait too long:
   * half of the maximum wait is left for the steps before the queue.
   */
  public synchronized Future<Void> admit(UUID tenantId) {
    Submission oldest = waiting.first(tenantId);
    boolean behind = isFull(tenantId) || (oldest != null && oldest.hasWaited(maxWait.dividedBy(2)));
    return behind ? Future.failedFuture(tooBusy()) : Future.succeededFuture();
  }

  /** Handles a request together with others; completes on the event loop of the caller. */
  public Future<Reply> submit(ApiRequest request) {
    Promise<Reply> reply = ContextInternal.current().promise();
    Submission submission = Submission.of(request, reply, work.locks(request));
    if (!enqueue(submission)) {
      return Future.failedFuture(tooBusy());
    }
    flush();
    setTimer();
    return reply.future();
  }

  private synchronized boolean enqueue(Submission submission) {
    if (isFull(submission.tenantId())) {
      return false;
    }
    waiting.add(submission.tenantId(), submission);
    return true;
  }

  private boolean isFull(UUID tenantId) {
    return waiting.size(tenantId) >= MAX_WAITING_PER_TENANT || waiting.size() >= MAX_WAITING;
  }

  private void flush() {
    for (List<Submission> next = nextBatch(); !next.isEmpty(); next = nextBatch()) {
      runBatch(next)
          .onComplete(
              done -> {
                batchEnded();
                flush();
              });
    }
  }

  /** The submissions of the next transaction; none while it may not start. */
  private synchronized List<Submission> nextBatch() {
    List<Submission> next = new ArrayList<>();
    if (!mayStart()) {
      return next;
    }
    long characters = 0;
    int locks = 0;
    while (next.size() < MAX_BATCH && characters < MAX_CHARACTERS && locks < Locks.MAX_PER_BATCH) {
      Submission submission = waiting.poll(tenant -> true);
      if (submission == null) {
        break;
      }
      next.add(submission);
      characters += submission.size();
      locks += submission.locks();
    }
    if (!next.isEmpty()) {
      running++;
      lastStart = System.nanoTime();
    }
    return next;
  }

  private boolean mayStart() {
    return running == 0
        || (running < MAX_TRANSACTIONS && System.nanoTime() - lastStart > stalled.toNanos());
  }

  private synchronized void batchEnded() {
    running--;
  }

  /** Starts a transaction beside a stalled one, and times out requests even while all stall. */
  private synchronized void setTimer() {
    Context context = Vertx.currentContext();
    if (!timerSet && waiting.size() > 0 && context != null) {
      timerSet = true;
      context
          .owner()
          .setTimer(
              stalled.toMillis() + 1,
              timer -> {
                overdue().forEach(submission -> submission.reply().fail(tooBusy()));
                flush();
                setTimer();
              });
    }
  }

  private synchronized List<Submission> overdue() {
    timerSet = false;
    List<Submission> overdue = new ArrayList<>();
    waiting.drain(submission -> submission.hasWaited(maxWait), overdue::add);
    return overdue;
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
                    connection,
                    requests,
                    firstTime -> work.handleBatch(connection, requests, firstTime)))
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
