package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * An order for a person of its own, on its way to the gateway, with everything that can stop it.
 */
final class KillPointRun {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Deployment deployment;
  private final CampaignTenant tenancy;
  private final ScriptedGateway gateway;
  private final SessionBlocker sessions;
  private final Ledger ledger;
  private final Ledger.Entry entry;
  private CompletableFuture<Integer> eventStatus = CompletableFuture.completedFuture(Http.LOST);

  KillPointRun(
      Deployment deployment,
      CampaignTenant tenancy,
      ScriptedGateway gateway,
      SessionBlocker sessions,
      Ledger ledger,
      OrderMix.Keyed order) {
    this.deployment = deployment;
    this.tenancy = tenancy;
    this.gateway = gateway;
    this.sessions = sessions;
    this.ledger = ledger;
    this.entry = ledger.intend(order);
  }

  /** Orders the call, which is due at once; a slow machine may have to be asked again. */
  void order() throws InterruptedException {
    Http.Answer answer = orderOnce();
    while (answer.passing()) {
      Thread.sleep(100);
      answer = orderOnce();
    }
    require(answer.status() == 202, "the order was not accepted: " + answer);
  }

  private Http.Answer orderOnce() throws InterruptedException {
    OrderMix.Keyed order = entry.order();
    Http.Answer answer =
        tenancy.send(node().baseUrl(), "POST", "/v1/call-orders", order.body(), order.key());
    ledger.answered(entry, answer, node().name());
    return answer;
  }

  ScriptedGateway gateway() {
    return gateway;
  }

  SessionBlocker sessions() {
    return sessions;
  }

  /** The lock under which the tenant's dials are counted: after the person's, before the intent. */
  String channelsLock() {
    return "channels:" + tenantId();
  }

  String subjectLock() {
    return "subject:" + tenantId() + ":SUBJ-" + entry.order().phone().substring(1);
  }

  private String tenantId() {
    return IdKind.TENANT.parse(tenancy.id()).orElseThrow().toString();
  }

  String orderId() {
    return entry.ids().first();
  }

  /** Intents that are written. */
  long attempts() throws SQLException {
    return sessions.attempts(orderId());
  }

  /** Intents of which it is noted that the gateway has taken them. */
  long takenNotes() throws SQLException {
    return sessions.takenAttempts(orderId());
  }

  /** Requests that the gateway has got for it. */
  long requests() {
    return gateway.requests(orderId());
  }

  /** Attempts that the gateway has taken. */
  List<String> taken() {
    return gateway.taken(orderId());
  }

  /** The order as the service shows it, once there is one to ask. */
  JsonNode shown() throws InterruptedException, IOException {
    ensureRunning();
    return tenancy.insist("GET", "/v1/call-orders/" + orderId(), "").body();
  }

  /** Makes the gateway send the events of the call, without waiting for the response. */
  void sendEvents() {
    String attempt = taken().getFirst();
    eventStatus =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return gateway.sendEvents(attempt);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Http.LOST;
              }
            });
  }

  /** Whether the service has confirmed the events. */
  boolean confirmed() {
    int status = eventStatus.join();
    return status >= 200 && status < 300;
  }

  /** Until the transaction that is to write the intent waits for {@link #channelsLock}. */
  void awaitIntending() throws SQLException, InterruptedException {
    sessions.awaitWaitingWith(subjectLock());
  }

  /** Waits until the transaction that stores events waits for {@link #subjectLock}. */
  void awaitStoring() throws SQLException, InterruptedException {
    sessions.awaitWaiting(subjectLock());
  }

  /** The process lives, and the dial goes on: another one has to be tried. */
  static final class PointMissed extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    PointMissed() {
      super("the transaction did not come to its commit");
    }
  }

  /** Waits for a transaction to get somewhere. */
  interface Waiting {
    void run() throws SQLException, InterruptedException;
  }

  /**
   * Lets a transaction that waits for a lock go on and commit, and kills the process before it can
   * know of that.
   *
   * @throws PointMissed when other events had to be stored first
   */
  void commitUnnoticed(String lock, Waiting waiting)
      throws IOException, InterruptedException, SQLException {
    waiting.run();
    sessions.holdCommits();
    try {
      waiting.run();
      sessions.release(lock);
      if (!sessions.awaitCommitting(subjectLock())) {
        throw new PointMissed();
      }
      kill();
    } finally {
      sessions.releaseCommits();
    }
    sessions.awaitFree(subjectLock());
  }

  void kill() throws InterruptedException {
    node().kill();
  }

  /** Starts a new process unless there is one. */
  void ensureRunning() throws IOException {
    node().ensureRunning();
  }

  void until(Callable<Boolean> condition) throws Exception {
    Instant giveUp = Instant.now().plus(TIMEOUT);
    while (!condition.call()) {
      SessionBlocker.pause(giveUp, "order " + orderId() + " has not come so far");
    }
  }

  /** Ends the campaign when the process did not die where it should have. */
  void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(entry.order().key() + ": " + otherwise);
    }
  }

  private ServiceNode node() {
    return deployment.nodes().getFirst();
  }
}
