package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import java.time.Instant;
import java.util.Map;

/** What a test expects of the explanations of orders. */
record ExplainedOrders(DialFixture fixture) {

  /** Also that neither messages nor parameters contain personal data. */
  DialExplanation explain(PlacedOrder order) {
    DialExplanation explanation = fixture.explain(order);
    assertThat(explanation.rules())
        .extracting(RuleVerdict::toString)
        .noneMatch(rule -> rule.contains("erika") || rule.contains("+49"));
    return explanation;
  }

  void assertDecides(PlacedOrder order, DialRule rule, Instant until) {
    assertThat(explain(order).rules().getFirst().rule()).isEqualTo(rule);
    assertWaits(order, rule, until);
  }

  void assertWaits(PlacedOrder order, DialRule rule, Instant until) {
    DialExplanation explanation = explain(order);
    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.rules())
        .filteredOn(each -> each.rule() == rule)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.verdict()).isEqualTo(Verdict.WAIT);
              assertThat(each.until()).isEqualTo(until);
            });
  }

  void assertBlocked(PlacedOrder order, DialRule rule) {
    DialExplanation explanation = explain(order);
    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.verdict() == Verdict.BLOCK)
        .extracting(RuleVerdict::rule)
        .containsExactly(rule);
  }

  String message(PlacedOrder order, DialRule rule) {
    return verdict(order, rule).message();
  }

  Map<String, Object> parameters(PlacedOrder order, DialRule rule) {
    return verdict(order, rule).parameters();
  }

  private RuleVerdict verdict(PlacedOrder order, DialRule rule) {
    return explain(order).rules().stream()
        .filter(each -> each.rule() == rule)
        .findFirst()
        .orElseThrow();
  }
}
