package eu.callorders.simulator.standalone;

import eu.callorders.simulator.gateway.CallBook.Era;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The document of a deployment's current era: {@code {number, id, nodes}}. */
final class StoredEra {
  private StoredEra() {}

  /** The name of the note that has the era of a deployment. */
  static String note(UUID deployment) {
    return "era:" + deployment;
  }

  static byte[] write(Era era) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("number", era.number());
    tree.put("id", era.id().toString());
    tree.put("nodes", era.nodes().stream().map(UUID::toString).toList());
    return Json.write(tree);
  }

  static Era read(byte[] document) {
    Map<?, ?> tree = Json.readOwn(document);
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
