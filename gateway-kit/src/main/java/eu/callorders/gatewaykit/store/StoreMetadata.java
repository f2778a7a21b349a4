package eu.callorders.gatewaykit.store;

import eu.callorders.gatewaykit.call.CallRegistry.Era;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/** Values by name: the eras of the deployments, the age of the store and notes of its users. */
public final class StoreMetadata {
  private static final String ERA_PREFIX = "era:";
  private static final String ERA_FLOOR = "era_floor";
  private static final String NOTE_PREFIX = "note:";
  private static final String CREATED_AT = "created_at";

  private final MVMap<String, byte[]> meta;

  StoreMetadata(MVMap<String, byte[]> meta) {
    this.meta = meta;
  }

  public byte @Nullable [] get(String name) {
    return meta.get(name);
  }

  public void put(String name, byte[] value) {
    meta.put(name, value);
  }

  /** The notes of the gateway by their names, in their order. */
  Map<String, String> notes() {
    Map<String, String> notes = new LinkedHashMap<>();
    CallStore.startingWith(NOTE_PREFIX, meta)
        .forEach(
            (name, value) ->
                notes.put(
                    name.substring(NOTE_PREFIX.length()),
                    new String(value, StandardCharsets.UTF_8)));
    return notes;
  }

  void putNote(String name, String value) {
    put(NOTE_PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
  }

  void removeNote(String name) {
    meta.remove(NOTE_PREFIX + name);
  }

  Map<UUID, Era> eras() {
    Map<UUID, Era> eras = new HashMap<>();
    CallStore.startingWith(ERA_PREFIX, meta)
        .forEach(
            (name, document) ->
                eras.put(
                    UUID.fromString(name.substring(ERA_PREFIX.length())),
                    StoredJson.read(document, Era.class)));
    return eras;
  }

  void putEra(UUID deployment, Era era) {
    put(ERA_PREFIX + deployment, StoredJson.write(era));
  }

  /** The highest number of a deleted era; -1 when none was deleted. */
  int eraFloor() {
    byte[] note = get(ERA_FLOOR);
    return note == null ? -1 : ByteBuffer.wrap(note).getInt();
  }

  void deleteEra(UUID deployment, int floor) {
    meta.remove(ERA_PREFIX + deployment);
    put(ERA_FLOOR, ByteBuffer.allocate(Integer.BYTES).putInt(floor).array());
  }

  /** The start of the retention; {@link Instant#EPOCH} if never recorded. */
  Instant createdAt() {
    byte[] note = get(CREATED_AT);
    return note == null ? Instant.EPOCH : Instant.ofEpochMilli(ByteBuffer.wrap(note).getLong());
  }

  void putCreatedAt(Instant at) {
    put(CREATED_AT, ByteBuffer.allocate(Long.BYTES).putLong(at.toEpochMilli()).array());
  }
}
