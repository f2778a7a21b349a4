package eu.callorders.server.admin;

import eu.callorders.server.auth.Registrations;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.Explanations;
import eu.callorders.server.http.Cursors;
import eu.callorders.server.http.Operation;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import java.time.InstantSource;
import java.util.List;

/**
 * The operations of the administration's own contract, {@code admin/openapi.yaml}.
 *
 * @param environment {@code live} or {@code sandbox}
 * @param clockAdvancing run when a test clock has been sent on a walk
 */
public record AdminOperations(
    String environment,
    Database database,
    Provisioning provisioning,
    Registrations registrations,
    SigningKeys keys,
    TenantSnapshotView snapshot,
    Cursors cursors,
    Explanations explanations,
    InstantSource clock,
    Runnable clockAdvancing) {

  /** All that this package builds. */
  public List<Operation> all() {
    TenantStore tenants = new TenantStore();
    boolean sandbox = environment.equals("sandbox");
    TenantDocument document = new TenantDocument(environment, snapshot);
    return List.of(
        new CreateTenantOperation(database, provisioning, document, environment),
        new ListTenantsOperation(database, tenants, document, cursors),
        new GetTenantOperation(database, tenants, document),
        new UpdateTenantOperation(database, tenants, document, clock),
        new CreateRegistrationOperation(database, tenants, registrations, clock),
        new ListRegistrationsOperation(database, tenants, registrations, cursors, clock),
        new GetRegistrationOperation(database, registrations, clock),
        new UpdateRegistrationOperation(database, registrations, clock),
        new CreateSecretOperation(database, registrations),
        new RevokeSecretOperation(database, registrations),
        new UnlockRegistrationOperation(database, registrations, clock),
        new RotateSigningKeyOperation(keys),
        new ExplainCallOrderOperation(explanations),
        new GetTestClockOperation(database, new TestClock(), sandbox),
        new AdvanceTestClockOperation(database, new TestClock(), sandbox, clockAdvancing));
  }
}
