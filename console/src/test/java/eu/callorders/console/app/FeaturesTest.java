package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.ui.Link;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeaturesTest {
  /** Links of all screens to the resource with that identifier. */
  private static List<Link> links(String identifier) {
    return Features.all(
            Optional.empty(),
            ShortcutsTest.NO_ENDPOINTS,
            ShortcutsTest::unused,
            ShortcutsTest::unused,
            ShortcutsTest::unused)
        .stream()
        .flatMap(feature -> feature.linkTo(identifier).stream())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "ord_01h2xcejqtf2nbrexx3vqjhp41, orders",
    "enr_01h2xcejqtf2nbrexx3vqjhp41, enrollments",
    "seq_1, sequences",
    "evt_1, events",
    "whe_1, webhooks",
    "hld_1, holds",
    "sig_1, signals"
  })
  void oneScreenShowsAResource(String identifier, String feature) {
    assertThat(links(identifier)).containsExactly(Link.to(feature, identifier));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_", "_1", "ord", "ord_", "ord_1/cancel", "ord_1?x", "call_1"})
  void noScreenShowsOtherTexts(String text) {
    assertThat(links(text)).isEmpty();
  }
}
