package eu.callorders.server.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.order.Callee.LastContact;
import eu.callorders.server.database.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What has been tried with persons, over all of their orders. */
public final class PersonStore {
  private static final String HISTORY =
      """
      SELECT asked.tenant_id, asked.reference, asked.day, last.ended_at, last.cause,
             active.phone AS active_phone, contacts.count
        FROM unnest($1::uuid[], $2::text[], $3::date[]) AS asked (tenant_id, reference, day)
        LEFT JOIN LATERAL (
             SELECT a.ended_at, a.cause
               FROM call_attempt a
              WHERE a.tenant_id = asked.tenant_id
                AND a.subject_reference = asked.reference
                AND a.ended_at IS NOT NULL
                AND a.number IS NOT NULL
              ORDER BY a.ended_at DESC
              LIMIT 1) AS last ON true
        LEFT JOIN LATERAL (
             SELECT a.phone
               FROM call_attempt a
              WHERE a.tenant_id = asked.tenant_id
                AND a.subject_reference = asked.reference
                AND a.status IN ('placing', 'placed', 'ringing', 'answered')
              LIMIT 1) AS active ON true
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM call_attempt a
              WHERE a.tenant_id = asked.tenant_id
                AND a.subject_reference = asked.reference
                AND a.contact_day = asked.day
                AND a.status <> 'refused') AS contacts
      """;

  private static final String WEEKS =
      """
      SELECT asked.tenant_id, asked.reference, asked.claim, asked.since,
             tried.dials, tried.conversations
        FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[])
               AS asked (tenant_id, reference, claim, since)
       CROSS JOIN LATERAL (
             SELECT COALESCE(array_agg(a.contact_day), '{}') AS dials,
                    COALESCE(array_agg(a.contact_day) FILTER (WHERE a.disposition = 'answered'),
                             '{}') AS conversations
               FROM call_attempt a
              WHERE a.tenant_id = asked.tenant_id
                AND a.subject_reference = asked.reference
                AND a.claim = asked.claim
                AND a.contact_day >= asked.since
                AND a.status <> 'refused') AS tried
      """;

  /** A person of a tenant, on one of the person's local days. */
  public record PersonDay(UUID tenantId, String reference, LocalDate day) {}

  /**
   * What has been tried.
   *
   * @param lastContact the latest attempt that counted; null for none
   * @param activePhone the number of the active attempt; null when none is
   * @param contacts attempts on that day, running ones included
   */
  public record History(
      @Nullable LastContact lastContact, @Nullable String activePhone, int contacts) {}

  /** A person of a tenant and a claim, from a local day of the person on. */
  public record ClaimWeek(UUID tenantId, String reference, UUID claim, LocalDate since) {}

  /**
   * The person's local days on which something was done about the claim, in no order.
   *
   * @param dials attempts, running ones included
   * @param conversations those of them that somebody answered
   */
  public record Days(List<LocalDate> dials, List<LocalDate> conversations) {}

  /** What was tried with each of these persons about each of these claims. */
  public Future<Map<ClaimWeek, Days>> weeks(SqlConnection connection, Collection<ClaimWeek> weeks) {
    List<ClaimWeek> asked = weeks.stream().distinct().toList();
    return connection
        .preparedQuery(WEEKS)
        .execute(
            Rows.columns(
                asked.stream().map(ClaimWeek::tenantId).toArray(UUID[]::new),
                asked.stream().map(ClaimWeek::reference).toArray(String[]::new),
                asked.stream().map(ClaimWeek::claim).toArray(UUID[]::new),
                asked.stream().map(ClaimWeek::since).toArray(LocalDate[]::new)))
        .map(rows -> rows.stream().collect(Collectors.toMap(PersonStore::week, PersonStore::days)));
  }

  private static ClaimWeek week(Row row) {
    return new ClaimWeek(
        row.getUUID("tenant_id"),
        row.getString("reference"),
        row.getUUID("claim"),
        row.getLocalDate("since"));
  }

  private static Days days(Row row) {
    return new Days(
        List.of(row.getArrayOfLocalDates("dials")),
        List.of(row.getArrayOfLocalDates("conversations")));
  }

  public Future<Map<PersonDay, History>> of(
      SqlConnection connection, Collection<PersonDay> persons) {
    List<PersonDay> asked = persons.stream().distinct().toList();
    return connection
        .preparedQuery(HISTORY)
        .execute(
            Rows.columns(
                asked.stream().map(PersonDay::tenantId).toArray(UUID[]::new),
                asked.stream().map(PersonDay::reference).toArray(String[]::new),
                asked.stream().map(PersonDay::day).toArray(LocalDate[]::new)))
        .map(
            rows ->
                rows.stream().collect(Collectors.toMap(PersonStore::person, PersonStore::read)));
  }

  private static PersonDay person(Row row) {
    return new PersonDay(
        row.getUUID("tenant_id"), row.getString("reference"), row.getLocalDate("day"));
  }

  private static History read(Row row) {
    String cause = row.getString("cause");
    return new History(
        cause == null ? null : new LastContact(Rows.instant(row, "ended_at"), Cause.of(cause)),
        row.getString("active_phone"),
        row.getInteger("count"));
  }
}
