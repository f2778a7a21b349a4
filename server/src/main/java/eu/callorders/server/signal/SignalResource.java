package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.order.OrderAcceptor.PhonePolicy;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The operations on signals. */
public final class SignalResource {
  private final Database database;
  private final GroupCommit<?> writes;
  private final PhonePolicy phonePolicy;

  /**
   * @param writes over a {@link SignalBatchProcessor}
   * @param phonePolicy the phone policy of orders
   */
  public SignalResource(Database database, GroupCommit<?> writes, PhonePolicy phonePolicy) {
    this.database = database;
    this.writes = writes;
    this.phonePolicy = phonePolicy;
  }

  public List<Operation> operations() {
    return List.of(create(), Operation.of("getSignal", this::get));
  }

  /** {@code POST /v1/signals}: records a signal and applies it to enrollments. */
  private Operation create() {
    return writes.operation("createSignal").withBodyFaults(this::faults);
  }

  private List<FieldError> faults(JsonNode body) {
    List<FieldError> faults = new ArrayList<>(phonePolicy.faults(body.path("contacts")));
    JsonNode reference = body.path("subject").path("reference");
    if (reference.isTextual()
        && body.path("subject_reference").isTextual()
        && !reference.equals(body.path("subject_reference"))) {
      faults.add(
          FieldError.body(
              "/subject/reference",
              "inconsistent",
              "must be the same as subject_reference",
              Map.of("rule", "equal", "other", "subject_reference")));
    }
    return faults;
  }

  /** {@code GET /v1/signals/{signal_id}}: a signal and what it triggered. */
  Future<Reply> get(ApiRequest request) {
    return IdKind.SIGNAL
        .parse(request.pathParameter("signal_id"))
        .map(id -> find(request.caller().tenantId(), id))
        .orElseGet(() -> Future.succeededFuture(Reply.problem(Problem.notFound())));
  }

  private Future<Reply> find(UUID tenantId, UUID id) {
    return database
        .asTenant(tenantId, connection -> SignalStore.find(connection, tenantId, id))
        .map(Reply.ifFound(signal -> Reply.of(200, SignalView.of(signal, false))));
  }
}
