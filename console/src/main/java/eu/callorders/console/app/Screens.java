package eu.callorders.console.app;

import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.ScreenState;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/**
 * The screens of a session, one of them visible. Once created, a screen keeps its state until the
 * session ends, also while its scope is missing.
 */
final class Screens implements Navigation {
  private final ScreenContext context;
  private final Texts texts;
  private final Map<Feature, NavigationItem> items = new LinkedHashMap<>();
  private final Map<Feature, Screen> opened = new HashMap<>();
  private final Pane content;

  /** The screens that were visited, each in its last state. */
  final NavigationHistory<Place> history = new NavigationHistory<>();

  /** A screen in a state. */
  record Place(Feature feature, ScreenState state) {}

  /** Null while no screen is allowed. */
  final ObjectProperty<@Nullable Feature> shown = new SimpleObjectProperty<>();

  Screens(ScreenContext desk, Texts texts, List<Feature> features, Pane navigation, Pane content) {
    this.context = desk;
    this.texts = texts;
    this.content = content;
    ToggleGroup group = new ToggleGroup();
    for (Feature feature : features) {
      String shortcut = Shortcuts.text(Shortcuts.ofScreen(items.size()), texts);
      items.put(feature, new NavigationItem(feature, shortcut, group, () -> visit(feature)));
    }
    navigation.getChildren().setAll(items.values());
  }

  /** Shows that number, unless it is zero, at the entry of a screen. */
  void showBadge(
      String feature, ObservableValue<Number> count, Function<Number, String> explained) {
    items.forEach(
        (it, item) -> {
          if (it.id().equals(feature)) {
            item.showBadge(count, explained);
          }
        });
  }

  /** Applies the scopes of the session; the visible screen stays if it is still allowed. */
  void applyScopes() {
    items.forEach((feature, item) -> item.setAllowed(isAllowed(feature)));
    opened.values().forEach(Screen::applyScopes);
    Feature current = shown.get();
    if (current == null || !isAllowed(current)) {
      allowed().stream().findFirst().ifPresentOrElse(this::visit, this::showNothing);
    }
    history.retain(place -> isAllowed(place.feature()));
  }

  private boolean isAllowed(Feature feature) {
    return feature.allowed().test(context.session());
  }

  List<Feature> allowed() {
    return items.keySet().stream().filter(this::isAllowed).toList();
  }

  /** Actions that open each allowed screen. */
  Stream<Runnable> openers() {
    return allowed().stream().map(feature -> () -> visit(feature));
  }

  /** Shows that screen as it was left. */
  private Screen visit(Feature feature) {
    if (!feature.equals(shown.get())) {
      leave();
      history.visit(new Place(feature, ScreenState.NONE));
    }
    return show(feature);
  }

  /** Keeps what the operator sees, for the way back. */
  private void leave() {
    Screen screen = current();
    if (screen != null) {
      ScreenState state = screen.state();
      history.update(place -> new Place(place.feature(), state));
    }
  }

  void back() {
    leave();
    history.back().ifPresent(this::restore);
  }

  void forward() {
    leave();
    history.forward().ifPresent(this::restore);
  }

  private void restore(Place place) {
    show(place.feature()).restore(place.state());
  }

  private Screen show(Feature feature) {
    Screen screen = opened.computeIfAbsent(feature, it -> it.open().apply(context));
    hideAllBut(screen);
    select(feature);
    content.getChildren().setAll(screen.root());
    screen.shown();
    Focus.into(screen.root());
    return screen;
  }

  private void hideAllBut(@Nullable Screen screen) {
    opened.values().stream().filter(it -> !it.equals(screen)).forEach(Screen::hidden);
  }

  private void select(@Nullable Feature feature) {
    items.forEach((it, item) -> item.select(it.equals(feature)));
    shown.set(feature);
  }

  private void showNothing() {
    Label message = new Label(texts.get("nothing_allowed"));
    message.setWrapText(true);
    message.getStyleClass().add("empty-state");
    content.getChildren().setAll(message);
    hideAllBut(null);
    select(null);
  }

