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

  private final ScreenContext desk;
  private final DeliveriesViewModel model;
  private final DeliveryViewModel delivery;
  private final DeliveryView deliveryView;
  private final DeliveryFilterBar filters;
  private final DetailPane aside;
  private final Texts texts = Texts.beside(DeliveriesView.class);
  private final Parent root;

  DeliveriesView(ScreenContext context) {
    this.desk = context;
    this.delivery = new DeliveryViewModel(context.background(), context.session().api());
    this.model =
        new DeliveriesViewModel(
            context.background(),
            context.session().api(),
            ZoneId.systemDefault(),
            DeliveriesViewModel.PACE,
            this::sight,
            delivery::tick);
    this.deliveryView = new DeliveryView(delivery, context.navigation(), model::url, this::hide);
    this.filters = new DeliveryFilterBar(model, texts);
    this.root = Fxml.load(this, texts);
    this.aside = new DetailPane(split, deliveryView.root(), "deliveries", context.settings());
    root.sceneProperty().addListener((ignored, before, now) -> model.look(now != null));
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
        desk);
    table.onOpen(this::show);
    table.onSelect(this::show);
    model.endpoints().addListener((ListChangeListener<EndpointRow>) ignored -> renamed());
  }

  private void renamed() {
    table.view().refresh();
    deliveryView.redraw();
  }

  private VisibleRange sight() {
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
    aside.show();
  }

  private void hide() {
    aside.hide();
    delivery.clear();
    table.view().getSelectionModel().clearSelection();
    table.view().requestFocus();
  }

  @Override
  public void shown() {
    model.loadEndpoints();
    model.rows().lookedAt(model::apply);
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
    filters.inOne(() -> model.open(identifier));
  }

  @Override
  public void close() {
    model.look(false);
  }
}
