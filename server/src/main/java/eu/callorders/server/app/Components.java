package eu.callorders.server.app;

import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.erasure.ErasureRequests;
import java.util.function.Supplier;

/** The modules of a node, in the order in which they use each other. */
record Components(
    NodeContext node,
    NodeStores stores,
    EraModule eras,
    SigningKeys signingKeys,
    CostlyRequests costlyRequests,
    EvidenceModule evidence,
    OrderModule orders,
    EnrollmentModule enrollments,
    WebhookModule webhooks,
    TelephonyModule telephony,
    ErasureRequests erasures,
    DialingModule dialing,
    RecoveryModule recovery,
    MaintenanceModule maintenance) {

  /**
   * Creates the modules; nothing is started.
   *
   * @param baseUrl the public address, known once the listener has a port
   */
  static Components of(NodeContext node, EraModule eras, Supplier<String> baseUrl) {
    NodeStores stores = NodeStores.of(node);
    EvidenceModule evidence = new EvidenceModule(node, stores, baseUrl);
    OrderModule orders = new OrderModule(node, stores, baseUrl);
    EnrollmentModule enrollments = new EnrollmentModule(node, stores, orders);
    TelephonyModule telephony =
        TelephonyModule.of(
            node.vertx(),
            node.config().gateway(),
            node.secrets(),
            node.traces(),
            node.realTime(),
            node.random());
    ErasureRequests erasures =
        new ErasureRequests(
            enrollments.subjectCanceler(),
            stores.tenants(),
            stores.erasedContacts(),
            node.realTime(),
            node.random());
    return new Components(
        node,
        stores,
        eras,
        new SigningKeys(node.vertx(), node.database(), node.keyring(), node.realTime()),
        new CostlyRequests(),
        evidence,
        orders,
        enrollments,
        new WebhookModule(node, stores),
        telephony,
        erasures,
        new DialingModule(node, stores, orders, telephony, evidence.writer(), erasures, eras),
        new RecoveryModule(node, eras, telephony),
        new MaintenanceModule(node, stores, enrollments, telephony.gateway()));
  }
}
