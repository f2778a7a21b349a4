package eu.callorders.server.idempotency;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RoundRobinQueue;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores requests in group commits. A durable commit costs far more than the work of one request,
 * so requests that arrive during a transaction join the next one, without a timer. Tenants take
 * turns. One transaction runs at a time, which makes the largest groups; while it stalls, others
 * run beside it.
 *
 * <p>Overload is rejected: queues are limited per tenant, and no request waits longer than a
 * client's timeout.
 *
 * @param <P> a request that is prepared for its handler
 */
public final class GroupCommit<P> {
  private static final int MAX_BATCH = 100;

  /** Bytes of bodies per transaction, so that large requests do not delay small ones. */
  private static final long MAX_BYTES = 256 * 1024;

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
  private final RequestBatchHandler<P> work;
  private final Consumer<List<Reply>> committed;
  private final Duration maxWait;
  private final Duration stalled;

  private final RoundRobinQueue<UUID, Submission<P>> waiting = new RoundRobinQueue<>();
  private int running;
  private long lastStart;
  private boolean timerSet;

  /**
   * @param committed runs after each commit, with the successful replies of its requests
   */
  public GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      RequestBatchHandler<P> work,
      Consumer<List<Reply>> committed) {
    this(database, batches, alone, work, committed, MAX_WAIT, STALLED);
  }

  /**
   * @param timeout of a request, before a transaction includes it
   * @param stall after this time, a running transaction no longer keeps the next one from starting
   */
  public GroupCommit(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      RequestBatchHandler<P> work,
      Consumer<List<Reply>> committed,
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
    Submission<P> oldest = waiting.first(tenantId);
    boolean behind = isFull(tenantId) || (oldest != null && oldest.hasWaited(maxWait.dividedBy(2)));
    return behind ? Future.failedFuture(tooBusy()) : Future.succeededFuture();
  }

  /** An operation whose requests are stored together. */
  public Operation operation(String operationId) {
    return Operation.of(operationId, this::submit)
        .withAdmission(caller -> admit(caller.tenantId()))
        .withPermits(1);
  }

  /** Handles a request together with others; completes on the event loop of the caller. */
  public Future<Reply> submit(ApiRequest request) {
    return submit(request, work.prepare(request));
  }

  /** As {@link #submit(ApiRequest)}, of a request that is prepared already. */
  public Future<Reply> submit(ApiRequest request, P prepared) {
    Promise<Reply> reply = ContextInternal.current().promise();
    Submission<P> submission =
        new Submission<>(
            request,
            KeyedRequest.of(request).orElse(null),
            prepared,
            work.locks(prepared),
            reply,
            System.nanoTime());
    if (!enqueue(submission)) {
      return Future.failedFuture(tooBusy());
    }
    flush();
    setTimer();
    return reply.future();
  }

  private synchronized boolean enqueue(Submission<P> submission) {
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
    for (List<Submission<P>> next = nextBatch(); !next.isEmpty(); next = nextBatch()) {
      runBatch(next)
          .onComplete(
              done -> {
                batchEnded();
                flush();
              });
    }
  }

  /** The submissions of the next transaction; none while it may not start. */
  private synchronized List<Submission<P>> nextBatch() {
    List<Submission<P>> next = new ArrayList<>();
    if (!mayStart()) {
      return next;
    }
    long bytes = 0;
    int locks = 0;
    while (next.size() < MAX_BATCH && bytes < MAX_BYTES && locks < Locks.MAX_PER_BATCH) {
      Submission<P> submission = waiting.poll(tenant -> true);
      if (submission == null) {
        break;
      }
      next.add(submission);
      bytes += submission.request().bodyBytes();
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

  private synchronized List<Submission<P>> overdue() {
    timerSet = false;
    List<Submission<P>> overdue = new ArrayList<>();
    waiting.drain(submission -> submission.hasWaited(maxWait), overdue::add);
    return overdue;
  }

  private record Submission<P>(
      ApiRequest request,
      @Nullable KeyedRequest key,
      P prepared,
      int locks,
      Promise<Reply> reply,
      long submittedAt) {
    UUID tenantId() {
      return request.caller().tenantId();
    }

    boolean hasWaited(Duration duration) {
      return System.nanoTime() - submittedAt > duration.toNanos();
    }
  }

  private static ProblemException tooBusy() {
    return ProblemException.retryLater(
        ProblemCode.UNAVAILABLE,
        "More comes in than can be stored just now.",
        Duration.ofSeconds(1));
  }

  /**
   * Handles requests that were left out, or all after a rollback, alone, so that a bad one does not
   * affect others. After a lost connection the commit is in doubt, and a request without a key
   * could run twice, so all fail.
   */
  private Future<?> runBatch(List<Submission<P>> submissions) {
    List<P> prepared = submissions.stream().map(Submission::prepared).toList();
    List<IdempotentBatch.Item> items =
        submissions.stream()
            .map(each -> new IdempotentBatch.Item(each.request(), each.key()))
            .toList();
    return database
        .asWorker(
            connection ->
                batches.run(
                    connection,
                    items,
                    firstTime -> work.handleBatch(connection, prepared, firstTime)))
        .onSuccess(
            results -> {
              committed.accept(successes(results.values()));
              for (Submission<P> submission : submissions) {
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

  private static List<Reply> successes(Collection<Future<Reply>> results) {
    return results.stream().filter(Future::succeeded).map(Future::result).toList();
  }

  private void alone(Submission<P> submission) {
    alone
        .run(
            submission.request(),
            submission.key(),
            connection -> work.handleOne(connection, submission.prepared()))
        .onSuccess(reply -> committed.accept(List.of(reply)))
        .onComplete(submission.reply());
  }
}
