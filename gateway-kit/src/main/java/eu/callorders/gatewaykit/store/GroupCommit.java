package eu.callorders.gatewaykit.store;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the registry's changes one batch at a time: changes made during a write share the next
 * commit. Confined to one event loop, except for the writing.
 */
public final class GroupCommit {
  private final Context context;
  private final WorkerExecutor writer;
  private final CallStore store;
  private final @Nullable CallLogFile callLog;
  private final LongConsumer onWritten;
  private final Consumer<Throwable> onStoreFailure;
  private final DurableCallRegistry registry;
  private Promise<Void> next = Promise.promise();
  private @Nullable Promise<Void> current;
  private boolean scheduled;
  private boolean finished;

  /**
   * @param onWritten receives the newest durable sequence of the log
   * @param onStoreFailure the store has failed; nothing is written afterwards
   */
  public GroupCommit(
      Context context,
      WorkerExecutor writer,
      CallStore store,
      @Nullable CallLogFile callLog,
      LongConsumer onWritten,
      Consumer<Throwable> onStoreFailure) {
    this.context = context;
    this.writer = writer;
    this.store = store;
    this.callLog = callLog;
    this.onWritten = onWritten;
    this.onStoreFailure = onStoreFailure;
    this.registry = new DurableCallRegistry(store, this::scheduleWrite);
  }

  public DurableCallRegistry registry() {
    return registry;
  }

  /** Completes once all changes made until now are durable. */
  public Future<Void> whenDurable() {
    if (registry.hasPendingChanges()) {
      return next.future();
    }
    return current == null ? Future.succeededFuture() : current.future();
  }

  /** Completes once all changes are durable; later changes are discarded. */
  public Future<Void> finish() {
    return whenDurable().onComplete(any -> finished = true);
  }

  private void scheduleWrite() {
    if (!scheduled && current == null) {
      scheduled = true;
      // Deferred, so that changes of the same event loop turn share a batch.
      context.runOnContext(nothing -> write());
    }
  }

  private void write() {
    scheduled = false;
    if (finished) {
      return;
    }
    DurableCallRegistry.Batch batch = registry.takeBatch();
    Promise<Void> done = next;
    current = done;
    next = Promise.promise();
    writer
        .<Void>executeBlocking(
            () -> {
              write(batch);
              return null;
            })
        .onSuccess(nothing -> written(batch, done))
        .onFailure(
            cause -> {
              done.fail(cause);
              next.fail(cause); // no batch follows
              onStoreFailure.accept(cause);
            });
  }

  private void written(DurableCallRegistry.Batch batch, Promise<Void> done) {
    registry.batchWritten(batch);
    current = null;
    if (registry.hasPendingChanges()) {
      scheduleWrite();
    }
    done.complete();
    onWritten.accept(batch.newestSequence());
  }

  private void write(DurableCallRegistry.Batch batch) {
    batch.apply(store);
    CallLogFile file = batch.callLog().isEmpty() ? null : callLog;
    if (file == null) {
      store.commit();
    } else {
      file.prepare(batch.callLog(), store);
      store.commit();
      file.append(batch.callLog());
    }
  }
}
