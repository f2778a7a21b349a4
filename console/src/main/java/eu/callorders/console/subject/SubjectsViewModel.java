package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.session.TextSearch;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/**
 * The persons of the newest orders, since the service lists none; a search also finds those without
 * an order.
 */
final class SubjectsViewModel implements ListViewModel<SubjectName> {
  private static final String PATH = "/v1/call-orders";
  private static final Page<SubjectName> NONE = new Page<>(List.of(), false, "");
  private static final Comparator<SubjectName> BY_AGE = Comparator.comparing(SubjectName::asOf);
  private static final Comparator<SubjectName> NEWEST_FIRST =
      BY_AGE.thenComparing(SubjectName::reference).reversed();

  final StringProperty search = new SimpleStringProperty("");
  final TextSearch textSearch;
  private final Session session;
  private final PagedRows<SubjectName> rows;

  SubjectsViewModel(BackgroundExecutor background, Session session) {
    this.session = session;
    this.rows =
        new PagedRows<>(background, SubjectName::reference, BY_AGE)
            .merging(SubjectsViewModel::merge);
    this.textSearch = new TextSearch(session, search, rows);
  }

  /** Events carry neither name nor phone. */
  private static SubjectName merge(SubjectName before, SubjectName now) {
    return now.phone().isEmpty()
        ? new SubjectName(now.reference(), before.name(), before.phone(), now.asOf())
        : now;
  }

  @Override
  public PagedRows<SubjectName> rows() {
    return rows;
  }

  @Override
  public void apply() {
    String text = search.get().strip();
    rows.restart(
        text.isEmpty()
            ? new ListQuery<>(this::ofNewestOrders, ignored -> true, NEWEST_FIRST)
            : found(text));
  }

  private Page<SubjectName> ofNewestOrders(String after) throws ApiException {
    if (!session.may(Scope.ORDERS_READ)) {
      return NONE;
    }
    Page<SubjectName> page =
        session.api().page(PATH, Query.none(), after).map(SubjectName::ofOrder);
    Set<String> references = new HashSet<>();
    List<SubjectName> persons =
        page.rows().stream()
            .filter(person -> !person.reference().isEmpty() && references.add(person.reference()))
            .toList();
    return new Page<>(persons, page.hasMore(), page.next());
  }

  /** By reference, then by parts of the person's texts. */
  private ListQuery<SubjectName> found(String text) {
    TextSearch.Parts<SubjectName> parts =
        textSearch.start(
            text,
            new TextSearch.Hits<>(
                "", this::find, ignored -> NONE, person -> person.reference().equals(text)),
            NEWEST_FIRST);
    return new ListQuery<>(
        ListQuery.chained(List.of(ignored -> find(text), parts)),
        person -> parts.matches(person.reference(), person.reference()),
        Comparator.comparing((SubjectName person) -> !text.equals(person.reference()))
            .thenComparing(NEWEST_FIRST));
  }

  /** The person with that reference, if anything that the session may read names it. */
  private Page<SubjectName> find(String reference) throws ApiException {
    for (SubjectSection section : SubjectSection.values()) {
      if (session.may(section.scope())) {
        List<JsonNode> found = section.read(session, reference, 1).rows();
        if (!found.isEmpty()) {
          return new Page<>(List.of(named(reference)), false, "");
        }
      }
    }
    return NONE;
  }

  /** With the name of the newest order, if there is one. */
  private SubjectName named(String reference) throws ApiException {
    if (!session.may(Scope.ORDERS_READ)) {
      return SubjectName.unknown(reference);
    }
    return SubjectSection.ORDERS.read(session, reference, 1).rows().stream()
        .findFirst()
        .map(SubjectName::ofOrder)
        .orElse(SubjectName.unknown(reference));
  }

  @Override
  public void filterBy(Map<String, String> filters) {
    search.set(filters.getOrDefault("search", ""));
    apply();
  }

  /** Adds the persons of new orders. */
  void handleEvents(List<JsonNode> events) {
    rows.put(
        events.stream()
            .filter(event -> event.path("type").asText().startsWith("call_order."))
            .map(event -> SubjectName.ofOrder(event.path("data")))
            .filter(person -> !person.reference().isEmpty())
            .toList());
  }
}
