package eu.callorders.server.dial;

import eu.callorders.server.tenant.TenantQuotas;

/** Quotas with one of them changed. */
final class TestQuotas {
  private TestQuotas() {}

  static TenantQuotas calls(TenantQuotas quotas, int max) {
    return new TenantQuotas(
        max,
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxContactsPerNumberPerDay(),
        quotas.maxOpenOrders());
  }

  static TenantQuotas dials(TenantQuotas quotas, int max) {
    return new TenantQuotas(
        quotas.maxConcurrentCalls(),
        max,
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxContactsPerNumberPerDay(),
        quotas.maxOpenOrders());
  }

  static TenantQuotas contacts(TenantQuotas quotas, int max) {
    return new TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        max,
        quotas.maxContactsPerNumberPerDay(),
        quotas.maxOpenOrders());
  }

  static TenantQuotas open(TenantQuotas quotas, int max) {
    return new TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxContactsPerNumberPerDay(),
        max);
  }

  /** Contacts of a number. */
  static TenantQuotas ofNumber(TenantQuotas quotas, int max) {
    return new TenantQuotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        max,
        quotas.maxOpenOrders());
  }
}
