package eu.callorders.console.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/**
 * The places that an operator visited, as in a browser.
 *
 * @param <P> a screen and its state
 */
final class NavigationHistory<P> {
  static final int LIMIT = 100;

  private final List<P> places = new ArrayList<>();
  private final ReadOnlyBooleanWrapper canGoBack = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canGoForward = new ReadOnlyBooleanWrapper();
  private int present = -1;

  /** Whether there is a place to go back to. */
  ReadOnlyBooleanProperty canGoBack() {
    return canGoBack.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty canGoForward() {
    return canGoForward.getReadOnlyProperty();
  }

  /** Adds a place after the present one, and drops those that were after it. */
  void visit(P place) {
    places.subList(present + 1, places.size()).clear();
    places.add(place);
    if (places.size() > LIMIT) {
      places.removeFirst();
    }
    moveTo(places.size() - 1);
  }

  /** Changes the present place, whose screen is about to be left. */
  void update(UnaryOperator<P> change) {
    if (present >= 0) {
      places.set(present, change.apply(places.get(present)));
    }
  }

  /** Goes back; empty at the first place. */
  Optional<P> back() {
    return go(present - 1);
  }

  /** Goes forward again; empty at the last place. */
  Optional<P> forward() {
    return go(present + 1);
  }

  private Optional<P> go(int index) {
    if (index < 0 || index >= places.size()) {
      return Optional.empty();
    }
    moveTo(index);
    return Optional.of(places.get(index));
  }

  /** Drops places that do not match, and of equal neighbors all but one. */
  void retain(Predicate<P> matches) {
    List<P> kept = new ArrayList<>();
    int keptPresent = -1;
    for (int index = 0; index < places.size(); index++) {
      P place = places.get(index);
      if (matches.test(place) && (kept.isEmpty() || !kept.getLast().equals(place))) {
        kept.add(place);
      }
      if (index == present) {
        keptPresent = kept.size() - 1;
      }
    }
    places.clear();
    places.addAll(kept);
    moveTo(keptPresent);
  }

  private void moveTo(int index) {
    present = index;
    canGoBack.set(present > 0);
    canGoForward.set(present < places.size() - 1);
  }
}
