package eu.callorders.server.cli.admin;

import java.util.List;

/**
 * The command name of an operation of the contract.
 *
 * @param words the command below {@code admin}
 * @param operation the operation's id
 * @param columns members that a list shows of each row; empty for all
 * @param isDocument whether the output is always JSON
 */
record AdminCommandSpec(String words, String operation, List<String> columns, boolean isDocument) {
  /** In help order. */
  static final List<AdminCommandSpec> ALL =
      List.of(
          of("overview", "getOverview"),
          of("tenant create", "createTenant"),
          of(
              "tenant list",
              "listTenants",
              "tenant_id",
              "name",
              "environment",
              "disabled",
              "deletion_requested_at"),
          of("tenant show", "getTenant"),
          of("tenant update", "updateTenant"),
          of("tenant delete", "deleteTenant"),
          of("predial-check rotate-secret", "rotatePredialSecret"),
          of("registration create", "createRegistration"),
          of(
              "registration list",
              "listRegistrations",
              "client_id",
              "name",
              "disabled",
              "locked",
              "created_at"),
          of("registration show", "getRegistration"),
          of("registration update", "updateRegistration"),
          of("registration unlock", "unlockRegistration"),
          of("secret create", "createSecret"),
          of("secret revoke", "revokeSecret"),
          of("dialing list", "listHalts"),
          of(
              "call list",
              "listRunningCalls",
              "call_id",
              "call_order_id",
              "status",
              "to",
              "started_at",
              "hangup_requested_at"),
          of("call hangup", "hangUpCall"),
          of("operator create", "createOperator"),
          of("operator list", "listOperators", "operator_id", "name", "role", "disabled"),
          of("operator update", "updateOperator"),
          of(
              "country list",
              "listCountries",
              "country",
              "version",
              "local_call_times",
              "on_holidays",
              "reviewed_on"),
          of("country show", "getCountry"),
          of("country set", "replaceCountry"),
          of(
              "holds list",
              "listHolds",
              "id",
              "subject_reference",
              "phone",
              "reason",
              "source",
              "status",
              "until"),
          of("holds create", "createHold"),
          of("holds show", "getHold"),
          of("holds release", "releaseHold"),
          of("dialing halt", "haltDialing"),
          of("dialing resume", "resumeDialing"),
          of("recovery show", "getRecovery"),
          of("recovery accept", "acceptRecovery"),
          of("maintenance resume", "resumeMaintenance"),
          of("search", "searchDeployment", "kind", "tenant_id", "id", "name", "phone", "status"),
          of("statistics", "getStatistics"),
          of("order explain", "explainCallOrder"),
          document("subject export", "exportSubject"),
          of("subject erase", "eraseSubject"),
          of("legal-hold create", "createLegalHold"),
          of(
              "legal-hold list",
              "listLegalHolds",
              "id",
              "subject_reference",
              "created_at",
              "reason"),
          of("legal-hold show", "getLegalHold"),
          of("legal-hold release", "releaseLegalHold"),
          of("test-clock show", "getTestClock"),
          of("test-clock advance", "advanceTestClock"),
          of("signing-keys rotate", "rotateSigningKey"),
          of("master-keys list", "listMasterKeys"),
          of("master-keys reencrypt", "reencryptSecrets"),
          of("audit-log list", "listAuditLog", "at", "actor", "action", "tenant_id", "target"));

  private static AdminCommandSpec of(String words, String operation, String... columns) {
    return new AdminCommandSpec(words, operation, List.of(columns), false);
  }

  private static AdminCommandSpec document(String words, String operation) {
    return new AdminCommandSpec(words, operation, List.of(), true);
  }

  /** {@code tenant} of {@code tenant create}; empty for a command without group. */
  String group() {
    int space = words.indexOf(' ');
    return space < 0 ? "" : words.substring(0, space);
  }

  /** {@code create} of {@code tenant create}. */
  String name() {
    return words.substring(words.indexOf(' ') + 1);
  }
}
