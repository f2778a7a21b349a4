package eu.callorders.simulator.standalone;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.gateway.CallProgress;
import eu.callorders.simulator.gateway.CallRegistry.Era;
import eu.callorders.simulator.gateway.CallRegistry.InterruptedCall;
import eu.callorders.simulator.gateway.PlacedCall;
import eu.callorders.simulator.standalone.CallDocuments.StoredResult;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.DataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * The durable store of the simulator. One thread writes; changes take effect atomically with {@link
 * #commit}. Any thread may read.
 */
final class CallStore implements AutoCloseable {
  private static final String ERA_PREFIX = "era:";
  private static final String ERA_FLOOR = "era_floor";
  private static final String CREATED_AT = "created_at";
  private static final String FILE = "calls.mv";
  private static final int RETENTION_MILLIS = 1_000;
  private static final int CACHE_MEGABYTES = 64;
  private static final int COMPACT_BELOW_PERCENT = 60;
  private static final int COMPACT_BYTES = 16 * 1024 * 1024;
  private static final int MAX_EXPIRED = 5_000;
  private static final int MAX_PAGE_BYTES = 512 * 1024;
  private static final int LOG_ENTRY = 56; // an instant, an attempt and a sequence, in hex
  private static final String UNPUSHED = "-";

  private final MVStore store;
  private final MVMap<String, byte[]> results;
  private final MVMap<String, byte[]> placings;
  private final MVMap<String, byte[]> progress;
  private final MVMap<String, byte[]> events;
  private final MVMap<String, String> completed;
  private final MVMap<String, String> expiringContent;
  private final MVMap<Long, String> log;
  private final MVMap<String, String> capacity;
  private final MVMap<String, byte[]> meta;

  private CallStore(MVStore store) {
    this.store = store;
    this.results = map("answers", ByteArrayDataType.INSTANCE);
    this.placings = map("placings", ByteArrayDataType.INSTANCE);
    this.progress = map("progress", ByteArrayDataType.INSTANCE);
    this.events = map("events", ByteArrayDataType.INSTANCE);
    this.completed = map("over", StringDataType.INSTANCE);
    this.expiringContent = map("spoken", StringDataType.INSTANCE);
    this.capacity = map("capacity", StringDataType.INSTANCE);
    this.meta = map("meta", ByteArrayDataType.INSTANCE);
    this.log =
        store.openMap(
            "log",
            new MVMap.Builder<Long, String>()
                .keyType(LongDataType.INSTANCE)
                .valueType(StringDataType.INSTANCE));
  }

  /**
   * Opens the store in a directory; throws {@link StoreInUseException} if another process uses it.
   */
  static CallStore open(Path directory) {
    try {
      MVStore store =
          new MVStore.Builder()
              .fileName(directory.resolve(FILE).toString())
              .autoCommitDisabled()
              .cacheSize(CACHE_MEGABYTES)
              .open();
      store.setVersionsToKeep(0);
      // Each commit is synced before the next begins, so replaced pages are soon unused.
      store.setRetentionTime(RETENTION_MILLIS);
      return new CallStore(store);
    } catch (MVStoreException e) {
      if (e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
        throw new StoreInUseException(directory);
      }
      throw e;
    }
  }

  static final class StoreInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreInUseException(Path directory) {
      super(directory + " is in use by another simulator");
    }
  }

  void commit() {
    store.commit();
    store.sync();
  }

  @Override
  public void close() {
    store.close();
  }

  /** Closes without commit, as a killed process does. */
  void closeWithoutCommit() {
    store.closeImmediately();
  }

  void result(UUID attemptId, StoredResult result) {
    results.put(key(attemptId), StoredJson.write(result));
  }

  @Nullable StoredResult result(UUID attemptId) {
    byte[] document = results.get(key(attemptId));
    return document == null ? null : StoredJson.read(document, StoredResult.class);
  }

  void savePlacement(PlacedCall placing) {
    placings.put(key(placing.call().attemptId()), CallDocuments.write(placing));
  }

  /**
   * Stores the progress of a call.
   *
   * @param from index of the first event that is not stored yet
   */
  void saveProgress(UUID attemptId, CallProgress current, int from) {
    String key = key(attemptId);
    for (GatewayEvent event : current.events().subList(from, current.events().size())) {
      events.put(eventKey(event), CallDocuments.write(event));
    }
    if (current.finished()) {
      progress.remove(key);
      placings.remove(key);
    } else {
      progress.put(key, CallDocuments.write(current));
    }
  }

  List<GatewayEvent> events(UUID attemptId) {
    return events(key(attemptId)).values().stream().map(CallDocuments::event).toList();
  }

  List<InterruptedCall> interruptedCalls() {
    List<InterruptedCall> found = new ArrayList<>();
    progress.forEach(
        (key, document) -> {
          PlacedCall placing = CallDocuments.placedCall(Objects.requireNonNull(placings.get(key)));
          List<GatewayEvent> past = events(placing.call().attemptId());
          found.add(new InterruptedCall(placing, CallDocuments.progress(document, past)));
        });
    return found;
  }

  /** Marks the attempt as ended, subject to expiry. */
  void completed(UUID attemptId, Instant at) {
    String entry = instantKey(at) + key(attemptId);
    completed.put(entry, "");
    expiringContent.put(entry, "");
  }

  /** Erases all but the result. */
  void erase(UUID attemptId) {
    String key = key(attemptId);
    progress.remove(key);
    placings.remove(key);
    events(key).keySet().forEach(events::remove);
  }

  /** Stores an event that is not part of a call's progress. */
  void saveEvent(GatewayEvent event) {
    events.put(eventKey(event), CallDocuments.write(event));
  }

  /**
   * Appends an event to the log.
   *
   * @param pushed whether this entry is pushed to the service
   */
  void appendToLog(long sequence, GatewayEvent event, boolean pushed) {
    String entry = instantKey(event.header().at()) + eventKey(event);
    log.put(sequence, pushed ? entry : entry + UNPUSHED);
  }

  /** The sequence of the oldest event in the log, 1 when empty. */
  long oldestSequence() {
    Long first = log.firstKey();
    return first == null ? 1 : first;
  }

  /** The sequence of the newest event in the log, 0 when empty. */
  long newestSequence() {
    Long last = log.lastKey();
    return last == null ? 0 : last;
  }

  /**
   * A part of the log.
   *
   * @param events JSON documents
   * @param last sequence to continue after
   */
  record LogPage(List<byte[]> events, long last) {
    byte[] array() {
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

  LogPage page(long after, long upTo, int maxEvents) {
    return page(after, upTo, maxEvents, false);
  }

  /** The part of the log that is pushed to the service. */
  LogPage pushPage(long after, long upTo, int maxEvents) {
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

  static String capacityKey(PlaceCall call) {
    return key(call.orderId()) + call.to().e164();
  }

  void capacityRefusals(String key, int count) {
    capacity.put(key, Integer.toString(count));
  }

  void deleteCapacityRefusals(String key) {
    capacity.remove(key);
  }

  Map<String, Integer> capacityRefusals() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    capacity.forEach((key, count) -> counts.put(key, Integer.valueOf(count)));
    return counts;
  }

  byte @Nullable [] metadata(String name) {
    return meta.get(name);
  }

  void metadata(String name, byte[] value) {
    meta.put(name, value);
  }

  Map<UUID, Era> eras() {
    Map<UUID, Era> eras = new HashMap<>();
    startingWith(ERA_PREFIX, meta)
        .forEach(
            (name, document) ->
                eras.put(
                    UUID.fromString(name.substring(ERA_PREFIX.length())),
                    StoredJson.read(document, Era.class)));
    return eras;
  }

  void era(UUID deployment, Era era) {
    metadata(ERA_PREFIX + deployment, StoredJson.write(era));
  }

  /** The highest number of a deleted era; -1 when none was deleted. */
  int eraFloor() {
    byte[] note = metadata(ERA_FLOOR);
    return note == null ? -1 : ByteBuffer.wrap(note).getInt();
  }

  void deleteEra(UUID deployment, int floor) {
    meta.remove(ERA_PREFIX + deployment);
    metadata(ERA_FLOOR, ByteBuffer.allocate(Integer.BYTES).putInt(floor).array());
  }

  /** The start of the retention; {@link Instant#EPOCH} if never recorded. */
  Instant createdAt() {
    byte[] note = metadata(CREATED_AT);
    return note == null ? Instant.EPOCH : Instant.ofEpochMilli(ByteBuffer.wrap(note).getLong());
  }

  void createdAt(Instant at) {
    metadata(CREATED_AT, ByteBuffer.allocate(Long.BYTES).putLong(at.toEpochMilli()).array());
  }

  /**
   * Deletes a bounded number of calls that ended before the horizons.
   *
   * @param horizon of all data
   * @param contentHorizon of turns and reports
   */
  void expire(Instant horizon, Instant contentHorizon) {
    expireContent(instantKey(contentHorizon));
    String before = instantKey(horizon);
    Iterator<String> ended = completed.keyIterator(null);
    for (int i = 0; i < MAX_EXPIRED && ended.hasNext(); i++) {
      String entry = ended.next();
      if (entry.compareTo(before) >= 0) {
        break;
      }
      String key = entry.substring(before.length());
      results.remove(key);
      progress.remove(key);
      placings.remove(key);
      events(key).keySet().forEach(events::remove);
      completed.remove(entry);
    }
    Cursor<Long, String> logged = log.cursor(null);
    for (int i = 0; i < MAX_EXPIRED && logged.hasNext(); i++) {
      long sequence = logged.next();
      // The last entry remains, so that sequences never restart.
      if (logged.getValue().compareTo(before) >= 0 || sequence == newestSequence()) {
        break;
      }
      log.remove(sequence);
    }
    store.compact(COMPACT_BELOW_PERCENT, COMPACT_BYTES);
  }

  private void expireContent(String before) {
    Iterator<String> ended = expiringContent.keyIterator(null);
    for (int i = 0; i < MAX_EXPIRED && ended.hasNext(); i++) {
      String entry = ended.next();
      if (entry.compareTo(before) >= 0) {
        return;
      }
      String key = entry.substring(before.length());
      events(key)
          .forEach(
              (eventKey, document) -> {
                GatewayEvent event = CallDocuments.event(document);
                if (event instanceof GatewayEvent.Turns || event instanceof GatewayEvent.Report) {
                  events.remove(eventKey);
                }
              });
      expiringContent.remove(entry);
    }
  }

  private Map<String, byte[]> events(String attemptKey) {
    return startingWith(attemptKey, events);
  }

  private static Map<String, byte[]> startingWith(String prefix, MVMap<String, byte[]> map) {
    Map<String, byte[]> found = new LinkedHashMap<>();
    Cursor<String, byte[]> cursor = map.cursor(prefix);
    while (cursor.hasNext() && cursor.next().startsWith(prefix)) {
      found.put(cursor.getKey(), cursor.getValue());
    }
    return found;
  }

  private static String key(UUID id) {
    return "%016x%016x".formatted(id.getMostSignificantBits(), id.getLeastSignificantBits());
  }

  private static String eventKey(GatewayEvent event) {
    return key(event.header().attemptId()) + "%08x".formatted(event.header().sequence());
  }

  private static String instantKey(Instant at) {
    return "%016x".formatted(at.toEpochMilli());
  }

  private <V> MVMap<String, V> map(String name, DataType<V> values) {
    return store.openMap(
        name, new MVMap.Builder<String, V>().keyType(StringDataType.INSTANCE).valueType(values));
  }
}
