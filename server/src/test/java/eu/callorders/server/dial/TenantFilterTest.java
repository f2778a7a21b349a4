package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.suppression.SuppressionStore.TenantValue;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Statements filter by tenant themselves: workers, exempt from row-level security, see no others.
 */
class TenantFilterTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  private static DialFixture house;

  private final TestTenant tenant = house.tenant();
  private final TestTenant other = house.tenant();

  @BeforeAll
  static void open() {
    house = DialFixture.over(GATEWAY);
  }

  @AfterAll
  static void close() {
    house.close();
  }

  @Test
  void callIsFoundOnlyForItsTenant() {
    UUID call = called().attempt();

    Optional<CallAttempt> own = query(it -> house.attempts.find(it, tenant.id(), call));
    Optional<CallAttempt> foreign = query(it -> house.attempts.find(it, other.id(), call));

    assertThat(own).isPresent();
    assertThat(foreign).isEmpty();
  }

  @Test
  void subjectOfOrderIsFoundOnlyForItsTenant() {
    UUID order = called().id();

    Optional<String> own = query(it -> house.orders.subjectOf(it, tenant.id(), order));
    Optional<String> foreign = query(it -> house.orders.subjectOf(it, other.id(), order));

    assertThat(own).contains("erika");
    assertThat(foreign).isEmpty();
  }

  @Test
  void attemptsCountOnlyForTheirTenant() {
    called();
    PlacedOrder theirs = other.anOrder().of("erika").to(MagicLine.BUSY).placed();
    house.planner.runOnce();

    house.dialer.runOnce();

    assertThat(theirs.status()).isEqualTo("dialing");
  }

  @Test
  void suppressionAppliesOnlyToItsTenant() {
    String phone = MagicLine.BUSY.number(3);
    try (HeldLocks held = tenant.holdPerson("erika")) {
      tenant.suppress(held, phone, "erika");
    }

    Set<TenantValue> phones = query(it -> house.suppressions.barredPhones(it, ofBoth(phone)));
    Set<TenantValue> subjects = query(it -> house.suppressions.barredSubjects(it, ofBoth("erika")));

    assertThat(phones).containsExactly(new TenantValue(tenant.id(), phone));
    assertThat(subjects).containsExactly(new TenantValue(tenant.id(), "erika"));
  }

  private List<TenantValue> ofBoth(String value) {
    return List.of(new TenantValue(tenant.id(), value), new TenantValue(other.id(), value));
  }

  private PlacedOrder called() {
    PlacedOrder order = tenant.anOrder().of("erika").to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    house.tell(GATEWAY.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    return order;
  }

  private static <T> T query(Function<SqlConnection, Future<T>> statement) {
    return house.database.asWorker(statement).await();
  }
}
