package eu.callorders.server.telephony;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.core.telephony.wire.CancelResultDocument;
import eu.callorders.core.telephony.wire.CapabilitiesDocument;
import eu.callorders.core.telephony.wire.EraDocument;
import eu.callorders.core.telephony.wire.EraQueryResultDocument;
import eu.callorders.core.telephony.wire.EventPageDocument;
import eu.callorders.core.telephony.wire.GatewayProblem;
import eu.callorders.core.telephony.wire.HealthDocument;
import eu.callorders.core.telephony.wire.PlaceCallDocument;
import eu.callorders.core.telephony.wire.PlaceResultDocument;
import eu.callorders.core.telephony.wire.SnapshotDocument;
import eu.callorders.server.logging.ThrowableRedactor;
import eu.callorders.server.telephony.SignedHttpClient.AnswerTooLarge;
import eu.callorders.server.telephony.SignedHttpClient.NotSentException;
import eu.callorders.server.telephony.SignedHttpClient.Request;
import eu.callorders.server.telephony.SignedHttpClient.Response;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway that speaks the protocol of {@code contract/gateway.yaml} at some address. Nothing is
 * ever sent twice. Of its answers to placing only these prove that nothing was dialled:
 *
 * <ul>
 *   <li>the refusals of the protocol;
 *   <li>no connection: nobody has heard of the call;
 *   <li>401: by the protocol it has no effect, since nothing is read of a message that nobody
 *       vouches for. Our setting is wrong, not the order: it waits.
 * </ul>
 *
 * <p>Everything else leaves open what became of the call. So does 400: it says that somebody has
 * read the request, and nothing about what was done before that was said.
 */
