package eu.callorders.console.webhook;

import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.time.ZoneId;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.SplitPane;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.BorderPane;

/** The delivery log, including dead letters, with a detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class DeliveriesView implements Screen {
  @FXML private BorderPane page;
  @FXML private SplitPane split;
  @FXML private PagedTable<DeliveryRow> table;

  private final ScreenContext context;
  private final DeliveriesViewModel model;
  private final DeliveryViewModel delivery;
  private final DeliveryView deliveryView;
  private final DeliveryFilterBar filters;
  private final DetailPane detailPane;
  private final Texts texts = Texts.of(DeliveriesView.class);
  private final Parent root;

  DeliveriesView(ScreenContext context) {
    this.context = context;
    this.delivery = new DeliveryViewModel(context.background(), context.session().api());
    this.model =
        new DeliveriesViewModel(
            context.background(),
            context.session().api(),
            ZoneId.systemDefault(),
            DeliveriesViewModel.POLL_INTERVAL,
            this::visibleRange,
            delivery::refreshIfOpen);
    this.deliveryView = new DeliveryView(delivery, context.navigation(), model::url, this::hide);
    this.filters = new DeliveryFilterBar(model, texts);
    this.root = Fxml.load(this, texts);
    this.detailPane = new DetailPane(split, deliveryView.root(), "deliveries", context.settings());
    root.sceneProperty().addListener((ignored, before, now) -> model.setVisible(now != null));
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    page.setTop(filters.root());
    table.show(
        "deliveries",
        model.rows(),
        new DeliveryColumns(texts, model::url).all(),
        texts.get("deliveries.empty"),
        context);
    table.onOpen(this::show);
    table.onSelect(this::show);
    model.endpoints().addListener((ListChangeListener<EndpointRow>) ignored -> endpointsChanged());
  }

  private void endpointsChanged() {
    table.view().refresh();
    deliveryView.redraw();
  }

  private VisibleRange visibleRange() {
    if (table.view().lookup(".virtual-flow") instanceof VirtualFlow<?> flow) {
      IndexedCell<?> first = flow.getFirstVisibleCell();
      IndexedCell<?> last = flow.getLastVisibleCell();
      if (first != null && last != null) {
        return new VisibleRange(first.getIndex(), last.getIndex());
      }
    }
    return VisibleRange.NOTHING;
  }

  private void show(DeliveryRow row) {
    delivery.show(row);
    detailPane.show();
  }

  private void hide() {
    detailPane.hide();
    delivery.clear();
    table.view().getSelectionModel().clearSelection();
    table.view().requestFocus();
  }

  @Override
  public void shown() {
    model.loadEndpoints();
    model.rows().ensureLoaded(model::apply);
  }

  @Override
  public void refresh() {
    model.loadEndpoints();
    model.apply();
    delivery.load();
  }

  @Override
  public void search() {
    filters.search();
  }

  @Override
  public void open(String identifier) {
    filters.updateAll(() -> model.open(identifier));
  }

  @Override
  public void close() {
    model.setVisible(false);
  }
}
