package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.enrollment.EnrollmentEditor;
import eu.callorders.server.enrollment.EnrollmentResource;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.idempotency.IdempotencyStore;
import eu.callorders.server.idempotency.IdempotentBatch;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.order.AcceptedOrderBodies;
import eu.callorders.server.order.CallOrderResource;
import eu.callorders.server.order.CreateOrderOperation;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderBatchAcceptor;
import eu.callorders.server.order.OrderEditor;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.suppression.SuppressionResource;
import io.vertx.core.CompositeFuture;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A tenant's client at one node; calls the operations without HTTP. */
final class TestClient {
  private static final InstantSource REAL_TIME = InstantSource.system();

  /** Long: a slow machine refuses no request. */
  private static final Duration MAX_WAIT = Duration.ofMinutes(5);

  private static final Duration STALLED = Duration.ofMillis(20);

  private final DialFixture node;
  private final UUID tenantId;
  private final Context eventLoop;
  private final Operation create;
  private final Operation cancel;
  private final Operation update;
  private final Operation get;
  private final Operation suppress;
  private final Operation getEnrollment;
  private final Map<String, Operation> enrollmentOperations;

  TestClient(DialFixture node, UUID tenantId) {
    this(node, tenantId, node.orderAcceptor);
  }

  TestClient(DialFixture node, UUID tenantId, OrderAcceptor acceptance) {
    this.node = node;
    this.tenantId = tenantId;
    this.eventLoop = node.vertx.getOrCreateContext();
    IdempotencyStore replies = new IdempotencyStore(new AcceptedOrderBodies(node.view));
    IdempotentWrite write = new IdempotentWrite(node.database, replies, REAL_TIME);
    Cursors cursors = new Cursors(List.of(Cursors.CursorKey.of(0, new byte[32])));
    OrderBatchAcceptor batches = new OrderBatchAcceptor(acceptance, node.view, SandboxNotice.NONE);
    GroupCommit<OrderBatchAcceptor.Submission> submissions =
        new GroupCommit<>(
            node.database,
            new IdempotentBatch(replies, REAL_TIME),
            write,
            batches,
            stored -> {},
            MAX_WAIT,
            STALLED);
    CallOrderResource orders =
        new CallOrderResource(
            node.database,
            write,
            new CreateOrderOperation(node.database, acceptance, batches, submissions),
            new OrderEditor(node.orderWriter, node.contextLoader),
            node.contextLoader,
            node.view,
            SandboxNotice.NONE,
            cursors,
            REAL_TIME,
            () -> {});
    create = orders.operations().getFirst();
    cancel = Operation.of("cancelCallOrder", orders::cancel);
    update = Operation.of("updateCallOrder", orders::update);
    get = Operation.of("getCallOrder", orders::get);
    SuppressionResource suppressions =
        new SuppressionResource(
            node.database,
            write,
            new SuppressionResource.Stores(node.events),
            cursors,
            REAL_TIME,
            node.random,
            () -> {});
    suppress = Operation.of("createSuppression", suppressions::create);
    EnrollmentEditor enrollmentEditor =
        new EnrollmentEditor(
            write, node.enrollmentStore, node.enrollmentWriter, REAL_TIME, () -> {});
    EnrollmentResource enrollments =
        new EnrollmentResource(node.database, node.enrollmentStore, enrollmentEditor, cursors);
    getEnrollment = Operation.of("getEnrollment", enrollments::get);
    enrollmentOperations =
        Map.of(
            "pause", Operation.of("pauseEnrollment", enrollments::pause),
            "resume", Operation.of("resumeEnrollment", enrollments::resume),
            "cancel", Operation.of("cancelEnrollment", enrollments::cancel));
  }

  /**
   * @param code of a refusal; empty without one
   * @param retryAfter null without one
   */
  record ClientResponse(
      int status, String code, JsonNode body, boolean replayed, @Nullable Duration retryAfter) {

    static ClientResponse of(Reply reply) {
      boolean replayed = reply.headers().containsKey("Idempotent-Replayed");
      return reply.problem() == null
          ? new ClientResponse(reply.status(), "", Json.parse(reply.text()), replayed, null)
          : new ClientResponse(
              reply.status(),
              reply.problem().code().wire(),
              Json.object(),
              replayed,
              reply.problem().retryAfter());
    }

    String id() {
      return body.path("id").asText();
    }
  }

  ClientResponse create(String key, ObjectNode order) {
    return create(List.of(key), List.of(order)).getFirst();
  }

  /** Concurrent orders, each with a key. */
  List<ClientResponse> create(List<String> keys, List<ObjectNode> orders) {
    return submit(keys, orders).await();
  }

