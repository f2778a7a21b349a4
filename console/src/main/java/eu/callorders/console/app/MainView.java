package eu.callorders.console.app;

import eu.callorders.console.admin.AdminView;
import eu.callorders.console.admin.HaltBar;
import eu.callorders.console.admin.HaltButton;
import eu.callorders.console.admin.HaltViewModel;
import eu.callorders.console.alert.AlertsView;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.bulk.BulkBar;
import eu.callorders.console.imports.FileDrop;
import eu.callorders.console.imports.ImportBar;
import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.SubjectNames;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.SavedViews;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.webhook.WebhooksView;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Window;

/** The window of a session: header, navigation and the current screen. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class MainView extends FxmlView implements Navigation {
  private static final double TENANT_WIDTH = 110;

  @FXML private BorderPane window;
  @FXML private VBox top;
  @FXML private HBox header;
  @FXML private Label environment;
  @FXML private Label tenant;
  @FXML private Label profile;
  @FXML private Label reachable;
  @FXML private Button back;
  @FXML private Button forward;
  @FXML private Button settings;
  @FXML private VBox navigation;
  @FXML private StackPane layers;
  @FXML private StackPane content;

  private final Session session;
  private final Themes themes;
  private final ScreenContext context;
  private final SessionModels models;
  private final Notices notices;
  private Optional<HaltButton> haltButton = Optional.empty();
  private Screens screens;
  private AlertsView alerts;
  private Commands commands;
  private CommandPalette palette;
  private Runnable disconnect = () -> {};
  private boolean closed;

  MainView(
      Session session,
      BackgroundExecutor background,
      Settings settings,
      Themes themes,
      Desktop desktop) {
    this.session = session;
    this.themes = themes;
    LiveEvents events = new LiveEvents(background, session);
    this.context =
        new ScreenContext(
            session,
            background,
            events,
            new SubjectNames(background, session),
            settings,
            this,
            desktop.files(),
            desktop.browser());
    this.models = new SessionModels(context);
    this.notices = new Notices(texts, context);
    load();
    window
        .sceneProperty()
        .flatMap(Scene::windowProperty)
        .flatMap(Window::focusedProperty)
        .orElse(false)
        .subscribe(events::setUsed);
    session.scopes().addListener((ignored, before, now) -> screens.applyScopes());
    session.role().addListener((ignored, before, now) -> screens.applyScopes());
    session.connectionStatus().listen(state -> whileOpen(() -> reachable(state)));
    session
        .administration()
        .ifPresent(api -> api.connectionStatus().listen(state -> whileOpen(models.outage::update)));
    models.start();
  }

  String title() {
    return texts.get("window.title.connected", environmentName(), session.tenantName());
  }

  /** Actions that open each allowed screen, and finally disconnect. */
  List<Runnable> screenOpeners() {
    return Stream.concat(screens.openers(), Stream.<Runnable>of(this::disconnect)).toList();
  }

  void onDisconnect(Runnable action) {
    disconnect = action;
  }

  void close() {
    closed = true;
    models.close();
    screens.close();
  }

  /** A late response must not start again what a closed session has stopped. */
  private void whileOpen(Runnable change) {
    context
        .background()
        .runOnFxThread(
            () -> {
              if (!closed) {
                change.run();
              }
            });
  }

  private String environmentName() {
    return texts.value("environment", session.environment());
  }

  @FXML
  void initialize() {
    environment.setText(environmentName().toUpperCase(Locale.getDefault()));
    header.getStyleClass().add(session.isSandbox() ? "header-sandbox" : "header-live");
    show(tenant, session.tenantName());
    TextWidth.keep(tenant, TENANT_WIDTH);
    show(profile, session.name() + " · " + session.api().base().getAuthority());
    top.getChildren()
        .addAll(
            new OutageBar(models.outage, session.clock(), texts),
            new SignInBar(models.signIn, texts),
            new ImportBar(models.imports, context.navigation()),
            new BulkBar(models.orderActions, context.navigation()),
            new BulkBar(models.deliveryActions, context.navigation()));
    FileDrop.install(window, models.imports, context.navigation());
    List<Feature> features =
        Features.all(
            models.halts,
            models.failingEndpoints.endpoints(),
            ignored -> models.orderActions,
            ignored -> models.deliveryActions,
            ignored -> models.imports);
    screens = new Screens(context, texts, features, navigation, content);
    top.getChildren()
        .add(new ClockBar(models.clocks, screens.shown.map(Feature::id).orElse(""), texts));
    alerts = new AlertsView(models.alerts, context, layers);
    header.getChildren().add(header.getChildren().indexOf(reachable) + 1, alerts.bell());
    models.halts.ifPresent(this::addHalts);
    screens.showBadge(
        WebhooksView.ID, models.failingEndpoints.count(), it -> texts.get("badge.failing", it));
    back.disableProperty().bind(screens.history.canGoBack().not());
    forward.disableProperty().bind(screens.history.canGoForward().not());
    reachable(ConnectionStatus.State.ONLINE);
    screens.applyScopes();
    commands =
        new Commands(
            texts,
            screens,
            list -> new SavedViews(context.settings(), session, list),
            ownCommands());
    palette = new CommandPalette(texts, commands::find);
    window.addEventFilter(KeyEvent.KEY_PRESSED, commands::onKey);
    window.addEventFilter(MouseEvent.MOUSE_PRESSED, click -> screens.onMouse(click));
  }

  private List<Command> ownCommands() {
    return List.of(
        Command.of(texts.get("command.palette"), Shortcuts.PALETTE, () -> palette.open(content)),
        Command.of(texts.get("command.help"), Shortcuts.HELP, this::help),
        Command.of(texts.get("command.about"), null, this::about),
        Command.of(texts.get("command.alerts"), Shortcuts.ALERTS, alerts::toggle),
        Command.of(texts.get("command.theme"), null, themes::toggle),
        Command.of(texts.get("command.settings"), Shortcuts.SETTINGS, this::showSettings),
        new Command(
            texts.get("command.halt"),
            null,
            () -> haltButton.filter(HaltButton::isEnabled).isPresent(),
            () -> haltButton.ifPresent(HaltButton::ask)),
        Command.of(texts.get("disconnect"), null, this::disconnect));
  }

  @FXML
  void help() {
    notices.showHelp(window(), commands.all());
  }

  void about() {
    notices.showAbout(window());
  }

  /** Opens what an identifier names, or says why not. */
  void open(String identifier) {
    commands
        .open(identifier)
        .ifPresent(reason -> notices.showUnopened(window(), identifier, reason));
  }

  /** Both labels may be truncated, so their tooltips show the full text. */
  private static void show(Label name, String text) {
    name.setText(text);
    name.setTooltip(new Tooltip(text));
  }

  /** Adds what every screen shows of halts, and the way to halt all dialing. */
  private void addHalts(HaltViewModel model) {
    Runnable openHalts = () -> screens.go(Link.to(AdminView.ID, ""));
    ObservableValue<Boolean> elsewhere =
        screens.shown.map(feature -> !feature.id().equals(AdminView.ID)).orElse(true);
    top.getChildren().add(new HaltBar(model, session, elsewhere, openHalts));
    int place = header.getChildren().indexOf(settings) + 1; // a new window focuses another button
    haltButton = Optional.of(new HaltButton(model, session, openHalts));
    header.getChildren().add(place, haltButton.get());
  }

  @Override
  public void go(Link link) {
    screens.go(link);
  }

  @Override
  public Optional<String> missing(Link link) {
    return screens.missing(link);
  }

  @FXML
  void back() {
    screens.back();
  }

  @FXML
  void forward() {
    screens.forward();
  }

  private void reachable(ConnectionStatus.State state) {
    boolean answers = state == ConnectionStatus.State.ONLINE;
    reachable.setText(
        texts.get(
            switch (state) {
              case ONLINE -> "online";
              case OFFLINE -> "offline";
              case CREDENTIALS_REJECTED -> "refused";
            }));
    reachable.getStyleClass().setAll("label", answers ? "online" : "offline");
    models.signIn.statusChanged(state);
    models.outage.update();
    if (answers) {
      screens.refreshVisible();
    }
  }

  @FXML
  void showSettings() {
    SettingsDialog.show(window(), texts, context.settings(), themes);
  }

  /** Whether the session may {@code disconnect} or {@code close}; unsaved input needs a yes. */
  boolean confirm(String exit) {
    List<String> unsaved = screens.unsaved();
    return unsaved.isEmpty()
        || new ActionDialog(window(), texts, exit)
            .effect(String.join("\n", unsaved))
            .danger()
            .confirm();
  }

  @FXML
  void disconnect() {
    if (confirm("disconnect")) {
      disconnect.run();
    }
  }
}
