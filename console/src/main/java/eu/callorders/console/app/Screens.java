package eu.callorders.console.app;

import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/**
 * The screens of a session, one of them in sight, and the ways to all of them. Once built they stay
 * as they are until the session ends, also while the session may not see them.
 */
final class Screens {
  private static final KeyCombination SEARCH =
      new KeyCodeCombination(KeyCode.F, KeyCombination.SHORTCUT_DOWN);
  private static final KeyCombination NEW =
      new KeyCodeCombination(KeyCode.N, KeyCombination.SHORTCUT_DOWN);
  private static final KeyCombination REFRESH = new KeyCodeCombination(KeyCode.F5);

  private final ScreenContext desk;
  private final Texts texts;
  private final Map<Feature, NavigationItem> items = new LinkedHashMap<>();
  private final Map<Feature, Screen> built = new HashMap<>();
  private final Pane content;
  private final ReadOnlyObjectWrapper<@Nullable Feature> shown = new ReadOnlyObjectWrapper<>();

  /**
   * @param navigation takes the ways to them
   * @param content takes the one in sight
   */
  Screens(ScreenContext desk, Texts texts, List<Feature> features, Pane navigation, Pane content) {
    this.desk = desk;
    this.texts = texts;
    this.content = content;
    ToggleGroup group = new ToggleGroup();
    for (Feature feature : features) {
      String shortcut = Shortcuts.text(items.size(), texts);
      items.put(feature, new NavigationItem(feature, shortcut, group, () -> show(feature)));
    }
    navigation.getChildren().setAll(items.values());
  }

  /** Shows what the session may do by now; the screen in sight stays where it may be seen. */
  void allow() {
    items.forEach((feature, item) -> item.allow(isAllowed(feature)));
    built.values().forEach(Screen::allow);
    Feature now = shown.get();
    if (now == null || !isAllowed(now)) {
      allowed().stream().findFirst().ifPresentOrElse(this::show, this::showNothing);
    }
  }

  private boolean isAllowed(Feature feature) {
    return feature.allowed().test(desk.session());
  }

  private List<Feature> allowed() {
    return items.keySet().stream().filter(this::isAllowed).toList();
  }

  /** What shows each of those that may be seen. */
  Stream<Runnable> looks() {
    return allowed().stream().map(feature -> () -> show(feature));
  }

  private Screen show(Feature feature) {
    Screen screen = built.computeIfAbsent(feature, it -> it.open().apply(desk));
    select(feature);
    content.getChildren().setAll(screen.root());
    screen.shown();
    Focus.into(screen.root());
    return screen;
  }

  private void select(@Nullable Feature feature) {
    items.forEach((it, item) -> item.select(it.equals(feature)));
    shown.set(feature);
  }

  private void showNothing() {
    Label why = new Label(texts.get("nothing_allowed"));
    why.setWrapText(true);
    why.getStyleClass().add("empty-state");
    content.getChildren().setAll(why);
    select(null);
  }

  /** Leads to that resource on the screen of that feature. */
  void go(String feature, String identifier) {
    allowed().stream()
        .filter(it -> it.id().equals(feature))
        .findFirst()
        .ifPresent(it -> show(it).open(identifier));
  }

  /** The screen in sight looks whether there is anything new. */
  void look() {
    Screen now = current();
    if (now != null) {
      now.shown();
    }
  }

  private @Nullable Screen current() {
    Feature now = shown.get();
    return now == null ? null : built.get(now);
  }

  /** Takes the keys that lead to screens and those that all screens understand. */
  void pressed(KeyEvent key) {
    Screen now = current();
    OptionalInt place = Shortcuts.place(key);
    if (now != null && SEARCH.match(key)) {
      now.search();
    } else if (now != null && NEW.match(key)) {
      now.makeNew();
    } else if (now != null && REFRESH.match(key)) {
      now.refresh();
    } else if (Shortcuts.PREVIOUS.match(key)) {
      step(-1);
    } else if (Shortcuts.NEXT.match(key)) {
      step(1);
    } else if (place.isPresent()) {
      items.keySet().stream()
          .skip(place.getAsInt())
          .limit(1)
          .filter(this::isAllowed)
          .forEach(this::show);
    } else {
      return;
    }
    key.consume();
  }

  /** To the next screen in that direction that may be seen. */
  private void step(int direction) {
    List<Feature> ways = allowed();
    int place = ways.indexOf(shown.get()) + direction;
    if (place >= 0 && place < ways.size()) {
      show(ways.get(place));
    }
  }

  /** What would be lost with the session, a line for each screen that holds any of it. */
  List<String> unsaved() {
    return items.keySet().stream()
        .filter(built::containsKey)
        .filter(feature -> !unsaved(feature).isEmpty())
        .map(
            feature ->
                texts.get("leave.lost", feature.title(), String.join(", ", unsaved(feature))))
        .toList();
  }

  private List<String> unsaved(Feature feature) {
    Screen screen = built.get(feature);
    return screen == null ? List.of() : screen.unsaved();
  }

  /** Null while none may be seen. */
  ReadOnlyObjectProperty<@Nullable Feature> shown() {
    return shown.getReadOnlyProperty();
  }

  void close() {
    built.values().forEach(Screen::close);
  }
}
