package eu.callorders.sipgateway.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.GatewayProblem;
import eu.callorders.sipgateway.agent.BriefingDocument;
import eu.callorders.sipgateway.stream.AgentDocument;
import eu.callorders.sipgateway.stream.AgentDocument.InvalidDocumentException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The HTTP interface of agents: what a call is about, and what became of it. */
final class AgentRoutes {
  private static final String CALL = "/agent/v1/calls/:id";
  private static final int MAX_BODY = 1024 * 1024;
  private static final int MAX_EVENTS = 10_000;
  private static final int MAX_TURNS = 10_000; // the turns of a call are one event of 2 MiB at most
  private static final int MAX_TURNS_BYTES = 1024 * 1024;
  private static final String TURNS = "/turns";

  private final RemoteConversations conversations;
  private final String token;
  private final Map<UUID, Requests> accepted = new HashMap<>();

  /** What an agent has sent about one call. */
  private static final class Requests {
    private final Set<String> eventIds = new HashSet<>();
    private int turns;
    private int turnsBytes;
  }

  /** A request about a call that goes on or awaits its report. */
  private interface Action {
    void execute(RemoteConversation conversation, AgentDocument body)
        throws InvalidDocumentException;
  }

  AgentRoutes(RemoteConversations conversations, String token) {
    this.conversations = conversations;
    this.token = token;
  }

  void addTo(Router router) {
    router.route("/agent/*").handler(this::authenticate);
    router.get(CALL).handler(this::brief);
    post(router, TURNS, (call, body) -> call.report().turns(body.turns(), body.complete()));
    post(router, "/objection", (call, body) -> call.object());
    post(router, "/voicemail", (call, body) -> call.voicemail());
    post(router, "/hangup", (call, body) -> call.hangUp());
    post(
        router,
        "/report",
        (call, body) -> {
          AgentReport report = call.report();
          report.accept(body.report(report.isDisclosed(), report.language()));
        });
  }

  private void authenticate(RoutingContext context) {
    byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    String given = String.valueOf(context.request().getHeader("Authorization"));
    if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) {
      context.next();
    } else {
      context.response().putHeader("WWW-Authenticate", "Bearer");
      problem(context, 401, "unauthorized", "The token is not AGENT_TOKEN.");
    }
  }

  private void brief(RoutingContext context) {
    RemoteConversation conversation = find(context);
    if (conversation != null) {
      ObjectNode document = BriefingDocument.of(conversation.call());
      context
          .response()
          .putHeader("Content-Type", "application/json")
          .end(Buffer.buffer(GatewayJson.bytes(document)));
    }
  }

  private void post(Router router, String path, Action action) {
    router
        .post(CALL + path)
        .handler(
            context -> {
              HttpServerRequest request = context.request();
              Buffer body = Buffer.buffer();
              request.handler(
                  part -> {
                    if (body.length() + part.length() <= MAX_BODY) {
                      body.appendBuffer(part);
                    } else {
                      request.handler(ignored -> {});
                      problem(context, 413, "payload_too_large", "The body exceeds 1 MiB.");
                    }
                  });
              request.endHandler(
                  end -> {
                    if (!context.response().ended()) {
                      execute(context, path, action, body.getBytes());
                    }
                  });
            });
  }

  private void execute(RoutingContext context, String path, Action action, byte[] body) {
    RemoteConversation conversation = find(context);
    if (conversation == null) {
      return;
    }
    try {
      AgentDocument document = AgentDocument.parse(body);
      String eventId = document.eventId();
      AgentReport report = conversation.report();
      UUID attemptId = report.call().attemptId();
      Requests requests =
          accepted.computeIfAbsent(
              attemptId,
              first -> {
                report.whenReported().onComplete(done -> accepted.remove(attemptId));
                return new Requests();
              });
      boolean spoken = path.equals(TURNS);
      int turns = spoken ? document.turnCount() : 0;
      int turnsBytes = spoken ? body.length : 0;
      if (requests.eventIds.contains(eventId)) {
        report.whenDurable().onSuccess(stored -> noContent(context));
      } else if (report.isComplete() && !path.equals("/hangup")) {
        problem(context, 409, "already_reported", "The call has its report.");
      } else if (requests.eventIds.size() >= MAX_EVENTS
          || requests.turns + turns > MAX_TURNS
          || requests.turnsBytes + turnsBytes > MAX_TURNS_BYTES) {
        problem(context, 429, "too_many_events", "The call has too many events.");
      } else {
        action.execute(conversation, document);
        requests.eventIds.add(eventId);
        requests.turns += turns;
        requests.turnsBytes += turnsBytes;
        report.whenDurable().onSuccess(stored -> noContent(context));
      }
    } catch (InvalidDocumentException invalid) {
      problem(
          context,
          422,
          "invalid",
          (invalid.pointer().isEmpty() ? "The body" : invalid.pointer())
              + " "
              + invalid.getMessage()
              + ".");
    }
  }

  /** Null when the response is sent. */
  private @Nullable RemoteConversation find(RoutingContext context) {
    UUID attemptId = IdKind.CALL.parse(context.pathParam("id")).orElse(null);
    RemoteConversation conversation = attemptId == null ? null : conversations.find(attemptId);
    if (conversation == null) {
      if (attemptId != null && conversations.hasEnded(attemptId)) {
        problem(context, 409, "already_reported", "The call has its report.");
      } else {
        problem(context, 404, GatewayProblem.UNKNOWN_ATTEMPT, "There is no such call.");
      }
    }
    return conversation;
  }

  private static void noContent(RoutingContext context) {
    context.response().setStatusCode(204).end();
  }

  private static void problem(RoutingContext context, int status, String code, String detail) {
    context
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", GatewayProblem.MEDIA_TYPE)
        .end(Buffer.buffer(GatewayJson.bytes(GatewayProblem.body(status, code, detail))));
  }
}
