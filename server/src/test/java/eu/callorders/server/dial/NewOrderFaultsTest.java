package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.enrollment.SequenceEngine;
import eu.callorders.server.order.OrderAcceptor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The faults that the input of an order shows by itself, on each path to acceptance. */
class NewOrderFaultsTest {
  @AutoClose private final DialFixture fixture = new DialFixture();
  private final TestTenant tenant = fixture.tenant();
  private final List<PhoneNumber> checked = new ArrayList<>();

  private OrderAcceptor acceptor(boolean rejectsPhones) {
    return fixture.units.orderAcceptor(
        DialFixture.KEYS,
        phone -> {
          checked.add(phone);
          return rejectsPhones;
        });
  }

  private static PhoneNumber phone(ObjectNode order) {
    return new PhoneNumber(order.at("/contacts/0/value").asText());
  }

  @Test
  void checksOrderOfRequestOnce() {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();

    assertThat(new TestClient(fixture, tenant.id(), acceptor(false)).create("key", order).status())
        .isEqualTo(202);
    assertThat(checked).containsExactly(phone(order));
  }

  @Test
  void checksRejectedOrderOfRequestOnce() {
    ObjectNode order = tenant.anOrder().to(MagicLine.BUSY).json();

    assertThat(new TestClient(fixture, tenant.id(), acceptor(true)).create("key", order).code())
        .isEqualTo("validation_failed");
    assertThat(checked).containsExactly(phone(order));
  }

  @Test
  void checksOrderOfStep() {
    OrderDraft draft = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY);
    TestEnrollment enrollment = TestSequence.of(tenant, TestSequence.TWO_CALLS).enroll(draft);

    new SequenceEngine(
            fixture.database,
            fixture.enrollmentStore,
            fixture.enrollmentWriter,
            acceptor(true),
            fixture.countries,
            DialFixture.REAL_TIME)
        .runOnce();

    assertThat(enrollment.exitReason()).isEqualTo("validation_failed");
    assertThat(checked).containsExactly(phone(draft.json()));
    assertThat(enrollment.orders()).isEmpty();
  }
}
