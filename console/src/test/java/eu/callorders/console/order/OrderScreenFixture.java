package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerLight;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.UiRobot;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.app.ConsoleApp;
import eu.callorders.console.bulk.BulkViewModel;
import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.SubjectNames;
import eu.callorders.console.ui.FileChoice;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.RecordedNavigation;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.work.BackgroundExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.testfx.api.FxToolkit;

/** The order screen in its own window, with a fake service. */
final class OrderScreenFixture extends UiRobot implements AutoCloseable {
  private static final double WIDTH = 1170;
  private static final double HEIGHT = 800;
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  final FakeService service = new FakeService();

  /** Whether sessions reach the administration, at the same address. */
  boolean withAdministration;

  private final RecordedNavigation navigation = new RecordedNavigation();

  /** Exceptions on the UI thread. */
  final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

  private final BackgroundExecutor background = new BackgroundExecutor(Platform::runLater);
  private final Stage stage;
  private final Locale language = Locale.getDefault();
  private Session session;
  private Screen screen;

  OrderScreenFixture() throws TimeoutException {
    Locale.setDefault(Locale.ENGLISH);
    stage = FxToolkit.registerPrimaryStage();
    service.fixed("GET /v1/suppressions", 200, UnknownValueOrders.page());
    runAndWait(
        () -> Thread.currentThread().setUncaughtExceptionHandler((ignored, e) -> uncaught.add(e)));
    runAndWait(
        () -> Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet()));
  }

  /** Opens a new screen. */
  Screen open(Path home) {
    session =
        new Session(
            "s",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            EnumSet.allOf(Scope.class),
            client(),
            withAdministration ? Optional.of(client()) : Optional.empty(),
            new ConnectionStatus());
    ScreenContext context =
        new ScreenContext(
            session,
            background,
            new LiveEvents(background, session),
            new SubjectNames(background, session),
            Settings.load(home),
            navigation,
            FileChoice.DIALOG,
            ignored -> {});
    List<Screen> opened = new ArrayList<>();
    runAndWait(() -> opened.add(show(context)));
    return opened.getFirst();
  }

  private ApiClient client() {
    return ApiClient.administration(new Transport(SHORT), service.address(), "token");
  }

  private BulkViewModel actions(ScreenContext context) {
    return new BulkViewModel(
        background, session, context.settings().directory(), OrderActions.all());
  }

  private Screen show(ScreenContext context) {
    Screen screen = OrdersView.feature(this::actions).open().apply(context);
    Scene scene = new Scene(screen.root(), WIDTH, HEIGHT);
    String style =
        Objects.requireNonNull(ConsoleApp.class.getResource("console.css")).toExternalForm();
    scene.getStylesheets().add(style);
    stage.setScene(scene);
    stage.show();
    screen.shown();
    return screen;
  }

  Session session() {
    return session;
  }

  /** Links that were followed. */
  List<Link> links() {
    return navigation.links();
  }

  Stage stage() {
    return stage;
  }

  boolean isVisible(String query) {
    return read(() -> robot().lookup(query).queryAll().stream().anyMatch(Node::isManaged));
  }

  /** The texts of all nodes that match. */
  List<String> texts(String query) {
    return read(
        () -> robot().lookup(query).<Labeled>queryAll().stream().map(Labeled::getText).toList());
  }

  void press(String query) {
    ButtonBase button = find(query);
    await(() -> !button.isDisabled());
    runAndWait(button::fire);
  }

  /** Two events of the first order, and neither endpoints nor deliveries. */
  void respondWithoutDeliveries() {
    service.fixed(
        "/v1/events", 200, UnknownValueOrders.page(UnknownValueOrders.events("ord_1", 2)));
    service.fixed("/v1/webhook-endpoints", 200, UnknownValueOrders.page());
    service.fixed("/v1/webhook-deliveries", 200, UnknownValueOrders.page());
  }

  /** Opens a screen that lists these orders. */
  TableView<?> list(Path home, String... orders) {
    service.fixed("/v1/call-orders", 200, UnknownValueOrders.page(orders));
    screen = open(home);
    TableView<?> table = find("#orders");
    await(() -> table.getItems().size() == orders.length);
    return table;
  }

  Screen screen() {
    return screen;
  }

  void choose(TableView<?> table, int row) {
    runAndWait(() -> table.getSelectionModel().clearAndSelect(row));
  }

  static String chosen(TableView<?> table) {
    return String.valueOf(table.getSelectionModel().getSelectedItem());
  }

  TabPane tabs() {
    return find(".detail .tab-pane");
  }

  void awaitShown(String id) {
    TextField shown = find(".detail #id");
    await(() -> shown.getText().equals(id));
  }

  static KeyEvent enter() {
    return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false);
  }

  @Override
  public void close() throws TimeoutException {
    FxToolkit.cleanupStages();
    background.close();
    service.close();
    Locale.setDefault(language);
    assertThat(uncaught).isEmpty();
  }
}
