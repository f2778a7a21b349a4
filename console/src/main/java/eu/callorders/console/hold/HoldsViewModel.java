package eu.callorders.console.hold;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The list of holds: search, filters and releases. */
final class HoldsViewModel implements ListViewModel<HoldRow> {
  static final String PATH = "/v1/holds";
  private static final String IDENTIFIER = "hld_";
  private static final int MAX_CLAIM_LENGTH = 64;
  private static final int NOT_FOUND = 404;

  /** A person, a number of a claim, or an identifier. */
  final StringProperty search = new SimpleStringProperty("");

  final StringProperty phone = new SimpleStringProperty("");
  final StringProperty status = new SimpleStringProperty("");
  final StringProperty reason = new SimpleStringProperty("");
  final StringProperty source = new SimpleStringProperty("");

  /** Whether the phone filter is invalid. */
  final BooleanProperty invalidPhone = new SimpleBooleanProperty();

  final ActionRunner actions;
  final TextSearch textSearch;
  private final Session session;
  private final PagedRows<HoldRow> rows;
  private final FirstPagePoller poller;

  HoldsViewModel(BackgroundExecutor background, Session session) {
    this.session = session;
    this.actions = new ActionRunner(background);
    this.rows =
        new PagedRows<>(background, HoldRow::id, HoldRow.BY_STATE_AGE)
            .merging((before, now) -> now.merge(before));
    this.poller = new FirstPagePoller(rows);
    this.textSearch = new TextSearch(session, search, rows);
  }

  /** Whether the shown rows were searched by an identifier, as a link to a hold does. */
  boolean isByIdentifier() {
    return textSearch.report().get().extent() == TextSearch.Extent.IDENTIFIER;
  }

  @Override
  public PagedRows<HoldRow> rows() {
    return rows;
  }

  /** Lists by the search and the filters; an invalid phone starts no request. */
  @Override
  public void apply() {
    String number = PhoneFormat.normalize(phone.get());
    invalidPhone.set(!number.isEmpty() && !PhoneFormat.isE164(number));
    if (invalidPhone.get()) {
      return;
    }
    actions.failure.set(null);
    Map<String, String> filters =
        Map.of(
            "phone", number,
            "status", status.get(),
            "reason", reason.get(),
            "source", source.get());
    Query query = Query.none();
    for (String parameter : List.of("phone", "status", "reason", "source")) {
      query = query.with(parameter, filters.get(parameter));
    }
    String text = search.get().strip();
    rows.restart(text.isEmpty() ? all(query, filters) : found(text, query, filters));
  }

  private ListQuery<HoldRow> all(Query query, Map<String, String> filters) {
    return new ListQuery<>(list(query), row -> matches(filters, row), HoldRow.NEWEST_FIRST);
  }

  /** By identifier, otherwise by reference, by claim, then by parts of the person's texts. */
  private ListQuery<HoldRow> found(String text, Query query, Map<String, String> filters) {
    if (text.startsWith(IDENTIFIER)) {
      textSearch.startByIdentifier();
      return new ListQuery<>(
          ignored -> session.api().find(PATH + "/" + text).map(HoldRow::of),
          row -> text.equals(row.id()),
          HoldRow.NEWEST_FIRST);
    }
    TextSearch.Parts<HoldRow> parts =
        textSearch.start(
            text,
            new TextSearch.Hits<>(
                "",
                subject -> list(query.with("subject_reference", subject)).page(""),
                ignored -> new Page<>(List.of(), false, ""),
                row -> isNamed(row, text)),
            HoldRow.NEWEST_FIRST);
    List<PagedRows.Source<HoldRow>> lists = new ArrayList<>();
    lists.add(list(query.with("subject_reference", text)));
    if (text.codePointCount(0, text.length()) <= MAX_CLAIM_LENGTH) {
      HoldRow.CLAIM_MEMBERS.forEach(
          member -> lists.add(withoutPerson(text, list(query.with("claim", member + ":" + text)))));
    }
    lists.add(parts);
    Predicate<HoldRow> named = row -> isNamed(row, text) || parts.matches(row.id(), row.subject());
    return new ListQuery<>(
        ListQuery.chained(lists),
        named.and(row -> matches(filters, row)),
        Comparator.comparingInt((HoldRow row) -> rank(row, text))
            .thenComparing(HoldRow.NEWEST_FIRST));
  }

