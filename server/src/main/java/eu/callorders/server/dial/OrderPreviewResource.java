package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.contract.BodyCheck;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.order.OrderAcceptor.Result;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What would become of orders, by the rules of acceptance and of a dial. */
public final class OrderPreviewResource {
  private static final String CREATION = "createCallOrder";

  /** As many as a page: up to 100 orders are evaluated. */
  private static final int PERMITS = 64;

  private final Database database;
  private final OrderAcceptor acceptor;
  private final DialExplainer explainer;
  private final BodyCheck bodies;
  private final boolean live;

  /**
   * @param bodies of {@code createCallOrder}
   * @param live whether orders with {@code simulate} are refused
   */
  public OrderPreviewResource(
      Database database,
      OrderAcceptor acceptor,
      DialExplainer explainer,
      BodyCheck bodies,
      boolean live) {
    this.database = database;
    this.acceptor = acceptor;
    this.explainer = explainer;
    this.bodies = bodies;
    this.live = live;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("previewCallOrders", this::preview).withPermits(PERMITS));
  }

  /** {@code POST /v1/call-orders/preview}: one result for each body, in their order. */
  private Future<Reply> preview(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return Vertx.currentContext()
        .executeBlocking(() -> check(tenantId, request.requiredBody()), false)
        .compose(
            checked ->
                previews(request, checked.valid())
                    .map(
                        previews ->
                            Reply.of(
                                200,
                                list(
                                    checked.problems(),
                                    request.requestId(),
                                    previews.iterator()))));
  }

  /**
   * The orders of a request.
   *
   * @param problems by place; null for a valid one
   * @param valid in their order
   */
  private record Checked(List<@Nullable Problem> problems, List<NewOrder> valid) {}

  private Checked check(UUID tenantId, JsonNode request) {
    List<@Nullable Problem> problems = new ArrayList<>();
    List<NewOrder> valid = new ArrayList<>();
    for (JsonNode body : request.path("call_orders")) {
      Problem problem = problem(body);
      problems.add(problem);
      if (problem == null) {
        valid.add(acceptor.newOrder(tenantId, (ObjectNode) body, null));
      }
    }
    return new Checked(problems, valid);
  }

  /** What the contract itself says about a body; null for nothing. */
  private @Nullable Problem problem(JsonNode body) {
    if (live && body.has("simulate")) {
      return Problem.of(
          ProblemCode.SIMULATE_NOT_ALLOWED, "The live environment simulates nothing.");
    }
    List<FieldError> faults = bodies.faults(CREATION, body);
    return faults.isEmpty()
        ? null
        : Problem.invalid(
            Stream.concat(faults.stream(), acceptor.bodyFaults(body).stream()).toList());
  }

  private Future<List<ObjectNode>> previews(ApiRequest request, List<NewOrder> valid) {
    return valid.isEmpty()
        ? Future.succeededFuture(List.of())
        : database.asTenant(
            request.caller().tenantId(),
            connection ->
                acceptor
                    .preview(connection, valid)
                    .compose(preview -> views(connection, preview, request.requestId())));
  }

  private Future<List<ObjectNode>> views(
      SqlConnection connection, OrderAcceptor.OrderPreview preview, String requestId) {
    return explainer
        .explainNew(
            connection,
            preview.results().stream()
                .filter(Result.Accepted.class::isInstance)
                .map(result -> ((Result.Accepted) result).order())
                .toList(),
            preview.context())
        .map(
            explained -> {
              Iterator<DialExplainer.OrderExplanation> next = explained.iterator();
              return preview.results().stream()
                  .map(
                      result ->
                          switch (result) {
                            case Result.Accepted _ -> OrderPreviewView.accepted(next.next());
                            case Result.Rejected(Problem problem) ->
                                OrderPreviewView.refused(problem, requestId);
                          })
                  .toList();
            });
  }

  private static ObjectNode list(
      List<@Nullable Problem> problems, String requestId, Iterator<ObjectNode> valid) {
    ObjectNode json = Json.object();
    ArrayNode data = json.putArray("data");
    for (Problem problem : problems) {
      data.add(problem == null ? valid.next() : OrderPreviewView.refused(problem, requestId));
    }
    return json;
  }
}
