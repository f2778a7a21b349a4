package eu.callorders.server.dial;

import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.Tenant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A lost call, and whom it was for.
 *
 * @param hasOrder whether the database has its order
 */
record AddressedCall(LostCall call, Tenant tenant, CallContext context, boolean hasOrder) {

  UUID id() {
    return call.id();
  }

  UUID orderId() {
    return call.facts().orderId();
  }

  /** The lock of its person. */
  String person() {
    return Locks.person(tenant.id(), context.reference());
  }

  /** The same call as one of an order that the database has. */
  AddressedCall of(UUID orderId) {
    return new AddressedCall(call.of(orderId), tenant, context, true);
  }

  AddressedCall with(CallContext other) {
    return new AddressedCall(call, tenant, other, hasOrder);
  }

  /**
   * Calls that can be recorded together, which no two of one person and no two of one number are.
   * Those of one person stay in their order.
   */
  static List<List<AddressedCall>> waves(List<AddressedCall> calls) {
    List<List<AddressedCall>> waves = new ArrayList<>();
    Map<String, Integer> next = new HashMap<>();
    for (AddressedCall call : calls) {
      String number = Locks.number(call.tenant().id(), call.call().facts().to());
      int wave = Math.max(next.getOrDefault(call.person(), 0), next.getOrDefault(number, 0));
      next.put(call.person(), wave + 1);
      next.put(number, wave + 1);
      if (wave == waves.size()) {
        waves.add(new ArrayList<>());
      }
      waves.get(wave).add(call);
    }
    return waves;
  }
}
