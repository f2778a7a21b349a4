package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Statements filter by tenant themselves: workers, exempt from row-level security, see no others.
 */
class TenantFilterTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  @AutoClose private static final DialFixture fixture = DialFixture.withGateway(GATEWAY);

  private final TestTenant tenant = fixture.tenant();
  private final TestTenant other = fixture.tenant();

  @Test
  void callIsFoundOnlyForItsTenant() {
    UUID call = called().attempt();

    Optional<CallAttempt> own = query(it -> AttemptStore.find(it, tenant.id(), call));
    Optional<CallAttempt> foreign = query(it -> AttemptStore.find(it, other.id(), call));

    assertThat(own).isPresent();
    assertThat(foreign).isEmpty();
  }

  @Test
  void subjectOfOrderIsFoundOnlyForItsTenant() {
    UUID order = called().id();

    Optional<String> own = query(it -> OrderStore.findSubjectReference(it, tenant.id(), order));
    Optional<String> foreign = query(it -> OrderStore.findSubjectReference(it, other.id(), order));

    assertThat(own).contains("erika");
    assertThat(foreign).isEmpty();
  }

  @Test
  void attemptsCountOnlyForTheirTenant() {
    called();
    PlacedOrder theirs = other.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.planner.runOnce();

    fixture.dialer.runOnce();

    assertThat(theirs.status()).isEqualTo("dialing");
  }

  @Test
  void suppressionAppliesOnlyToItsTenant() {
    String phone = MagicLine.BUSY.number(3);
    try (HeldLocks held = tenant.holdSubject("erika")) {
      tenant.suppress(held, phone, "erika");
    }

    TenantPhone ownPhone = new TenantPhone(tenant.id(), new PhoneNumber(phone));
    TenantSubject ownSubject = new TenantSubject(tenant.id(), "erika");
    List<TenantPhone> phones = List.of(ownPhone, new TenantPhone(other.id(), ownPhone.phone()));
    List<TenantSubject> subjects = List.of(ownSubject, new TenantSubject(other.id(), "erika"));

    Set<TenantPhone> phonesFound = query(it -> SuppressionStore.suppressedPhones(it, phones));
    Set<TenantSubject> subjectsFound =
        query(it -> SuppressionStore.suppressedSubjects(it, subjects));

    assertThat(phonesFound).containsExactly(ownPhone);
    assertThat(subjectsFound).containsExactly(ownSubject);
  }

  private PlacedOrder called() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(GATEWAY.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    return order;
  }

  private static <T> T query(Function<SqlConnection, Future<T>> statement) {
    return fixture.database.asWorker(statement).await();
  }
}
