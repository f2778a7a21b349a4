package eu.callorders.console.sequence;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;

/** The sequence list with its filters, kept up to date by the feed. */
final class SequencesViewModel extends FilteredListViewModel<SequenceRow> {
  SequencesViewModel(BackgroundExecutor background, ApiClient api) {
    super(
        api,
        new Origin<>("/v1/sequences", "sequence.", SequenceRow::of),
        new PagedRows<>(background, SequenceRow::id, SequenceRow.BY_UPDATED_AT),
        new ListFilter<>(ZoneId.systemDefault(), SequenceRow::createdAt)
            .with("status", SequenceRow::status));
  }

  /** An identifier overrides the status; a key does not. */
  @Override
  protected ListQuery<SequenceRow> search(String text) {
    return text.startsWith("seq_")
        ? find(text)
        : newestFirst(
            list(applied().with("key", text)), matches().and(row -> text.equals(row.key())));
  }
}
