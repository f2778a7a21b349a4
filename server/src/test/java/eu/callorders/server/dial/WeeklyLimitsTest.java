package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Country limits on calls to a subject about one claim within seven days. */
@Tag("long")
class WeeklyLimitsTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final ZoneId ROME = ZoneId.of("Europe/Rome");
  private static final String UNANSWERED_AMERICAN = "+12125550110";
  private static final String AMERICAN = "+12125550106";
  private static final String ITALIAN = "+390612345678";
  private static final Duration TEN_DAYS = Duration.ofDays(10);

  @AutoClose private static final DialFixture fixture = new DialFixture().withLoops();

  private final TestTenant tenant = fixture.tenant();
  private final LocalDate today = LocalDate.ofInstant(tenant.now(), NEW_YORK);

  @Test
  void usPermitsSevenDialsInSevenDays() {
    PlacedOrder order = american(UNANSWERED_AMERICAN, "A").attempts(10).gapOfHours(1).place();

    tenant.advance(TEN_DAYS);

    assertThat(days(order, NEW_YORK))
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.generate(() -> today).limit(7),
                    Stream.generate(() -> today.plusDays(7)).limit(3))
                .toList());
  }

  @Test
  void dialsCountPerClaim() {
    PlacedOrder first = american(UNANSWERED_AMERICAN, "A").attempts(5).gapOfHours(1).place();
    tenant.advance(Duration.ofDays(1));
    LocalDate tomorrow = today.plusDays(1);
    PlacedOrder same = american(UNANSWERED_AMERICAN, "A").attempts(3).gapOfHours(1).place();
    PlacedOrder another = american(UNANSWERED_AMERICAN, "B").attempts(3).gapOfHours(1).place();

    tenant.advance(TEN_DAYS);

    assertThat(days(first, NEW_YORK)).hasSize(5).containsOnly(today);
    assertThat(days(same, NEW_YORK)).containsExactly(tomorrow, tomorrow, today.plusDays(7));
    assertThat(days(another, NEW_YORK)).hasSize(3).containsOnly(tomorrow);
  }

  @Test
  void usPermitsOneConversationInSevenDays() {
    PlacedOrder spoken = american(AMERICAN, "A").place();
    tenant.advance(Duration.ofHours(8));
    spoken.awaitEnd();
    PlacedOrder same = american(AMERICAN, "A").place();
    PlacedOrder another = american(AMERICAN, "B").place();

    tenant.advance(TEN_DAYS);

    assertThat(days(spoken, NEW_YORK)).containsExactly(today);
    assertThat(days(another, NEW_YORK)).containsExactly(today);
    assertThat(days(same, NEW_YORK)).containsExactly(today.plusDays(7));
  }

  @Test
  void italyPermitsThreeConversationsInSevenDays() {
    List<PlacedOrder> orders =
        Stream.generate(
                () -> tenant.anOrder().forSubject("mario").toPhone(ITALIAN).gapOfHours(1).place())
            .limit(4)
            .toList();

    tenant.advance(TEN_DAYS);

    assertThat(orders.stream().flatMap(order -> days(order, ROME).stream()).sorted())
        .containsExactly(today, today, today, today.plusDays(7));
  }

  @Test
  void addressInAnotherCountryAddsItsLimit() {
    PlacedOrder spoken = inAmerica("A").place();
    tenant.advance(Duration.ofHours(8));
    spoken.awaitEnd();
    PlacedOrder same = inAmerica("A").place();

    tenant.advance(TEN_DAYS);

    assertThat(days(same, TestTenants.BERLIN)).containsExactly(today.plusDays(7));
  }

  @Test
  void decisionNamesTheCount() {
    PlacedOrder order = american(UNANSWERED_AMERICAN, "A").attempts(2).gapOfHours(1).place();

    tenant.advance(TEN_DAYS);

    JsonNode rules = order.attempts().getLast().intent().decision().path("rules");
    assertThat(
            StreamSupport.stream(rules.spliterator(), false)
                .filter(rule -> rule.path("rule").asText().equals("dials_per_7_days"))
                .map(rule -> rule.path("message").asText()))
        .containsExactly(
            "1 of 7 dials with the person about the claim within seven days are used (row US/1).");
  }

  @Test
  void explanationNamesTheWeeklyLimit() {
    PlacedOrder spoken = american(AMERICAN, "A").place();
    tenant.advance(Duration.ofHours(8));
    spoken.awaitEnd();
    PlacedOrder same = american(AMERICAN, "A").place();
    tenant.advance(Duration.ofHours(2));

    assertThat(fixture.explain(same).rules())
        .filteredOn(each -> each.rule() == DialRule.CONVERSATIONS_PER_7_DAYS)
        .extracting(RuleVerdict::until)
        .containsExactly(today.plusDays(7).atStartOfDay(NEW_YORK).toInstant());
    assertThat(fixture.explain(same).nextPossibleAt())
        .isEqualTo(today.plusDays(7).atTime(8, 0).atZone(NEW_YORK).toInstant());
  }

  private OrderDraft american(String phone, String claim) {
    return tenant.anOrder().forSubject("john").toPhone(phone).aboutClaim(claim).gapOfHours(1);
  }

  private OrderDraft inAmerica(String claim) {
    OrderDraft draft =
        tenant.anOrder().forSubject("erika").to(MagicLine.NO_OUTCOME).aboutClaim(claim);
    return draft.livingIn("US").gapOfHours(1);
  }

  private static List<LocalDate> days(PlacedOrder order, ZoneId zone) {
    return order.attempts().stream()
        .map(attempt -> LocalDate.ofInstant(attempt.intendedAt(), zone))
        .toList();
  }
}