public final class HttpGateway implements VoiceGateway {
  private static final Logger LOG = LoggerFactory.getLogger(HttpGateway.class);

  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);

  private static final Duration PATIENCE_FOR_HEALTH = Duration.ofSeconds(2);
  private static final Duration CAPABILITIES_LAST = Duration.ofMinutes(1);
  private static final int LARGEST = 2 << 20;
  private static final int LARGEST_PAGE = 16 << 20;
  private static final int PAGE = 500;

  /** So many of the largest events fit into {@link #LARGEST_PAGE}. */
  private static final int SMALL_PAGE = LARGEST_PAGE / LARGEST - 1;

  /** What one item of a page holds must not make the others unreadable: each is checked alone. */
  private static final ObjectMapper PAGE_MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(100_000).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final String CALLS = "/gateway/v1/calls";
  private static final String EVENTS = "/gateway/v1/events?limit=";
  private static final String ERAS = "/gateway/v1/eras";
  private static final String CAPABILITIES = "/gateway/v1/capabilities";
  private static final String HEALTH = "/gateway/v1/health";

  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  /** What is promised by nobody is relied on by nobody. */
  private static final Capabilities NONE = new Capabilities(false, false, false, false);

  private static final GatewayHealth DOWN = new GatewayHealth(GatewayHealth.State.DOWN, null, null);

  private final SignedHttpClient requests;
  private final Duration patience;
  private final InstantSource realTime;
  private volatile @Nullable Known known;

  private record Known(Capabilities capabilities, Instant since) {}

  /**
   * @param address of the gateway, without a slash at its end
   * @param patience how long an answer may take before nobody can tell what it would have been
   * @param random nobody can foresee it
   */
  public HttpGateway(
      Vertx vertx,
      URI address,
      MessageSignature signature,
      Duration patience,
      InstantSource realTime,
      RandomGenerator random) {
    this.requests = new SignedHttpClient(vertx, address, signature, realTime, random);
    this.patience = patience;
    this.realTime = realTime;
  }

  @Override
  public CompletionStage<PlaceResult> place(PlaceCall call) {
    return ask(
        HttpMethod.POST,
        CALLS,
        PlaceCallDocument.write(call),
        HttpGateway::placed,
        fault ->
            fault instanceof NotSentException
                ? new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, null)
                : new PlaceResult.Unknown(why(fault)));
  }

  private static PlaceResult placed(Response answer) {
    if (answer.status() == UNAUTHORIZED) {
      LOG.error("the gateway does not believe our signature: is its secret ours, and its clock?");
      return new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, null);
    }
    return PlaceResultDocument.read(answer.status(), answer.body(), answer.retryAfter());
  }

  @Override
  public CompletionStage<CancelResult> cancel(UUID attemptId, @Nullable String gatewayRef) {
    return ask(
        HttpMethod.POST,
        path(attemptId) + "/cancel",
        null,
        answer ->
            answer.status() == OK
                ? CancelResultDocument.read(answer.body())
                : unknownAttempt(answer) || forgotten(answer)
                    ? CancelResult.NOT_FOUND
                    : CancelResult.UNKNOWN,
        fault -> CancelResult.UNKNOWN);
  }

  @Override
  public CompletionStage<QueryResult> query(UUID attemptId, @Nullable String gatewayRef) {
    return ask(
        HttpMethod.GET,
        path(attemptId),
        null,
        answer -> queried(attemptId, answer),
        fault -> new QueryResult.Unavailable(why(fault)));
  }

  @Override
  public CompletionStage<EventsResult> events(@Nullable String after) {
    return requests
        .ask(page(after, PAGE))
        .recover(
            fault ->
                fault instanceof AnswerTooLarge
                    ? requests.ask(page(after, SMALL_PAGE))
                    : Future.failedFuture(fault))
        .map(
            answer ->
                answer.status() == OK ? EventPageDocument.read(answer.body()) : noPage(answer))
        .otherwise(fault -> new EventsResult.Unavailable(why(fault)))
        .toCompletionStage();
  }

  private Request page(@Nullable String after, int limit) {
    return new Request(
        HttpMethod.GET,
        EVENTS + limit + (after == null ? "" : "&after=" + after),
        null,
        patience,
        LARGEST_PAGE,
        PAGE_MAPPER);
  }

  private static EventsResult noPage(Response answer) {
    if (answer.status() != GONE) {
      return new EventsResult.Unavailable(answered(answer));
    }
    return GatewayProblem.EXPIRED_CURSOR.equals(GatewayProblem.code(answer.body()))
        ? new EventsResult.CursorExpired()
        : new EventsResult.CursorUnknown();
  }

  @Override
  public CompletionStage<EraAnswer> raiseEra(EraRequest request) {
    return ask(
        HttpMethod.POST,
        ERAS,
        EraDocument.write(request),
        answer -> EraDocument.answer(answer.status(), answer.body(), answer.retryAfter()),
        fault -> new EraAnswer.Unavailable(why(fault)));
  }

  @Override
  public CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    return ask(
        HttpMethod.GET,
        ERAS + "/" + deployment,
        null,
        answer -> EraQueryResultDocument.read(answer.status(), answer.body()),
        fault -> new EraQueryResult.Unavailable(why(fault)));
  }

  @Override
  public CompletionStage<Boolean> forget(UUID attemptId) {
    return ask(
        HttpMethod.DELETE,
        path(attemptId),
        null,
        answer -> answer.status() == NO_CONTENT || unknownAttempt(answer) || forgotten(answer),
        fault -> false);
  }

  /** Also looks after the capabilities: they are asked for again when they have grown old. */
  @Override
  public CompletionStage<GatewayHealth> health() {
    Request question = new Request(HttpMethod.GET, HEALTH, null, PATIENCE_FOR_HEALTH, LARGEST);
    return this.<GatewayHealth>ask(
            question,
            answer -> answer.status() == OK ? HealthDocument.read(answer.body()) : DOWN,
            fault -> DOWN)
        .thenCompose(health -> fresh() ? done(health) : refresh().thenApply(ignored -> health));
  }

  /**
   * Asks what the gateway promises; what is known stays as it is when it does not answer. A gateway
   * that has nothing under the path promises nothing, unless it has promised something before.
   */
  public CompletionStage<Capabilities> refresh() {
    Request question =
        new Request(HttpMethod.GET, CAPABILITIES, null, PATIENCE_FOR_HEALTH, LARGEST);
    return ask(
        question,
        answer -> {
          if (answer.status() == OK) {
            known = new Known(CapabilitiesDocument.read(answer.body()), realTime.instant());
          } else if (answer.status() == NOT_FOUND && known == null) {
            known = new Known(NONE, realTime.instant());
          }
          return capabilities();
        },
        fault -> capabilities());
  }

  @Override
  public Capabilities capabilities() {
    Known told = known;
    return told == null ? NONE : told.capabilities();
  }

  @Override
  public boolean hasToldCapabilities() {
    return known != null;
  }

  public Future<Void> close() {
    return requests.close();
  }

  private boolean fresh() {
    Known told = known;
    return told != null && realTime.instant().isBefore(told.since().plus(CAPABILITIES_LAST));
  }

  private <A> CompletionStage<A> ask(
      HttpMethod method,
      String path,
      @Nullable Object document,
      Function<Response, A> meaning,
      Function<Throwable, A> unanswered) {
    return ask(new Request(method, path, document, patience, LARGEST), meaning, unanswered);
  }

  /** What cannot be understood is no answer. */
  private <A> CompletionStage<A> ask(
      Request question, Function<Response, A> meaning, Function<Throwable, A> unanswered) {
    return requests.ask(question).map(meaning).otherwise(unanswered).toCompletionStage();
  }

  private static <A> CompletionStage<A> done(A answer) {
    return Future.succeededFuture(answer).toCompletionStage();
  }

  private static String path(UUID attemptId) {
    return CALLS + "/" + IdKind.CALL.format(attemptId);
  }

  private static QueryResult queried(UUID attemptId, Response answer) {
    if (answer.status() == OK) {
      return SnapshotDocument.read(attemptId, answer.body());
    }
    if (unknownAttempt(answer)) {
      return new QueryResult.NotFound(GatewayProblem.keptSince(answer.body()));
    }
    return forgotten(answer)
        ? new QueryResult.Forgotten()
        : new QueryResult.Unavailable(answered(answer));
  }

  private static boolean forgotten(Response answer) {
    return answer.status() == GONE
        && GatewayProblem.FORGOTTEN.equals(GatewayProblem.code(answer.body()));
  }

  private static boolean unknownAttempt(Response answer) {
    return answer.status() == NOT_FOUND
        && GatewayProblem.UNKNOWN_ATTEMPT.equals(GatewayProblem.code(answer.body()));
  }

  private static String answered(Response answer) {
    return "the gateway answered " + answer.status();
  }

  private static String why(Throwable fault) {
    return ThrowableRedactor.name(fault);
  }
}
