package eu.callorders.server.telephony;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.ResponseDocuments;
import eu.callorders.server.logging.ThrowableRedactor;
import eu.callorders.server.telephony.SignedHttpClient.NotSentException;
import eu.callorders.server.telephony.SignedHttpClient.Request;
import eu.callorders.server.telephony.SignedHttpClient.Response;
import eu.callorders.server.telephony.SignedHttpClient.ResponseTooLargeException;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A gateway with the protocol of {@code contract/gateway.yaml}. Requests are never repeated. */
public final class HttpGateway implements VoiceGateway {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration CAPABILITIES_TTL = Duration.ofMinutes(1);
  private static final int MAX_BODY_BYTES = 2 << 20;
  private static final int MAX_PAGE_BYTES = 16 << 20;
  private static final int PAGE_SIZE = 500;

  /** A page of this size holds even the largest events. */
  private static final int SMALL_PAGE_SIZE = MAX_PAGE_BYTES / MAX_BODY_BYTES - 1;

  /** Lenient, so that one item does not make the whole page unreadable: items are checked alone. */
  private static final ObjectMapper PAGE_MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(100_000).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final String CALLS = "/gateway/v1/calls";
  private static final String EVENTS = "/gateway/v1/events?limit=";
  private static final String ERAS = "/gateway/v1/eras";
  private static final String CAPABILITIES = "/gateway/v1/capabilities";
  private static final String HEALTH = "/gateway/v1/health";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  /** Used until the gateway reports its capabilities. */
  private static final Capabilities NONE = new Capabilities(false, false, false, false);

  private static final GatewayHealth DOWN = new GatewayHealth(GatewayHealth.State.DOWN, null, null);

  private final SignedHttpClient client;
  private final Duration timeout;
  private final Traces traces;
  private final InstantSource realTime;
  private volatile @Nullable KnownCapabilities known;

  private record KnownCapabilities(Capabilities capabilities, Instant since) {}

  /**
   * @param address of the gateway, without a trailing slash
   * @param timeout of a request, after which its result is unknown
   * @param random unpredictable
   */
  public HttpGateway(
      Vertx vertx,
      URI address,
      MessageSignature signature,
      Duration timeout,
      Traces traces,
      InstantSource realTime,
      RandomGenerator random) {
    this.client = new SignedHttpClient(vertx, address, signature, realTime, random);
    this.timeout = timeout;
    this.traces = traces;
    this.realTime = realTime;
  }

  @Override
  public CompletionStage<PlaceResult> place(PlaceCall call) {
    return send(
        new Request(HttpMethod.POST, CALLS, PlaceCallDocument.write(call), timeout, MAX_BODY_BYTES)
            .withHeaders(traces.headers(call.orderId(), call.attemptId())),
        GatewayResponseReader::place,
        fault ->
            fault instanceof NotSentException // nothing was dialed
                ? new PlaceResult.Refused(PlaceResult.RefusalReason.GATEWAY_UNAVAILABLE, null)
                : new PlaceResult.Unknown(reason(fault)));
  }

  @Override
  public CompletionStage<CancelResult> cancel(UUID attemptId, @Nullable String gatewayRef) {
    return send(
        HttpMethod.POST,
        path(attemptId) + "/cancel",
        null,
        GatewayResponseReader::cancel,
        fault -> CancelResult.UNKNOWN);
  }

  @Override
  public CompletionStage<QueryResult> query(UUID attemptId, @Nullable String gatewayRef) {
    return send(
        HttpMethod.GET,
        path(attemptId),
        null,
        response -> GatewayResponseReader.query(attemptId, response),
        fault -> new QueryResult.Unavailable(reason(fault)));
  }

  @Override
  public CompletionStage<EventsResult> events(@Nullable String after) {
    return client
        .send(page(after, PAGE_SIZE))
        .recover(
            fault ->
                fault instanceof ResponseTooLargeException
                    ? client.send(page(after, SMALL_PAGE_SIZE))
                    : Future.failedFuture(fault))
        .map(GatewayResponseReader::events)
        .otherwise(fault -> new EventsResult.Unavailable(reason(fault)))
        .toCompletionStage();
  }

