package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimitResult;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request and its reply, which is sent once. */
final class RequestContext {
  private static final Logger LOG = LoggerFactory.getLogger(RequestContext.class);
  private static final String KEY = RequestContext.class.getName();

  private static final Problem TIMED_OUT =
      Problem.of(ProblemCode.REQUEST_TIMEOUT, "The request did not arrive in time.");

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final String id;
  private final String sourceAddress;
  private final Instant startedAt;
  private final AnonymousRateLimiter anonymousLimiter;
  private RequestTarget target = RequestTarget.NONE;
  private @Nullable ContractOperation operation;
  private @Nullable Caller caller;
  private @Nullable UUID acceptedOrder;
  private boolean verified;
  private boolean readingBody;
  private boolean rateLimitShown;
  private boolean answered;
  private @Nullable BodyPartsWriter partsWriter;
  private @Nullable Runnable onClosed;

  RequestContext(
      HttpServerRequest request,
      String id,
      String sourceAddress,
      Instant startedAt,
      AnonymousRateLimiter anonymousLimiter) {
    this.request = request;
    this.response = request.response();
    this.id = id;
    this.sourceAddress = sourceAddress;
    this.startedAt = startedAt;
    this.anonymousLimiter = anonymousLimiter;
    response.putHeader(RequestIds.HEADER, id);
  }

  static RequestContext of(RoutingContext context) {
    RequestContext exchange = context.get(KEY);
    if (exchange == null) {
      throw new IllegalStateException("request has no context");
    }
    return exchange;
  }

  void enter(RoutingContext context) {
    context.put(KEY, this);
  }

  HttpServerRequest request() {
    return request;
  }

  String id() {
    return id;
  }

  String sourceAddress() {
    return sourceAddress;
  }

  Instant startedAt() {
    return startedAt;
  }

  RequestTarget target() {
    return target;
  }

  void target(RequestTarget read) {
    this.target = read;
  }

  @Nullable ContractOperation operation() {
    return operation;
  }

  void operation(ContractOperation bound) {
    this.operation = bound;
  }

  @Nullable Caller caller() {
    return caller;
  }

  void caller(Caller known) {
    this.caller = known;
    this.verified = true;
  }

  /** The order that the request has created; null for none. */
  @Nullable UUID acceptedOrder() {
    return acceptedOrder;
  }

  void markAuthenticated() {
    verified = true;
  }

  boolean isAuthenticated() {
    return verified;
  }

  void markReadingBody() {
    readingBody = true;
  }

  private boolean awaitsBody() {
    return awaitsAnonymousBody() || (readingBody && !request.isEnded());
  }

  /** Whether a reply is no longer possible: it was sent or the client has disconnected. */
  boolean isAnswered() {
    return answered || response.ended() || response.closed();
  }

  /** Runs the callback when the client disconnects before the reply; the last one counts. */
  void whenClosed(Runnable callback) {
    onClosed = callback;
    if (isAnswered()) {
      close();
    }
  }

  /** The request has ended, with or without a reply. */
  void close() {
    if (onClosed != null) {
      onClosed.run();
      onClosed = null;
    }
  }

  /** Operations check the token before reading the body; signed requests need the body first. */
  boolean awaitsAnonymousBody() {
    return operation == null && !verified && !request.isEnded();
  }

  /** Adds the rate limit headers of a bucket. */
  void showRateLimit(RateLimitResult permit) {
    rateLimitShown = true;
    if (response.headWritten() || response.closed()) {
      return;
    }
    response.putHeader("RateLimit-Limit", Integer.toString(permit.limit()));
    response.putHeader("RateLimit-Remaining", Integer.toString(permit.remaining()));
    response.putHeader("RateLimit-Reset", Integer.toString(permit.resetSeconds()));
  }

  /** Takes a token of the source address; false when refused with a reply. */
  boolean acquireAnonymous() {
    RateLimitResult permit = anonymousLimiter.tryAcquire(sourceAddress);
    showRateLimit(permit);
    if (!permit.granted()) {
      send(Reply.problem(rateLimited(permit)));
    }
    return permit.granted();
  }

  void countAnonymous() {
    showRateLimit(anonymousLimiter.tryAcquire(sourceAddress));
  }

  void refuseAnonymous(Reply refusal) {
    if (acquireAnonymous()) {
      send(refusal);
    }
  }

  /** Refuses a request after which the next one cannot be parsed. */
  void refuseAndClose(Problem problem) {
    request.response().putHeader("Connection", "close");
    refuseAnonymous(Reply.problem(problem));
    request.connection().close();
  }

  static Problem rateLimited(RateLimitResult permit) {
    return Problem.retryLater(
        ProblemCode.RATE_LIMITED,
        "Too many requests; wait for Retry-After.",
        Duration.ofSeconds(permit.retryAfterSeconds()));
  }

  void fail(@Nullable Throwable failure) {
    if (failure instanceof HttpClosedException) {
      return; // the client has disconnected
    }
    Problem problem = ProblemMapper.problem(failure);
    if (problem.code() == ProblemCode.INTERNAL_ERROR) {
      LogLine.error(LOG)
          .exception(failure)
          .with(LogField.TRACE_ID, id)
          .with(LogField.OPERATION, operation == null ? "none" : operation.id())
          .log("request failed");
    } else if (problem.code() == ProblemCode.UNAVAILABLE && failure != null) {
      OutageLog.record(id, failure);
    }
    send(Reply.problem(problem));
  }

  /** Fails an unauthenticated request; an outage is reported regardless of the rate limit. */
  void failAnonymous(Throwable failure) {
    if (DatabaseFailures.isTransient(failure)) {
      showRateLimit(anonymousLimiter.tryAcquire(sourceAddress));
      fail(failure);
    } else if (acquireAnonymous()) {
      fail(failure);
    }
  }

  /** Handles the timeout: 408 when the request has not arrived, else 503. */
  void timeOut() {
    if (!isAnswered()) {
      response.putHeader("Connection", "close");
      send(Reply.problem(awaitsBody() ? TIMED_OUT : ProblemMapper.overloaded()));
    }
    request.connection().close();
  }

  void send(Reply reply) {
    Reply.AcceptedOrder accepted = reply.acceptedOrder();
    if (accepted != null) {
      acceptedOrder = accepted.id();
    }
    BodyParts parts = reply.parts();
    if (isAnswered()) {
      if (parts != null) {
        parts.end();
      }
      return;
    }
    answered = true;
    if (!rateLimitShown) { // no bucket was charged before authentication
      showRateLimit(anonymousLimiter.tryAcquire(sourceAddress));
    }
    reply.headers().forEach(response::putHeader);
    response.putHeader("Cache-Control", "no-store");
    if (BodyDiscarder.isTooLarge(request)) {
      response.putHeader("Connection", "close");
    }
    Problem problem = reply.problem();
    if (problem != null) {
      ProblemWriter.write(request, problem, id);
    } else if (parts != null) {
      partsWriter = new BodyPartsWriter(request, id, parts);
      partsWriter.start(reply.status());
    } else {
      response.setStatusCode(reply.status());
      Buffer body = reply.body();
      if (body == null) {
        response.end();
      } else {
        if (!reply.headers().containsKey("Content-Type")) {
          response.putHeader("Content-Type", MediaTypes.JSON);
        }
        response.end(body);
      }
    }
    BodyDiscarder.drop(request);
  }

  /** Whether a part was written since the last call. */
  boolean progressed() {
    return partsWriter != null && partsWriter.progressed();
  }
}
