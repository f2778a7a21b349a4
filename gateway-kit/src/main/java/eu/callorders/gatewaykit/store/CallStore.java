package eu.callorders.gatewaykit.store;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.call.CallRegistry.InterruptedCall;
import eu.callorders.gatewaykit.call.PlacedCall;
import eu.callorders.gatewaykit.store.CallDocuments.StoredResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
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
 * The durable store of a gateway. One thread writes; changes take effect atomically with {@link
 * #commit}. Any thread may read.
 */
public final class CallStore implements AutoCloseable {
  private static final String FILE = "calls.mv";
  private static final int RETENTION_MILLIS = 1_000;
  private static final int CACHE_MEGABYTES = 64;
  private static final int COMPACT_BELOW_PERCENT = 60;
  private static final int COMPACT_BYTES = 16 * 1024 * 1024;
  private static final int MAX_EXPIRED = 5_000;

  private final MVStore store;
  private final MVMap<String, byte[]> results;
  private final MVMap<String, byte[]> placings;
  private final MVMap<String, byte[]> states;
  private final MVMap<String, byte[]> events;
  private final MVMap<String, byte[]> turns;
  private final MVMap<String, String> completed;
  private final MVMap<String, String> expiringContent;
  private final StoreMetadata metadata;
  private final StoredEventLog log;

  private CallStore(MVStore store) {
    this.store = store;
    this.results = map("answers", ByteArrayDataType.INSTANCE);
    this.placings = map("placings", ByteArrayDataType.INSTANCE);
    this.states = map("progress", ByteArrayDataType.INSTANCE);
    this.events = map("events", ByteArrayDataType.INSTANCE);
    this.turns = map("turns", ByteArrayDataType.INSTANCE);
    this.completed = map("over", StringDataType.INSTANCE);
    this.expiringContent = map("spoken", StringDataType.INSTANCE);
    this.metadata = new StoreMetadata(map("meta", ByteArrayDataType.INSTANCE));
    this.log =
        new StoredEventLog(
            store.openMap(
                "log",
                new MVMap.Builder<Long, String>()
                    .keyType(LongDataType.INSTANCE)
                    .valueType(StringDataType.INSTANCE)),
            events);
  }

  /**
   * Opens the store in a directory; throws {@link StoreInUseException} if another process uses it.
   *
   * @param user what uses such directories, for the message
   */
  public static CallStore open(Path directory, String user) {
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
        throw new StoreInUseException(directory, user);
      }
      throw e;
    }
  }

  public static final class StoreInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreInUseException(Path directory, String user) {
      super(directory + " is in use by another " + user);
    }
  }

  /** Facts that concern no single call. */
  public StoreMetadata metadata() {
    return metadata;
  }

  /** All events in the order of their publication. */
  public StoredEventLog log() {
    return log;
  }

  /** Writes all changes since the last commit, with fsync. */
  public void commit() {
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

  /** Replaces the state of an active call. */
  void saveState(UUID attemptId, byte[] state) {
    states.put(key(attemptId), state);
  }

  /** Stores a part of the transcript of an active call. */
  void saveTurns(GatewayEvent.Turns part) {
    turns.put(eventKey(part), CallDocuments.write(part));
  }

  /** The call is no longer active. */
  void finish(UUID attemptId) {
    finish(key(attemptId));
  }

  private void finish(String key) {
    states.remove(key);
    placings.remove(key);
    startingWith(key, turns).keySet().forEach(turns::remove);
  }

  List<GatewayEvent> events(UUID attemptId) {
    return events(key(attemptId)).values().stream().map(CallDocuments::event).toList();
  }

  List<InterruptedCall> interruptedCalls() {
    List<InterruptedCall> found = new ArrayList<>();
    placings.forEach(
        (key, document) -> {
          PlacedCall placed = CallDocuments.placedCall(document);
          List<GatewayEvent> past = events(placed.call().attemptId());
          List<GatewayEvent.Turns> parts =
              startingWith(key, turns).values().stream()
                  .map(part -> (GatewayEvent.Turns) CallDocuments.event(part))
                  .toList();
          found.add(new InterruptedCall(placed, past, parts, states.get(key)));
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
    erase(key(attemptId));
  }

  private void erase(String key) {
    finish(key);
    events(key).keySet().forEach(events::remove);
  }

  void saveEvent(GatewayEvent event) {
    events.put(eventKey(event), CallDocuments.write(event));
  }

  /**
   * Deletes a bounded number of calls that ended before the horizons.
   *
   * @param horizon of all data
   * @param contentHorizon of turns and reports
   */
  public void expire(Instant horizon, Instant contentHorizon) {
    expire(expiringContent, contentHorizon, this::deleteContent);
    expire(
        completed,
        horizon,
        key -> {
          results.remove(key);
          erase(key);
        });
    log.expire(horizon, MAX_EXPIRED);
    store.compact(COMPACT_BELOW_PERCENT, COMPACT_BYTES);
  }

  private static void expire(
      MVMap<String, String> entries, Instant horizon, Consumer<String> delete) {
    String before = instantKey(horizon);
    Iterator<String> ended = entries.keyIterator(null);
    for (int i = 0; i < MAX_EXPIRED && ended.hasNext(); i++) {
      String entry = ended.next();
      if (entry.compareTo(before) >= 0) {
        return;
      }
      delete.accept(entry.substring(before.length()));
      entries.remove(entry);
    }
  }

  private void deleteContent(String attemptKey) {
    events(attemptKey)
        .forEach(
            (eventKey, document) -> {
              GatewayEvent event = CallDocuments.event(document);
              if (event instanceof GatewayEvent.Turns || event instanceof GatewayEvent.Report) {
                events.remove(eventKey);
              }
            });
  }

  private Map<String, byte[]> events(String attemptKey) {
    return startingWith(attemptKey, events);
  }

  static Map<String, byte[]> startingWith(String prefix, MVMap<String, byte[]> map) {
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

  static String eventKey(GatewayEvent event) {
    return key(event.header().attemptId()) + "%08x".formatted(event.header().sequence());
  }

  static String instantKey(Instant at) {
    return "%016x".formatted(at.toEpochMilli());
  }

  private <V> MVMap<String, V> map(String name, DataType<V> values) {
    return store.openMap(
        name, new MVMap.Builder<String, V>().keyType(StringDataType.INSTANCE).valueType(values));
  }
}
