package eu.callorders.server.app;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldCheck;
import eu.callorders.server.hold.HoldKey;
import eu.callorders.server.hold.HoldStore;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.signal.SignalStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;

/** The stores that several modules use, each created once. */
record NodeStores(
    TenantStore tenants,
    TestClock clocks,
    OrderTypeStore orderTypes,
    SuppressionStore suppressions,
    HoldKey holdKey,
    HoldStore holds,
    HoldCheck holdCheck,
    AttemptStore attempts,
    OrderStore orders,
    PromiseStore promises,
    TranscriptStore transcripts,
    SignalStore signals,
    ErasedContactStore erasedContacts,
    EventStore events,
    AuditLog audit) {

  static NodeStores of(NodeContext node) {
    HoldKey holdKey = new HoldKey(node.keyring(), node.random());
    node.database().onNewInstance(holdKey::clear);
    AttemptStore attempts = new AttemptStore();
    return new NodeStores(
        new TenantStore(),
        new TestClock(),
        new OrderTypeStore(),
        new SuppressionStore(),
        holdKey,
        new HoldStore(holdKey),
        new HoldCheck(holdKey),
        attempts,
        new OrderStore(attempts),
        new PromiseStore(),
        new TranscriptStore(),
        new SignalStore(),
        new ErasedContactStore(new ContactHasher(node.keyring())),
        new EventStore(node.environment(), node.realTime(), node.random()),
        new AuditLog(node.realTime(), node.random()));
  }
}
