package eu.callorders.console.work;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** A list of the service with a filter, and optionally a search text and live events. */
public abstract class FilteredListViewModel<T> implements ListViewModel<T> {
  /**
   * Where the rows come from.
   *
   * @param path of the list
   * @param events prefix of the event types that change rows
   * @param created type of the event that announces a new row
   * @param row reads a resource
   */
  public record Origin<T>(String path, String events, String created, Function<JsonNode, T> row) {
    /** A list whose rows no events change. */
    public Origin(String path, Function<JsonNode, T> row) {
      this(path, "", "", row);
    }
  }

  private final StringProperty search = new SimpleStringProperty("");
  private final ApiClient api;
  private final Origin<T> origin;
  private final PagedRows<T> rows;
  private final ListFilter<T> filter;
  private Predicate<T> matches = ignored -> true;
  private Query applied = Query.none();

  protected FilteredListViewModel(
      ApiClient api, Origin<T> origin, PagedRows<T> rows, ListFilter<T> filter) {
    this.api = api;
    this.origin = origin;
    this.rows = rows;
    this.filter = filter;
  }

  /** Lists by a search text, which overrides the filter; by default by an identifier. */
  protected PagedRows.Source<T> search(String text) {
    return find(text);
  }

  protected final PagedRows.Source<T> list(Query query) {
    return after -> api.page(origin.path(), query, after).map(origin.row());
  }

  /** The resource with that identifier, as a list of at most one row. */
  protected final PagedRows.Source<T> find(String identifier) {
    String path = origin.path() + "/" + identifier;
    return ignored -> api.find(path).map(origin.row());
  }

  @Override
  public final PagedRows<T> rows() {
    return rows;
  }

  @Override
  public final void apply() {
    String text = search.get().strip();
    matches = filter.predicate();
    applied = filter.query();
    rows.restart(text.isEmpty() ? list(applied) : search(text));
  }

  @Override
  public final void clear() {
    search.set("");
    filter.clear();
    apply();
  }

  /** Updates changed rows in place and adds new ones on top. */
  public final void handleEvents(List<JsonNode> events) {
    List<T> latest = new ArrayList<>();
    List<T> created = new ArrayList<>();
    for (JsonNode event : events) {
      String type = event.path("type").asText();
      if (type.startsWith(origin.events())) {
        T row = rowOfEvent(event);
        latest.add(row);
        if (type.equals(origin.created())) {
          created.add(row);
        }
      }
    }
    putFirst(created);
    update(latest);
  }

  protected T rowOfEvent(JsonNode event) {
    return origin.row().apply(event.path("data"));
  }

  /** Adds new rows that the filter matches; a search result stays as it is. */
  protected final void putFirst(List<T> created) {
    if (search.get().isBlank()) {
      rows.putFirst(created.stream().filter(matches).toList());
    }
  }

  protected void update(List<T> latest) {
    rows.put(latest);
  }

  /** The filter at the last {@link #apply}. */
  protected final Query applied() {
    return applied;
  }

  public final StringProperty search() {
    return search;
  }

  public final ListFilter<T> filter() {
    return filter;
  }
}
