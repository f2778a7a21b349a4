package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.RequestValidator;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimitResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * One operation behind its checks, in this order: token, rate, scope, feature, media types and
 * body, simulation, validation.
 */
final class BoundOperation implements Handler<RoutingContext> {
  private static final int SMALL_BODY = 4096;
  private static final int BYTES_PER_PERMIT = 1024;

  private static final byte[] NO_BODY = {};

  private final ContractOperation contract;
  private final Operation operation;
  private final RequestParser parser;
  private final TokenCheck tokens;
  private final RequestLimit requests;
  private final BodyLimit bodies;
  private final BytePacer bodyPacer;
  private final BytePacer pagePacer;

  /**
   * @param operation null when not implemented
   * @param live whether a request with {@code simulate} is refused
   */
  BoundOperation(
      ContractOperation contract,
      Operation operation,
      RequestValidator validator,
      TokenCheck tokens,
      RequestLimit requests,
      BodyLimit bodies,
      BytePacer bodyPacer,
      BytePacer pagePacer,
      boolean live) {
    this.contract = contract;
    this.operation = operation;
    this.parser = new RequestParser(contract, validator, live);
    this.tokens = tokens;
    this.requests = requests;
    this.bodies = bodies;
    this.bodyPacer = bodyPacer;
    this.pagePacer = pagePacer;
  }

  @Override
  public void handle(RoutingContext context) {
    RequestContext exchange = RequestContext.of(context);
    exchange.operation(contract);
    exchange.request().pause();
    authenticate(exchange)
        .onComplete(
            authenticated -> {
              if (exchange.isAnswered()) {
                return; // the token check took longer than the request timeout
              }
              if (authenticated.succeeded()) {
                proceed(exchange, authenticated.result());
              } else {
                rejectAnonymous(exchange, authenticated.cause());
              }
            });
  }

