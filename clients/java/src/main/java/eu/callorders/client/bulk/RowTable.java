package eu.callorders.client.bulk;

import java.time.Instant;
import java.util.Arrays;

/**
 * The rows that an import knows, in about 60 bytes each, found by content, by reference or by
 * number. Entries are numbered from 0. Not safe for threads by itself.
 */
final class RowTable {
  static final int NONE = -1;

  private static final int FIRST_CAPACITY = 1024;
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  /** What is known of the outcome of a row. */
  enum RowState {
    /** Not sent. */
    NEW,
    /** Perhaps sent; its response is unknown. */
    SENT,
    /** An order. */
    DONE,
    /** Refused: it may be sent again. */
    REFUSED
  }

  private int size;
  private long[] high = new long[FIRST_CAPACITY];
  private long[] low = new long[FIRST_CAPACITY];
  private long[] reference = new long[FIRST_CAPACITY];
  private int[] row = new int[FIRST_CAPACITY];
  private int[] sentAt = new int[FIRST_CAPACITY];
  private RowState[] state = new RowState[FIRST_CAPACITY];
  private byte[] refusals = new byte[FIRST_CAPACITY];
  private final Index byContent = new Index(high);
  private final Index byReference = new Index(reference);
  private int[] byRow = filled(FIRST_CAPACITY);

  /** Open addressing over an array of hashes. */
  private static final class Index {
    private long[] hashes;
    private int[] slots = filled(2 * FIRST_CAPACITY);

    Index(long[] hashes) {
      this.hashes = hashes;
    }

    /** The slot of a hash at or after a probe; it may hold another one's entry. */
    int find(long hash, int probe) {
      return slots[slot(hash, probe)];
    }

    private int slot(long hash, int probe) {
      return ((int) ((hash * MIXER) >>> 32) + probe) & (slots.length - 1);
    }

    void add(int entry) {
      int probe = 0;
      while (find(hashes[entry], probe) != NONE) {
        probe++;
      }
      slots[slot(hashes[entry], probe)] = entry;
    }

    void grow(long[] grown, int size) {
      hashes = grown;
      slots = filled(2 * grown.length);
      for (int entry = 0; entry < size; entry++) {
        if (hashes[entry] != 0) {
          add(entry);
        }
      }
    }
  }

  private static int[] filled(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, NONE);
    return slots;
  }

  int size() {
    return size;
  }

  /** Adds an entry; the newest of a content, a reference and a number is found. */
  int add(int number, RowHash content, long referenceHash) {
    if (size == high.length) {
      grow();
    }
    int entry = size++;
    high[entry] = content.high();
    low[entry] = content.low();
    reference[entry] = referenceHash;
    row[entry] = number;
    state[entry] = RowState.NEW;
    byContent.add(entry);
    if (referenceHash != 0) {
      byReference.add(entry);
    }
    if (number >= byRow.length) {
      int before = byRow.length;
      byRow = Arrays.copyOf(byRow, Math.max(number + 1, 2 * before));
      Arrays.fill(byRow, before, byRow.length, NONE);
    }
    byRow[number] = entry;
    return entry;
  }

  private void grow() {
    int capacity = 2 * high.length;
    high = Arrays.copyOf(high, capacity);
    low = Arrays.copyOf(low, capacity);
    reference = Arrays.copyOf(reference, capacity);
    row = Arrays.copyOf(row, capacity);
    sentAt = Arrays.copyOf(sentAt, capacity);
    state = Arrays.copyOf(state, capacity);
    refusals = Arrays.copyOf(refusals, capacity);
    byContent.grow(high, size);
    byReference.grow(reference, size);
  }

  /** The entry without a reference that has this content; {@link #NONE} if there is none. */
  int byContent(RowHash content) {
    for (int probe = 0; true; probe++) {
      int entry = byContent.find(content.high(), probe);
      if (entry == NONE || content(entry).equals(content)) {
        return entry;
      }
    }
  }

  int byReference(long hash) {
    for (int probe = 0; true; probe++) {
      int entry = byReference.find(hash, probe);
      if (entry == NONE || reference[entry] == hash) {
        return entry;
      }
    }
  }

  int byRow(int number) {
    return number < byRow.length ? byRow[number] : NONE;
  }

  RowHash content(int entry) {
    return new RowHash(high[entry], low[entry]);
  }

  /** The row of a reference has other content now. */
  void setContent(int entry, RowHash content) {
    high[entry] = content.high();
    low[entry] = content.low();
  }

  boolean hasReference(int entry) {
    return reference[entry] != 0;
  }

  int row(int entry) {
    return row[entry];
  }

  RowState state(int entry) {
    return state[entry];
  }

  /** How often the row was refused: each further attempt needs another idempotency key. */
  int refusals(int entry) {
    return Byte.toUnsignedInt(refusals[entry]);
  }

  Instant sentAt(int entry) {
    return Instant.ofEpochSecond(Integer.toUnsignedLong(sentAt[entry]));
  }

  void sent(int entry, Instant at, int refusalsBefore) {
    sentAt[entry] = (int) at.getEpochSecond();
    refusals[entry] = (byte) refusalsBefore;
    state[entry] = RowState.SENT;
  }

  void done(int entry) {
    state[entry] = RowState.DONE;
  }

  void refused(int entry) {
    state[entry] = RowState.REFUSED;
    refusals[entry]++;
  }
}
