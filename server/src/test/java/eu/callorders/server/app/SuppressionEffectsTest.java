package eu.callorders.server.app;

import static eu.callorders.server.app.SuppressionBody.PATH;
import static eu.callorders.server.app.SuppressionBody.entry;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a new suppression does to orders and calls. */
@Tag("long")
class SuppressionEffectsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private ServiceResponse suppress(String phone, String reference) {
    return api.post(PATH, entry(phone, reference)).is(201);
  }

  private static void assertSuppressed(ServiceResponse order) {
    assertThat(order.at("/status")).isEqualTo("canceled");
    assertThat(order.at("/result/summary_code")).isEqualTo("suppressed");
    assertThat(order.at("/result/termination/reason")).isEqualTo("suppressed");
    assertThat(order.at("/result/termination/actor")).isEqualTo("platform");
  }

  @Test
  void cancelsPendingOrdersOfSubject() {
    OrderBody first = tenant.laterOrder();
    String planned = tenant.create(first);
    tenant.await(planned, "scheduled");
    String another =
        tenant.create(tenant.laterOrder().set("/subject/reference", first.reference()));
    String others = tenant.create(tenant.laterOrder());

    ServiceResponse entry = suppress(null, first.reference());

    assertSuppressed(tenant.awaitEnd(planned));
    assertSuppressed(tenant.awaitEnd(another));
    assertThat(api.order(others).at("/status")).isIn("accepted", "scheduled");
    assertThat(tenant.eventTypes(planned))
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
    assertThat(entry.at("/subject_reference")).isEqualTo(first.reference());
    api.create(first.json()).is(422, "subject_suppressed");
  }

  @Test
  void cancelsOrdersWithoutOtherPhoneOfAnySubject() {
    String number = tenant.order("06").phone();
    String spare = tenant.order("06").phone();
    OrderBody onlyThat = tenant.laterOrder().set("/contacts/0/value", number);
    OrderBody alsoOther =
        tenant
            .laterOrder()
            .set("/contacts/0/value", number)
            .setJson("/contacts/1", "{\"channel\": \"phone\", \"value\": \"" + spare + "\"}");
    OrderBody asText =
        tenant
            .laterOrder()
            .setJson("/contacts/1", "{\"channel\": \"sms\", \"value\": \"" + number + "\"}");
    String ends = tenant.create(onlyThat);
    String endsToo = tenant.create(tenant.laterOrder().set("/contacts/0/value", number));
    String goesOn = tenant.create(alsoOther);
    String unconcerned = tenant.create(asText);

    suppress(number, null);

    assertSuppressed(tenant.awaitEnd(ends));
    assertSuppressed(tenant.awaitEnd(endsToo));
    tenant.await(goesOn, "scheduled");
    tenant.await(unconcerned, "scheduled");
    suppress(spare, null);
    assertSuppressed(tenant.awaitEnd(goesOn));
    api.create(onlyThat.json()).is(422, "subject_suppressed");
  }

  @Test
  void doesNotAffectOtherTenants() {
    RunningTenant other = tenant.service().newTenant();
    OrderBody theirs = other.laterOrder();
    String id = other.create(theirs);

    suppress(theirs.phone(), theirs.reference());

    other.await(id, "scheduled");
    other.create(theirs.set("/client_reference", "again"));
    assertThat(other.api().get(PATH).is(200).rows()).isEmpty();
  }

  @Test
  void cancelsRingingCall() {
    OrderBody order = tenant.order("06");
    String id = createRinging(order);

    suppress(null, order.reference());

    ServiceResponse ended = tenant.awaitEnd(id);
    assertSuppressed(ended);
    assertThat(ended.at("/calls/0/disposition")).isEqualTo("canceled");
    assertThat(tenant.eventTypes(id)).doesNotContain("call.answered");
  }

  private String createRinging(OrderBody order) {
    String id = tenant.create(order.setJson("/simulate/delays", "{\"ring_ms\": 60000}"));
    Await.until(
        "the call rings", () -> api.order(id), seen -> seen.at("/attempt_count").equals("1"));
    return id;
  }

  @Test
  void cancelsRingingCallToPhone() {
    String other = tenant.order("11").phone();
    OrderBody order =
        tenant
            .order("06")
            .setJson("/contacts/1", "{\"channel\": \"phone\", \"value\": \"" + other + "\"}");
    String id = createRinging(order);

    suppress(order.phone(), null);

    assertSuppressed(tenant.awaitEnd(id));
  }

  @Test
  void doesNotInterruptConversation() {
    OrderBody order = tenant.order("21").setJson("/simulate/delays", "{\"talk_ms\": 3000}");
    String id = tenant.create(order);
    tenant.await(id, "in_progress");

    suppress(order.phone(), order.reference());

    ServiceResponse ended = tenant.awaitEnd(id);
    assertThat(ended.at("/status")).isEqualTo("completed");
    assertThat(ended.at("/result/summary_code")).isEqualTo("payment_promised");
  }

  @Test
  void deletesPhonesOfEndedOrders() {
    String open = tenant.create(tenant.laterOrder());
    String ended = tenant.create(tenant.laterOrder());
    api.cancel(ended).is(200);

    assertThat(
            tenant
                .service()
                .sql("SELECT count(*) FROM call_order_phone WHERE tenant_id = ?", tenant.uuid())
                .getFirst())
        .containsExactly("1");
    api.cancel(open).is(200);
  }
}
