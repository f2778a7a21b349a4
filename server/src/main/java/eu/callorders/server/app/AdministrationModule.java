package eu.callorders.server.app;

import eu.callorders.server.admin.AdminListener;
import eu.callorders.server.admin.AdminOperations;
import eu.callorders.server.admin.DemoCredentials;
import eu.callorders.server.admin.DemoTenant;
import eu.callorders.server.admin.HealthRoutes;
import eu.callorders.server.admin.MetricsRoutes;
import eu.callorders.server.admin.TenantProvisioner;
import eu.callorders.server.auth.Issuer;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorEditor;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.deletion.TenantDeletionRequests;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.docs.DocumentationSite;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.testclock.DemoClockSetup;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The operations, the operators and the listener of the administration. */
final class AdministrationModule {
  private final NodeContext node;
  private final NodeStores stores;
  private final Components components;
  private final OperatorCache operators;
  private final MasterKeyRotation masterKeys;

  AdministrationModule(Components components) {
    this.node = components.node();
    this.stores = components.stores();
    this.components = components;
    this.operators = new OperatorCache(node.vertx(), node.database(), node.realTime());
    this.masterKeys = new MasterKeyRotation(node.database(), node.keyring(), EncryptedTables.ALL);
  }

  MasterKeyRotation masterKeys() {
    return masterKeys;
  }

  HttpServerHandle start(ConnectionLimits limits, HealthRoutes health) {
    Config.Listener admin = node.config().admin();
    AtomicReference<String> url = new AtomicReference<>("");
    AdminListener.Settings settings =
        new AdminListener.Settings(
            admin.host(),
            admin.port(),
            url::get,
            node.secrets().adminTokens()::all,
            node.addressLimit(),
            limits);
    List<Operation> operations = operations();
    List<RouteModule> routes =
        List.of(
            health,
            new MetricsRoutes(node.metrics()),
            new DocumentationSite(Contract::load, false));
    HttpServerHandle listener =
        HttpServerHandle.open(
            node.vertx(),
            ConfigKey.ADMIN_PORT,
            admin,
            1,
            () -> AdminListener.verticle(settings, operators, operations, routes, node.realTime()));
    url.set(admin.address(listener.port()).toString());
    return listener;
  }

  private List<Operation> operations() {
    return adminOperations().all().stream()
        .map(
            each ->
                each.operationId().equals("exportSubject")
                    ? components.costlyRequests().limitByPath(each)
                    : each)
        .toList();
  }

  private AdminOperations adminOperations() {
    MaintenanceModule maintenance = components.maintenance();
    HaltControl halts = new HaltControl(node.realTime(), node.random());
    return new AdminOperations(
        node.environment(),
        node.database(),
        provisioning(),
        new TenantDeletionRequests(halts, node.realTime()),
        registrations(),
        new AdminOperations.OperatorParts(
            new OperatorEditor(node.realTime(), node.random()), operators),
        components.signingKeys(),
        masterKeys,
        node.tenantSnapshot(),
        components.orders().countries(),
        node.cursors(),
        components.dialing().explainer(),
        stores.audit(),
        halts,
        components.telephony()::monitor,
        new AdminOperations.SubjectParts(components.erasures(), components.enrollments().records()),
        new AdminOperations.HoldParts(
            stores.holds(), components.holds().writer(), components.holds()::wakeRelease),
        components.predial().administration(),
        node.realTime(),
        node.random(),
        new AdminOperations.Callbacks(
            maintenance::wakeTestClocks,
            () -> DialLoops.wakeAfterResume(node.vertx()),
            maintenance::wakeDeletion,
            maintenance::wakeErasure,
            () -> DialLoops.wakeReconciler(node.vertx())));
  }

  private TenantProvisioner provisioning() {
    return new TenantProvisioner(node.realTime(), node.random());
  }

  private RegistrationEditor registrations() {
    return new RegistrationEditor(node.realTime(), node.random());
  }

  /**
   * The demo tenant of a start.
   *
   * @param commands for a first order
   * @param movedTo the new time of its clock; empty when it was not moved
   */
  record Demo(String commands, Optional<Instant> movedTo) {}

  /**
   * Creates the demo tenant if absent, and moves its clock to the daytime.
   *
   * @param url the address of the administration
   */
  Demo demo(Issuer issuer, String url) {
    Path directory = node.config().dataDirectory();
    DemoTenant tenant =
        new DemoTenant(node.database(), provisioning(), registrations(), stores.audit(), directory);
    DemoCredentials credentials =
        tenant.ensure(
            new DemoCredentials.Addresses(
                issuer.baseUrl(), issuer.authUrl(), url, node.secrets().adminTokens().first()));
    DemoClockSetup clockSetup =
        new DemoClockSetup(
            node.database(),
            components.orders().countries().windows(),
            stores.audit(),
            node.realTime());
    Optional<Instant> movedTo = BoundedWait.await(clockSetup.moveToDaytime(credentials.tenantId()));
    String commands =
        StartupBanner.demo(issuer.baseUrl(), issuer.authUrl(), directory, credentials, movedTo);
    return new Demo(commands, movedTo);
  }
}
