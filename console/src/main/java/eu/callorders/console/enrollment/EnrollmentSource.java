package eu.callorders.console.enrollment;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.IdentifierSearch;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.PagedRows;

/** Loads the pages of the enrollment table. */
final class EnrollmentSource {
  private static final String PATH = "/v1/enrollments";
  private static final int PAGE_SIZE = 100;

  private EnrollmentSource() {}

  static PagedRows.Source<EnrollmentRow> filtered(ApiClient api, EnrollmentFilter filter) {
    return after -> page(api, filter.query(), after);
  }

  /** Searches by enrollment or sequence identifier, otherwise by subject. */
  static PagedRows.Source<EnrollmentRow> search(ApiClient api, String text) {
    if (text.startsWith("enr_")) {
      return ignored -> IdentifierSearch.find(api, PATH + "/" + text).map(EnrollmentRow::of);
    }
    String parameter = text.startsWith("seq_") ? "sequence_id" : "subject_reference";
    return after -> page(api, Query.none().with(parameter, text), after);
  }

  private static Page<EnrollmentRow> page(ApiClient api, Query query, String after)
      throws ApiException {
    return api.page(PATH, query, PAGE_SIZE, after).map(EnrollmentRow::of);
  }
}
