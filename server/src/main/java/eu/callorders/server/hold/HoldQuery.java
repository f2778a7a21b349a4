package eu.callorders.server.hold;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries holds for a list, newest first. */
public final class HoldQuery {
  /** One condition per name and per registry; a null argument matches everything. */
  private static final String MATCHES =
      """
      ($5::text IS NULL OR reason = $5) AND ($6::text IS NULL OR source = $6)
      AND ($7::text IS NULL OR status = $7) AND ($8::text IS NULL OR subject_reference = $8)
      AND ($9::text IS NULL OR phone = $9)
      AND ($10::text IS NULL OR (claim_member = $10 AND claim_value = $11))\
      """;

  static final String ALL = statement("");
  static final String OF_SUBJECT = statement("AND subject_reference = $8");
  static final String OF_PHONE = statement("AND phone = $9");
  static final String OF_CLAIM = statement("AND claim_member = $10 AND claim_value = $11");

  private HoldQuery() {}

  private static String statement(String range) {
    return ListStatement.of(HoldStore.COLUMNS, "hold", range, MATCHES);
  }

  /** List filter; null matches everything. */
  public record Filter(
      @Nullable String subjectReference,
      @Nullable PhoneNumber phone,
      @Nullable ClaimNumber claim,
      @Nullable String reason,
      @Nullable String source,
      @Nullable String status) {

    public static Filter of(ApiRequest request) {
      return new Filter(
          request.query().get("subject_reference"),
          request.queryParameter("phone").map(PhoneNumber::new).orElse(null),
          request.queryParameter("claim").flatMap(Filter::parseClaim).orElse(null),
          request.query().get("reason"),
          request.query().get("source"),
          request.query().get("status"));
    }

    public static Filter ofSubject(String reference) {
      return new Filter(reference, null, null, null, null, null);
    }

    public static Filter ofPhone(PhoneNumber phone) {
      return new Filter(null, phone, null, null, null, null);
    }

    /** Reads {@code case_number:AZ-771-26}. */
    private static Optional<ClaimNumber> parseClaim(String text) {
      int colon = text.indexOf(':');
      return ClaimNumber.Kind.of(text.substring(0, Math.max(0, colon)))
          .map(kind -> new ClaimNumber(kind, text.substring(colon + 1)));
    }

    /** The statement whose index finds the fewest holds. */
    private String statement() {
      if (subjectReference != null) {
        return OF_SUBJECT;
      }
      if (claim != null) {
        return OF_CLAIM;
      }
      return phone != null ? OF_PHONE : ALL;
    }
  }

  /** The next holds after a position; null starts at the newest. */
  public static Future<ListRows<Hold>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple arguments =
        ListStatement.parameters(tenantId, after, null, limit)
            .addValue(filter.reason())
            .addValue(filter.source())
            .addValue(filter.status())
            .addValue(filter.subjectReference())
            .addValue(filter.phone() == null ? null : filter.phone().e164())
            .addValue(filter.claim() == null ? null : filter.claim().kind().wire())
            .addValue(filter.claim() == null ? null : filter.claim().value());
    return connection
        .preparedQuery(filter.statement())
        .execute(arguments)
        .map(rows -> ListStatement.read(rows, HoldStore::read));
  }
}
