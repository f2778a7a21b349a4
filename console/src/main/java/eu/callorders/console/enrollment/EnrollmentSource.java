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
  private static final int PAGE = 100;

  private EnrollmentSource() {}

  static PagedRows.Source<EnrollmentRow> filtered(ApiClient api, EnrollmentFilter filter) {
    return after -> page(api, filter.query(), after);
  }

  /** Searches by enrollment or sequence identifier, otherwise by subject. */
  static PagedRows.Source<EnrollmentRow> found(ApiClient api, String text) {
    if (text.startsWith("enr_")) {
      return ignored -> IdentifierSearch.at(api, PATH + "/" + text).map(EnrollmentRow::of);
    }
    String parameter = text.startsWith("seq_") ? "sequence_id" : "subject_reference";
    return after -> page(api, Query.none().and(parameter, text), after);
  }

  private static Page<EnrollmentRow> page(ApiClient api, Query query, String after)
      throws ApiException {
    return api.page(PATH, query, PAGE, after).map(EnrollmentRow::of);
  }
}
