package eu.callorders.server.telephony;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.MalformedDocumentException;
import eu.callorders.gatewaykit.SignatureHeaders;
import eu.callorders.server.dial.AttemptUpdate;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.http.MediaTypes;
import eu.callorders.server.http.Reply;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.http.RouteReplies;
import eu.callorders.server.json.Json;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Receives events from gateways. The signature authenticates the sender; the reply is 204 only once
 * all events are stored. A request with an invalid signature learns nothing else.
 */
public final class GatewayEventRoutes implements RouteModule {
  private static final String EVENTS = "/gateway/v1/events";
  private static final int MAX_BODY_BYTES = 2 << 20;
  private static final int STORED = 204;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final MessageSignature signature;
  private final GatewayInbox inbox;
  private final EventDeduplicator deduplicator;
  private final InstantSource realTime;
  private final Duration storeTimeout;

  /**
   * @param storeTimeout shorter than the timeout of gateways
   */
  public GatewayEventRoutes(
      Vertx vertx,
      MessageSignature signature,
      GatewayInbox inbox,
      EventDeduplicator seen,
      InstantSource realTime,
      Duration storeTimeout) {
    this.vertx = vertx;
    this.deduplicator = seen;
    this.signature = signature;
    this.inbox = inbox;
    this.realTime = realTime;
    this.storeTimeout = storeTimeout;
  }

  /** Signed requests are exempt from the anonymous rate limit; unsigned ones count once seen. */
  @Override
  public boolean limitsByAddress(String path) {
    return !path.equals(EVENTS);
  }

  @Override
  public void mount(Router router) {
    router.post(EVENTS).handler(GatewayEventRoutes::requireSignature);
    router
        .post(EVENTS)
        .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY_BYTES))
        .handler(this::receive);
  }

  /** Refuses requests without signature headers before their body is read. */
  private static void requireSignature(RoutingContext context) {
    HttpServerRequest request = context.request();
    if (request.getHeader(MessageSignature.ID_HEADER) == null
        || request.getHeader(MessageSignature.TIMESTAMP_HEADER) == null
        || request.getHeader(MessageSignature.SIGNATURE_HEADER) == null) {
      refuseUnauthenticated(context);
    } else {
      context.next();
    }
  }

  private void receive(RoutingContext context) {
    byte[] body = body(context);
    if (!SignatureHeaders.areGenuine(context.request(), signature, realTime.instant(), body)) {
      refuseUnauthenticated(context);
      return;
    }
    RouteReplies.markAuthenticated(context);
    if (!MediaTypes.isPlainJson(context.request())) {
      refuse(context, notJson());
      return;
    }
    try {
      store(
          context,
          GatewayEventDocument.readAll(Json.mapper().readValue(body, JsonNode.class)),
          body.length);
    } catch (MalformedDocumentException malformed) {
      refuse(context, invalid(malformed));
    } catch (IOException noJson) {
      refuse(context, Problem.of(ProblemCode.MALFORMED_REQUEST, "The body is not JSON."));
    }
  }

  /** Events stored after the timeout count: storing them again has no effect. */
  private void store(RoutingContext context, List<GatewayEvent> events, int size) {
    if (inbox.isFull()) {
      refuse(context, notStored());
      return;
    }
    Context loop = vertx.getOrCreateContext();
    long timer = vertx.setTimer(storeTimeout.toMillis(), ignored -> refuse(context, notStored()));
    List<AttemptUpdate> updates =
        events.stream().<AttemptUpdate>map(AttemptUpdate.EventReceived::new).toList();
    inbox.add(
        updates,
        size,
        () -> {
          deduplicator.add(events);
          loop.runOnContext(ignored -> stored(context, timer));
        });
  }

  private void stored(RoutingContext context, long timer) {
    vertx.cancelTimer(timer);
    RouteReplies.send(context, Reply.empty(STORED));
  }

  private static byte[] body(RoutingContext context) {
    Buffer buffer = context.body().buffer();
    return buffer == null ? new byte[0] : buffer.getBytes();
  }

  private static void refuseUnauthenticated(RoutingContext context) {
    Problem problem = Problem.of(ProblemCode.UNAUTHORIZED, "The request is not signed as agreed.");
    RouteReplies.refuseAnonymous(
        context, Reply.problem(problem).with("WWW-Authenticate", "Signature"));
  }

  private static void refuse(RoutingContext context, Problem problem) {
    RouteReplies.send(context, Reply.problem(problem));
  }

  private static Problem invalid(MalformedDocumentException malformed) {
    return Problem.of(
        ProblemCode.MALFORMED_REQUEST,
        "The body is no batch of events.",
        FieldError.body(malformed.pointer(), "malformed", "It " + malformed.fault() + "."));
  }

  private static Problem notJson() {
    return Problem.of(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE,
        "The body must be application/json in UTF-8, without a content coding.");
  }

  private static Problem notStored() {
    return Problem.retryLater(
        ProblemCode.UNAVAILABLE, "The events are not stored yet; send them again.", RETRY_AFTER);
  }
}
