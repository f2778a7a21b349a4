package eu.callorders.server.order;

import eu.callorders.server.call.SubjectHistoryStore.SubjectDay;
import eu.callorders.server.capacity.BacklogStore.Backlog;
import eu.callorders.server.hold.StandingHolds;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.TypeKey;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Loads what {@link OrderAcceptor} decides on. */
final class AcceptanceContextLoader {
  private final DecisionContextLoader contexts;
  private final OrderQuotaLoader quotas;
  private final OrderKeys keys;
  private final InstantSource realTime;

  AcceptanceContextLoader(DecisionContextLoader contexts, OrderKeys keys, InstantSource realTime) {
    this.contexts = contexts;
    this.quotas = new OrderQuotaLoader(realTime);
    this.keys = keys;
    this.realTime = realTime;
  }

  /** Data that acceptance decides on. */
  record AcceptanceContext(
      Map<UUID, Tenant> tenants,
      Map<TypeKey, OrderType> types,
      Set<TenantPhone> suppressedPhones,
      Set<TenantSubject> suppressedSubjects,
      Map<UUID, OrderQuota> quotas,
      OrderKeys.Matches keys,
      DecisionContext decisions) {}

  /** Loads in two round trips what is needed to decide about these orders. */
  Future<AcceptanceContext> load(SqlConnection connection, List<NewOrder> newOrders) {
    Set<UUID> tenantIds = newOrders.stream().map(NewOrder::tenantId).collect(Collectors.toSet());
    Set<TypeKey> typeKeys = newOrders.stream().map(NewOrder::typeKey).collect(Collectors.toSet());
    Set<TenantPhone> phones =
        newOrders.stream()
            .flatMap(each -> each.contact().tenantPhones(each.tenantId()).stream())
            .collect(Collectors.toSet());
    Set<TenantSubject> subjects =
        newOrders.stream().map(NewOrder::subject).collect(Collectors.toSet());
    Future<Map<UUID, Backlog>> backlogs = quotas.loadBacklogs(connection, tenantIds);
    Future<Map<UUID, Tenant>> tenantsById = TenantStore.findAll(connection, tenantIds);
    Future<Map<TypeKey, OrderType>> typesByKey = OrderTypeStore.findCurrent(connection, typeKeys);
    Future<Set<TenantPhone>> suppressedPhones =
        SuppressionStore.suppressedPhones(connection, phones);
    Future<Set<TenantSubject>> suppressedSubjects =
        SuppressionStore.suppressedSubjects(connection, subjects);
    Future<StandingHolds> standing = contexts.loadHoldsOfNew(connection, newOrders);
    Future<OrderKeys.Matches> found = keys.find(connection, newOrders);
    return Future.join(
            List.of(
                backlogs,
                tenantsById,
                typesByKey,
                suppressedPhones,
                suppressedSubjects,
                standing,
                found))
        .compose(
            done -> {
              Future<Map<UUID, OrderQuota>> orderQuotas =
                  quotas(connection, tenantsById.result(), backlogs.result(), newOrders.size());
              Instant realNow = realTime.instant();
              Future<DecisionContext> decisions =
                  contexts.load(
                      connection,
                      subjectDays(newOrders, tenantsById.result(), realNow),
                      tenantsById.result(),
                      suppressedPhones.result(),
                      suppressedSubjects.result(),
                      standing.result(),
                      realNow);
              return Future.join(orderQuotas, decisions)
                  .map(
                      loaded ->
                          new AcceptanceContext(
                              tenantsById.result(),
                              typesByKey.result(),
                              suppressedPhones.result(),
                              suppressedSubjects.result(),
                              orderQuotas.result(),
                              found.result(),
                              decisions.result()));
            });
  }

  private static List<SubjectDay> subjectDays(
      List<NewOrder> newOrders, Map<UUID, Tenant> tenants, Instant realNow) {
    return newOrders.stream()
        .map(
            newOrder ->
                newOrder.subjectDay(
                    Objects.requireNonNull(tenants.get(newOrder.tenantId())), realNow))
        .toList();
  }

  private Future<Map<UUID, OrderQuota>> quotas(
      SqlConnection connection,
      Map<UUID, Tenant> tenants,
      Map<UUID, Backlog> backlogs,
      int batchSize) {
    Map<UUID, Future<OrderQuota>> lookups = new HashMap<>();
    tenants.forEach(
        (id, tenant) ->
            lookups.put(
                id,
                quotas.load(
                    connection,
                    tenant,
                    Objects.requireNonNull(backlogs.get(id)),
                    batchSize,
                    tenant.now(realTime))));
    return Future.join(List.copyOf(lookups.values()))
        .map(
            done -> {
              Map<UUID, OrderQuota> found = new HashMap<>();
              lookups.forEach((id, quota) -> found.put(id, quota.result()));
              return found;
            });
  }
}
