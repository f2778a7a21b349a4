package eu.callorders.gatewaykit.call;

import java.util.Map;

/** Durable values by name that concern no single call. Confined to the gateway's event loop. */
public interface GatewayNotes {
  /** Forgets all notes with the process. */
  GatewayNotes NONE =
      new GatewayNotes() {
        @Override
        public Map<String, String> load() {
          return Map.of();
        }

        @Override
        public void put(String name, String value) {}

        @Override
        public void remove(String name) {}
      };

  /** The notes at the start of the process, in the order of their names. */
  Map<String, String> load();

  void put(String name, String value);

  void remove(String name);
}
