package eu.callorders.server.dial;

import eu.callorders.server.tenant.Tenant;

/** Quotas with one of them changed. */
final class TestQuotas {
  private TestQuotas() {}

  static Tenant.TenantQuotas calls(Tenant.TenantQuotas quotas, int most) {
    return new Tenant.TenantQuotas(
        most,
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.TenantQuotas dials(Tenant.TenantQuotas quotas, int most) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(),
        most,
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.TenantQuotas contacts(Tenant.TenantQuotas quotas, int most) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(), quotas.maxDialsPerDay(), most, quotas.maxOpenOrders());
  }

  static Tenant.TenantQuotas open(Tenant.TenantQuotas quotas, int most) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        most);
  }
}
