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
    HoldModule holds,
    EvidenceModule evidence,
    OrderModule orders,
    EnrollmentModule enrollments,
    WebhookModule webhooks,
    PredialModule predial,
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
    HoldModule holds = new HoldModule(node, stores);
    EnrollmentModule enrollments = new EnrollmentModule(node, stores, orders, holds);
    TelephonyModule telephony =
        TelephonyModule.of(
            node.vertx(),
            node.config().gateway(),
            node.secrets(),
            node.traces(),
            node.realTime(),
            node.random());
    WebhookModule webhooks = new WebhookModule(node, stores);
    PredialModule predial = new PredialModule(node, webhooks);
    ErasureRequests erasures =
        new ErasureRequests(
            enrollments.subjectCanceler(), stores.erasedContacts(), node.realTime(), node.random());
    return new Components(
        node,
        stores,
        eras,
        new SigningKeys(node.vertx(), node.database(), node.keyring(), node.realTime()),
        new CostlyRequests(),
        holds,
        evidence,
        orders,
        enrollments,
        webhooks,
        predial,
        telephony,
        erasures,
        new DialingModule(
            node, stores, orders, holds, predial, telephony, evidence.writer(), erasures, eras),
        new RecoveryModule(node, eras, telephony),
        new MaintenanceModule(node, stores, enrollments, telephony.gateway()));
  }
}
