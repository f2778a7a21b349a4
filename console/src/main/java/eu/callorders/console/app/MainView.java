package eu.callorders.console.app;

import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.Background;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * The connected window: where we are on top, the screens at the left, one of them in the middle.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class MainView {
  private static final KeyCombination SEARCH =
      new KeyCodeCombination(KeyCode.F, KeyCombination.SHORTCUT_DOWN);
  private static final KeyCombination REFRESH = new KeyCodeCombination(KeyCode.F5);

  @FXML private BorderPane window;
  @FXML private VBox top;
  @FXML private HBox header;
  @FXML private Label environment;
  @FXML private Label tenant;
  @FXML private Label profile;
  @FXML private Label reachable;
  @FXML private Button theme;
  @FXML private VBox navigation;
  @FXML private StackPane content;

  private final Session session;
  private final Themes themes;
  private final Texts texts = Texts.beside(MainView.class);
  private final Desk desk;
  private final SignInViewModel signIn;
  private final List<Feature> features = Features.all();
  private final Map<String, ToggleButton> buttons = new HashMap<>();
  private final Map<String, Screen> screens = new HashMap<>();
  private final ToggleGroup group = new ToggleGroup();
  private final Parent root;
  private Runnable disconnect = () -> {};
  private @Nullable Screen current;
  private @Nullable Feature shown;

  MainView(Session session, Background background, Settings settings, Themes themes) {
    this.session = session;
    this.themes = themes;
    Optional<LiveEvents> events =
        session.may(Scope.EVENTS_READ)
            ? Optional.of(new LiveEvents(background, session.api()))
            : Optional.empty();
    this.desk = new Desk(session, background, events, settings, this::go);
    this.signIn = new SignInViewModel(background, session.api());
    this.root = Fxml.load(this, texts);
    session.reachability().listen(state -> background.draw(() -> reachable(state)));
  }

  Parent root() {
    return root;
  }

  String title() {
    return texts.get("window.title.connected", environmentName(), session.tenantName());
  }

  /** What shows each of the screens that may be seen, and at last the one to connect again. */
  List<Runnable> looks() {
    Stream<Runnable> screens =
        features.stream().filter(this::isAllowed).map(feature -> () -> show(feature));
    return Stream.concat(screens, Stream.of(this::disconnect)).toList();
  }

  void onDisconnect(Runnable action) {
    disconnect = action;
  }

  void close() {
    desk.events().ifPresent(LiveEvents::close);
    screens.values().forEach(Screen::close);
  }

  private String environmentName() {
    return texts.value("environment", session.environment());
  }

  @FXML
  void initialize() {
    environment.setText(environmentName().toUpperCase(Locale.getDefault()));
    header.getStyleClass().add(session.isSandbox() ? "header-sandbox" : "header-live");
    tenant.setText(session.tenantName());
    profile.setText(session.name() + " · " + session.api().base().getAuthority());
    top.getChildren().add(new SignInBar(signIn, texts));
    reachable(Reachability.State.ANSWERS);
    drawTheme();
    features.forEach(this::button);
    features.stream()
        .filter(this::isAllowed)
        .findFirst()
        .ifPresentOrElse(this::show, this::showNothing);
    window.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
  }

  private void button(Feature feature) {
    ToggleButton button = new ToggleButton(feature.title(), new FontIcon(feature.icon()));
    button.setId("go-" + feature.id());
    button.setToggleGroup(group);
    button.setMaxWidth(Double.MAX_VALUE);
    button.getStyleClass().add("navigation-item");
    button.setOnAction(ignored -> show(feature));
    String shortcut = Shortcuts.text(buttons.size(), texts);
    StackPane holder = new StackPane(button);
    if (isAllowed(feature)) {
      button.setTooltip(new Tooltip(feature.title() + "  (" + shortcut + ")"));
    } else {
      button.setDisable(true);
      Tooltip.install(
          holder, new Tooltip(feature.needs())); // disabled nodes have none of their own
      button.setAccessibleHelp(feature.needs());
    }
    buttons.put(feature.id(), button);
    navigation.getChildren().add(holder);
  }

  private void pressed(KeyEvent key) {
    OptionalInt place = Shortcuts.place(key);
    if (current != null && SEARCH.match(key)) {
      current.search();
    } else if (current != null && REFRESH.match(key)) {
      current.refresh();
    } else if (Shortcuts.PREVIOUS.match(key)) {
      step(-1);
    } else if (Shortcuts.NEXT.match(key)) {
      step(1);
    } else if (place.isPresent()) {
      features.stream().skip(place.getAsInt()).limit(1).filter(this::isAllowed).forEach(this::show);
    } else {
      return;
    }
    key.consume();
  }

  /** To the next screen in that direction that may be seen. */
  private void step(int direction) {
    List<Feature> allowed = features.stream().filter(this::isAllowed).toList();
    int place = allowed.indexOf(shown) + direction;
    if (place >= 0 && place < allowed.size()) {
      show(allowed.get(place));
    }
  }

  private boolean isAllowed(Feature feature) {
    return feature.allowed().test(session);
  }

  private Screen show(Feature feature) {
    Screen screen = screens.computeIfAbsent(feature.id(), ignored -> feature.open().apply(desk));
    group.selectToggle(buttons.get(feature.id()));
    content.getChildren().setAll(screen.root());
    current = screen;
    shown = feature;
    screen.shown();
    return screen;
  }

  private void showNothing() {
    Label why = new Label(texts.get("nothing_allowed"));
    why.setWrapText(true);
    why.getStyleClass().add("empty-state");
    content.getChildren().setAll(why);
  }

  private void go(String feature, String identifier) {
    features.stream()
        .filter(it -> it.id().equals(feature) && isAllowed(it))
        .findFirst()
        .ifPresent(it -> show(it).open(identifier));
  }

  private void reachable(Reachability.State state) {
    boolean answers = state == Reachability.State.ANSWERS;
    reachable.setText(
        texts.get(
            switch (state) {
              case ANSWERS -> "online";
              case AWAY -> "offline";
              case REFUSED -> "refused";
            }));
    reachable.getStyleClass().setAll("label", answers ? "online" : "offline");
    signIn.found(state);
    if (answers && current != null) {
      current.shown();
    }
  }

  private void drawTheme() {
    theme.setGraphic(new FontIcon(themes.isDark() ? "fth-sun" : "fth-moon"));
    theme.setAccessibleText(texts.get(themes.isDark() ? "theme.light" : "theme.dark"));
    theme.setTooltip(new Tooltip(theme.getAccessibleText()));
  }

  @FXML
  void toggleTheme() {
    themes.toggle();
    drawTheme();
  }

  @FXML
  void disconnect() {
    disconnect.run();
  }
}