  /** As {@link #create(List, List)}, but returns when all orders are submitted. */
  Future<List<ClientResponse>> submit(List<String> keys, List<ObjectNode> orders) {
    List<ApiRequest> requests =
        Stream.iterate(0, index -> index < keys.size(), index -> index + 1)
            .map(
                index ->
                    request(
                        "POST",
                        "/v1/call-orders",
                        Map.of(),
                        Map.of("idempotency-key", keys.get(index)),
                        orders.get(index)))
            .toList();
    return submit(create, requests);
  }

  /** Reads these orders at once. */
  List<ClientResponse> get(List<UUID> orders) {
    return send(
        get,
        orders.stream()
            .map(IdKind.ORDER::format)
            .map(
                id ->
                    request("GET", "/v1/call-orders/" + id, Map.of("order_id", id), Map.of(), null))
            .toList());
  }

  ClientResponse cancel(PlacedOrder order, String reason) {
    ObjectNode body = Json.object().put("reason", reason);
    return send(cancel, List.of(orderRequest(order, "POST", "/cancel", Map.of(), body))).getFirst();
  }

  /** Updates the order under the entity tag. */
  ClientResponse patch(PlacedOrder order, int tag, String json) {
    Map<String, String> ifMatch = Map.of("if-match", "\"" + tag + "\"");
    JsonNode body = Json.parse(json);
    return send(update, List.of(orderRequest(order, "PATCH", "", ifMatch, body))).getFirst();
  }

  /** Creates a suppression and enforces it. */
  ClientResponse suppressAndEnforce(@Nullable String phone, @Nullable String reference) {
    ClientResponse response = suppress(phone, reference);
    node.enforceSuppressions();
    return response;
  }

  /** Creates a suppression without enforcing it. */
  ClientResponse suppress(@Nullable String phone, @Nullable String reference) {
    ObjectNode body = Json.object();
    if (phone != null) {
      body.put("phone", phone);
    }
    if (reference != null) {
      body.put("subject_reference", reference);
    }
    ApiRequest request = request("POST", "/v1/suppressions", Map.of(), Map.of(), body);
    return send(suppress, List.of(request)).getFirst();
  }

  ClientResponse enrollment(UUID id) {
    return send(getEnrollment, List.of(enrollmentRequest(id, "GET", ""))).getFirst();
  }

  /** {@code action}: pause, resume or cancel. */
  ClientResponse enrollment(UUID id, String action) {
    return send(
            enrollmentOperations.get(action), List.of(enrollmentRequest(id, "POST", "/" + action)))
        .getFirst();
  }

  private ApiRequest enrollmentRequest(UUID id, String method, String action) {
    String wire = IdKind.ENROLLMENT.format(id);
    return request(
        method, "/v1/enrollments/" + wire + action, Map.of("enrollment_id", wire), Map.of(), null);
  }

  private ApiRequest orderRequest(
      PlacedOrder order, String method, String action, Map<String, String> headers, JsonNode body) {
    String id = IdKind.ORDER.format(order.id());
    return request(method, "/v1/call-orders/" + id + action, Map.of("order_id", id), headers, body);
  }

  private ApiRequest request(
      String method,
      String path,
      Map<String, String> parameters,
      Map<String, String> headers,
      @Nullable JsonNode body) {
    Caller caller = new Caller(tenantId, new UUID(1, 1), Set.of(), RateLimit.UNLIMITED);
    return new ApiRequest(
        "anything", method, path, "trace", caller, parameters, Map.of(), headers, body, 0);
  }

  private List<ClientResponse> send(Operation operation, List<ApiRequest> requests) {
    return submit(operation, requests).await();
  }

  /** Submits all requests in one task of one event loop. */
  private Future<List<ClientResponse>> submit(Operation operation, List<ApiRequest> requests) {
    Promise<Future<List<ClientResponse>>> submitted = Promise.promise();
    eventLoop.runOnContext(
        turn ->
            submitted.complete(
                Future.all(requests.stream().map(request -> answer(operation, request)).toList())
                    .map(CompositeFuture::list)));
    return submitted.future().await();
  }

  private static Future<ClientResponse> answer(Operation operation, ApiRequest request) {
    return operation
        .handle(request)
        .recover(
            failure ->
                failure instanceof ProblemException refusal
                    ? Future.succeededFuture(Reply.problem(refusal.problem()))
                    : Future.succeededFuture(
                        Reply.problem(Problem.of(ProblemCode.INTERNAL_ERROR, failure.toString()))))
        .map(ClientResponse::of);
  }
}
