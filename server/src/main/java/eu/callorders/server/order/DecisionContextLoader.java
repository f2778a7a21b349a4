package eu.callorders.server.order;

import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.SubjectHistoryStore.History;
import eu.callorders.server.call.SubjectHistoryStore.SubjectDay;
import eu.callorders.server.country.CountryRuleSnapshot;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.hold.HoldCheck;
import eu.callorders.server.hold.StandingHolds;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Loads the {@link DecisionContext} of orders. */
public final class DecisionContextLoader {
  private final SubjectHistoryStore historyStore;
  private final HoldCheck holds;
  private final InstantSource realTime;
  private final CountryRules countries;

  public DecisionContextLoader(
      SubjectHistoryStore historyStore,
      HoldCheck holds,
      InstantSource realTime,
      CountryRules countries) {
    this.historyStore = historyStore;
    this.holds = holds;
    this.realTime = realTime;
    this.countries = countries;
  }

  /**
   * The context of these orders, with the hours of countries that are committed now. The caller
   * holds the subjects' locks.
   */
  public Future<DecisionContext> load(SqlConnection connection, List<CallOrder> orders) {
    return load(connection, orders, Duration.ZERO);
  }

  /**
   * The context of these orders, with the hours of countries that are committed now. The caller
   * holds the subjects' locks.
   *
   * @param lead orders that fall due within it are decided on at the instant at which they are due
   */
  public Future<DecisionContext> load(
      SqlConnection connection, List<CallOrder> orders, Duration lead) {
    Future<Map<UUID, Tenant>> tenantsById =
        TenantStore.findAll(
            connection, orders.stream().map(CallOrder::tenantId).collect(Collectors.toSet()));
    Future<Set<TenantPhone>> phones =
        SuppressionStore.suppressedPhones(connection, CallOrder.phones(orders));
    Future<Set<TenantSubject>> subjects =
        SuppressionStore.suppressedSubjects(
            connection, orders.stream().map(CallOrder::subject).distinct().toList());
    Future<StandingHolds> standing = loadHolds(connection, orders);
    Future<CountryRuleSnapshot> rules = countries.load(connection);
    Instant realNow = realTime.instant();
    Future<DecisionTimes> times =
        tenantsById.map(found -> DecisionTimes.of(orders, found, realNow, lead));
    Future<Map<SubjectDay, History>> histories =
        times.compose(
            found ->
                historyStore.load(connection, subjectDays(orders, tenantsById.result(), found)));
    return Future.join(List.of(tenantsById, phones, subjects, standing, rules, histories))
        .map(
            all ->
                new DecisionContext(
                    tenantsById.result(),
                    histories.result(),
                    phones.result(),
                    subjects.result(),
                    standing.result(),
                    times.result(),
                    new CallingWindows(rules.result().windows())));
  }

  /** The holds on orders that have not ended. */
  public Future<StandingHolds> loadHolds(SqlConnection connection, List<CallOrder> orders) {
    return holds.load(
        connection,
        orders.stream()
            .filter(order -> !order.document().redacted() && !order.state().status().terminal())
            .map(CallOrder::holdTarget)
            .toList());
  }

  Future<StandingHolds> loadHoldsOfNew(
      SqlConnection connection, Collection<OrderAcceptor.NewOrder> orders) {
    return holds.load(connection, orders.stream().map(OrderAcceptor.NewOrder::holdTarget).toList());
  }

  /** The weekly contacts of these orders. The caller holds the subjects' locks. */
  public Future<WeeklyContacts> loadWeeklyContacts(
      SqlConnection connection, List<CallOrder> orders, DecisionContext context) {
    return WeeklyContacts.load(connection, orders, context, historyStore);
  }

  /** The contacts of the orders' numbers. Exact under the lock of the tenants' channels. */
  public Future<NumberContacts> loadNumberContacts(
      SqlConnection connection, List<CallOrder> orders, DecisionContext context) {
    return NumberContacts.load(connection, orders, context, historyStore);
  }

  /**
   * The context of new orders of these subjects, whose tenants, suppressions and holds are known.
   * Hours of countries are as the node has read them last: each dial evaluates them again.
   */
  Future<DecisionContext> load(
      SqlConnection connection,
      List<SubjectDay> days,
      Map<UUID, Tenant> tenantsById,
      Set<TenantPhone> suppressedPhones,
      Set<TenantSubject> suppressedSubjects,
      StandingHolds standing,
      Instant realNow) {
    return historyStore
        .load(connection, days)
        .map(
            histories ->
                new DecisionContext(
                    tenantsById,
                    histories,
                    suppressedPhones,
                    suppressedSubjects,
                    standing,
                    DecisionTimes.at(realNow),
                    new CallingWindows(countries.windows())));
  }

  /** The same context with the hours of countries that are committed now. */
  public Future<DecisionContext> withCommittedRules(
      SqlConnection connection, DecisionContext context) {
    return countries
        .load(connection)
        .map(rules -> context.withWindows(new CallingWindows(rules.windows())));
  }

  private static List<SubjectDay> subjectDays(
      List<CallOrder> orders, Map<UUID, Tenant> tenantsById, DecisionTimes times) {
    return orders.stream()
        .filter(order -> !order.document().redacted())
        .map(
            order ->
                DecisionContext.subjectDay(
                    order, Objects.requireNonNull(tenantsById.get(order.tenantId())), times))
        .toList();
  }
}
