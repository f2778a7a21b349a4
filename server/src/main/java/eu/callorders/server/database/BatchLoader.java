package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Loads single resources of tenants. Requests of a tenant that wait for a connection share one
 * transaction, without a timer, so that a read under load costs a fraction of a transaction.
 */
public final class BatchLoader<T> {
  private static final int MAX_BATCH = 32;

  private final Database database;
  private final LoadFunction<T> load;
  private final Map<UUID, Batch<T>> waiting = new HashMap<>();

  /**
   * Loads the resources with these ids; may leave out any but the first, which are then loaded
   * alone.
   */
  @FunctionalInterface
  public interface LoadFunction<T> {
    Future<Map<UUID, T>> load(SqlConnection connection, UUID tenantId, List<UUID> ids);
  }

  public BatchLoader(Database database, LoadFunction<T> load) {
    this.database = database;
    this.load = load;
  }

  /** The requests of one transaction; more may join until it begins. */
  private record Batch<T>(UUID tenantId, List<Request<T>> requests) {
    List<UUID> ids() {
      return requests.stream().map(Request::id).distinct().toList();
    }
  }

  private record Request<T>(UUID id, Promise<Optional<T>> reply) {}

  /**
   * Loads the resource of a tenant with this id, as it is after the call; empty when there is none.
   * Completes on the event loop of the caller.
   */
  public Future<Optional<T>> load(UUID tenantId, UUID id) {
    Request<T> request = new Request<>(id, ContextInternal.current().promise());
    Batch<T> started = join(tenantId, request);
    if (started != null) {
      run(started);
    }
    return request.reply().future();
  }

  /** Adds the request to the waiting batch; returns a batch that it has opened, else null. */
  private synchronized @Nullable Batch<T> join(UUID tenantId, Request<T> request) {
    Batch<T> open = waiting.get(tenantId);
    if (open != null && open.requests().size() < MAX_BATCH) {
      open.requests().add(request);
      return null;
    }
    Batch<T> batch = new Batch<>(tenantId, new ArrayList<>(List.of(request)));
    waiting.put(tenantId, batch);
    return batch;
  }

  /** Lets later requests open another batch. */
  private synchronized void close(Batch<T> batch) {
    waiting.remove(batch.tenantId(), batch);
  }

  private void run(Batch<T> batch) {
    database
        .asTenant(
            batch.tenantId(),
            connection -> {
              close(batch);
              return load.load(connection, batch.tenantId(), batch.ids());
            })
        .onComplete(
            (found, failure) -> {
              close(batch);
              if (failure == null) {
                batch.requests().forEach(request -> complete(batch, request, found));
              } else {
                fail(batch, failure);
              }
            });
  }

  private void complete(Batch<T> batch, Request<T> request, Map<UUID, T> found) {
    T resource = found.get(request.id());
    if (resource == null && batch.requests().size() > 1) {
      alone(batch.tenantId(), request);
    } else {
      request.reply().complete(Optional.ofNullable(resource));
    }
  }

  /** A resource that cannot be loaded fails no request for another. */
  private void fail(Batch<T> batch, Throwable failure) {
    boolean alone = batch.requests().size() > 1 && !DatabaseFailures.isOutage(failure);
    for (Request<T> request : batch.requests()) {
      if (alone) {
        alone(batch.tenantId(), request);
      } else {
        request.reply().fail(failure);
      }
    }
  }

  private void alone(UUID tenantId, Request<T> request) {
    run(new Batch<>(tenantId, List.of(request)));
  }
}
