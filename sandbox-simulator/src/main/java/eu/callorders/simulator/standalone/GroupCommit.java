package eu.callorders.simulator.standalone;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the book's changes, one batch at a time: what gathers while one is written shares the
 * next, and its way to the disk. Belongs to one event loop, but for the writing itself.
 */
final class GroupCommit {
  private final Context context;
  private final WorkerExecutor writer;
  private final CallStore store;
  private final @Nullable CallLogFile callLog;
  private final LongConsumer onWritten;
  private final Consumer<Throwable> onBroken;
  private final DurableCallRegistry book;
  private Promise<Void> next = Promise.promise();
  private @Nullable Promise<Void> current;
  private boolean scheduled;
  private boolean finished;

  /**
   * Where the changes of a book go.
   *
   * @param onWritten told the newest event of the log that is durable
   * @param onBroken the store is of no use any more; nothing is written again
   */
  GroupCommit(
      Context context,
      WorkerExecutor writer,
      CallStore store,
      @Nullable CallLogFile callLog,
      LongConsumer onWritten,
      Consumer<Throwable> onBroken) {
    this.context = context;
    this.writer = writer;
    this.store = store;
    this.callLog = callLog;
    this.onWritten = onWritten;
    this.onBroken = onBroken;
    this.book = new DurableCallRegistry(store, this::changed);
  }

  DurableCallRegistry book() {
    return book;
  }

  /** Completes once everything that has changed until now is on disk. */
  Future<Void> durable() {
    if (book.dirty()) {
      return next.future();
    }
    return current == null ? Future.succeededFuture() : current.future();
  }

  /** Completes once everything is on disk; what changes later is not written any more. */
  Future<Void> finish() {
    return durable().onComplete(any -> finished = true);
  }

  private void changed() {
    if (!scheduled && current == null) {
      scheduled = true;
      // Not at once: what happens in one turn of the event loop belongs together.
      context.runOnContext(nothing -> write());
    }
  }

  private void write() {
    scheduled = false;
    if (finished) {
      return;
    }
    DurableCallRegistry.Batch batch = book.take();
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
            why -> {
              done.fail(why);
              onBroken.accept(why);
            });
  }

  private void written(DurableCallRegistry.Batch batch, Promise<Void> done) {
    book.written(batch);
    current = null;
    if (book.dirty()) {
      changed();
    }
    done.complete();
    onWritten.accept(batch.newest());
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
