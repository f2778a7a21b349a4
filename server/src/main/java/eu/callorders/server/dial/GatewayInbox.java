package eu.callorders.server.dial;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates of attempts, in memory until they are stored. A crash loses nothing: events are confirmed
 * to the gateway only after they are stored, and a lost reply is requested again.
 */
public final class GatewayInbox {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayInbox.class);
  private static final int BATCH = 400;

  /** The gateway repeats unconfirmed events, so the queue needs a bound. */
  private static final int MAX_QUEUED = 20_000;

  /** Bound for the bodies of the queued updates; transcripts are large. */
  private static final long MAX_BYTES = 32 << 20;

  /** How often an update is tried alone before it is parked. */
  private static final int MAX_FAILURES = 3;

  /**
   * The same for lock timeouts. Each try waits 1.5 s, so ten take 15 s; a transaction that hangs
   * holds its locks for up to 40 s, so updates behind it may be parked although they are sound.
   */
  private static final int MAX_LOCK_FAILURES = 10;

  private final Deque<Item> items = new ConcurrentLinkedDeque<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final BatchRetries retries = new BatchRetries();
  private final Runnable wake;

  /** Updates that arrived together, and the callback after all of them are stored. */
  private static final class Batch {
    private final int bytes;
    private final Runnable onStored;
    private int pending;

    Batch(int unstored, int bytes, Runnable stored) {
      this.pending = unstored;
      this.bytes = bytes;
      this.onStored = stored;
    }
  }

  private static final class Item {
    private final AttemptUpdate update;
    private final Batch batch;
    private int failures;

    Item(AttemptUpdate update, Batch batch) {
      this.update = update;
      this.batch = batch;
    }
  }

  interface Storage {
    void store(List<AttemptUpdate> updates);

    /** Stores the raw form of an update that cannot be stored, for the operator. */
    void park(AttemptUpdate update, @Nullable Exception failure);
  }

  public GatewayInbox(Runnable bell) {
    this.wake = bell;
  }

  void add(AttemptUpdate update) {
    add(List.of(update), () -> {});
  }

  /** As {@link #add(List, int, Runnable)}, for small updates and those that are never resent. */
  public void add(List<AttemptUpdate> updates, Runnable stored) {
    add(updates, 0, stored);
  }

  /**
   * Adds updates that arrived together.
   *
   * @param size of their body, in bytes
   * @param stored runs once all updates are stored, parked or ignored
   */
  public void add(List<AttemptUpdate> updates, int size, Runnable stored) {
    Batch batch = new Batch(updates.size(), size, stored);
    if (updates.isEmpty()) {
      confirm(batch);
      return;
    }
    queued.addAndGet(updates.size());
    queuedBytes.addAndGet(size);
    updates.forEach(update -> items.add(new Item(update, batch)));
    wake.run();
  }

  /** Whether the queue is full, so that the sender should repeat the updates later. */
  public boolean isFull() {
    return queued.get() >= MAX_QUEUED || queuedBytes.get() >= MAX_BYTES;
  }

  /**
   * Stores queued updates in batches. A failed batch is split until the faulty update is alone;
   * that one is retried behind the others and parked after a few failures. While the database is
   * unavailable, this throws and all updates stay queued; storing one twice is harmless.
   *
   * @return the number of updates handled
   */
  int drain(Storage storage) {
    List<Item> taken = nextBatch();
    if (taken.isEmpty()) {
      return 0;
    }
    List<Item> open = new ArrayList<>(taken);
    try {
      store(taken, storage, open::removeAll);
      retries.reset();
    } catch (Exception passing) { // await throws undeclared checked exceptions
      open.reversed().forEach(items::addFirst);
      throw passing;
    }
    return taken.size();
  }

  private List<Item> nextBatch() {
    List<Item> taken = new ArrayList<>();
    for (Item next = items.poll(); next != null; next = items.poll()) {
      if (next.failures > 0 && !taken.isEmpty()) {
        items.addFirst(next); // retried alone
        break;
      }
      taken.add(next);
      if (taken.size() == BATCH || next.failures > 0) {
        break;
      }
    }
    return taken;
  }

  /**
   * @param settled receives the items that need no place at the head of the queue any more
   */
  private void store(List<Item> batch, Storage storage, Consumer<List<Item>> settled) {
    try {
      storage.store(batch.stream().map(item -> item.update).toList());
    } catch (Exception failure) {
      if (retries.shouldRetryBatch(failure)) {
        throw failure;
      }
      if (batch.size() > 1) {
        LOG.warn("batch of {} gateway updates not stored, splitting it", batch.size(), failure);
        BatchRetries.split(batch).forEach(part -> store(part, storage, settled));
        return;
      }
      settled.accept(batch);
      retryOrPark(batch.getFirst(), failure, storage);
      return;
    }
    batch.forEach(this::markStored);
    settled.accept(batch);
  }

  /** A parked update is in the database, so it counts as stored. */
  private void retryOrPark(Item item, Exception failure, Storage storage) {
    item.failures++;
    if (item.failures
        < (DatabaseFailures.isLockFailure(failure) ? MAX_LOCK_FAILURES : MAX_FAILURES)) {
      LogLine.warn(LOG)
          .with(LogField.ATTEMPT_ID, IdKind.CALL.format(item.update.attemptId()))
          .with(LogField.FAILURES, item.failures)
          .exception(failure)
          .log("gateway update not stored, retrying");
      items.addLast(item);
      return;
    }
    try {
      storage.park(item.update, failure);
    } catch (Exception parking) {
      if (retries.shouldRetryBatch(parking)) {
        items.addFirst(item);
      } else {
        items.addLast(item); // the others go first
      }
      throw parking;
    }
    markStored(item);
  }

  private void markStored(Item item) {
    queued.decrementAndGet();
    item.batch.pending--;
    if (item.batch.pending == 0) {
      queuedBytes.addAndGet(-item.batch.bytes);
      confirm(item.batch);
    }
  }

  private static void confirm(Batch batch) {
    try {
      batch.onStored.run();
    } catch (RuntimeException e) {
      LOG.warn("confirmation of stored events failed, the gateway will resend them", e);
    }
  }
}
