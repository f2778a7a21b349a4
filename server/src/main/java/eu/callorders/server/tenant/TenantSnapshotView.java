package eu.callorders.server.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.util.List;

/** A tenant as it sees itself in the API. */
public final class TenantSnapshotView {
  private final String environment;
  private final List<String> webhookEgressIps;

  /**
   * @param environment {@code live} or {@code sandbox}
   * @param webhookEgressIps as configured
   */
  public TenantSnapshotView(String environment, List<String> webhookEgressIps) {
    this.environment = environment;
    this.webhookEgressIps = List.copyOf(webhookEgressIps);
  }

  public ObjectNode render(Tenant tenant) {
    ObjectNode snapshot =
        Json.object()
            .put("tenant_id", IdKind.TENANT.format(tenant.id()))
            .put("name", tenant.name())
            .put("environment", environment)
            .put("default_locale", tenant.defaultLocale())
            .put("verification_mode", tenant.verificationMode());
    snapshot.set("calling_hours", tenant.callingHours().deepCopy());
    ObjectNode quotas =
        snapshot
            .putObject("quotas")
            .put("max_concurrent_calls", tenant.quotas().maxConcurrentCalls())
            .put("max_dials_per_day", tenant.quotas().maxDialsPerDay())
            .put("max_contacts_per_subject_per_day", tenant.quotas().maxContactsPerSubjectPerDay());
    Integer perNumber = tenant.quotas().maxContactsPerNumberPerDay();
    if (perNumber != null) {
      quotas.put("max_contacts_per_number_per_day", perNumber);
    }
    tenant.allowedCountries().sorted().forEach(snapshot.putArray("allowed_countries")::add);
    snapshot
        .putObject("retention")
        .put("transcript_mode", tenant.retention().transcriptMode())
        .put("transcript_retention", tenant.retention().transcripts().toString())
        .put("recording_retention", tenant.retention().recordings().toString())
        .put("result_months", tenant.retention().resultMonths());
    snapshot
        .putObject("features")
        .put("recording_enabled", false)
        .put("sequences_enabled", tenant.sequencesEnabled());
    webhookEgressIps.forEach(snapshot.putArray("webhook_egress_ips")::add);
    return snapshot;
  }
}
