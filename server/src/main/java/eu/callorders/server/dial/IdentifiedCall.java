package eu.callorders.server.dial;

import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.Tenant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A lost call with its tenant and decrypted context.
 *
 * @param hasOrder whether the database has its order
 */
record IdentifiedCall(LostCall call, Tenant tenant, CallContext context, boolean hasOrder) {

  UUID id() {
    return call.id();
  }

  UUID orderId() {
    return call.facts().orderId();
  }

  String subjectLock() {
    return Locks.subject(tenant.id(), context.reference());
  }

  IdentifiedCall withOrder(UUID orderId) {
    return new IdentifiedCall(call.withOrder(orderId), tenant, context, true);
  }

  IdentifiedCall withContext(CallContext other) {
    return new IdentifiedCall(call, tenant, other, hasOrder);
  }

  /**
   * Groups of calls that can be recorded together: no group has two calls of one subject or one
   * phone. The calls of one subject stay in order.
   */
  static List<List<IdentifiedCall>> independentBatches(List<IdentifiedCall> calls) {
    List<List<IdentifiedCall>> batches = new ArrayList<>();
    Map<String, Integer> next = new HashMap<>();
    for (IdentifiedCall call : calls) {
      String phone = Locks.phone(call.tenant().id(), call.call().facts().to());
      int batch = Math.max(next.getOrDefault(call.subjectLock(), 0), next.getOrDefault(phone, 0));
      next.put(call.subjectLock(), batch + 1);
      next.put(phone, batch + 1);
      if (batch == batches.size()) {
        batches.add(new ArrayList<>());
      }
      batches.get(batch).add(call);
    }
    return batches;
  }
}
