package eu.callorders.client.bulk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads and serializes rows in a thread of its own, a bounded part of them ahead. */
final class RowReader {
  private static final int MAX_ROWS = 64;
  private static final int MAX_BYTES = 1 << 18;
  private static final int MAX_BATCHES = 2;

  /** After so long a wait looks whether there is anything left to wait for. */
  private static final long WAIT_SECONDS = 1;

  /** An empty batch is the end. */
  private final BlockingQueue<List<SerializedRow>> batches = new ArrayBlockingQueue<>(MAX_BATCHES);

  private List<SerializedRow> batch = new ArrayList<>();
  private int bytes;
  private volatile @Nullable Throwable failure;

  private final Thread thread;

  private RowReader(RowSource rows) {
    thread = new Thread(() -> read(rows), "import-reader");
    thread.setDaemon(true);
  }

  /** Takes a row. */
  interface RowConsumer {
    void accept(SerializedRow row) throws IOException, InterruptedException;
  }

  /** Calls the consumer in this thread. A failure of the source follows the rows before it. */
  static void forEach(RowSource rows, RowConsumer consumer)
      throws IOException, InterruptedException {
    RowReader reader = new RowReader(rows);
    reader.thread.start();
    try {
      reader.take(consumer);
    } finally {
      reader.thread.interrupt(); // it may wait for this one
    }
  }

  private void read(RowSource rows) {
    try {
      try {
        rows.forEach(this::add);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
      }
      flush();
      put(List.of());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the consumer has failed
    }
  }

  private void add(ImportRow row) throws InterruptedException {
    SerializedRow serialized = new SerializedRow(row);
    batch.add(serialized);
    bytes += serialized.json().length;
    if (batch.size() == MAX_ROWS || bytes > MAX_BYTES) {
      flush();
    }
  }

  private void flush() throws InterruptedException {
    if (!batch.isEmpty()) {
      put(batch);
      batch = new ArrayList<>();
      bytes = 0;
    }
  }

  /** Waits while the consumer works; its end interrupts. */
  private void put(List<SerializedRow> full) throws InterruptedException {
    boolean isPut = false;
    while (!isPut) {
      isPut = batches.offer(full, WAIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private List<SerializedRow> next() throws InterruptedException {
    @Nullable List<SerializedRow> next = null;
    while (next == null) {
      boolean isReading = thread.isAlive();
      next = batches.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      if (next == null && !isReading) {
        throw new IllegalStateException("the reader of rows has ended before the last row");
      }
    }
    return next;
  }

  private void take(RowConsumer consumer) throws IOException, InterruptedException {
    for (List<SerializedRow> next = next(); !next.isEmpty(); next = next()) {
      for (SerializedRow row : next) {
        consumer.accept(row);
      }
    }
    Throwable cause = failure;
    if (cause instanceof IOException unreadable) {
      throw unreadable;
    }
    if (cause instanceof RuntimeException invalid) {
      throw invalid;
    }
    if (cause instanceof Error fatal) {
      throw fatal;
    }
  }
}
