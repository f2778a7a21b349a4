package eu.callorders.server.dial;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.Capabilities;
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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A gateway that does what the test says, and nothing by itself. */
final class HandGateway implements VoiceGateway {
  final List<PlaceCall> placed = new CopyOnWriteArrayList<>();
  final List<UUID> asked = new CopyOnWriteArrayList<>();
  final List<UUID> toldToStop = new CopyOnWriteArrayList<>();
  private final AtomicLong sequence = new AtomicLong();
  private CompletionStage<PlaceAnswer> answer =
      CompletableFuture.completedStage(new PlaceAnswer.Accepted("by hand"));
  private QueryAnswer known = new QueryAnswer.NotFound();

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

  /** Answers queries so from now on. */
  HandGateway knowing(QueryAnswer next) {
    known = next;
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
    return CompletableFuture.completedStage(known);
  }

  @Override
  public CompletionStage<EventsAnswer> events(String after) {
    return CompletableFuture.completedStage(new EventsAnswer.EventPage(List.of(), ""));
  }

  @Override
  public CompletionStage<Boolean> forget(UUID attemptId) {
    return CompletableFuture.completedStage(true);
  }

  @Override
  public CompletionStage<GatewayHealth> health() {
    return CompletableFuture.completedStage(new GatewayHealth(GatewayHealth.State.UP, null, null));
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(false, false, true, false);
  }
}
