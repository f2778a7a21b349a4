package eu.callorders.console.webhook;

import eu.callorders.console.ui.Aside;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.util.List;
import java.util.function.Function;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.SplitPane;
import org.jspecify.annotations.Nullable;

/** The endpoints, and one of them beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class WebhooksView implements Screen {
  private static final double DIVIDER = 0.5;
  private static final double TIMES = 190;

  @FXML private SplitPane split;
  @FXML private PagedTable<EndpointRow> table;

  private final Desk desk;
  private final WebhooksViewModel model;
  private final EndpointViewModel endpoint;
  private final Aside aside;
  private final Texts texts = Texts.beside(WebhooksView.class);
  private final Times times = new Times();
  private final Parent root;

  WebhooksView(Desk desk) {
    this.desk = desk;
    this.endpoint = new EndpointViewModel(desk.background(), desk.session(), this::changed);
    this.model =
        new WebhooksViewModel(
            desk.background(), desk.session().api(), WebhooksViewModel.PACE, endpoint::load);
    EndpointView view = new EndpointView(endpoint, desk.navigation(), this::hide);
    this.root = Fxml.load(this, texts);
    this.aside = new Aside(split, view.root(), "webhooks", DIVIDER, desk.settings());
    root.sceneProperty().addListener((ignored, before, now) -> model.look(now != null));
  }

  private void changed(EndpointRow row) {
    model.changed(row);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("webhooks", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(row -> show(row.id()));
    table.selected().addListener((ignored, before, now) -> selected(now));
  }

  private void selected(@Nullable EndpointRow row) {
    if (row != null) {
      show(row.id());
    }
  }

  private List<Column<EndpointRow>> columns() {
    return List.of(
        plain("status", 125, row -> texts.value("endpoint_status", row.status()))
            .drawn(row -> EndpointTones.status(texts, row.status())),
        plain("health", 140, row -> EndpointTones.healthText(texts, row))
            .drawn(row -> EndpointTones.health(texts, row)),
        plain("url", 290, EndpointRow::url),
        plain("verification", 120, row -> texts.value("verification", row.verification()))
            .drawn(row -> EndpointTones.verification(texts, row.verification())),
        plain("description", 180, EndpointRow::description),
        time("last_success_at", EndpointRow::lastSuccessAt),
        time("last_failure_at", EndpointRow::lastFailureAt),
        plain("event_types", 220, row -> String.join(", ", row.eventTypes())).hidden(),
        plain("endpoint_id", 290, EndpointRow::id).hidden(),
        time("created_at", EndpointRow::createdAt).hidden());
  }

  private Column<EndpointRow> plain(String id, double width, Function<EndpointRow, String> text) {
    return Column.of(id, texts.get("column." + id), width, text);
  }

  private Column<EndpointRow> time(String id, Function<EndpointRow, String> at) {
    return plain(id, TIMES, row -> times.text(at.apply(row)));
  }

  private void show(String id) {
    endpoint.show(id);
    aside.show();
  }

  private void hide() {
    aside.hide();
    endpoint.clear();
    table.view().getSelectionModel().clearSelection();
    table.view().requestFocus();
  }

  @Override
  public void shown() {
    model.rows().lookedAt(model::apply);
  }

  @Override
  public void refresh() {
    model.apply();
    endpoint.load();
  }

  @Override
  public void open(String identifier) {
    show(identifier);
  }

  @Override
  public void close() {
    model.look(false);
    endpoint.close();
  }
}
