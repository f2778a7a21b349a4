package eu.callorders.server.cli;

/** What was stored after a backup, and the gateway's log does not restore. */
final class UnrestoredData {
  /** Names the content of each table that has content of its own, as the test lists them. */
  static final String TEXT =
      """
      The log restores calls and the objections in them. It does not restore what else was stored
      or changed in the lost time span:
      - do-not-call entries other than objections in calls, holds of the API, of operators and by
        signals, legal holds, erasures of persons
      - halts, hours of countries, predial checks, quotas and other settings of tenants
      - tenants that were created, disabled or deleted, operators and their roles
      - client registrations, secrets and signing keys; webhook endpoints and their secrets
      - orders and their changes, order types, sequences, enrollments, signals, promises
      - webhook events, test clocks, entries of the audit log
      What was released, deleted, disabled or revoked in it is as it was before.
      Clients may repeat all requests of the lost time span with the same keys.
      """;

  private UnrestoredData() {}
}
