package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.ListFilter;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;

/** The list of signals, with the effects of one or the form of a new one next to it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class SignalsView extends ListScreen<SignalRow, SignalsViewModel> {
  private static final String ID = "signals";

  @FXML private Button newSignal;
  @FXML private Pane toolbar;
  @FXML private TextField search;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private Label extent;
  @FXML private SplitPane split;

  private final SignalDetailViewModel signal;
  private final SignalDetailView view;
  private final NewSignalViewModel draft;
  private final NewSignalView draftView;
  private final StackPane aside = new StackPane();
  private final DetailPane detailPane;
  private NeededScope scopeHint;

  SignalsView(ScreenContext context) {
    super(
        context,
        new SignalsViewModel(context.background(), context.session(), ZoneId.systemDefault()));
    this.signal = new SignalDetailViewModel(context.background(), context.session());
    this.view = new SignalDetailView(signal, context, this::hideDetail);
    this.draft =
        new NewSignalViewModel(
            context.background(),
            context.session(),
            new JsonFieldConverter(ZoneId.systemDefault()),
            this::sent);
    this.draftView = new NewSignalView(draft, context, this::hideDetail);
    load();
    this.detailPane = new DetailPane(split, ID, context.settings());
    listen(model::handleEvents);
    listen(signal::handleEvents);
  }

  public static Feature feature() {
    Texts texts = Texts.of(SignalsView.class);
    return Feature.of(ID, texts, "fth-zap", Scope.ORDERS_READ, SignalsView::new)
        .identifiedBy("sig");
  }

  @FXML
  void initialize() {
    scopeHint = new NeededScope(texts, Scope.ORDERS_WRITE, newSignal);
    showScopes();
    newSignal
        .textProperty()
        .bind(
            Bindings.when(draft.hasInput.and(isHidden(draftView.root())))
                .then(texts.get("new.continue"))
                .otherwise(texts.get("new.signal")));
    showTable(ID, columns());
    table.onOpen(row -> show(row.id()));
    table.onSelect(row -> show(row.id()));
    ListFilter<SignalRow> filter = model.filter();
    searchBy(search, model.search());
    filterByTexts(toolbar, filter);
    filterBy(from, filter.from());
    filterBy(to, filter.to());
  }

  private List<Column<SignalRow>> columns() {
    Columns<SignalRow> columns = new Columns<>(texts);
    return List.of(
        columns.text("signal_type", 170, SignalRow::type).whole(),
        columns.subject(context.names(), SignalRow::subject).whole(),
        columns.text("effects", 150, this::effects),
        columns.time("received_at", SignalRow::receivedAt),
        columns.text("dedupe_key", 220, SignalRow::dedupeKey).whole(),
        columns.text("id", 290, SignalRow::id).hiddenByDefault());
  }

  private String effects(SignalRow row) {
    return row.effects().stream()
        .map(effect -> texts.value("effect", effect))
        .collect(Collectors.joining(", "));
  }

  private boolean isShown(Parent part) {
    return aside.getChildren().contains(part);
  }

  private BooleanBinding isHidden(Parent part) {
    return Bindings.createBooleanBinding(() -> !isShown(part), aside.getChildren());
  }

  private void showAside(Parent shown) {
    aside.getChildren().setAll(shown);
    detailPane.show(aside);
  }

  private void show(String id) {
    signal.show(id);
    showAside(view.root());
    table.choose(id);
  }

  private void hideDetail() {
    detailPane.hide();
    aside.getChildren().clear();
    signal.clear();
    table.choose("");
  }

  @FXML
  void newSignal() {
    showAside(draftView.root());
    signal.clear();
    table.choose("");
    draftView.onShown();
  }

  /** Shows the effects of the signal instead of the form, if it is still visible. */
  private void sent(JsonNode recorded) {
    model.sent(recorded);
    signal.sent(recorded);
    if (isShown(draftView.root())) {
      show(recorded.path("id").asText());
      table.view().requestFocus();
    }
  }

  @Override
  public boolean canCreate() {
    return draft.maySend();
  }

  @Override
  public void makeNew() {
    newSignal();
  }

  private void showScopes() {
    newSignal.setDisable(!canCreate());
    scopeHint.setGranted(canCreate());
    extent.setText(texts.get(model.mayReadEvents() ? "extent.feed" : "extent.sent"));
  }

  @Override
  public void applyScopes() {
    showScopes();
    view.scopesChanged();
    model.reload();
  }

  @Override
  protected void reloadDetail() {
    signal.load();
  }

  @Override
  protected String shownId() {
    return isShown(view.root()) ? signal.id() : "";
  }

  @Override
  protected void showDetail(String identifier) {
    if (identifier.isEmpty()) {
      hideDetail();
    } else {
      show(identifier);
    }
  }

  @Override
  public List<String> unsaved() {
    return draft.hasInput.get() ? List.of(texts.get("unsaved.new_signal")) : List.of();
  }
}
