package eu.callorders.console.work;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** A list of the service with a filter, and optionally a search text and live events. */
public abstract class FilteredListViewModel<T> implements ListViewModel<T> {
  /**
   * Where the rows come from; newest first.
   *
   * @param path of the list
   * @param events prefix of the event types that change rows
   * @param row reads a resource
   */
  public record Origin<T>(String path, String events, Function<JsonNode, T> row) {
    /** A list whose rows no events change. */
    public Origin(String path, Function<JsonNode, T> row) {
      this(path, "", row);
    }
  }

  private final StringProperty search = new SimpleStringProperty("");
  private final ApiClient api;
  private final Origin<T> origin;
  private final PagedRows<T> rows;
  private final ListFilter<T> filter;
  private final FirstPagePoller poller;
  private Runnable afterPoll = () -> {};
  private Query applied = Query.none();
  private Predicate<T> matches = ignored -> true;

  protected FilteredListViewModel(
      ApiClient api, Origin<T> origin, PagedRows<T> rows, ListFilter<T> filter) {
    this(api, origin, rows, filter, FirstPagePoller.INTERVAL);
  }

  protected FilteredListViewModel(
      ApiClient api,
      Origin<T> origin,
      PagedRows<T> rows,
      ListFilter<T> filter,
      Duration pollInterval) {
    this.api = api;
    this.origin = origin;
    this.rows = rows;
    this.filter = filter;
    this.poller = new FirstPagePoller(rows, pollInterval, () -> afterPoll.run());
  }

  /** Lists by a search text, which overrides the filter; by default by an identifier. */
  protected ListQuery<T> search(String text) {
    return find(text);
  }

  /** Lists by the filter. */
  protected ListQuery<T> list(Query query, Predicate<T> matching) {
    return newestFirst(list(query), matching);
  }

  protected final PagedRows.Source<T> list(Query query) {
    return after -> api.page(origin.path(), query, after).map(origin.row());
  }

  /** The resource with that identifier, as a list of at most one row. */
  protected final ListQuery<T> find(String identifier) {
    String path = origin.path() + "/" + ApiClient.encode(identifier);
    return newestFirst(
        ignored -> api.find(path).map(origin.row()), row -> rows.id(row).equals(identifier));
  }

  protected final ListQuery<T> newestFirst(PagedRows.Source<T> source, Predicate<T> matching) {
    return new ListQuery<>(source, matching, newestFirst());
  }

  /** The order of the service. */
  protected final Comparator<T> newestFirst() {
    return Comparator.comparing(filter::createdAt).thenComparing(rows::id).reversed();
  }

  @Override
  public final PagedRows<T> rows() {
    return rows;
  }

  @Override
  public final void apply() {
    String text = search.get().strip();
    applied = filter.query();
    matches = filter.predicate();
    rows.restart(text.isEmpty() ? list(applied, matches) : search(text));
  }

  @Override
  public final void filterBy(Map<String, String> filters) {
    search.set("");
    filter.set(filters);
    apply();
  }

  @Override
  public final void setPolled(boolean polled) {
    poller.setActive(polled);
  }

  /** Sets what runs after each poll, failed or not. */
  public final void onPolled(Runnable action) {
    afterPoll = action;
  }

  /** Takes the changes that events announce. */
  public final void handleEvents(List<JsonNode> events) {
    update(
        events.stream()
            .filter(event -> event.path("type").asText().startsWith(origin.events()))
            .map(this::rowOfEvent)
            .toList());
  }

  protected T rowOfEvent(JsonNode event) {
    return origin.row().apply(event.path("data"));
  }

  protected void update(List<T> latest) {
    rows.put(latest);
  }

  /** The filter at the last {@link #apply}. */
  protected final Query applied() {
    return applied;
  }

  /** Whether the filter at the last {@link #apply} lists a row. */
  protected final Predicate<T> matches() {
    return matches;
  }

  public final StringProperty search() {
    return search;
  }

  public final ListFilter<T> filter() {
    return filter;
  }
}
