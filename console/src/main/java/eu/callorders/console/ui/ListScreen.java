package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.FailedActions;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows.State;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.property.Property;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/**
 * A screen that starts with a list: applies filters, searches, refreshes and follows the feed. The
 * FXML names a {@code table}, and may name {@code views}, {@code #apply} and {@code #clear}.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public abstract class ListScreen<T, M extends ListViewModel<T>> extends FxmlView implements Screen {
  @FXML protected PagedTable<T> table;
  @FXML private @Nullable SavedViewsMenu views;

  protected final ScreenContext context;
  protected final M model;
  private final List<Runnable> subscriptions = new ArrayList<>();
  private final ListInputs inputs = new ListInputs();
  private @Nullable TextField searchField;
  private String awaitedId = "";
  private boolean searching;
  private boolean visible;
  private boolean stale;

  protected ListScreen(ScreenContext desk, M model) {
    this.context = desk;
    this.model = model;
    subscriptions.add(
        desk.session().scopes().subscribe((before, now) -> updatePolling())::unsubscribe);
    subscriptions.add(desk.events().onStart(this::refreshLive));
  }

  /** Search focuses that field, from which the Down key leads to the first row. */
  protected final void searchBy(TextField field, Property<String> text) {
    searchField = field;
    field.setPromptText(Texts.of(ListScreen.class).get("search.enter", field.getPromptText()));
    filterByText(field, text);
    field.addEventFilter(
        KeyEvent.KEY_PRESSED,
        key -> {
          if (key.getCode() == KeyCode.DOWN) {
            key.consume();
            table.enter();
          }
        });
  }

  /** Filters by that field when its Enter key is pressed. */
  protected final void filterByText(TextField field, Property<String> text) {
    inputs.bind(field, text);
  }

  /** Adds a field for each text of the filter to a toolbar, before its last part; returns them. */
  protected final List<TextField> filterByTexts(Pane toolbar, ListFilter<T> filter) {
    List<TextField> fields = inputs.addFields(filter, texts, this::apply);
    toolbar.getChildren().addAll(toolbar.getChildren().size() - 1, fields);
    return fields;
  }

  /** Reloads the list when that filter by a day of the tenant's clock changes. */
  protected final void filterBy(DatePicker day, Property<@Nullable LocalDate> by) {
    filterBy(day, context.session().clock()::now, by);
  }

  /** Reloads the list when that filter by a day of real time changes. */
  protected final void filterByRealTime(DatePicker day, Property<@Nullable LocalDate> by) {
    filterBy(day, context.session().api().clock(), by);
  }

  private void filterBy(DatePicker day, InstantSource clock, Property<@Nullable LocalDate> by) {
    DateField.install(day, clock);
    inputs.addDay(day.getId(), by);
    inputs.bind(day.valueProperty(), by, this::apply);
  }

  /** Reloads the list when that filter changes. */
  protected final void filterBy(ComboBox<String> choice, Property<String> by) {
    inputs.addText(choice.getId(), by);
    inputs.bind(choice.valueProperty(), by, this::apply);
  }

  /** Reloads the list when that filter changes; the empty value means any: {@code registry.any}. */
  protected final void filterBy(
      ComboBox<String> choice, String registry, List<String> values, Property<String> by) {
    choice.getItems().setAll(Stream.concat(Stream.of(""), values.stream()).toList());
    choice.setConverter(
        new ValueConverter<>(
            value -> texts.value(registry, value == null || value.isEmpty() ? "any" : value)));
    TextWidth.fitChoices(choice);
    filterBy(choice, by);
  }

  /** Changes several filters without a reload after each of them. */
  protected final void changeFilters(Runnable change) {
    inputs.changeTogether(change);
  }

  private void applyFilters(Runnable change) {
    changeFilters(change);
    apply();
  }

  /** Reloads the list; by other inputs than before, this is a search. */
  private void search(Runnable reload) {
    changeFilters(reload);
    searching |= inputs.haveChanged();
  }

  /** Shows the rows in the table; its id is used in the settings and in tests. */
  protected final void showTable(String id, List<Column<T>> columns) {
    showTable(id, columns, () -> texts.get("empty"));
  }

  /** Shows the rows in the table, with that placeholder of an empty list. */
  protected final void showTable(String id, List<Column<T>> columns, Supplier<String> empty) {
    table.show(id, model.rows(), columns, empty, context);
    model.rows().state().addListener((ignored, before, now) -> rowsLoaded(now));
    subscriptions.add(context.events().onGap(this::eventsMissed));
    if (views != null) {
      views.bind(id, inputs, table, context, this::applyFilters);
    }
  }

  /** Shows failed actions on resources that are not shown, above the table. */
  protected final void showFailedActions(FailedActions actions) {
    table.getChildren().addFirst(new FailedActionsPane(actions));
  }

  /** Selects the row of the detail, which may be loaded after it; a search closes other details. */
  private void rowsLoaded(State state) {
    if (state == State.LOADING || (state == State.PARTIAL && model.rows().rows().isEmpty())) {
      return; // a page follows
    }
    if (searching && !shownId().isEmpty() && model.rows().find(shownId()) == null) {
      showDetail("");
    }
    searching &= state == State.FAILED;
    if (shownId().isEmpty() && model.rows().find(awaitedId) != null) {
      reveal(awaitedId);
    }
    if (!table.hasManySelected()) {
      table.choose(shownId());
    }
  }

  /** The identifier of the shown detail, in a list without details that of the selected row. */
  protected String shownId() {
    return table.selectedId();
  }

  /**
   * Shows the detail of a resource, none for an empty identifier; in a list without details selects
   * the row. Called again once the row is loaded, if nothing is shown until then.
   */
  protected void showDetail(String identifier) {
    table.choose(identifier);
  }

  /** Shows that detail, which the present search no longer closes; none for an empty identifier. */
  protected final void reveal(String identifier) {
    if (!identifier.equals(shownId())) {
      showDetail(identifier);
    }
    awaitedId = identifier.equals(shownId()) ? "" : identifier;
    searching &= identifier.isEmpty();
  }

  /** Subscribes to events until the session ends. */
  protected final void listen(Consumer<List<JsonNode>> onEvents) {
    subscriptions.add(context.events().listen(onEvents));
  }

  @FXML
  protected final void apply() {
    search(model::apply);
  }

  @FXML
  protected final void clear() {
    search(model::clear);
  }

  @Override
  public void shown() {
    model.rows().ensureLoaded(this::apply);
    visible = true;
    updatePolling();
    reloadIfStale();
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

  private void eventsMissed() {
    stale = table.isLive() && model.rows().source() != null;
    reloadIfStale();
  }

  /** A hidden screen waits until it is shown. */
  private void reloadIfStale() {
    if (stale && visible) {
      stale = false;
      model.reload();
      reloadDetail();
    }
  }

  /** A list that the feed does not keep true is polled. */
  private void updatePolling() {
    model.setPolled(visible && !(table.isLive() && context.session().may(Scope.EVENTS_READ)));
  }

  @Override
  public void refresh() {
    apply();
    reloadDetail();
  }

  /** Reloads the shown detail, if there is one. */
  protected void reloadDetail() {}

  @Override
  public final void search() {
    if (searchField != null) {
      searchField.requestFocus();
      searchField.selectAll();
    }
  }

  /** A filter replaces the search and all other filters; the way back restores them. */
  @Override
  public void open(Link link) {
    if (link.view().isPresent()) {
      Optional.ofNullable(views).ifPresent(menu -> menu.show(link.view().get()));
    } else if (!link.filter().isEmpty()) {
      search(() -> model.filterBy(link.filter()));
    }
    reveal(link.id());
  }

  @Override
  public final ScreenState state() {
    int tab = tabs().map(tabs -> tabs.getSelectionModel().getSelectedIndex()).orElse(0);
    return new ScreenState(inputs.values(), shownId(), tab, table.position());
  }

  /** The tabs of the shown detail. */
  private Optional<TabPane> tabs() {
    return Optional.ofNullable((TabPane) root().lookup(".detail .tab-pane"));
  }

  @Override
  public final void restore(ScreenState state) {
    if (!state.inputs().equals(inputs.values())) {
      applyFilters(() -> inputs.set(state.inputs()));
    }
    reveal(state.shown());
    tabs().ifPresent(tabs -> tabs.getSelectionModel().select(state.tab()));
    table.scrollTo(state.top());
  }

  @Override
  public void close() {
    hidden();
    subscriptions.forEach(Runnable::run);
  }
}
