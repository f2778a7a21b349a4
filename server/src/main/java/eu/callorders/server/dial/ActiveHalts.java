package eu.callorders.server.dial;

import eu.callorders.server.window.PhoneLocation;
import eu.callorders.server.window.PhoneLocations;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The halts in force. */
public record ActiveHalts(List<Halt> all) {
  public ActiveHalts {
    all = List.copyOf(all);
  }

  Stream<Halt> byOperators() {
    return all.stream().filter(halt -> halt.kind() == Halt.Kind.OPERATOR);
  }

  /** The first halt that covers the dial. */
  Optional<Halt> of(UUID tenantId, String orderType, String phone) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    PhoneLocation place = PhoneLocations.of(phone);
    String country = place.place() == null ? null : place.place().country();
    Halt.Scope dial = new Halt.Scope(tenantId, country, orderType);
    return all.stream().filter(halt -> halt.scope().contains(dial)).findFirst();
  }
}