  private Request page(@Nullable String after, int limit) {
    return new Request(
        HttpMethod.GET,
        EVENTS + limit + (after == null ? "" : "&after=" + after),
        null,
        timeout,
        MAX_PAGE_BYTES,
        PAGE_MAPPER,
        Map.of());
  }

  @Override
  public CompletionStage<EraRequestResult> raiseEra(EraRequest request) {
    return send(
        HttpMethod.POST,
        ERAS,
        GatewayJson.write(request),
        response ->
            ResponseDocuments.era(response.status(), response.body(), response.retryAfter()),
        fault -> new EraRequestResult.Unavailable(reason(fault)));
  }

  @Override
  public CompletionStage<EraQueryResult> queryEra(UUID deployment) {
    return send(
        HttpMethod.GET,
        ERAS + "/" + deployment,
        null,
        response -> ResponseDocuments.currentEra(response.status(), response.body()),
        fault -> new EraQueryResult.Unavailable(reason(fault)));
  }

  @Override
  public CompletionStage<Boolean> erase(UUID attemptId) {
    return send(
        HttpMethod.DELETE, path(attemptId), null, GatewayResponseReader::isErased, fault -> false);
  }

  /** Refreshes expired capabilities, too. */
  @Override
  public CompletionStage<GatewayHealth> health() {
    Request request = new Request(HttpMethod.GET, HEALTH, null, HEALTH_TIMEOUT, MAX_BODY_BYTES);
    return this.<GatewayHealth>send(
            request,
            response ->
                response.status() == OK
                    ? GatewayJson.read(response.body(), GatewayHealth.class)
                    : DOWN,
            fault -> DOWN)
        .thenCompose(
            health ->
                isFresh() ? done(health) : refreshCapabilities().thenApply(ignored -> health));
  }

  /**
   * Requests the capabilities; without a reply the known ones stay. A gateway without that resource
   * has none, unless it has reported some before.
   */
  public CompletionStage<Capabilities> refreshCapabilities() {
    Request request =
        new Request(HttpMethod.GET, CAPABILITIES, null, HEALTH_TIMEOUT, MAX_BODY_BYTES);
    return send(
        request,
        response -> {
          if (response.status() == OK) {
            known =
                new KnownCapabilities(
                    GatewayJson.read(response.body(), Capabilities.class), realTime.instant());
          } else if (response.status() == NOT_FOUND && known == null) {
            known = new KnownCapabilities(NONE, realTime.instant());
          }
          return capabilities();
        },
        fault -> capabilities());
  }

  @Override
  public Capabilities capabilities() {
    KnownCapabilities current = known;
    return current == null ? NONE : current.capabilities();
  }

  @Override
  public boolean hasReportedCapabilities() {
    return known != null;
  }

  public Future<Void> close() {
    return client.close();
  }

  private boolean isFresh() {
    KnownCapabilities current = known;
    return current != null && realTime.instant().isBefore(current.since().plus(CAPABILITIES_TTL));
  }

  private <A> CompletionStage<A> send(
      HttpMethod method,
      String path,
      @Nullable JsonNode document,
      Function<Response, A> meaning,
      Function<Throwable, A> unanswered) {
    return send(new Request(method, path, document, timeout, MAX_BODY_BYTES), meaning, unanswered);
  }

  /** An unreadable response counts as none. */
  private <A> CompletionStage<A> send(
      Request request, Function<Response, A> meaning, Function<Throwable, A> unanswered) {
    return client.send(request).map(meaning).otherwise(unanswered).toCompletionStage();
  }

  private static <A> CompletionStage<A> done(A value) {
    return Future.succeededFuture(value).toCompletionStage();
  }

  private static String path(UUID attemptId) {
    return CALLS + "/" + IdKind.CALL.format(attemptId);
  }

  private static String reason(Throwable fault) {
    return ThrowableRedactor.describe(fault);
  }
}
