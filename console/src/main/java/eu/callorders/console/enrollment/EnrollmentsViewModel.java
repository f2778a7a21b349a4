package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Query;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TextSearch;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;

/** The enrollment list with its filters, kept up to date by the feed. */
final class EnrollmentsViewModel extends FilteredListViewModel<EnrollmentRow> {
  final TextSearch textSearch;
  private final StaleRowResolver staleRows;

  EnrollmentsViewModel(BackgroundExecutor background, Session session, ZoneId zone) {
    super(
        session.api(),
        new Origin<>("/v1/enrollments", "enrollment.", EnrollmentRow::of),
        new PagedRows<>(background, EnrollmentRow::id, EnrollmentRow.BY_STATE_AGE),
        new ListFilter<>(zone, EnrollmentRow::createdAt)
            .with("status", EnrollmentRow::status)
            .withText("subject_reference", EnrollmentRow::subject)
            .withText("sequence_key", EnrollmentRow::sequenceKey)
            .withText("sequence_id", EnrollmentRow::sequenceId));
    this.staleRows = new StaleRowResolver(background, session.api(), rows());
    this.textSearch = new TextSearch(session, search(), rows());
  }

  /** Searches by an identifier, otherwise by subject, then by parts of all texts. */
  @Override
  protected ListQuery<EnrollmentRow> search(String text) {
    if (text.startsWith("seq_")) {
      textSearch.startByIdentifier();
      return newestFirst(
          list(Query.none().with("sequence_id", text)), row -> text.equals(row.sequenceId()));
    }
    boolean isIdentifier = text.startsWith("enr_");
    TextSearch.Parts<EnrollmentRow> parts =
        textSearch.start(
            text,
            new TextSearch.Hits<>(
                "enrollment",
                subject -> ofSubject(subject).page(""),
                id -> find(id).source().page(""),
                row -> text.equals(isIdentifier ? row.id() : row.subject())),
            newestFirst());
    PagedRows.Source<EnrollmentRow> exact = isIdentifier ? find(text).source() : ofSubject(text);
    return new ListQuery<>(
        ListQuery.chained(List.of(exact, parts)),
        row -> parts.matches(row.id(), row.subject()),
        Comparator.comparing((EnrollmentRow row) -> !text.equals(row.subject()))
            .thenComparing(newestFirst()));
  }

  private PagedRows.Source<EnrollmentRow> ofSubject(String reference) {
    return list(Query.none().with("subject_reference", reference));
  }

  @Override
  protected EnrollmentRow rowOfEvent(JsonNode event) {
    return EnrollmentRow.ofEvent(event);
  }

  @Override
  protected void update(List<EnrollmentRow> latest) {
    latest.forEach(staleRows::put);
  }
}
