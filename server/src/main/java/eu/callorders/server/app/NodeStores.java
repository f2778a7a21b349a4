package eu.callorders.server.app;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldCheck;
import eu.callorders.server.hold.HoldKey;
import eu.callorders.server.hold.HoldStore;

/** The stores that several modules use, each created once. */
record NodeStores(
    HoldKey holdKey,
    HoldStore holds,
    HoldCheck holdCheck,
    ErasedContactStore erasedContacts,
    EventStore events,
    AuditLog audit) {

  static NodeStores of(NodeContext node) {
    HoldKey holdKey = new HoldKey(node.keyring(), node.random());
    node.database().onNewInstance(holdKey::clear);
    return new NodeStores(
        holdKey,
        new HoldStore(holdKey),
        new HoldCheck(holdKey),
        new ErasedContactStore(new ContactHasher(node.keyring())),
        new EventStore(node.environment(), node.realTime(), node.random()),
        new AuditLog(node.realTime(), node.random()));
  }
}
