package eu.callorders.server.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.window.PhoneLocation;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The halts in force. */
public record ActiveHalts(List<Halt> halts) {
  public ActiveHalts {
    halts = List.copyOf(halts);
  }

  Stream<Halt> operatorHalts() {
    return halts.stream().filter(halt -> halt.kind() == Halt.Kind.OPERATOR);
  }

  /** The first halt that covers the dial. */
  Optional<Halt> find(UUID tenantId, String orderType, PhoneNumber phone) {
    if (halts.isEmpty()) {
      return Optional.empty();
    }
    PhoneLocation place = PhoneLocation.of(phone);
    String country = place.jurisdiction() == null ? null : place.jurisdiction().country();
    Halt.Scope dial = new Halt.Scope(tenantId, country, orderType);
    return halts.stream().filter(halt -> halt.scope().contains(dial)).findFirst();
  }
}
