package eu.callorders.server.dial;

import eu.callorders.server.database.BatchRetries;
import eu.callorders.server.database.DatabaseFailures;
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
 * What is to be taken in about attempts, until it is stored. It holds nothing that a crash could
 * lose: events are confirmed to the gateway only once they are stored, and an answer that is lost
 * is asked for again.
 */
public final class GatewayInbox {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayInbox.class);
  private static final int BATCH = 400;

  /** A gateway that is told of no storing tells again, so what waits must have an end. */
  private static final int MOST_WAITING = 20_000;

  /** Of the bodies in which they came: transcripts are large, and are sent again in an outage. */
  private static final long MOST_BYTES = 32 << 20;

  /** How often an item is tried alone before it is parked. */
  private static final int MAX_FAILURES = 3;

  /**
   * The same when a lock was not had. A try waits 1.5 s for it, so ten take 15 s; a transaction may
   * hold it for 40 s, so one that hangs gets news parked that could be stored later.
   */
  private static final int MAX_LOCK_FAILURES = 10;

  private final Deque<Item> items = new ConcurrentLinkedDeque<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final BatchRetries retries = new BatchRetries();
  private final Runnable bell;

  /** News that belong together, and what to run when all of them are stored. */
  private static final class Batch {
    private final int bytes;
    private final Runnable stored;
    private int unstored;

    Batch(int unstored, int bytes, Runnable stored) {
      this.unstored = unstored;
      this.bytes = bytes;
      this.stored = stored;
    }
  }

  /** One of the news of a parcel. */
  private static final class Item {
    private final AttemptUpdate news;
    private final Batch parcel;
    private int failures;

    Item(AttemptUpdate news, Batch parcel) {
      this.news = news;
      this.parcel = parcel;
    }
  }

  /** Where news are stored. */
  interface Storage {
    /** Stores them in one transaction. */
    void store(List<AttemptUpdate> news);

    /** Keeps one that cannot be stored, in its raw form, for the operator. */
    void park(AttemptUpdate news, @Nullable Exception failure);
  }

  /**
   * @param bell rung when something has come in
   */
  public GatewayInbox(Runnable bell) {
    this.bell = bell;
  }

  void add(AttemptUpdate news) {
    add(List.of(news), () -> {});
  }

  /** As {@link #add(List, int, Runnable)}, with news that are small or that nothing sends again. */
  public void add(List<AttemptUpdate> news, Runnable stored) {
    add(news, 0, stored);
  }

  /**
   * Takes in news that belong together.
   *
   * @param size of the body in which they came, in bytes
   * @param stored run once all of the news are stored or parked, or turned out to be of no use
   */
  public void add(List<AttemptUpdate> news, int size, Runnable stored) {
    Batch parcel = new Batch(news.size(), size, stored);
    if (news.isEmpty()) {
      confirm(parcel);
      return;
    }
    waiting.addAndGet(news.size());
    bytes.addAndGet(size);
    news.forEach(one -> items.add(new Item(one, parcel)));
    bell.run();
  }

  /** Whether so much waits to be stored that whoever can tell later had better do so. */
  public boolean full() {
    return waiting.get() >= MOST_WAITING || bytes.get() >= MOST_BYTES;
  }

  /**
   * Stores what has come in, many at a time; a batch that fails is divided until the item at fault
   * is alone. That one is tried again behind the others, and parked after a few failures. While the
   * database cannot be used, the failure is thrown and everything stays for the next time; news
   * that were stored by then do no harm when they are stored again.
   *
   * @return how many news were dealt with
   */
  int drain(Storage storage) {
    List<Item> taken = take();
    if (taken.isEmpty()) {
      return 0;
    }
    List<Item> open = new ArrayList<>(taken);
    try {
      store(taken, storage, open::removeAll);
      retries.succeeded();
    } catch (Exception passing) { // awaiting throws checked ones too, undeclared
      open.reversed().forEach(items::addFirst);
      throw passing;
    }
    return taken.size();
  }

  private List<Item> take() {
    List<Item> taken = new ArrayList<>();
    for (Item next = items.poll(); next != null; next = items.poll()) {
      if (next.failures > 0 && !taken.isEmpty()) {
        items.addFirst(next); // it is tried alone
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
   * @param settled told which items need no place at the head of the queue any more
   */
  private void store(List<Item> batch, Storage storage, Consumer<List<Item>> settled) {
    try {
      storage.store(batch.stream().map(item -> item.news).toList());
    } catch (Exception failure) {
      if (retries.isPassing(failure)) {
        throw failure;
      }
      if (batch.size() > 1) {
        LOG.warn("{} news could not be stored together", batch.size(), failure);
        BatchRetries.parts(batch).forEach(part -> store(part, storage, settled));
        return;
      }
      settled.accept(batch);
      postponeOrPark(batch.getFirst(), failure, storage);
      return;
    }
    batch.forEach(this::stored);
    settled.accept(batch);
  }

  /** What is parked is in the database, so it counts as stored. */
  private void postponeOrPark(Item item, Exception failure, Storage storage) {
    item.failures++;
    if (item.failures < (DatabaseFailures.isOfLocks(failure) ? MAX_LOCK_FAILURES : MAX_FAILURES)) {
      LOG.atWarn()
          .addKeyValue("attempt", item.news.attemptId())
          .addKeyValue("failures", item.failures)
          .log("news cannot be stored now and are tried again", failure);
      items.addLast(item);
      return;
    }
    try {
      storage.park(item.news, failure);
    } catch (Exception parking) {
      if (retries.isPassing(parking)) {
        items.addFirst(item);
      } else {
        items.addLast(item); // the others come first
      }
      throw parking;
    }
    stored(item);
  }

  private void stored(Item item) {
    waiting.decrementAndGet();
    item.parcel.unstored--;
    if (item.parcel.unstored == 0) {
      bytes.addAndGet(-item.parcel.bytes);
      confirm(item.parcel);
    }
  }

  private static void confirm(Batch parcel) {
    try {
      parcel.stored.run();
    } catch (RuntimeException e) {
      LOG.warn("stored news could not be confirmed: the gateway will tell them again", e);
    }
  }
}
