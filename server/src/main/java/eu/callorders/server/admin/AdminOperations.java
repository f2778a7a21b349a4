package eu.callorders.server.admin;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorEditor;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.Database;
import eu.callorders.server.deletion.TenantDeletionRequests;
import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.hold.HoldStore;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.http.Operation;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.predial.PredialCheckEditor;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The operations of {@code contract/administration.yaml}.
 *
 * @param environment {@code live} or {@code sandbox}
 */
public record AdminOperations(
    String environment,
    Database database,
    TenantProvisioner provisioning,
    TenantDeletionRequests deletions,
    RegistrationEditor registrations,
    OperatorParts operators,
    SigningKeys keys,
    MasterKeyRotation masterKeys,
    TenantSnapshotView snapshot,
    CountryRules countries,
    Cursors cursors,
    DialExplainer explanations,
    AuditLog audit,
    HaltControl halts,
    Supplier<GatewayMonitor> gateway,
    SubjectParts subjects,
    HoldParts holds,
    PredialParts predial,
    InstantSource clock,
    RandomGenerator random,
    Callbacks callbacks) {

  /**
   * Callbacks that run after the commit.
   *
   * @param clockAdvancing when a test clock has a new target
   * @param dialingResumed when a halt is lifted
   * @param maintenanceResumed when the present time is accepted after a jump of the clock
   * @param erasureRequested when an erasure is stored
   * @param hangupRequested when a running call is to be ended
   */
  public record Callbacks(
      Runnable clockAdvancing,
      Runnable dialingResumed,
      Runnable maintenanceResumed,
      Runnable erasureRequested,
      Runnable hangupRequested) {}

  /** What the operations on operators change, and what checks their tokens. */
  public record OperatorParts(OperatorEditor editor, OperatorCache enabled) {}

  /** The stores behind the subject operations. */
  public record SubjectParts(ErasureRequests erasures, SubjectRecords records) {}

  /**
   * What the operations on holds change.
   *
   * @param released runs after the commit of a release
   */
  public record HoldParts(HoldStore store, HoldWriter writer, Runnable released) {}

  /** What changes the checks before the dial, and what validates their URLs. */
  public record PredialParts(PredialCheckEditor editor, TargetUrlValidator targets) {}

  public List<Operation> all() {
    return Stream.of(
            new TenantResource(
                    environment,
                    database,
                    provisioning,
                    deletions,
                    new TenantDocument(environment, snapshot),
                    new TenantPredialChecks(predial.editor(), predial.targets()),
                    cursors,
                    audit,
                    clock)
                .operations(),
            new PredialCheckResource(database, predial.editor(), audit).operations(),
            new RegistrationResource(database, registrations, cursors, audit, clock).operations(),
            new OperatorResource(database, operators.editor(), operators.enabled(), cursors, audit)
                .operations(),
            new SigningKeyResource(keys, audit).operations(),
            new MasterKeyResource(database, masterKeys, audit).operations(),
            new AuditLogResource(database, audit, cursors).operations(),
            new SubjectResource(
                    database,
                    subjects.records(),
                    subjects.erasures(),
                    audit,
                    clock,
                    callbacks.erasureRequested())
                .operations(),
            new HoldAdminResource(database, holds, cursors, audit, clock).operations(),
            new LegalHoldResource(database, cursors, audit, clock, random).operations(),
            new SearchResource(database).operations(),
            new StatisticsResource(database, clock).operations(),
            new CallOrderExplanationResource(explanations).operations(),
            new RunningCallResource(database, cursors, audit, clock, callbacks.hangupRequested())
                .operations(),
            new OverviewResource(environment, database, halts, gateway, clock).operations(),
            new DialingHaltResource(database, halts, audit, callbacks.dialingResumed())
                .operations(),
            new CountryResource(database, countries, new CountryRuleEditor(countries, audit, clock))
                .operations(),
            new RecoveryResource(database, audit, clock, callbacks.dialingResumed()).operations(),
            new MaintenanceResource(database, audit, clock, callbacks.maintenanceResumed())
                .operations(),
            new TestClockResource(
                    database, audit, environment.equals("sandbox"), callbacks.clockAdvancing())
                .operations())
        .flatMap(List::stream)
        .toList();
  }
}
