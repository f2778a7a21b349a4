package eu.callorders.server.audit;

/** Actions in the audit log. */
public enum AuditAction {
  TENANT_CREATED("tenant.created"),
  TENANT_UPDATED("tenant.updated"),
  TENANT_SETTINGS_KEPT("tenant.settings_kept"),
  TENANT_DELETION_REQUESTED("tenant.deletion_requested"),
  TENANT_DELETED("tenant.deleted"),
  PREDIAL_CHECK_SECRET_ROTATED("predial_check.secret_rotated"),
  REGISTRATION_CREATED("registration.created"),
  REGISTRATION_UPDATED("registration.updated"),
  REGISTRATION_UNLOCKED("registration.unlocked"),
  REGISTRATION_SECRET_CREATED("registration.secret_created"),
  REGISTRATION_SECRET_REVOKED("registration.secret_revoked"),
  OPERATOR_CREATED("operator.created"),
  OPERATOR_UPDATED("operator.updated"),
  COUNTRY_UPDATED("country.updated"),
  DIALING_HALTED("dialing.halted"),
  DIALING_RESUMED("dialing.resumed"),
  CALL_HUNG_UP("call.hung_up"),
  RECOVERY_ACCEPTED("recovery.accepted"),
  RECOVERY_COMPLETED("recovery.completed"),
  MAINTENANCE_RESUMED("maintenance.resumed"),
  HOLD_PLACED("hold.placed"),
  HOLD_RELEASED("hold.released"),
  HOLDS_IMPORTED("hold.imported"),
  SUBJECT_EXPORTED("subject.exported"),
  SUBJECT_ERASURE_REQUESTED("subject.erasure_requested"),
  SUBJECT_ERASED("subject.erased"),
  RETENTION_APPLIED("retention.applied"),
  SUBJECT_ERASURE_REFUSED("subject.erasure_refused"),
  LEGAL_HOLD_CREATED("legal_hold.created"),
  LEGAL_HOLD_RELEASED("legal_hold.released"),
  EVIDENCE_ANCHORED("evidence.anchored"),
  SIGNING_KEY_ROTATED("signing_key.rotated"),
  MASTER_KEY_REENCRYPTION_STARTED("master_key.reencryption_started"),
  MASTER_KEY_REENCRYPTED("master_key.reencrypted"),
  TEST_CLOCK_ADVANCED("test_clock.advanced");

  private final String wire;

  AuditAction(String wire) {
    this.wire = wire;
  }

  public String wire() {
    return wire;
  }
}
