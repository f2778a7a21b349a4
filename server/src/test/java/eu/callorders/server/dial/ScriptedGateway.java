package eu.callorders.server.dial;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.signing.Sha256;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A gateway whose replies the test sets. */
final class ScriptedGateway implements VoiceGateway {
  private volatile boolean capabilitiesUnknown;
  final List<PlaceCall> placed = new CopyOnWriteArrayList<>();
  final List<UUID> queries = new CopyOnWriteArrayList<>();
  final List<UUID> stopRequests = new CopyOnWriteArrayList<>();

  /** Calls with an erasure request, successful or not. */
  final List<UUID> erasureRequests = new CopyOnWriteArrayList<>();

  final List<EraRequest> eras = new CopyOnWriteArrayList<>();
  private volatile EraRequestResult eraAnswer;

  /** Results of era queries; the last one repeats. */
  final Queue<EraQueryResult> eraResults = new ConcurrentLinkedQueue<>();

  final List<UUID> eraQueries = new CopyOnWriteArrayList<>();

  private volatile boolean log;
  volatile boolean erases = true;

  /** The reply to an erasure request. */
  volatile Function<UUID, CompletionStage<Boolean>> erasure =
      attempt -> CompletableFuture.completedStage(erases);

  private final AtomicLong sequence = new AtomicLong();
  private Function<PlaceCall, CompletionStage<PlaceResult>> placing =
      call -> CompletableFuture.completedStage(new PlaceResult.Accepted("by hand"));
  private CompletionStage<QueryResult> queryResult =
      CompletableFuture.completedStage(new QueryResult.NotFound());
  private Runnable afterPlaced = () -> {};
  private Runnable onQuery = () -> {};
  private boolean authoritative;
  private boolean disclosing;
  private CompletionStage<GatewayHealth> health =
      CompletableFuture.completedStage(new GatewayHealth(GatewayHealth.State.UP, null, null));

  /** The next pages of its log; empty pages follow. */
  final Queue<EventsResult> pages = new ConcurrentLinkedQueue<>();

  /** The requested cursors; {@code null} as text. */
  final List<String> cursors = new CopyOnWriteArrayList<>();

  final AtomicInteger healthChecks = new AtomicInteger();

  /** The orders of the placed calls. */
  List<UUID> calledOrders() {
    return placed.stream().map(PlaceCall::orderId).toList();
  }

  /** Sets the reply to placed calls. */
  ScriptedGateway withPlaceResult(PlaceResult next) {
    return placingBy(call -> CompletableFuture.completedStage(next));
  }

  /** Requests get no reply. */
  ScriptedGateway losingRequests() {
    return placingBy(call -> new CompletableFuture<>());
  }

  /** Sets what places the calls. */
  ScriptedGateway placingBy(Function<PlaceCall, CompletionStage<PlaceResult>> next) {
    placing = next;
    return this;
  }

  /** Sets the capability of authoritative queries. */
  ScriptedGateway authoritative(boolean value) {
    authoritative = value;
    return this;
  }

  /** Says that it reports disclosures. */
  ScriptedGateway disclosing() {
    disclosing = true;
    return this;
  }

  /** Sets the result of queries. */
  ScriptedGateway withQueryResult(QueryResult next) {
    return withQueryResult(CompletableFuture.completedStage(next));
  }

  ScriptedGateway withQueryResult(CompletionStage<QueryResult> next) {
    queryResult = next;
    return this;
  }

  /** Sets a callback that runs before the reply to a query. */
  ScriptedGateway onEachQuery(Runnable next) {
    onQuery = next;
    return this;
  }

  /** Sets a callback that runs after each placed call. */
  ScriptedGateway afterEachCall(Runnable next) {
    afterPlaced = next;
    return this;
  }

  /** Sets the health. */
  ScriptedGateway withHealth(GatewayHealth next) {
    return withHealth(CompletableFuture.completedStage(next));
  }

  ScriptedGateway withHealth(CompletionStage<GatewayHealth> next) {
    health = next;
    return this;
  }

