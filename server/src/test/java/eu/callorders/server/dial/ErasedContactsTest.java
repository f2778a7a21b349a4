package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.SubjectHistoryStore.ClaimWeek;
import eu.callorders.server.call.SubjectHistoryStore.Days;
import eu.callorders.server.call.SubjectHistoryStore.History;
import eu.callorders.server.call.SubjectHistoryStore.Subject;
import eu.callorders.server.call.SubjectHistoryStore.SubjectDay;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.maintenance.ExpiredRowCleaner;
import eu.callorders.server.order.WeeklyContacts;
import io.vertx.sqlclient.Row;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An erasure resets no gap and no limit, neither of the reference nor of the phone. */
@Tag("long")
class ErasedContactsTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Keyring ROTATED =
      Keyring.of(List.of(key(9), new byte[32]), new SecureRandom());
  private static final Keyring OTHER_KEY = Keyring.of(List.of(key(9)), new SecureRandom());

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final String phone = tenant.newPhone(MagicLine.BUSY);
  private final String otherPhone = tenant.newPhone(MagicLine.BUSY);

  @Test
  void gapAppliesToReferenceAndPhone() {
    Instant over = calledAndErased(Cause.NORMAL).plus(DAY);

    PlacedOrder sameReference = planned(tenant, "erika", otherPhone);
    PlacedOrder sameNumber = planned(tenant, "erika-2", phone);
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(1);
    assertThat(nextAttemptAt(sameReference)).isEqualTo(over);
    assertThat(nextAttemptAt(sameNumber)).isEqualTo(over);
    tenant.jump(DAY);
    fixture.dialer.runOnce();
    assertThat(gateway.placed).hasSize(3);
  }

  @Test
  void otherSubjectsAreDialedAtOnce() {
    calledAndErased(Cause.NORMAL);

    planned(tenant, "max", otherPhone);
    planned(fixture.tenant(), "erika", phone);
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(3);
  }

  @Test
  void declinedCallDelaysTheNextByADay() {
    Instant over = calledAndErased(Cause.DECLINED).plus(DAY);

    PlacedOrder order = draft(tenant, "erika", phone).gapOfHours(1).place();
    fixture.planner.runOnce();

    assertThat(nextAttemptAt(order)).isEqualTo(over);
  }

  @Test
  void contactsOfTheDayCountOnce() {
    tenant.changeQuota("max_contacts_per_subject_per_day", 2);
    calledAndErased(Cause.NORMAL);
    PlacedOrder second = draft(tenant, "erika", phone).gapOfHours(1).attempts(1).place();
    tenant.jump(Duration.ofHours(2));
    fixture.dialDue();
    end(second, Cause.NORMAL);

    PlacedOrder third = draft(tenant, "erika", phone).gapOfHours(1).place();
    fixture.planner.runOnce();
    tenant.jump(Duration.ofHours(2));
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(2);
    LocalDate tomorrow = LocalDate.ofInstant(tenant.now(), TestTenants.BERLIN).plusDays(1);
    assertThat(LocalDate.ofInstant(nextAttemptAt(third), TestTenants.BERLIN)).isEqualTo(tomorrow);
  }

  @Test
  void weeklyLimitAppliesToTheClaim() {
    LocalDate today = LocalDate.ofInstant(tenant.now(), TestTenants.BERLIN);
    Instant free = today.plusDays(7).atTime(LocalTime.MIN).atZone(TestTenants.BERLIN).toInstant();
    for (int dial = 0; dial < 7; dial++) {
      PlacedOrder order = american("erika", phone, "A").place();
      fixture.dialDue();
      end(order, Cause.NORMAL);
      tenant.jump(Duration.ofMinutes(61));
    }
    erase();

    PlacedOrder sameReference = american("erika", otherPhone, "A").place();
    PlacedOrder sameNumber = american("erika-2", phone, "A").place();
    PlacedOrder otherClaim = american("erika", otherPhone, "B").place();
    fixture.planner.runOnce();

    assertThat(waitsUntil(sameReference)).containsExactly(free);
    assertThat(waitsUntil(sameNumber)).containsExactly(free);
    assertThat(waitsUntil(otherClaim)).isEmpty();
  }

  @Test
  void storesOnlyHashesOfRecentContacts() {
    PlacedOrder old = called(Cause.NORMAL);
    tenant.jump(Duration.ofDays(8).plusHours(1));
    PlacedOrder order = called(Cause.NORMAL);
    UUID claim = WeeklyContacts.claimKey(order.load().document());
    UUID attempt = order.attempt();

    erase();

    assertThat(ErasureDriver.redacted(old)).isTrue();
    assertThat(storedContacts())
        .singleElement()
        .asString()
        .doesNotContain("erika", phone, claim.toString())
        .doesNotContain(order.id().toString(), attempt.toString());
  }

  @Test
  void contactsAreDeletedAfterEightDays() {
    calledAndErased(Cause.NORMAL);
    Instant inEightDays = Instant.now().plus(Duration.ofDays(8));

    new ExpiredRowCleaner(fixture.database).deleteKeys(inEightDays.minus(Duration.ofMinutes(5)));
    assertThat(storedContacts()).hasSize(1);
    new ExpiredRowCleaner(fixture.database).deleteKeys(inEightDays);

    assertThat(storedContacts()).isEmpty();
  }

  @Test
  void contactsAreFoundUnderEachMasterKey() {
    calledAndErased(Cause.NORMAL);

    assertThat(history(ROTATED).contacts()).isEqualTo(1);
    assertThat(history(OTHER_KEY).contacts()).isZero();
    assertThat(week(ROTATED).dials()).hasSize(1);
    assertThat(week(OTHER_KEY).dials()).isEmpty();
  }

  @Test
  void readsAtMostThousandContactsOfAPhone() {
    calledAndErased(Cause.NORMAL);
    fixture.query(
        """
        INSERT INTO erased_contact
          (tenant_id, reference_hash, phone_hash, claim_hash, ended_at, contact_day, cause, answered,
           expires_at)
        SELECT tenant_id, gen_random_uuid(), phone_hash, claim_hash, ended_at, contact_day, cause,
               answered, expires_at
          FROM erased_contact, generate_series(1, 1500)
        """);

    assertThat(history(ROTATED).contacts()).isEqualTo(1 + 1_000);
    assertThat(week(ROTATED).dials()).hasSize(1 + 1_000);
  }

  private static byte[] key(int first) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return key;
  }

  /** Returns the end of the call. */
  private Instant calledAndErased(Cause cause) {
    PlacedOrder order = called(cause);
    Instant endedAt = order.attempts().getLast().attempt().endedAt();
    erase();
    assertThat(ErasureDriver.redacted(order)).isTrue();
    return endedAt;
  }

  private PlacedOrder called(Cause cause) {
    PlacedOrder order = draft(tenant, "erika", phone).attempts(1).place();
    fixture.dialDue();
    end(order, cause);
    return order;
  }

  private void end(PlacedOrder order, Cause cause) {
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, cause));
  }

  private void erase() {
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    erasing.request("erika");
    erasing.finish();
    assertThat(erasing.isDone()).isTrue();
  }

  private static OrderDraft draft(TestTenant tenant, String subject, String phone) {
    return tenant.anOrder().forSubject(subject).toPhone(phone).gapOfHours(24);
  }

  private PlacedOrder planned(TestTenant owner, String subject, String to) {
    PlacedOrder order = draft(owner, subject, to).place();
    fixture.planner.runOnce();
    return order;
  }

  private OrderDraft american(String subject, String to, String claim) {
    return draft(tenant, subject, to).livingIn("US").aboutClaim(claim).gapOfHours(1).attempts(1);
  }

  private static Instant nextAttemptAt(PlacedOrder order) {
    return ((OrderState.Scheduled) order.load().state()).nextAttemptAt();
  }

  /** When the limit of seven days permits the order; empty when it does not delay it. */
  private List<Instant> waitsUntil(PlacedOrder order) {
    return fixture.explain(order).rules().stream()
        .filter(each -> each.rule() == DialRule.DIALS_PER_7_DAYS)
        .map(RuleVerdict::until)
        .filter(Objects::nonNull)
        .toList();
  }

  private List<Row> storedContacts() {
    return fixture.query("SELECT erased_contact::text FROM erased_contact");
  }

  private History history(Keyring ring) {
    SubjectDay request = new SubjectDay(person(), today());
    Map<SubjectDay, History> found =
        fixture
            .database
            .asWorker(connection -> store(ring).load(connection, List.of(request)))
            .await();
    return found.get(request);
  }

  private Days week(Keyring ring) {
    UUID claim = WeeklyContacts.claimKey(draft(tenant, "max", phone).place().load().document());
    ClaimWeek request = new ClaimWeek(person(), claim, today());
    Map<ClaimWeek, Days> found =
        fixture
            .database
            .asWorker(connection -> store(ring).loadWeeks(connection, List.of(request)))
            .await();
    return found.get(request);
  }

  private static SubjectHistoryStore store(Keyring ring) {
    return new SubjectHistoryStore(new ContactHasher(ring));
  }

  private Subject person() {
    return new Subject(tenant.id(), "erika", Set.of(new PhoneNumber(phone)));
  }

  private LocalDate today() {
    return LocalDate.ofInstant(tenant.now(), TestTenants.BERLIN);
  }
}
