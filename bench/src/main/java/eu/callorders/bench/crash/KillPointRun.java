package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Action;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.core.id.IdKind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * An order for a person of its own, on its way to the gateway, with everything that can stop it.
 */
final class KillPointRun {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final ServiceNode node;
  private final CampaignTenant tenancy;
  private final ScriptedGateway gateway;
  private final SessionBlocker sessions;
  private final Ledger ledger;
  private final Ledger.Entry entry;
  private CompletableFuture<Integer> eventStatus = CompletableFuture.completedFuture(Http.LOST);

  KillPointRun(
      ServiceNode node,
      CampaignTenant tenancy,
      ScriptedGateway gateway,
      SessionBlocker sessions,
      Ledger ledger,
      OrderMix.Keyed order) {
    this.node = node;
    this.tenancy = tenancy;
    this.gateway = gateway;
    this.sessions = sessions;
    this.ledger = ledger;
    this.entry = ledger.intend(order);
  }

  /** Orders the call, which is due at once; a slow machine may have to be asked again. */
  void order() throws InterruptedException {
    OrderMix.Keyed order = entry.order;
    Http.Answer answer = tenancy.insist("POST", "/v1/call-orders", order.body(), order.key());
    ledger.answered(entry, answer, node.name());
    require(answer.status() == 202, "the order was not accepted: " + answer);
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
    return "subject:" + tenantId() + ":SUBJ-" + entry.order.phone().substring(1);
  }

  private String tenantId() {
    return IdKind.TENANT.parse(tenancy.id()).orElseThrow().toString();
  }

  String orderId() {
    return entry.ids.first();
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
  JsonNode shown() throws Exception {
    node.ensureRunning();
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
    return eventStatus.join() / 100 == 2;
  }

  /** Until the transaction that is to write the intent waits for {@link #channelsLock}. */
  void awaitIntending() throws Exception {
    sessions.awaitWaitingWith(subjectLock());
  }

  /** Waits until the transaction that stores events waits for {@link #subjectLock}. */
  void awaitStoring() throws Exception {
    sessions.awaitWaiting(subjectLock());
  }

  /**
   * Lets a transaction that waits for a lock go on and commit, and kills the process before it can
   * know of that.
   *
   * @param waiting waits until the transaction waits for the lock
   */
  void commitUnnoticed(String lock, Action waiting) throws Exception {
    waiting.run();
    sessions.holdCommits();
    try {
      waiting.run();
      sessions.release(lock);
      // It waits for what another held commit has locked when it does not get there.
      require(sessions.awaitCommitting(subjectLock()), "the transaction did not commit");
      kill();
    } finally {
      sessions.releaseCommits();
    }
    sessions.awaitFree(subjectLock());
  }

  void kill() throws InterruptedException {
    node.kill();
  }

  void until(Callable<Boolean> condition) throws Exception {
    Polling.until(TIMEOUT, 5, "order " + orderId() + " has not come so far", condition);
  }

  /** Ends the campaign when the process did not die where it should have. */
  void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(entry.order.key() + ": " + otherwise);
    }
  }
}
