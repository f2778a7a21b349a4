package eu.callorders.server.testclock;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** The clock of the caller's tenant in the sandbox; in a live environment it is not found. */
public final class SandboxClockResource {
  private final Database database;
  private final IdempotentWrite write;
  private final boolean sandbox;
  private final Runnable onAdvancing;

  /**
   * @param advancing runs after the target is stored
   */
  public SandboxClockResource(
      Database database, IdempotentWrite write, boolean sandbox, Runnable advancing) {
    this.database = database;
    this.write = write;
    this.sandbox = sandbox;
    this.onAdvancing = advancing;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("getSandboxClock", this::get).withAdmission(this::requireSandbox),
        Operation.of("advanceSandboxClock", this::advance).withAdmission(this::requireSandbox));
  }

  private Future<Void> requireSandbox(Caller caller) {
    return sandbox ? Future.succeededFuture() : Future.failedFuture(ProblemException.notFound());
  }

  /** {@code GET /v1/sandbox/clock}. */
  private Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return database
        .asTenant(tenantId, connection -> TestClockEditor.read(connection, tenantId))
        .map(read -> Reply.of(200, TestClockEditor.view(read)));
  }

  /** {@code POST /v1/sandbox/clock}: advances the clock by a duration or to an instant. */
  private Future<Reply> advance(ApiRequest request) {
    return write
        .run(
            request,
            connection ->
                TestClockEditor.advance(
                        connection, request.caller().tenantId(), request.requiredBody())
                    .map(read -> Reply.of(200, TestClockEditor.view(read))))
        .onSuccess(reply -> onAdvancing.run());
  }
}
