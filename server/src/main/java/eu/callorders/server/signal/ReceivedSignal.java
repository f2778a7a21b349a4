package eu.callorders.server.signal;

import eu.callorders.core.order.StopReason;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A signal with its id.
 *
 * @param now the tenant's time
 */
record ReceivedSignal(NewSignal newSignal, UUID id, Tenant tenant, Instant now) {

  TenantSubject subject() {
    return new TenantSubject(tenant.id(), newSignal.subjectReference());
  }

  /** What it reports about promises; empty for most types. */
  Optional<PromiseFact> promiseFact() {
    return newSignal.promiseFact();
  }

  /** Why it cancels orders; fails for types that cancel none. */
  StopReason stopReason() {
    return switch (promiseFact().orElseThrow()) {
      case PAYMENT_RECEIVED -> StopReason.PAYMENT_RECEIVED;
      case CLAIM_WITHDRAWN -> StopReason.CLAIM_WITHDRAWN;
      case OVERDUE -> throw new IllegalStateException("no signal reports it");
    };
  }

  boolean mayCancelOrders() {
    return newSignal.mayCancelOrders(tenant);
  }

  EnrollmentSignalHandler.SubjectFact toFact() {
    return new EnrollmentSignalHandler.SubjectFact(
        tenant, newSignal.subjectReference(), newSignal.fact(), now);
  }

  EnrollmentSignalHandler.SignalTrigger toTrigger() {
    return newSignal.toTrigger(id, tenant, now);
  }

  /** Reports effects only if sequences are enabled; exits happen regardless. */
  Signal toSignal(List<Triggered> ended, List<Triggered> started) {
    List<Triggered> effects = new ArrayList<>();
    if (tenant.sequencesEnabled()) {
      effects.addAll(ended);
      effects.addAll(started);
    }
    return newSignal.toSignal(id, now, SignalView.effectsJson(effects));
  }
}
