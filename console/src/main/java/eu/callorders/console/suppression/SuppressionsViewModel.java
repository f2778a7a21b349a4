package eu.callorders.console.suppression;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.PhoneFormat;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TextSearch;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FirstPagePoller;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The do-not-call list: search, additions and removals. */
final class SuppressionsViewModel implements ListViewModel<SuppressionRow> {
  static final String PATH = "/v1/suppressions";
  private static final Pattern PART = Pattern.compile("(?=.*[1-9])\\+?[0-9]{3,15}");
  private static final Pattern LEADING_ZEROS = Pattern.compile("^\\+?0*");
  private static final int NOT_FOUND = 404;

  final StringProperty phone = new SimpleStringProperty("");
  final StringProperty subject = new SimpleStringProperty("");
  final StringProperty source = new SimpleStringProperty("");
  final BooleanProperty invalidPhone = new SimpleBooleanProperty();

  final ActionRunner actions;
  private final Session session;
  private final PagedRows<SuppressionRow> rows;
  private final FirstPagePoller poller;
  final TextSearch textSearch;

  SuppressionsViewModel(BackgroundExecutor background, Session session) {
    this.actions = new ActionRunner(background);
    this.session = session;
    this.rows = new PagedRows<>(background, SuppressionRow::id, SuppressionRow.BY_ID);
    this.poller = new FirstPagePoller(rows);
    this.textSearch = new TextSearch(session, subject, rows);
  }

  @Override
  public PagedRows<SuppressionRow> rows() {
    return rows;
  }

  /** Lists by the filters; an invalid phone starts no request. */
  @Override
  public void apply() {
    String typed = PhoneFormat.normalize(phone.get());
    String e164 = PhoneFormat.isE164(typed) ? typed : "";
    invalidPhone.set(!typed.isEmpty() && e164.isEmpty() && !PART.matcher(typed).matches());
    if (invalidPhone.get()) {
      return;
    }
    actions.failure.set(null);
    String text = subject.get().strip();
    PagedRows.Source<SuppressionRow> found =
        bySubject(text, Query.none().with("phone", e164).with("source", source.get()));
    rows.restart(
        new ListQuery<>(
            e164.isEmpty() && !typed.isEmpty() ? withDigits(found, typed) : found,
            ignored -> true,
            Comparator.comparing(
                    (SuppressionRow row) -> !text.isEmpty() && !text.equals(row.subject()))
                .thenComparing(SuppressionRow.NEWEST_FIRST)));
  }

  /** By reference, then by parts of the person's texts. */
  private PagedRows.Source<SuppressionRow> bySubject(String text, Query query) {
    if (text.isEmpty()) {
      return after -> page(query, after);
    }
    TextSearch.Hits<SuppressionRow> hits =
        new TextSearch.Hits<>(
            "",
            reference -> page(query.with("subject_reference", reference), ""),
            ignored -> new Page<>(List.of(), false, ""),
            row -> text.equals(row.subject()));
    return ListQuery.chained(
        List.of(
            after -> page(query.with("subject_reference", text), after),
            textSearch.start(text, hits, SuppressionRow.NEWEST_FIRST)));
  }

  /** The service compares whole phones only, so this reads the whole list. */
  private static PagedRows.Source<SuppressionRow> withDigits(
      PagedRows.Source<SuppressionRow> list, String typed) {
    String digits = LEADING_ZEROS.matcher(typed).replaceFirst("");
    return after -> {
      Page<SuppressionRow> page = list.page(after);
      return new Page<>(
          page.rows().stream().filter(row -> row.phone().contains(digits)).toList(),
          page.hasMore(),
          page.next());
    };
  }

  @Override
  public void filterBy(Map<String, String> filters) {
    phone.set(filters.getOrDefault("phone", ""));
    subject.set(filters.getOrDefault("subject_reference", ""));
    source.set(filters.getOrDefault("source", ""));
    apply();
  }

  private Page<SuppressionRow> page(Query query, String after) throws ApiException {
    return session.api().page(PATH, query, after).map(SuppressionRow::of);
  }

  /** Applies events. They carry no phone, so additions trigger a read. */
  void handleEvents(List<JsonNode> events) {
    boolean created = false;
    for (JsonNode event : events) {
      String type = event.path("type").asText();
      created |= type.equals("suppression.created");
      if (type.equals("suppression.deleted")) {
        rows.leave(List.of(event.path("related").path("suppression_id").asText()));
      }
    }
    if (created) {
      rows.refresh();
    }
  }

  @Override
  public void setPolled(boolean polled) {
    poller.setActive(polled);
  }

  boolean mayChange() {
    return session.may(Scope.SUPPRESSIONS_WRITE);
  }

  boolean mayRemove(@Nullable SuppressionRow row) {
    return mayChange() && row != null && !row.isProtected();
  }

  /**
   * Removes the entry; an already removed one counts as success.
   *
   * @param name of the entry in a failure
   */
  void remove(SuppressionRow row, String name) {
    if (!mayRemove(row)) {
      return;
    }
    actions.start(
        name,
        () -> session.api().delete(PATH + "/" + row.id()),
        ignored -> rows.remove(row.id()),
        cause -> {
          if (cause.isRefused(NOT_FOUND)) {
            actions.failure.set(null);
            rows.remove(row.id());
          }
        });
  }
}
