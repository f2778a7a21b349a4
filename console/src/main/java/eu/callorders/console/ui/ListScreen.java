package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.TextSearch;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListViewModel;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/**
 * A screen that starts with a list: applies filters, searches, refreshes and follows the feed. The
 * FXML names a {@code table}, and may name {@code #apply} and {@code #clear}.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public abstract class ListScreen<T, M extends ListViewModel<T>> extends FxmlView implements Screen {
  @FXML protected PagedTable<T> table;

  protected final ScreenContext context;
  protected final M model;
  private final List<Runnable> subscriptions = new ArrayList<>();
  private @Nullable TextField searchField;
  private boolean changingFilters;
  private boolean visible;

  protected ListScreen(ScreenContext desk, M model) {
    this.context = desk;
    this.model = model;
    ReadOnlyObjectProperty<Set<Scope>> scopes = desk.session().scopes();
    ChangeListener<Set<Scope>> onScopes = (ignored, before, now) -> updatePolling();
    scopes.addListener(onScopes);
    subscriptions.add(() -> scopes.removeListener(onScopes));
    subscriptions.add(desk.events().onStart(this::refreshLive));
  }

  /** Search focuses that field, and opened identifiers are written into it. */
  protected final void searchBy(TextField field, Property<String> text) {
    searchField = field;
    field.textProperty().bindBidirectional(text);
  }

  /** Says in that line what the latest search has compared. */
  protected final void showReport(Label line, TextSearch search) {
    search.report().addListener((ignored, before, now) -> showReport(line, now));
    showReport(line, search.report().get());
  }

  private void showReport(Label line, TextSearch.Report report) {
    line.setText(describe(report));
    Visibility.set(line, !line.getText().isEmpty());
  }

  /** What a search has compared; empty when there was none. */
  protected final String describe(TextSearch.Report report) {
    if (report.extent() == TextSearch.Extent.NONE) {
      return "";
    }
    return texts.get(
        "searched." + report.extent().name().toLowerCase(Locale.ROOT),
        report.fields().stream()
            .map(field -> texts.value("searched_field", field))
            .collect(Collectors.joining(", ")));
  }

  /**
   * Binds the text fields of a toolbar to the query parameters that their user data names.
   *
   * @return these fields
   */
  protected final List<TextField> filterByTexts(Pane toolbar, ListFilter<T> filter) {
    List<TextField> fields = new ArrayList<>();
    for (Node node : toolbar.getChildren()) {
      if (node instanceof TextField field && field.getUserData() instanceof String parameter) {
        field.textProperty().bindBidirectional(filter.text(parameter));
        fields.add(field);
      }
    }
    return fields;
  }

  /** Reloads the list when that filter changes. */
  protected final void filterBy(DatePicker day, Property<@Nullable LocalDate> by) {
    DateField.install(day);
    filterBy(day.valueProperty(), by);
  }

  /** Reloads the list when that filter changes. */
  protected final <V extends @Nullable Object> void filterBy(Property<V> choice, Property<V> by) {
    choice.bindBidirectional(by);
    choice.addListener(
        ignored -> {
          if (!changingFilters) {
            model.apply();
          }
        });
  }

  /** Reloads the list when that filter changes; the empty value means any: {@code registry.any}. */
  protected final void filterBy(
      ComboBox<String> choice, String registry, List<String> values, Property<String> by) {
    choice.getItems().setAll(Stream.concat(Stream.of(""), values.stream()).toList());
    choice.setConverter(
        new ValueConverter<>(
            value -> texts.value(registry, value == null || value.isEmpty() ? "any" : value)));
    filterBy(choice.valueProperty(), by);
  }

  /** Changes several filters without a reload after each of them. */
  protected final void changeFilters(Runnable change) {
    changingFilters = true;
    change.run();
    changingFilters = false;
  }

  /** Shows the rows in the table; its id is used in the settings and in tests. */
  protected final void showTable(String id, List<Column<T>> columns) {
    table.show(id, model.rows(), columns, texts.get("empty"), context);
  }

  /** Subscribes to events until the session ends. */
  protected final void listen(Consumer<List<JsonNode>> onEvents) {
    subscriptions.add(context.events().listen(onEvents));
  }

  @FXML
  protected final void apply() {
    model.apply();
  }

  @FXML
  protected final void clear() {
    changeFilters(model::clear);
  }

  @Override
  public void shown() {
    model.rows().ensureLoaded(model::apply);
    visible = true;
    updatePolling();
  }

  @Override
  public void hidden() {
    visible = false;
    updatePolling();
  }

  /** Changes before the start of the feed may have been missed. */
  private void refreshLive() {
    if (table.isLive()) {
      model.rows().refresh();
    }
  }

  /** A list that the feed does not keep true is polled. */
  private void updatePolling() {
    boolean live = table.isLive() && context.session().may(Scope.EVENTS_READ);
    model.setPolled(visible && !live);
  }

  @Override
  public void refresh() {
    model.apply();
  }

  @Override
  public final void search() {
    if (searchField != null) {
      searchField.requestFocus();
      searchField.selectAll();
    }
  }

  @Override
  public void open(String identifier) {
    if (searchField != null) {
      searchField.setText(identifier);
    }
    model.apply();
  }

  @Override
  public void close() {
    hidden();
    subscriptions.forEach(Runnable::run);
  }
}
