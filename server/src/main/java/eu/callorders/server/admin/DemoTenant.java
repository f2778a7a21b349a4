package eu.callorders.server.admin;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.admin.DemoCredentials.Addresses;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Registration;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates the demo tenant and the file with its credentials. Only that file holds the secret: when
 * it is lost, the registration gets a new one.
 */
public final class DemoTenant {
  private static final String NAME = "Demo";

  /** Reserved for fictional use by the Bundesnetzagentur. */
  private static final String CALLER_ID = "+493023125000";

  private static final int MAX_REGISTRATIONS = 100;

  private final Database database;
  private final TenantProvisioner provisioning;
  private final RegistrationEditor registrations;
  private final AuditLog audit;
  private final Path dataDirectory;

  public DemoTenant(
      Database database,
      TenantProvisioner provisioning,
      RegistrationEditor registrations,
      AuditLog audit,
      Path dataDirectory) {
    this.database = database;
    this.provisioning = provisioning;
    this.registrations = registrations;
    this.audit = audit;
    this.dataDirectory = dataDirectory;
  }

  /**
   * Creates the tenant and its registration if missing and writes the file with the current
   * addresses. Blocks.
   */
  public DemoCredentials ensure(Addresses addresses) {
    try {
      Optional<DemoCredentials> stored = DemoCredentials.read(dataDirectory);
      DemoCredentials credentials =
          BoundedWait.await(database.asWorker(connection -> ensure(connection, stored)));
      credentials.write(dataDirectory, addresses);
      return credentials;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Future<DemoCredentials> ensure(
      SqlConnection connection, Optional<DemoCredentials> stored) {
    return Locks.acquire(connection, List.of("demo tenant"))
        .compose(
            locked ->
                stored.isEmpty() ? Future.succeededFuture(false) : holds(connection, stored.get()))
        .compose(valid -> valid ? Future.succeededFuture(stored.orElseThrow()) : issue(connection));
  }

  private Future<Boolean> holds(SqlConnection connection, DemoCredentials stored) {
    return registrations.holds(connection, stored.tenantId(), stored.clientId(), stored.secret());
  }

  private Future<DemoCredentials> issue(SqlConnection connection) {
    return TenantStore.findByName(connection, NAME)
        .compose(
            found -> found.isPresent() ? Future.succeededFuture(found.get()) : create(connection))
        .compose(tenant -> issue(connection, tenant.id()));
  }

  private Future<Tenant> create(SqlConnection connection) {
    return provisioning
        .create(connection, newTenant())
        .compose(
            tenant ->
                audit
                    .append(
                        connection, AuditEvent.ofService(AuditAction.TENANT_CREATED, tenant.id()))
                    .map(tenant));
  }

  private Tenant newTenant() {
    Tenant defaults = TenantDefaults.tenant(provisioning.newTenantId(), NAME, "sandbox");
    return new Tenant(
        defaults.id(),
        defaults.name(),
        defaults.disabled(),
        defaults.defaultLocale(),
        defaults.timezone(),
        defaults.verificationMode(),
        defaults.callingHours(),
        defaults.quotas(),
        defaults.rateLimits(),
        defaults.retention(),
        true,
        defaults.outcomes(),
        List.of(new PhoneNumber(CALLER_ID)),
        defaults.allowedCountries(),
        defaults.clockOffset(),
        defaults.disclosures());
  }

  private Future<DemoCredentials> issue(SqlConnection connection, UUID tenantId) {
    return registrations
        .list(connection, tenantId, null, MAX_REGISTRATIONS)
        .compose(
            known ->
                known.stream()
                    .filter(each -> each.settings().name().equals(NAME))
                    .findFirst()
                    .map(each -> reissue(connection, each))
                    .orElseGet(() -> register(connection, tenantId)));
  }

  private Future<DemoCredentials> reissue(SqlConnection connection, Registration registration) {
    return registrations
        .replaceSecret(connection, registration.tenantId(), registration.id())
        .compose(
            secret ->
                audit(
                    connection,
                    AuditAction.REGISTRATION_SECRET_CREATED,
                    IdKind.CLIENT_SECRET.format(secret.id()),
                    credentials(registration, secret)));
  }

  private Future<DemoCredentials> register(SqlConnection connection, UUID tenantId) {
    return registrations
        .create(connection, tenantId, Settings.unrestricted(NAME))
        .compose(
            created ->
                audit(
                    connection,
                    AuditAction.REGISTRATION_CREATED,
                    IdKind.CLIENT.format(created.registration().id()),
                    credentials(created.registration(), created.secret())));
  }

  private Future<DemoCredentials> audit(
      SqlConnection connection, AuditAction action, String target, DemoCredentials credentials) {
    return audit
        .append(connection, AuditEvent.ofService(action, credentials.tenantId(), target))
        .map(credentials);
  }

  private static DemoCredentials credentials(Registration registration, NewSecret secret) {
    return new DemoCredentials(registration.tenantId(), registration.id(), secret.secret());
  }
}
