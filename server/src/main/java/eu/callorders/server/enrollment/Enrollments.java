package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What facts and signals do to the enrollments of a person. The caller holds the person's lock, and
 * in common with others those of the numbers that a signal brings.
 */
public final class Enrollments {

  /** What a signal did to an enrollment. */
  public enum Effect {
    ENROLLED,
    EXITED,
    REPLACED,
    SKIPPED
  }

  /** An effect and whom it concerns, in the order in which they came about. */
  public record Triggered(UUID enrollmentId, Effect effect) {}

  /**
   * A signal as far as it can start enrollments.
   *
   * @param person {@code subject}, {@code contacts} and {@code context} when the signal brought all
   *     three; null otherwise
   * @param metadata as the client attached it; null for none
   */
  public record Trigger(
      UUID signalId,
      String signalType,
      String subjectReference,
      @Nullable JsonNode person,
      @Nullable JsonNode metadata) {}

  /** Lets every running enrollment of the person know a fact; answers those that it ended. */
  public Future<List<Triggered>> learn(
      SqlConnection connection, Tenant tenant, String subjectReference, Fact fact, Instant now) {
    return Future.succeededFuture(List.of());
  }

  /** Starts, replaces or skips an enrollment in every sequence whose trigger this signal is. */
  public Future<List<Triggered>> trigger(
      SqlConnection connection, Tenant tenant, Trigger signal, Instant now) {
    return Future.succeededFuture(List.of());
  }
}
