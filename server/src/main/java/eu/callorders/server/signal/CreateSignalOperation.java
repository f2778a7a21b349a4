package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.GroupCommit;
import eu.callorders.server.order.OrderAcceptor.PhonePolicy;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** {@code POST /v1/signals}: records a signal and applies it to enrollments. */
final class CreateSignalOperation implements Operation {
  private final GroupCommit writes;
  private final PhonePolicy phonePolicy;

  CreateSignalOperation(GroupCommit writes, PhonePolicy phonePolicy) {
    this.writes = writes;
    this.phonePolicy = phonePolicy;
  }

  @Override
  public String operationId() {
    return "createSignal";
  }

  @Override
  public Future<Void> admit(Caller caller) {
    return writes.admit(caller.tenantId());
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    List<FieldError> faults = new ArrayList<>(phonePolicy.faults(body.path("contacts")));
    JsonNode reference = body.path("subject").path("reference");
    if (reference.isTextual()
        && body.path("subject_reference").isTextual()
        && !reference.equals(body.path("subject_reference"))) {
      faults.add(
          FieldError.body(
              "/subject/reference", "inconsistent", "must be the same as subject_reference"));
    }
    return faults;
  }

  @Override
  public int permits() {
    return 1;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return writes.submit(request);
  }
}
