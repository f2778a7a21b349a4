package eu.callorders.simulator.standalone;

import eu.callorders.simulator.gateway.CallRegistry.Era;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The document of a deployment's current era: {@code {number, id, nodes}}. */
final class StoredEra {
  private static final String PREFIX = "era:";
  private static final String FLOOR = "era_floor";

  private StoredEra() {}

  static String metadataKey(UUID deployment) {
    return PREFIX + deployment;
  }

  static Map<UUID, Era> all(CallStore store) {
    Map<UUID, Era> eras = new HashMap<>();
    store
        .metadataByPrefix(PREFIX)
        .forEach(
            (name, document) ->
                eras.put(UUID.fromString(name.substring(PREFIX.length())), read(document)));
    return eras;
  }

  /** The highest number of a deleted era; -1 when none was deleted. */
  static int floor(CallStore store) {
    byte[] note = store.metadata(FLOOR);
    return note == null ? -1 : ByteBuffer.wrap(note).getInt();
  }

  static void delete(CallStore store, UUID deployment, int floor) {
    store.deleteMetadata(metadataKey(deployment));
    store.metadata(FLOOR, ByteBuffer.allocate(Integer.BYTES).putInt(floor).array());
  }

  static byte[] write(Era era) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("number", era.number());
    tree.put("id", era.id().toString());
    tree.put("nodes", era.nodes().stream().map(UUID::toString).toList());
    return Json.write(tree);
  }

  static Era read(byte[] document) {
    Map<?, ?> tree = Json.readStored(document);
    Set<UUID> nodes = new LinkedHashSet<>();
    if (tree.get("nodes") instanceof List<?> ids) {
      ids.forEach(id -> nodes.add(UUID.fromString(String.valueOf(id))));
    }
    if (!(tree.get("number") instanceof Number number)) {
      throw new IllegalStateException("a stored era has no number");
    }
    return new Era(number.intValue(), UUID.fromString(String.valueOf(tree.get("id"))), nodes);
  }
}