  /** Those that the search by the reference has not listed. */
  private static PagedRows.Source<HoldRow> withoutPerson(
      String reference, PagedRows.Source<HoldRow> list) {
    return after -> {
      Page<HoldRow> page = list.page(after);
      return new Page<>(
          page.rows().stream().filter(row -> !row.subject().equals(reference)).toList(),
          page.hasMore(),
          page.next());
    };
  }

  private static boolean isNamed(HoldRow row, String text) {
    return row.subject().equals(text) || row.claimNumber().equals(text);
  }

  /** The place of the list that contains the row. */
  private static int rank(HoldRow row, String text) {
    if (row.subject().equals(text)) {
      return 0;
    }
    int members = HoldRow.CLAIM_MEMBERS.size();
    int member = HoldRow.CLAIM_MEMBERS.indexOf(row.claimMember());
    return 1 + (row.claimNumber().equals(text) && member >= 0 ? member : members);
  }

  private static boolean matches(Map<String, String> filters, HoldRow row) {
    return isEmptyOr(filters, "phone", row.phone())
        && isEmptyOr(filters, "status", row.status())
        && isEmptyOr(filters, "reason", row.reason())
        && isEmptyOr(filters, "source", row.source());
  }

  private static boolean isEmptyOr(Map<String, String> filters, String parameter, String value) {
    String wanted = filters.getOrDefault(parameter, "");
    return wanted.isEmpty() || wanted.equals(value);
  }

  private PagedRows.Source<HoldRow> list(Query query) {
    return after -> page(query, after);
  }

  private Page<HoldRow> page(Query query, String after) throws ApiException {
    return session.api().page(PATH, query, after).map(HoldRow::of);
  }

  @Override
  public void filterBy(Map<String, String> filters) {
    search.set(filters.getOrDefault("id", filters.getOrDefault("subject_reference", "")));
    phone.set(filters.getOrDefault("phone", ""));
    status.set(filters.getOrDefault("status", ""));
    reason.set(filters.getOrDefault("reason", ""));
    source.set(filters.getOrDefault("source", ""));
    apply();
  }

  /** Applies events. They carry no phone, so a hold that is not loaded triggers a read. */
  void handleEvents(List<JsonNode> events) {
    List<HoldRow> ended = new ArrayList<>();
    boolean read = false;
    for (JsonNode event : events) {
      String type = event.path("type").asText();
      if (type.startsWith("hold.")) {
        HoldRow row = HoldRow.ofEvent(event);
        if (type.equals("hold.created") || rows.find(row.id()) == null) {
          read = true;
        } else {
          ended.add(row);
        }
      }
    }
    rows.put(ended);
    if (read) {
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

  boolean mayRelease(@Nullable HoldRow row) {
    return mayChange() && row != null && row.isActive();
  }

  /**
   * Releases a hold; one that is gone counts as released.
   *
   * @param name of the hold in a failure
   */
  void release(HoldRow row, String name) {
    if (!mayRelease(row)) {
      return;
    }
    actions.start(
        name,
        () -> session.api().delete(PATH + "/" + row.id()),
        ignored -> reload(row),
        cause -> {
          if (cause.isRefused(NOT_FOUND)) {
            actions.failure.set(null);
            rows.remove(row.id());
          }
        });
  }

  /** The event may come later, or never without its scope. */
  private void reload(HoldRow row) {
    actions.start(
        () -> session.api().get(PATH + "/" + row.id()).body(),
        now -> rows.put(List.of(HoldRow.of(now))),
        ignored -> actions.failure.set(null));
  }
}
