package eu.callorders.server.dial;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EventsAnswer;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
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
final class HandGateway implements VoiceGateway {
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
  private CompletionStage<PlaceAnswer> answer =
      CompletableFuture.completedStage(new PlaceAnswer.Accepted("by hand"));
  private CompletionStage<QueryAnswer> known =
      CompletableFuture.completedStage(new QueryAnswer.NotFound());
  private Runnable taken = () -> {};
  private Runnable queried = () -> {};
  private boolean authoritative;
  private CompletionStage<GatewayHealth> health =
      CompletableFuture.completedStage(new GatewayHealth(GatewayHealth.State.UP, null, null));

  /** What its log answers next; after that empty pages. */
  final Queue<EventsAnswer> pages = new ConcurrentLinkedQueue<>();

  /** Where its log was asked to go on; {@code null} as text. */
  final List<String> cursors = new CopyOnWriteArrayList<>();

  final AtomicInteger askedHowItIs = new AtomicInteger();

  /** Answers so from now on. */
  HandGateway answering(PlaceAnswer next) {
    answer = CompletableFuture.completedStage(next);
    return this;
  }

  /** Requests get lost from now on, and nobody answers. */
  HandGateway losingRequests() {
    answer = new CompletableFuture<>();
    return this;
  }

  /** Remembers, so it says, whatever it was ever asked for. */
  HandGateway authoritative(boolean so) {
    authoritative = so;
    return this;
  }

  /** Answers queries so from now on. */
  HandGateway knowing(QueryAnswer next) {
    return knowing(CompletableFuture.completedStage(next));
  }

  /** Answers queries so from now on, when that has come. */
  HandGateway knowing(CompletionStage<QueryAnswer> next) {
    known = next;
    return this;
  }

  /** Runs this whenever it is queried, before it answers. */
  HandGateway atEachQuery(Runnable next) {
    queried = next;
    return this;
  }

  /** Runs this whenever it has taken a call. */
  HandGateway afterEachCall(Runnable next) {
    taken = next;
    return this;
  }

  /** Answers so from now on when it is asked how it is. */
  HandGateway feeling(GatewayHealth next) {
    return feeling(CompletableFuture.completedStage(next));
  }

  HandGateway feeling(CompletionStage<GatewayHealth> next) {
    health = next;
    return this;
  }

  GatewayNews answered(UUID attempt) {
    return new GatewayNews.Told(new GatewayEvent.Answered(header(attempt)));
  }

  GatewayNews objected(UUID attempt) {
    return new GatewayNews.Told(new GatewayEvent.Objection(header(attempt), "voice"));
  }

  GatewayNews ended(UUID attempt, Disposition disposition, Cause cause) {
    GatewayEvent.Header header = header(attempt);
    boolean answered = disposition == Disposition.ANSWERED;
    return new GatewayNews.Told(
        new GatewayEvent.Ended(
            header,
            disposition,
            cause,
            answered ? "agent" : null,
            answered ? header.at() : null,
            header.at()));
  }

  GatewayNews said(UUID attempt, String text) {
    return new GatewayNews.Told(
        new GatewayEvent.Turns(
            header(attempt),
            "de-DE",
            true,
            List.of(new GatewayEvent.Turn(0, "subject", 0, 1000, text))));
  }

  GatewayNews reported(UUID attempt, Map<String, Object> report) {
    return new GatewayNews.Told(new GatewayEvent.Report(header(attempt), report));
  }

  /** A header for an event of that attempt. */
  GatewayEvent.Header header(UUID attempt) {
    long number = sequence.incrementAndGet();
    return new GatewayEvent.Header(
        attempt + "-" + number, attempt, "by hand", number, Instant.now());
  }

  @Override
  public CompletionStage<PlaceAnswer> place(PlaceCall call) {
    placed.add(call);
    taken.run();
    return answer;
  }

  @Override
  public CompletionStage<CancelAnswer> cancel(UUID attemptId, String gatewayRef) {
    toldToStop.add(attemptId);
    return CompletableFuture.completedStage(CancelAnswer.ACCEPTED);
  }

  @Override
  public CompletionStage<QueryAnswer> query(UUID attemptId, String gatewayRef) {
    asked.add(attemptId);
    queried.run();
    return known;
  }

  @Override
  public CompletionStage<EventsAnswer> events(String after) {
    cursors.add(String.valueOf(after));
    EventsAnswer page = pages.poll();
    return CompletableFuture.completedStage(
        page == null ? new EventsAnswer.EventPage(List.of(), "") : page);
  }

  /** Has it told nothing about its capabilities yet, or told them. */
  void silentAboutCapabilities(boolean silent) {
    this.silentAboutCapabilities = silent;
  }

  @Override
  public boolean hasToldCapabilities() {
    return !silentAboutCapabilities;
  }

  HandGateway withLog() {
    log = true;
    return this;
  }

  HandGateway withoutLog() {
    log = false;
    return this;
  }

  /** Knows eras from now on, and answers so when it is asked for one. */
  HandGateway answeringEras(EraAnswer next) {
    eraAnswer = next;
    return this;
  }

  HandGateway knowingNoEras() {
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
