package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.List;

/** The enrollment list with its filters, kept up to date by the feed. */
final class EnrollmentsViewModel extends FilteredListViewModel<EnrollmentRow> {
  private final StaleRowResolver staleRows;

  EnrollmentsViewModel(BackgroundExecutor background, ApiClient api, ZoneId zone) {
    super(
        api,
        new Origin<>("/v1/enrollments", "enrollment.", EnrollmentRow::of),
        new PagedRows<>(background, EnrollmentRow::id, EnrollmentRow.BY_STATE_AGE),
        new ListFilter<>(zone, EnrollmentRow::createdAt)
            .with("status", EnrollmentRow::status)
            .with("sequence_key", EnrollmentRow::sequenceKey)
            .with("sequence_id", EnrollmentRow::sequenceId)
            .with("subject_reference", EnrollmentRow::subject));
    this.staleRows = new StaleRowResolver(background, api, rows());
  }

  /** Searches by enrollment or sequence identifier, otherwise by subject. */
  @Override
  protected ListQuery<EnrollmentRow> search(String text) {
    if (text.startsWith("enr_")) {
      return find(text);
    }
    return text.startsWith("seq_")
        ? newestFirst(
            list(Query.none().with("sequence_id", text)), row -> text.equals(row.sequenceId()))
        : newestFirst(
            list(Query.none().with("subject_reference", text)), row -> text.equals(row.subject()));
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
