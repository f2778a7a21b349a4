package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.Refusal;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.Outage;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.order.Acceptance.Verdict;
import eu.callorders.server.order.Acceptance.Wanted;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Orders on their way in. A durable commit costs far more than the work of one order, so what comes
 * in while a transaction runs goes into the next one; nothing waits for a timer. Each event loop
 * has a lane of its own.
 *
 * <p>What comes in faster than it can be stored is refused: there is room for so many, and nobody
 * waits longer than a client is told to.
 */
final class AcceptanceQueue {
  private static final int MOST = 100;
  private static final int TRANSACTIONS_AT_ONCE = 2;
  private static final int LOOK_MILLIS = 250;

  private final Database database;
  private final IdempotentBatch batches;
  private final IdempotentWrite alone;
  private final Acceptance acceptance;
  private final OrderReplies replies;
  private final Runnable accepted;
  private final Room room;

  /**
   * Room for those who wait.
   *
   * @param most on each event loop
   * @param longest before a transaction takes them in
   */
  record Room(int most, Duration longest) {
    static final Room DEFAULT = new Room(1000, Duration.ofMillis(1500));
  }

  /** By event loop: its thread tells it, since each request has a context of its own. */
  private final Map<Thread, Lane> lanes = new ConcurrentHashMap<>();

  /**
   * @param accepted run after a commit, so that its orders are planned
   */
  AcceptanceQueue(
      Database database,
      IdempotentBatch batches,
      IdempotentWrite alone,
      Acceptance acceptance,
      OrderView view,
      Runnable accepted,
      Room room) {
    this.database = database;
    this.batches = batches;
    this.alone = alone;
    this.acceptance = acceptance;
    this.replies = new OrderReplies(view);
    this.accepted = accepted;
    this.room = room;
  }

  /**
   * Refuses whoever comes while those before him wait for long, before any work goes into his
   * request: under a flood, refusing must cost little. To be called on an event loop.
   */
  Future<Void> admit() {
    Lane lane = lanes.get(Thread.currentThread());
    return lane != null && lane.isBehind()
        ? Future.failedFuture(tooBusy())
        : Future.succeededFuture();
  }

  /** Accepts the order of a request, together with others; to be called on an event loop. */
  Future<Reply> submit(ApiRequest request) {
    return lanes.computeIfAbsent(Thread.currentThread(), ignored -> new Lane()).submit(request);
  }

  private record Submission(ApiRequest request, Promise<Reply> answer, long since) {}

  private static Refusal tooBusy() {
    return new Refusal(
        Problem.retryLater(
            ProblemCode.UNAVAILABLE,
            "More orders come in than can be stored just now.",
            Duration.ofSeconds(1)));
  }

  /** What waits on one event loop; only that loop touches it. */
  private final class Lane {
    private final Queue<Submission> waiting = new ArrayDeque<>();
    private int running;
    private boolean looking;

    Future<Reply> submit(ApiRequest request) {
      if (waiting.size() >= room.most()) {
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
      return waiting.size() >= room.most()
          || (oldest != null && System.nanoTime() - oldest.since() > room.longest().toNanos() / 2);
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
      while (!waiting.isEmpty() && now - waiting.element().since() > room.longest().toNanos()) {
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
   * request without a key would be accepted twice.
   */
  private Future<?> together(List<Submission> submissions) {
    List<ApiRequest> requests = submissions.stream().map(Submission::request).toList();
    return database
        .asWorker(
            connection -> batches.run(connection, requests, first -> accept(connection, first)))
        .onSuccess(
            answers -> {
              accepted.run();
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

  /** Accepts those whose person and numbers are not busy in another transaction. */
  private Future<IdentityHashMap<ApiRequest, Reply>> accept(
      SqlConnection connection, List<ApiRequest> requests) {
    if (requests.isEmpty()) {
      return Future.succeededFuture(new IdentityHashMap<>());
    }
    List<Wanted> wanted = requests.stream().map(AcceptanceQueue::wanted).toList();
    return tryTake(connection, wanted)
        .compose(
            taken -> {
              List<ApiRequest> free =
                  IntStream.range(0, requests.size())
                      .filter(position -> taken.containsAll(locks(wanted.get(position))))
                      .mapToObj(requests::get)
                      .toList();
              return acceptance
                  .accept(connection, free.stream().map(AcceptanceQueue::wanted).toList())
                  .map(verdicts -> answers(free, verdicts));
            });
  }

  /** Two statements in their order, but sent together. */
  private static Future<Set<String>> tryTake(SqlConnection connection, List<Wanted> wanted) {
    Future<Set<String>> persons =
        Locks.tryTake(connection, wanted.stream().map(Wanted::lock).distinct().toList());
    Future<Set<String>> numbers =
        Locks.tryTakeShared(
            connection,
            wanted.stream()
                .flatMap(one -> one.numberLocks().stream())
                .collect(Collectors.toUnmodifiableSet()));
    return Future.join(persons, numbers)
        .map(
            done -> {
              Set<String> taken = new HashSet<>(persons.result());
              taken.addAll(numbers.result());
              return taken;
            });
  }

  private static Set<String> locks(Wanted wanted) {
    Set<String> locks = new HashSet<>(wanted.numberLocks());
    locks.add(wanted.lock());
    return locks;
  }

  private static Wanted wanted(ApiRequest request) {
    return new Wanted(request.caller().tenantId(), (ObjectNode) request.requiredBody());
  }

  private IdentityHashMap<ApiRequest, Reply> answers(
      List<ApiRequest> requests, List<Verdict> verdicts) {
    IdentityHashMap<ApiRequest, Reply> answers = new IdentityHashMap<>();
    for (int position = 0; position < requests.size(); position++) {
      ApiRequest request = requests.get(position);
      answers.put(
          request,
          switch (verdicts.get(position)) {
            case Verdict.Accepted(CallOrder order) -> reply(request, order);
            case Verdict.Refused(Problem problem) -> Reply.problem(problem);
          });
    }
    return answers;
  }

  private void alone(Submission submission) {
    alone
        .run(
            submission.request(),
            connection ->
                acceptance
                    .accept(connection, wanted(submission.request()))
                    .map(order -> reply(submission.request(), order)))
        .onSuccess(reply -> accepted.run())
        .onComplete(submission.answer());
  }

  private Reply reply(ApiRequest request, CallOrder order) {
    return replies
        .reply(202, request, order, order.createdAt())
        .with("Location", "/v1/call-orders/" + IdKind.ORDER.format(order.id()));
  }
}
