package eu.callorders.server.dial;

import eu.callorders.server.tenant.Tenant;

/** Quotas with one of them changed. */
final class TestQuotas {
  private TestQuotas() {}

  static Tenant.Quotas calls(Tenant.Quotas quotas, int most) {
    return new Tenant.Quotas(
        most,
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.Quotas dials(Tenant.Quotas quotas, int most) {
    return new Tenant.Quotas(
        quotas.maxConcurrentCalls(),
        most,
        quotas.maxContactsPerSubjectPerDay(),
        quotas.maxOpenOrders());
  }

  static Tenant.Quotas contacts(Tenant.Quotas quotas, int most) {
    return new Tenant.Quotas(
        quotas.maxConcurrentCalls(), quotas.maxDialsPerDay(), most, quotas.maxOpenOrders());
  }

  static Tenant.Quotas open(Tenant.Quotas quotas, int most) {
    return new Tenant.Quotas(
        quotas.maxConcurrentCalls(),
        quotas.maxDialsPerDay(),
        quotas.maxContactsPerSubjectPerDay(),
        most);
  }
}
