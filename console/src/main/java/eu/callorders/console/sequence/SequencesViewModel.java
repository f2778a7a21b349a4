package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.IdentifierSearch;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The sequence list with its filters, kept up to date by the feed. */
final class SequencesViewModel implements ListViewModel<SequenceRow> {
  private static final String PATH = "/v1/sequences";
  private static final int PAGE_SIZE = 100;

  private final StringProperty search = new SimpleStringProperty("");
  private final StringProperty status = new SimpleStringProperty("");
  private final ApiClient api;
  private final PagedRows<SequenceRow> rows;

  SequencesViewModel(BackgroundExecutor background, ApiClient api) {
    this.api = api;
    this.rows = new PagedRows<>(background, SequenceRow::id, SequenceRow.BY_UPDATED_AT);
  }

  @Override
  public PagedRows<SequenceRow> rows() {
    return rows;
  }

  /** Lists by key and status; an identifier overrides both. */
  @Override
  public void apply() {
    String text = search.get().strip();
    if (text.startsWith("seq_")) {
      rows.restart(ignored -> IdentifierSearch.find(api, PATH + "/" + text).map(SequenceRow::of));
      return;
    }
    Query query = Query.none().with("status", status.get()).with("key", text);
    rows.restart(after -> api.page(PATH, query, PAGE_SIZE, after).map(SequenceRow::of));
  }

  @Override
  public void clear() {
    search.set("");
    status.set("");
    apply();
  }

  /** Updates changed sequences in place and adds new ones on top. */
  void handleEvents(List<JsonNode> events) {
    List<SequenceRow> latest = new ArrayList<>();
    List<SequenceRow> created = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("type").asText().startsWith("sequence.")) {
        SequenceRow row = SequenceRow.of(event.path("data"));
        latest.add(row);
        if (event.path("type").asText().equals("sequence.created")) {
          created.add(row);
        }
      }
    }
    if (!latest.isEmpty()) {
      if (search.get().isBlank()) {
        rows.putFirst(created.stream().filter(this::matches).toList());
      }
      rows.put(latest);
    }
  }

  private boolean matches(SequenceRow row) {
    return status.get().isEmpty() || status.get().equals(row.status());
  }

  StringProperty search() {
    return search;
  }

  StringProperty status() {
    return status;
  }
}
