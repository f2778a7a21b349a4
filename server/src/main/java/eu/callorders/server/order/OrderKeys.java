package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.order.GoneOrderKeyStore.Hash;
import eu.callorders.server.order.GoneOrderKeyStore.Query;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.search.SearchKind;
import eu.callorders.server.search.SearchStore;
import eu.callorders.server.search.SearchText;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Matches new orders with orders that a database restore lost. */
final class OrderKeys {
  private static final String PURPOSE = "order key";

  private final Keyring keyring;
  private final InstantSource realTime;

  OrderKeys(Keyring ring, InstantSource realTime) {
    this.keyring = ring;
    this.realTime = realTime;
  }

  /** Hashes of new orders and the lost orders that match them. */
  record Matches(IdentityHashMap<NewOrder, List<UUID>> hashes, Map<Hash, UUID> goneOrders) {

    /** The hashes of an order's key; empty without a key. */
    List<UUID> hashes(NewOrder newOrder) {
      return hashes.getOrDefault(newOrder, List.of());
    }

    /** Whether an order has the id of a lost one. */
    boolean isResubmitted(CallOrder order) {
      return goneOrders.containsValue(order.id());
    }

    /** The lost order that this one resubmits. */
    Optional<UUID> goneOrder(NewOrder newOrder) {
      return hashes(newOrder).stream()
          .map(hash -> goneOrders.get(new Hash(newOrder.tenantId(), hash)))
          .filter(Objects::nonNull)
          .findFirst();
    }
  }

  /** The caller holds the subjects' locks, which also guard recording calls of lost orders. */
  Future<Matches> find(SqlConnection connection, List<NewOrder> newOrders) {
    IdentityHashMap<NewOrder, List<UUID>> hashes = new IdentityHashMap<>();
    List<Query> queries = new ArrayList<>();
    Instant now = realTime.instant();
    for (NewOrder newOrder : newOrders) {
      OrderKey key = newOrder.key();
      if (key != null) {
        List<UUID> all = hashes(newOrder, key);
        hashes.put(newOrder, all);
        Instant since = now.minus(key.validity());
        all.forEach(hash -> queries.add(new Query(new Hash(newOrder.tenantId(), hash), since)));
      }
    }
    return GoneOrderKeyStore.find(connection, queries).map(gone -> new Matches(hashes, gone));
  }

  /**
   * The first 16 bytes of the HMAC-SHA256 with each master key, newest first: a hash from before a
   * rotation still matches.
   */
  private List<UUID> hashes(NewOrder newOrder, OrderKey key) {
    String text = key.text(newOrder.tenantId(), newOrder.subjectReference());
    return keyring.macs(PURPOSE, text.getBytes(StandardCharsets.UTF_8)).stream()
        .map(ByteBuffer::wrap)
        .map(mac -> new UUID(mac.getLong(), mac.getLong()))
        .toList();
  }

  /**
   * Deletes the keys of resubmitted orders, relinks their attempts, and adds them to the search
   * index, whose loop does not find their old ids.
   */
  static Future<Void> delete(
      SqlConnection connection, Matches found, Collection<CallOrder> accepted) {
    List<CallOrder> resubmitted = accepted.stream().filter(found::isResubmitted).toList();
    if (resubmitted.isEmpty()) {
      return Future.succeededFuture();
    }
    List<UUID> ids = resubmitted.stream().map(CallOrder::id).toList();
    Future<Void> done =
        GoneOrderKeyStore.delete(connection, ids)
            .compose(deleted -> AttemptStore.clearOrdersGone(connection, ids));
    for (CallOrder order : resubmitted) {
      done = done.compose(before -> SearchStore.save(connection, searchText(order)));
    }
    return done;
  }

  private static SearchText searchText(CallOrder order) {
    ObjectNode document = order.document().json();
    return SearchText.of(
        SearchKind.ORDER,
        order.id(),
        order.tenantId(),
        order.subjectReference(),
        order.document().clientReference().orElse(null),
        document.path("subject"),
        document.path("contacts"));
  }
}
