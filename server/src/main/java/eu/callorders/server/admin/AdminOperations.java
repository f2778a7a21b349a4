package eu.callorders.server.admin;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.http.Operation;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * The operations of {@code contract/administration.yaml}.
 *
 * @param environment {@code live} or {@code sandbox}
 */
public record AdminOperations(
    String environment,
    Database database,
    TenantProvisioner provisioning,
    RegistrationEditor registrations,
    SigningKeys keys,
    MasterKeyRotation masterKeys,
    TenantSnapshotView snapshot,
    Cursors cursors,
    DialExplainer explanations,
    AuditLog audit,
    HaltControl halts,
    Supplier<GatewayMonitor> gateway,
    SubjectParts subjects,
    InstantSource clock,
    Callbacks callbacks) {

  /**
   * Callbacks that run after the commit.
   *
   * @param clockAdvancing when a test clock has a new target
   * @param dialingResumed when a halt is lifted
   * @param maintenanceResumed when the present time is accepted after a jump of the clock
   * @param erasureRequested when an erasure is stored
   */
  public record Callbacks(
      Runnable clockAdvancing,
      Runnable dialingResumed,
      Runnable maintenanceResumed,
      Runnable erasureRequested) {}

  /** The stores behind the subject operations. */
  public record SubjectParts(ErasureRequests erasures, SubjectRecords records) {}

  public List<Operation> all() {
    TenantStore tenants = new TenantStore();
    boolean sandbox = environment.equals("sandbox");
    TenantDocument document = new TenantDocument(environment, snapshot);
    return List.of(
        new CreateTenantOperation(database, provisioning, document, audit, environment),
        new ListTenantsOperation(database, tenants, document, cursors),
        new AdminGetTenantOperation(database, tenants, document),
        new UpdateTenantOperation(database, tenants, document, audit, clock),
        new CreateRegistrationOperation(database, tenants, registrations, audit, clock),
        new ListRegistrationsOperation(database, tenants, registrations, cursors, clock),
        new GetRegistrationOperation(database, registrations, clock),
        new UpdateRegistrationOperation(database, registrations, audit, clock),
        new CreateSecretOperation(database, registrations, audit),
        new RevokeSecretOperation(database, registrations, audit),
        new UnlockRegistrationOperation(database, registrations, audit, clock),
        new RotateSigningKeyOperation(keys, audit),
        new ListMasterKeysOperation(masterKeys),
        new ReencryptSecretsOperation(database, masterKeys, audit),
        new ListAuditLogOperation(database, audit, cursors),
        new ExportSubjectOperation(database, tenants, subjects.records(), audit, clock),
        new EraseSubjectOperation(
            database, tenants, subjects.erasures(), audit, callbacks.erasureRequested()),
        new ExplainCallOrderOperation(explanations),
        new GetOverviewOperation(database, environment, halts, this::gateways, clock),
        new HaltDialingOperation(database, tenants, halts, audit),
        new ResumeDialingOperation(database, tenants, halts, audit, callbacks.dialingResumed()),
        new GetRecoveryOperation(database, clock),
        new AcceptRecoveryOperation(database, audit, callbacks.dialingResumed()),
        new ResumeMaintenanceOperation(database, audit, clock, callbacks.maintenanceResumed()),
        new GetTestClockOperation(database, new TestClock(), sandbox),
        new AdvanceTestClockOperation(
            database, new TestClock(), audit, sandbox, callbacks.clockAdvancing()));
  }

  private List<GetOverviewOperation.GatewayState> gateways() {
    GatewayMonitor monitor = gateway.get();
    return List.of(new GetOverviewOperation.GatewayState(monitor.name(), monitor.status().wire()));
  }
}
