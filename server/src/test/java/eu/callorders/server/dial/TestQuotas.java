package eu.callorders.server.dial;

import eu.callorders.server.tenant.Tenant;

/** Quotas with one of them changed. */
final class TestQuotas {
  private TestQuotas() {}

  static Tenant.TenantQuotas calls(Tenant.TenantQuotas quotas, int max) {
    return new Tenant.TenantQuotas(
        max,
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxContactsPerNumberPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.TenantQuotas dials(Tenant.TenantQuotas quotas, int max) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(),
        max,
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxContactsPerNumberPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.TenantQuotas contacts(Tenant.TenantQuotas quotas, int max) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        max,
        quotas.maxContactsPerNumberPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.TenantQuotas open(Tenant.TenantQuotas quotas, int max) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxContactsPerNumberPerDay(),
        max);
  }

  /** Contacts of a number. */
  static Tenant.TenantQuotas ofNumber(Tenant.TenantQuotas quotas, int max) {
    return new Tenant.TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        max,
        quotas.maxOpenOrders());
  }
}