  private Future<Caller> authenticate(RequestContext exchange) {
    try {
      String token = BearerToken.read(exchange.request().headers());
      return tokens.check(token, exchange.sourceAddress());
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  private static void rejectAnonymous(RequestContext exchange, Throwable failure) {
    if (failure instanceof ProblemException refusal) {
      exchange.refuseAnonymous(Reply.problem(refusal.problem()));
    } else {
      exchange.failAnonymous(failure);
    }
  }

  private void proceed(RequestContext exchange, Caller caller) {
    exchange.caller(caller);
    RateLimitResult permit = requests.tryAcquire(caller);
    exchange.showRateLimit(permit);
    if (!permit.granted()) {
      exchange.send(Reply.problem(RequestContext.rateLimited(permit)));
      return;
    }
    String missing = missingScopes(caller);
    if (!missing.isEmpty()) {
      exchange.send(insufficientScope(missing));
      return;
    }
    execute(exchange, caller, operation)
        .onComplete(
            reply -> {
              if (reply.succeeded()) {
                exchange.send(reply.result());
              } else {
                exchange.fail(reply.cause());
              }
            });
  }

  private Future<Reply> execute(RequestContext exchange, Caller caller, Operation operation) {
    return operation
        .admission()
        .apply(caller)
        .compose(ignored -> readBody(exchange, caller))
        .compose(
            body ->
                paced(
                    caller,
                    body.length,
                    () ->
                        unlessAnswered(
                                exchange, () -> parser.parse(exchange, caller, operation, body))
                            .compose(
                                request ->
                                    unlessAnswered(exchange, () -> operation.handle(request)))))
        .compose(reply -> await(exchange, caller, reply));
  }

  private static <T> Future<T> unlessAnswered(RequestContext exchange, Supplier<Future<T>> work) {
    return exchange.isAnswered()
        ? Future.failedFuture(new HttpClosedException("already answered"))
        : work.get();
  }

  /** A reply that waits holds no permits meanwhile; a client that disconnects ends the wait. */
  private Future<Reply> await(RequestContext exchange, Caller caller, Reply reply) {
    LaterReply later = reply.later();
    if (later == null) {
      return Future.succeededFuture(reply);
    }
    exchange.whenClosed(later.cancel());
    return later
        .ready()
        .compose(ready -> paced(caller, 0, later.work()))
        .compose(next -> await(exchange, caller, next));
  }

  /** Does work when the tenant has permits for it and for its page. */
  private Future<Reply> paced(Caller caller, int bodyBytes, Supplier<Future<Reply>> work) {
    Supplier<Future<Reply>> admitted = () -> pacedByBody(caller, bodyBytes, work);
    return operation.hasLargePages()
        ? pagePacer.run(caller.tenantId(), 1, admitted, BoundOperation::length)
        : admitted.get();
  }

  private Future<Reply> pacedByBody(Caller caller, int bytes, Supplier<Future<Reply>> work) {
    int permits = permits(operation, bytes);
    RateLimit ownLimit = caller.tenantRateLimits().bodyBytes();
    if (ownLimit != null) {
      return bodyPacer.run(caller.tenantId(), permits, ownLimit.perSecond(), work, reply -> bytes);
    }
    boolean unlimited = caller.rateLimit().equals(RateLimit.UNLIMITED);
    return bodyPacer.run(caller.tenantId(), permits, work, reply -> unlimited ? 0 : bytes);
  }

  private static int length(Reply reply) {
    return reply.body() == null ? 0 : reply.body().length();
  }

  /** A small body costs no more than the request itself. */
  private static int permits(Operation operation, int bodyBytes) {
    return bodyBytes <= SMALL_BODY
        ? operation.permits()
        : operation.permits() + bodyBytes / BYTES_PER_PERMIT;
  }

  private String missingScopes(Caller caller) {
    if (caller.scopes().containsAll(contract.scopes())) {
      return "";
    }
    TreeSet<String> missing = new TreeSet<>(contract.scopes());
    missing.removeAll(caller.scopes());
    return String.join(" ", missing);
  }

  private Reply insufficientScope(String missing) {
    String detail = "The access token lacks the %s %s.".formatted(tokens.permission(), missing);
    return Reply.problem(
            Problem.of(ProblemCode.INSUFFICIENT_SCOPE, detail).with(Map.of("missing", missing)))
        .with(
            "WWW-Authenticate",
            "Bearer realm=\"call-orders\", error=\"insufficient_scope\", scope=\""
                + missing
                + "\"");
  }

  private Future<byte[]> readBody(RequestContext exchange, Caller caller) {
    HttpServerRequest request = exchange.request();
    if (exchange.isAnswered()) {
      return Future.failedFuture(new HttpClosedException("already answered"));
    }
    if (!isAcceptable(RequestParser.accept(request))) {
      return problem(ProblemCode.NOT_ACCEPTABLE, "Answers are application/json only.");
    }
    if (!contract.takesBody() && BodyReader.hasAllowedLength(request)) {
      return Future.succeededFuture(NO_BODY);
    }
    long declared = BodyReader.declaredLength(request);
    if (declared <= BodyReader.MAX_BYTES) {
      bodies.acquire(caller, declared);
    }
    exchange.markReadingBody();
    IntConsumer count = declared < 0 ? bytes -> bodies.acquire(caller, bytes) : bytes -> {};
    return BodyReader.read(request, count).map(bytes -> contract.takesBody() ? bytes : NO_BODY);
  }

  /** Without a response body, a client may accept only the media type of problems. */
  private boolean isAcceptable(String accept) {
    return MediaTypes.accepts(accept, MediaTypes.JSON)
        || (contract.offersHtml() && MediaTypes.accepts(accept, MediaTypes.HTML))
        || (!contract.hasResponseBody() && MediaTypes.accepts(accept, MediaTypes.PROBLEM));
  }

  private static <T> Future<T> problem(ProblemCode code, String detail) {
    return Future.failedFuture(ProblemException.of(code, detail));
  }
}