  /** A link to the resource with that identifier, if a screen shows its kind. */
  Optional<Link> linkTo(String identifier) {
    return items.keySet().stream()
        .flatMap(feature -> feature.linkTo(identifier).stream())
        .findFirst();
  }

  @Override
  public Optional<String> missing(Link link) {
    return target(link).filter(feature -> !isAllowed(feature)).map(Feature::needs);
  }

  private Optional<Feature> target(Link link) {
    return items.keySet().stream().filter(it -> it.id().equals(link.feature())).findFirst();
  }

  @Override
  public void go(Link link) {
    target(link)
        .filter(this::isAllowed)
        .ifPresent(
            it -> {
              leave();
              Screen left = current();
              Screen target = show(it);
              ScreenState before = target.state();
              open(target, link);
              if (!target.equals(left) || !target.state().equals(before)) {
                history.visit(new Place(it, ScreenState.NONE));
              }
            });
  }

  private static void open(Screen target, Link link) {
    if (!link.isNew()) {
      target.open(link);
    } else if (target.canCreate()) {
      target.makeNew();
    }
  }

  void refreshVisible() {
    Screen screen = current();
    if (screen != null) {
      screen.shown();
    }
  }

  private @Nullable Screen current() {
    Feature feature = shown.get();
    return feature == null ? null : opened.get(feature);
  }

  /** Opens each screen, moves between them, and acts on the visible one. */
  List<Command> commands() {
    List<Command> commands = new ArrayList<>();
    for (Feature feature : items.keySet()) {
      commands.add(
          new Command(
              feature.title(),
              Shortcuts.ofScreen(commands.size()),
              () -> isAllowed(feature),
              () -> visit(feature)));
    }
    commands.add(onScreen("command.search", Shortcuts.SEARCH, ignored -> true, Screen::search));
    commands.add(onScreen("command.new", Shortcuts.NEW, Screen::canCreate, Screen::makeNew));
    commands.add(onScreen("command.refresh", Shortcuts.REFRESH, ignored -> true, Screen::refresh));
    commands.add(
        new Command(
            texts.get("command.back"), Shortcuts.BACK, history.canGoBack()::get, this::back));
    commands.add(
        new Command(
            texts.get("command.forward"),
            Shortcuts.FORWARD,
            history.canGoForward()::get,
            this::forward));
    commands.add(Command.of(texts.get("command.previous"), Shortcuts.PREVIOUS, () -> step(-1)));
    commands.add(Command.of(texts.get("command.next"), Shortcuts.NEXT, () -> step(1)));
    return commands;
  }

  private Command onScreen(
      String title, KeyCodeCombination key, Predicate<Screen> enabled, Consumer<Screen> action) {
    return new Command(
        texts.get(title),
        key,
        () -> Optional.ofNullable(current()).filter(enabled).isPresent(),
        () -> Optional.ofNullable(current()).ifPresent(action));
  }

  /** Handles the buttons of a mouse that go back and forward. */
  void onMouse(MouseEvent click) {
    if (click.getButton() == MouseButton.BACK) {
      back();
    } else if (click.getButton() == MouseButton.FORWARD) {
      forward();
    } else {
      return;
    }
    click.consume();
  }

  /** Shows the next allowed screen in that direction. */
  private void step(int direction) {
    List<Feature> features = allowed();
    int position = features.indexOf(shown.get()) + direction;
    if (position >= 0 && position < features.size()) {
      visit(features.get(position));
    }
  }

  /** Unsaved input, one line for each screen. */
  List<String> unsaved() {
    return items.keySet().stream()
        .filter(opened::containsKey)
        .filter(feature -> !unsaved(feature).isEmpty())
        .map(
            feature ->
                texts.get("leave.lost", feature.title(), String.join(", ", unsaved(feature))))
        .toList();
  }

  private List<String> unsaved(Feature feature) {
    Screen screen = opened.get(feature);
    return screen == null ? List.of() : screen.unsaved();
  }

  void close() {
    opened.values().forEach(Screen::close);
  }
}
