package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NavigationHistoryTest {
  private final NavigationHistory<String> history = new NavigationHistory<>();

  private void visit(String... places) {
    for (String place : places) {
      history.visit(place);
    }
  }

  @Test
  void goesBackAndForward() {
    visit("a", "b", "c");
    assertThat(history.canGoForward().get()).isFalse();
    assertThat(history.back()).contains("b");
    assertThat(history.back()).contains("a");
    assertThat(history.back()).isEmpty();
    assertThat(history.canGoBack().get()).isFalse();
    assertThat(history.forward()).contains("b");
    assertThat(history.canGoForward().get()).isTrue();
    assertThat(history.forward()).contains("c");
    assertThat(history.forward()).isEmpty();
  }

  @Test
  void isEmptyAtFirst() {
    history.update(place -> place + "!");
    assertThat(history.canGoBack().get()).isFalse();
    assertThat(history.canGoForward().get()).isFalse();
    assertThat(history.back()).isEmpty();
    assertThat(history.forward()).isEmpty();
  }

  @Test
  void dropsPlacesAheadOnANewVisit() {
    visit("a", "b", "c");
    history.back();
    history.back();
    visit("d");
    assertThat(history.canGoForward().get()).isFalse();
    assertThat(history.back()).contains("a");
    assertThat(history.forward()).contains("d");
    assertThat(history.forward()).isEmpty();
  }

  @Test
  void restoresTheLatestStateOfAPlace() {
    visit("a");
    history.update(place -> place + " searched");
    visit("b");
    history.update(place -> place + " filtered");
    assertThat(history.back()).contains("a searched");
    assertThat(history.forward()).contains("b filtered");
  }

  @Test
  void keepsTheLatestPlaces() {
    for (int place = 0; place <= NavigationHistory.LIMIT; place++) {
      visit("place " + place);
    }
    String oldest = "";
    int steps = 0;
    while (history.canGoBack().get()) {
      oldest = history.back().orElseThrow();
      steps++;
    }
    assertThat(oldest).isEqualTo("place 1");
    assertThat(steps).isEqualTo(NavigationHistory.LIMIT - 1);
  }

  @Test
  void dropsPlacesWhoseScopeIsLost() {
    visit("orders", "webhooks 1", "events", "webhooks 2", "orders 2");
    history.back();
    history.back();
    history.retain(place -> !place.startsWith("webhooks"));
    assertThat(history.back()).contains("orders");
    assertThat(history.back()).isEmpty();
    assertThat(history.forward()).contains("events");
    assertThat(history.forward()).contains("orders 2");
    assertThat(history.forward()).isEmpty();
  }

  @Test
  void joinsEqualNeighborsWhenPlacesBetweenAreDropped() {
    visit("orders", "webhooks", "orders");
    history.retain(place -> !place.equals("webhooks"));
    assertThat(history.canGoBack().get()).isFalse();
    assertThat(history.canGoForward().get()).isFalse();
    history.retain(place -> false);
    visit("events");
    assertThat(history.canGoBack().get()).isFalse();
  }
}
