package eu.callorders.server.dial;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
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

/** A gateway that does what the test says, and nothing by itself. */
final class ScriptedGateway implements VoiceGateway {
  private volatile boolean silentAboutCapabilities;
  final List<PlaceCall> placed = new CopyOnWriteArrayList<>();
  final List<UUID> asked = new CopyOnWriteArrayList<>();
  final List<UUID> toldToStop = new CopyOnWriteArrayList<>();

  /** Asked to be forgotten, whether or not it does so. */
  final List<UUID> forgotten = new CopyOnWriteArrayList<>();

  final List<EraRequest> eras = new CopyOnWriteArrayList<>();
  private volatile EraAnswer eraAnswer;

  /** What the query for the current era answers next; the last one stays. */
  final Queue<EraQueryResult> eraResults = new ConcurrentLinkedQueue<>();

  /** The deployments whose era was queried. */
  final List<UUID> eraQueries = new CopyOnWriteArrayList<>();

  private volatile boolean log;
  volatile boolean forgets = true;

  /** How it answers when it is asked to forget a call. */
  volatile Function<UUID, CompletionStage<Boolean>> forgetting =
      attempt -> CompletableFuture.completedStage(forgets);

  private final AtomicLong sequence = new AtomicLong();
  private CompletionStage<PlaceResult> answer =
      CompletableFuture.completedStage(new PlaceResult.Accepted("by hand"));
  private CompletionStage<QueryResult> known =
      CompletableFuture.completedStage(new QueryResult.NotFound());
  private Runnable taken = () -> {};
  private Runnable queried = () -> {};
  private boolean authoritative;
  private CompletionStage<GatewayHealth> health =
      CompletableFuture.completedStage(new GatewayHealth(GatewayHealth.State.UP, null, null));

  /** What its log answers next; after that empty pages. */
  final Queue<EventsResult> pages = new ConcurrentLinkedQueue<>();

  /** Where its log was asked to go on; {@code null} as text. */
  final List<String> cursors = new CopyOnWriteArrayList<>();

  final AtomicInteger askedHowItIs = new AtomicInteger();

  /** Answers so from now on. */
  ScriptedGateway answering(PlaceResult next) {
    answer = CompletableFuture.completedStage(next);
    return this;
  }

  /** Requests get lost from now on, and nobody answers. */
  ScriptedGateway losingRequests() {
    answer = new CompletableFuture<>();
    return this;
  }

  /** Remembers, so it says, whatever it was ever asked for. */
  ScriptedGateway authoritative(boolean so) {
    authoritative = so;
    return this;
  }

  /** Answers queries so from now on. */
  ScriptedGateway knowing(QueryResult next) {
    return knowing(CompletableFuture.completedStage(next));
  }

  /** Answers queries so from now on, when that has come. */
  ScriptedGateway knowing(CompletionStage<QueryResult> next) {
    known = next;
    return this;
  }

  /** Runs this whenever it is queried, before it answers. */
  ScriptedGateway atEachQuery(Runnable next) {
    queried = next;
    return this;
  }

  /** Runs this whenever it has taken a call. */
  ScriptedGateway afterEachCall(Runnable next) {
    taken = next;
    return this;
  }

  /** Answers so from now on when it is asked how it is. */
  ScriptedGateway feeling(GatewayHealth next) {
    return feeling(CompletableFuture.completedStage(next));
  }

  ScriptedGateway feeling(CompletionStage<GatewayHealth> next) {
    health = next;
    return this;
  }

  AttemptUpdate answered(UUID attempt) {
    return new AttemptUpdate.EventReceived(new GatewayEvent.Answered(header(attempt)));
  }

  AttemptUpdate objected(UUID attempt) {
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

  AttemptUpdate said(UUID attempt, String text) {
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Turns(
            header(attempt),
            "de-DE",
            true,
            List.of(new GatewayEvent.Turn(0, "subject", 0, 1000, text))));
  }

  AttemptUpdate reported(UUID attempt, Map<String, Object> report) {
    return new AttemptUpdate.EventReceived(new GatewayEvent.Report(header(attempt), report));
  }

  /** A header for an event of that attempt. */
  GatewayEvent.Header header(UUID attempt) {
    long number = sequence.incrementAndGet();
    return new GatewayEvent.Header(
        attempt + "-" + number, attempt, "by hand", number, Instant.now());
  }

  @Override
  public CompletionStage<PlaceResult> place(PlaceCall call) {
    placed.add(call);
    taken.run();
    return answer;
  }

  @Override
  public CompletionStage<CancelResult> cancel(UUID attemptId, String gatewayRef) {
    toldToStop.add(attemptId);
    return CompletableFuture.completedStage(CancelResult.ACCEPTED);
  }

  @Override
  public CompletionStage<QueryResult> query(UUID attemptId, String gatewayRef) {
    asked.add(attemptId);
    queried.run();
    return known;
  }

  @Override
  public CompletionStage<EventsResult> events(String after) {
    cursors.add(String.valueOf(after));
    EventsResult page = pages.poll();
    return CompletableFuture.completedStage(
        page == null ? new EventsResult.EventPage(List.of(), "") : page);
  }

  /** Has it told nothing about its capabilities yet, or told them. */
  void silentAboutCapabilities(boolean silent) {
    this.silentAboutCapabilities = silent;
  }

  @Override
  public boolean hasToldCapabilities() {
    return !silentAboutCapabilities;
  }

  ScriptedGateway withLog() {
    log = true;
    return this;
  }

  ScriptedGateway withoutLog() {
    log = false;
    return this;
  }

  /** Knows eras from now on, and answers so when it is asked for one. */
  ScriptedGateway answeringEras(EraAnswer next) {
    eraAnswer = next;
    return this;
  }

  ScriptedGateway knowingNoEras() {
    eraAnswer = null;
    return this;
  }

  @Override
  public CompletionStage<EraAnswer> raiseEra(EraRequest request) {
    eras.add(request);
    return CompletableFuture.completedStage(eraAnswer);
  }

  @Override
  public CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    eraQueries.add(deployment);
    EraQueryResult next = eraResults.size() > 1 ? eraResults.remove() : eraResults.peek();
    return CompletableFuture.completedStage(
        next == null ? new EraQueryResult.Unavailable("not told") : next);
  }

  @Override
  public CompletionStage<Boolean> forget(UUID attemptId) {
    forgotten.add(attemptId);
    return forgetting.apply(attemptId);
  }

  @Override
  public CompletionStage<GatewayHealth> health() {
    askedHowItIs.incrementAndGet();
    return health;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(false, authoritative, true, log, eraAnswer != null);
  }
}
