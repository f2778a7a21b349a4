package eu.callorders.gatewaykit.store;

import eu.callorders.gatewaykit.call.GatewayNotes;
import java.util.Map;

/** The notes of a gateway in its store. */
public record StoredNotes(CallStore store, DurableCallRegistry registry) implements GatewayNotes {

  @Override
  public Map<String, String> load() {
    return store.metadata().notes();
  }

  @Override
  public void put(String name, String value) {
    registry.addChange(target -> target.metadata().putNote(name, value));
  }

  @Override
  public void remove(String name) {
    registry.addChange(target -> target.metadata().removeNote(name));
  }
}
