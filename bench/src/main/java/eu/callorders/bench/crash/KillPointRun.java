package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Action;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** An order on its way to the gateway, with locks that hold up the service's sessions. */
final class KillPointRun implements AutoCloseable {
  private static final String ON_LOCK =
      """
      SELECT count(*)
        FROM pg_locks l
        JOIN pg_stat_activity a ON a.pid = l.pid
       WHERE l.locktype = 'advisory'
         AND l.objsubid = 1
         AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(?, 0)
         AND a.pid <> pg_backend_pid()
      """;

  private static final String WAITING = ON_LOCK + " AND NOT l.granted";
  private static final String HELD = ON_LOCK + " AND l.granted";
  private static final String COMMITTING = HELD + " AND a.wait_event = 'SyncRep'";
  private static final String WAITING_ELSEWHERE =
      HELD
          + """
           AND EXISTS (SELECT FROM pg_locks wanted
                        WHERE wanted.pid = l.pid
                          AND wanted.locktype = 'advisory'
                          AND NOT wanted.granted)
          """;

  private static final String ATTEMPTS =
      "SELECT count(*) FROM call_attempt WHERE order_id = ?::uuid";

  private static final String HOLDS = "SELECT count(*) FROM held_order WHERE order_id = ?::uuid";

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration TO_COMMIT = Duration.ofSeconds(8);
  private static final long PAUSE_MILLIS = 5;

  final ScriptedGateway gateway;
  final PredialReceiver client;
  private final ServiceNode node;
  private final Postgres postgres;
  private final SqlSession session;
  private final CampaignTenant tenancy;
  private final Ledger ledger;
  private final Ledger.Entry entry;
  private CompletableFuture<Integer> eventStatus = CompletableFuture.completedFuture(Http.LOST);

  KillPointRun(Deployment deployment, CampaignTenant tenancy, Ledger ledger, OrderMix.Keyed order)
      throws SQLException {
    this.gateway = (ScriptedGateway) deployment.gateway;
    this.client = deployment.webhooks.predial;
    this.node = deployment.nodes.getFirst();
    this.postgres = deployment.postgres();
    this.session = postgres.connect();
    this.tenancy = tenancy;
    this.ledger = ledger;
    this.entry = ledger.intend(order);
  }

  /** Orders the call, which is due at once; a slow machine may have to be asked again. */
  void order() throws InterruptedException {
    OrderMix.Keyed order = entry.order;
    Http.Answer answer = tenancy.insist("POST", "/v1/call-orders", order.body(), order.key());
    ledger.answered(entry, answer, node.name);
    require(answer.status() == 202, "the order was not accepted: " + answer);
  }

  /** Holds the person of the order that follows; returns the hold's id. */
  String placeHold() throws InterruptedException {
    String person = Json.parse(entry.order.body()).path("subject").path("reference").asText();
    String body = Json.object().put("subject_reference", person).put("reason", "other").toString();
    Http.Answer answer = tenancy.insist("POST", "/v1/holds", body);
    require(answer.status() == 201, "the hold was not placed: " + answer);
    return answer.body().path("id").asText();
  }

  void releaseHold(String id) throws InterruptedException {
    Http.Answer answer = tenancy.insist("DELETE", "/v1/holds/" + id, "");
    require(answer.status() == 204, "the hold was not released: " + answer);
  }

  /** Holds for which the order waits. */
  long holds() throws SQLException {
    return session.number(HOLDS, uuid());
  }

  /** Has the client asked before each dial from now on. */
  void askFirst() throws InterruptedException {
    tenancy.askBeforeDials(client.url());
  }

  /** Questions about the order. */
  long asked() {
    return client.questions(orderId());
  }

  String orderId() {
    return entry.ids.first();
  }

  /** The order as the service shows it, once there is one to ask. */
  JsonNode shown() throws Exception {
    node.ensureRunning();
    return tenancy.insist("GET", "/v1/call-orders/" + orderId(), "").body();
  }

  long requests() {
    return gateway.requests(orderId());
  }

  List<String> taken() {
    return gateway.taken(orderId());
  }

  long attempts() throws SQLException {
    return session.number(ATTEMPTS, uuid());
  }

  /** Intents with a number, as those have that are known to be taken by the gateway. */
  long takenNotes() throws SQLException {
    return session.number(ATTEMPTS + " AND attempt_number IS NOT NULL", uuid());
  }

  private String uuid() {
    return IdKind.ORDER.parse(orderId()).orElseThrow().toString();
  }

  /** The lock under which the tenant's dials are counted: after the person's, before the intent. */
  String channelsLock() {
    return "channels:" + tenantId();
  }

  String subjectLock() {
    return "subject:" + tenantId() + ":SUBJ-" + entry.order.phone().substring(1);
  }

  private String tenantId() {
    return IdKind.TENANT.parse(tenancy.id).orElseThrow().toString();
  }

  /** Acquires an advisory lock of the service; other transactions wait for it. */
  void hold(String lock) throws SQLException {
    session.execute("SELECT pg_advisory_lock(hashtextextended(?, 0))", lock);
  }

  void release(String lock) throws SQLException {
    session.execute("SELECT pg_advisory_unlock(hashtextextended(?, 0))", lock);
  }

  /** Until the transaction that is to write the intent waits for {@link #channelsLock}. */
  void awaitIntending() throws Exception {
    until(() -> session.number(WAITING_ELSEWHERE, subjectLock()) > 0);
  }

  /** Until the transaction that stores events waits for {@link #subjectLock}. */
  void awaitStoring() throws Exception {
    until(() -> session.number(WAITING, subjectLock()) > 0);
  }

  /** Makes the gateway send the events of the call, without waiting for the response. */
  void sendEvents() {
    String attempt = taken().getFirst();
    eventStatus = CompletableFuture.supplyAsync(() -> gateway.sendEvents(attempt));
  }

  boolean confirmed() {
    return eventStatus.join() / 100 == 2;
  }

  /** Lets a waiting transaction commit, and kills the process before it knows of that. */
  void commitUnnoticed(String lock, Action waiting) throws Exception {
    waiting.run();
    // Each commit is written to disk, and then waits for a standby that does not exist.
    standby("no_standby");
    try {
      waiting.run();
      release(lock);
      // It waits for what another held commit has locked when it does not get there.
      require(
          Polling.within(
              TO_COMMIT, PAUSE_MILLIS, () -> session.number(COMMITTING, subjectLock()) > 0),
          "the transaction did not commit");
      kill();
    } finally {
      standby("");
    }
    // Only after its session is gone the transaction is seen by others.
    until(() -> session.number(HELD, subjectLock()) == 0);
  }

  private void standby(String name) throws Exception {
    Files.writeString(
        postgres.configuration(),
        "synchronous_standby_names = '" + name + "'\n",
        StandardOpenOption.APPEND);
    postgres.reload();
    until(() -> session.texts("SHOW synchronous_standby_names").contains(name));
    Thread.sleep(200); // the checkpointer, which makes it known to commits, reads it by itself
  }

  void kill() throws InterruptedException {
    node.kill();
  }

  void until(Callable<Boolean> condition) throws Exception {
    Polling.until(TIMEOUT, PAUSE_MILLIS, entry.order.key() + " has not come so far", condition);
  }

  /** Ends the campaign when the process did not die where it should have. */
  void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(entry.order.key() + ": " + otherwise);
    }
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
