package eu.callorders.gatewaykit.store;

import eu.callorders.core.telephony.GatewayEvent;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

/** The log of events by ascending sequences; its entries refer to the stored events. */
public final class StoredEventLog {
  private static final int MAX_PAGE_BYTES = 512 * 1024;
  private static final int LOG_ENTRY = 56; // an instant, an attempt and a sequence, in hex
  private static final String UNPUSHED = "-";

  private final MVMap<Long, String> log;
  private final MVMap<String, byte[]> events;

  StoredEventLog(MVMap<Long, String> log, MVMap<String, byte[]> events) {
    this.log = log;
    this.events = events;
  }

  /**
   * Appends an event to the log.
   *
   * @param pushed whether this entry is pushed to the service
   */
  public void append(long sequence, GatewayEvent event, boolean pushed) {
    String entry = CallStore.instantKey(event.header().at()) + CallStore.eventKey(event);
    log.put(sequence, pushed ? entry : entry + UNPUSHED);
  }

  /** The sequence of the oldest event in the log, 1 when empty. */
  public long oldestSequence() {
    Long first = log.firstKey();
    return first == null ? 1 : first;
  }

  /** The sequence of the newest event in the log, 0 when empty. */
  public long newestSequence() {
    Long last = log.lastKey();
    return last == null ? 0 : last;
  }

  /**
   * A part of the log.
   *
   * @param events JSON documents
   * @param last sequence to continue after
   */
  public record LogPage(List<byte[]> events, long last) {
    /** The events as a JSON array. */
    public byte[] array() {
      ByteArrayOutputStream array = new ByteArrayOutputStream();
      array.write('[');
      for (byte[] event : events) {
        if (array.size() > 1) {
          array.write(',');
        }
        array.writeBytes(event);
      }
      array.write(']');
      return array.toByteArray();
    }
  }

  public LogPage page(long after, long upTo, int maxEvents) {
    return page(after, upTo, maxEvents, false);
  }

  /** The part of the log that is pushed to the service. */
  public LogPage pushPage(long after, long upTo, int maxEvents) {
    return page(after, upTo, maxEvents, true);
  }

  private LogPage page(long after, long upTo, int maxEvents, boolean pushed) {
    List<byte[]> found = new ArrayList<>();
    long last = after;
    int bytes = 0;
    Cursor<Long, String> cursor = log.cursor(after + 1);
    while (cursor.hasNext() && found.size() < maxEvents && bytes < MAX_PAGE_BYTES) {
      long sequence = cursor.next();
      if (sequence > upTo) {
        return new LogPage(found, upTo);
      }
      String entry = cursor.getValue();
      byte[] event = events.get(entry.substring(Long.BYTES * 2, LOG_ENTRY));
      if (event != null && !(pushed && entry.endsWith(UNPUSHED))) {
        found.add(event);
        bytes += event.length;
      }
      last = sequence;
    }
    return new LogPage(found, cursor.hasNext() ? last : Math.max(after, upTo));
  }

  /** Deletes up to {@code limit} entries before an instant. */
  void expire(Instant horizon, int limit) {
    String before = CallStore.instantKey(horizon);
    Cursor<Long, String> logged = log.cursor(null);
    for (int i = 0; i < limit && logged.hasNext(); i++) {
      long sequence = logged.next();
      // The last entry remains, so that sequences never restart.
      if (logged.getValue().compareTo(before) >= 0 || sequence == newestSequence()) {
        break;
      }
      log.remove(sequence);
    }
  }
}
