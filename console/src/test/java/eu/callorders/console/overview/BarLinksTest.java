package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.chart.DrillDown.Target;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.RecordedNavigation;
import eu.callorders.console.ui.Texts;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BarLinksTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant MIDNIGHT = Instant.parse("2026-11-20T23:00:00Z");

  private final Locale before = Locale.getDefault();
  private final RecordedNavigation navigation = new RecordedNavigation();

  private BarLinks links(Navigation by, Locale language) {
    Locale.setDefault(language);
    return new BarLinks(by, Texts.of(BarLinks.class), BERLIN);
  }

  @AfterEach
  void speakAsBefore() {
    Locale.setDefault(before);
  }

  private Link open(Target target) {
    target.open().orElseThrow().run();
    return navigation.links().getLast();
  }

  /** Those of the service: which status an order with that outcome has. */
  @ParameterizedTest
  @CsvSource({
    "payment_promised, completed",
    "no_contact, completed",
    "outcome_unknown, completed",
    "expired, expired",
    "canceled, canceled",
    "suppressed, canceled",
    "number_unusable, failed"
  })
  void opensOrdersOfTheStatusOfTheOutcomeUpToTheDay(String code, String status) {
    BarLinks links = links(navigation, Locale.ENGLISH);
    assertThat(open(links.orders(code, MIDNIGHT, false)))
        .isEqualTo(new Link("orders", "", Map.of("status", status, "to", "2026-11-20")));
    assertThat(open(links.orders(code, MIDNIGHT.plusMillis(1), false)).filter())
        .containsEntry("to", "2026-11-21");
  }

  @ParameterizedTest
  @CsvSource({"technical_failure", "sang_along"})
  void opensAllOrdersUpToTheDayWhenTheStatusIsUnclear(String code) {
    Target target = links(navigation, Locale.ENGLISH).orders(code, MIDNIGHT, false);
    assertThat(open(target)).isEqualTo(new Link("orders", "", Map.of("to", "2026-11-20")));
    assertThat(target.hint())
        .startsWith("Click or Enter: orders created on 20 Nov 2026 or before. The list cannot");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | orders with the status “Expired”, created on 20 Nov 2026 or before | deliveries with the status “Dead letter”, created
          de | Aufträge mit dem Status „Abgelaufen“, angelegt am 20.11.2026 oder vorher | Zustellungen mit dem Status „Unzustellbar“, angelegt
          """)
  void saysWhatItOpensAndWhatTheListCannotFilter(
      String language, String orders, String deliveries) {
    BarLinks links = links(navigation, Locale.of(language));
    assertThat(links.orders("expired", MIDNIGHT, false).hint())
        .contains(orders)
        .containsAnyOf("cannot be filtered by outcome", "nicht nach dem Ausgang filtern");
    Target failed = links.deliveries("failed", MIDNIGHT, false);
    assertThat(failed.hint())
        .contains(deliveries)
        .containsAnyOf("cannot be filtered by when", "nicht danach filtern");
    assertThat(open(failed))
        .isEqualTo(new Link("deliveries", "", Map.of("status", "failed", "to", "2026-11-20")));
  }

  @Test
  void opensNothingForAllTenants() {
    Target target = links(navigation, Locale.ENGLISH).orders("expired", MIDNIGHT, true);
    assertThat(target.open()).isEmpty();
    assertThat(target.hint()).startsWith("The lists show this tenant only");
  }

  @Test
  void saysWhichScopeTheListNeeds() {
    Navigation closed =
        new Navigation() {
          @Override
          public void go(Link link) {
            throw new AssertionError(link);
          }

          @Override
          public Optional<String> missing(Link link) {
            return Optional.of("Needs " + link.feature());
          }
        };
    Target target = links(closed, Locale.ENGLISH).deliveries("failed", MIDNIGHT, false);
    assertThat(target).isEqualTo(new Target("Needs deliveries", Optional.empty()));
  }
}