  AttemptUpdate answered(UUID attempt) {
    return new AttemptUpdate.EventReceived(new GatewayEvent.Answered(header(attempt)));
  }

  AttemptUpdate disclosed(UUID attempt, Instant at, String text) {
    GatewayEvent.Header header = header(attempt);
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Disclosed(
            new GatewayEvent.Header(
                header.eventId(), attempt, header.gatewayRef(), header.sequence(), at),
            Sha256.hex(text)));
  }

  AttemptUpdate objection(UUID attempt) {
    return new AttemptUpdate.EventReceived(new GatewayEvent.Objection(header(attempt), "voice"));
  }

  AttemptUpdate ended(UUID attempt, Disposition disposition, Cause cause) {
    GatewayEvent.Header header = header(attempt);
    boolean answered = disposition == Disposition.ANSWERED;
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Ended(
            header,
            disposition,
            cause,
            answered ? "agent" : null,
            answered ? header.at() : null,
            header.at()));
  }

  AttemptUpdate transcript(UUID attempt, String text) {
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Turns(
            header(attempt),
            "de-DE",
            true,
            List.of(new GatewayEvent.Turn(0, "subject", 0, 1000, text))));
  }

  AttemptUpdate report(UUID attempt, Map<String, Object> report) {
    return new AttemptUpdate.EventReceived(new GatewayEvent.Report(header(attempt), report));
  }

  GatewayEvent.Header header(UUID attempt) {
    long number = sequence.incrementAndGet();
    return new GatewayEvent.Header(
        attempt + "-" + number, attempt, "by hand", number, Instant.now());
  }

  @Override
  public CompletionStage<PlaceResult> place(PlaceCall call) {
    placed.add(call);
    afterPlaced.run();
    return placing.apply(call);
  }

  @Override
  public CompletionStage<CancelResult> cancel(UUID attemptId, String gatewayRef) {
    stopRequests.add(attemptId);
    return CompletableFuture.completedStage(CancelResult.ACCEPTED);
  }

  @Override
  public CompletionStage<QueryResult> query(UUID attemptId, String gatewayRef) {
    queries.add(attemptId);
    onQuery.run();
    return queryResult;
  }

  @Override
  public CompletionStage<EventsResult> events(String after) {
    cursors.add(String.valueOf(after));
    EventsResult page = pages.poll();
    return CompletableFuture.completedStage(
        page == null ? new EventsResult.EventPage(List.of(), "") : page);
  }

  /** Sets whether the capabilities are unknown. */
  void capabilitiesUnknown(boolean silent) {
    this.capabilitiesUnknown = silent;
  }

  @Override
  public boolean hasReportedCapabilities() {
    return !capabilitiesUnknown;
  }

  ScriptedGateway withLog() {
    log = true;
    return this;
  }

  ScriptedGateway withoutLog() {
    log = false;
    return this;
  }

  /** Enables eras and sets the reply to era requests. */
  ScriptedGateway withEraAnswer(EraRequestResult next) {
    eraAnswer = next;
    return this;
  }

  ScriptedGateway withoutEras() {
    eraAnswer = null;
    return this;
  }

  @Override
  public CompletionStage<EraRequestResult> raiseEra(EraRequest request) {
    eras.add(request);
    return CompletableFuture.completedStage(eraAnswer);
  }

  @Override
  public CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    eraQueries.add(deployment);
    EraQueryResult next = eraResults.size() > 1 ? eraResults.remove() : eraResults.peek();
    return CompletableFuture.completedStage(
        next == null ? new EraQueryResult.Unavailable("not set") : next);
  }

  @Override
  public CompletionStage<Boolean> erase(UUID attemptId) {
    erasureRequests.add(attemptId);
    return erasure.apply(attemptId);
  }

  @Override
  public CompletionStage<GatewayHealth> health() {
    healthChecks.incrementAndGet();
    return health;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(false, authoritative, true, log, eraAnswer != null, disclosing);
  }
}
