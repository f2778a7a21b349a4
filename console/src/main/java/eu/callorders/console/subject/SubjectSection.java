package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.enrollment.EnrollmentsView;
import eu.callorders.console.hold.HoldsView;
import eu.callorders.console.order.OrdersView;
import eu.callorders.console.session.Session;
import eu.callorders.console.suppression.SuppressionsView;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import java.util.Optional;

/** What the page of a person lists: first what keeps the person from being called. */
public enum SubjectSection {
  HOLDS("/v1/holds", Scope.CONFIG_READ, "holds", HoldsView.class),
  SUPPRESSIONS("/v1/suppressions", Scope.CONFIG_READ, "suppressions", SuppressionsView.class),
  PROMISES("/v1/promises", Scope.ORDERS_READ, "", SubjectsView.class),
  ORDERS("/v1/call-orders", Scope.ORDERS_READ, "orders", OrdersView.class),
  ENROLLMENTS("/v1/enrollments", Scope.ORDERS_READ, "enrollments", EnrollmentsView.class);

  private static final String FILTER = "subject_reference";

  private final String path;
  private final Scope scope;

  /** The screen of the complete list; empty for none. */
  private final String feature;

  /** Its package has the texts of the statuses. */
  private final Class<?> anchor;

  SubjectSection(String path, Scope scope, String feature, Class<?> anchor) {
    this.path = path;
    this.scope = scope;
    this.feature = feature;
    this.anchor = anchor;
  }

  /** Part of identifiers of nodes, such as {@code holds}. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  Scope scope() {
    return scope;
  }

  Texts texts() {
    return Texts.of(anchor);
  }

  String title() {
    return texts().get(feature.isEmpty() ? key() : "title");
  }

  /** Reads the newest rows of a person. */
  Page<JsonNode> read(Session session, String reference, int limit) throws ApiException {
    return session.api().page(path, Query.none().with(FILTER, reference), limit, "");
  }

  /** A link to all rows of a person; empty without a screen that lists them. */
  Optional<Link> linkToAll(String reference) {
    return feature.isEmpty()
        ? Optional.empty()
        : Optional.of(Link.filtered(feature, FILTER, reference));
  }
}
