package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTest {
  @ParameterizedTest
  @CsvSource({
    "ord_01h2xcejqtf2nbrexx3vqjhp41, orders",
    "enr_01h2xcejqtf2nbrexx3vqjhp41, enrollments",
    "seq_1, sequences",
    "evt_1, events",
    "whe_1, webhooks"
  })
  void showsAResourceOnItsScreen(String identifier, String feature) {
    assertThat(Link.ofIdentifier(identifier)).contains(Link.to(feature, identifier));
  }

  @Test
  void filtersAListThatHasNoDetails() {
    assertThat(Link.ofIdentifier("hld_1")).contains(Link.filtered("holds", "id", "hld_1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_", "ord", "ord_", "ord_1/cancel", "ord_1?x", "call_1", "debtor_1"})
  void knowsNoScreenOfOtherTexts(String text) {
    assertThat(Link.ofIdentifier(text)).isEmpty();
  }
}
