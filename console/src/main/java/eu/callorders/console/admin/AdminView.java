package eu.callorders.console.admin;

import eu.callorders.console.session.TenantClock;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.ScreenState;
import eu.callorders.console.ui.ScreenState.ListPosition;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.TabPane;

/** The administration: tabs that load when shown, below a banner with active halts. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class AdminView extends FxmlView implements Screen {
  public static final String ID = "administration";

  @FXML private HaltBanner banner;
  @FXML private TabPane tabs;

  private final HaltViewModel halts;
  private final TenantClock clock;
  private final AuditChainViewModel verification;
  private final List<Screen> screens;

  AdminView(ScreenContext context, HaltViewModel halts) {
    this.halts = halts;
    this.clock = context.session().clock();
    this.verification =
        new AuditChainViewModel(
            context.background(), context.session().administration().orElseThrow());
    this.screens =
        List.of(
            new HaltView(context, halts),
            new TenantsView(context),
            new AuditView(context, verification),
            new RunningCallsView(context),
            new OperatorsView(context));
    load();
  }

  public static Feature feature(Optional<HaltViewModel> halts) {
    Texts texts = Texts.of(AdminView.class);
    return new Feature(
        ID,
        texts.get("title"),
        "fth-shield",
        session -> session.administration().isPresent(),
        texts.get("needs.administration"),
        context -> new AdminView(context, halts.orElseThrow()));
  }

  @FXML
  void initialize() {
    banner.bind(halts, ignored -> true, clock);
    for (int tab = 0; tab < screens.size(); tab++) {
      tabs.getTabs().get(tab).setContent(screens.get(tab).root());
    }
    tabs.getSelectionModel().selectedIndexProperty().addListener(ignored -> tabChosen());
  }

  private void tabChosen() {
    Screen chosen = current();
    screens.stream().filter(it -> !it.equals(chosen)).forEach(Screen::hidden);
    chosen.shown();
  }

  private Screen current() {
    return screens.get(tabs.getSelectionModel().getSelectedIndex());
  }

  @Override
  public void shown() {
    current().shown();
  }

  @Override
  public void hidden() {
    current().hidden();
  }

  @Override
  public void applyScopes() {
    screens.forEach(Screen::applyScopes);
  }

  @Override
  public void refresh() {
    current().refresh();
  }

  @Override
  public void search() {
    current().search();
  }

  @Override
  public void open(Link link) {
    tabs.getSelectionModel().selectFirst(); // the halts
  }

  @Override
  public ScreenState state() {
    int tab = tabs.getSelectionModel().getSelectedIndex();
    return new ScreenState(List.of(current().state()), "", tab, ListPosition.TOP);
  }

  @Override
  public void restore(ScreenState state) {
    tabs.getSelectionModel().select(state.tab());
    if (state.inputs().getFirst() instanceof ScreenState tab) {
      current().restore(tab);
    }
  }

  @Override
  public List<String> unsaved() {
    return screens.stream().map(Screen::unsaved).flatMap(List::stream).toList();
  }

  @Override
  public void close() {
    verification.action.cancel();
    screens.forEach(Screen::close);
  }
}
