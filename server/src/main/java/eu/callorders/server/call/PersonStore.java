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
             running.busy IS NOT NULL AS busy, contacts.count
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
             SELECT true AS busy
               FROM call_attempt a
              WHERE a.tenant_id = asked.tenant_id
                AND a.subject_reference = asked.reference
                AND a.status IN ('placing', 'placed', 'ringing', 'answered')
              LIMIT 1) AS running ON true
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM call_attempt a
              WHERE a.tenant_id = asked.tenant_id
                AND a.subject_reference = asked.reference
                AND a.contact_day = asked.day
                AND a.status <> 'refused') AS contacts
      """;

  /** A person of a tenant, on one of the person's local days. */
  public record PersonDay(UUID tenantId, String reference, LocalDate day) {}

  /**
   * What has been tried.
   *
   * @param lastContact the latest attempt that counted; null for none
   * @param busy whether an attempt is running
   * @param contacts attempts on that day, running ones included
   */
  public record History(@Nullable LastContact lastContact, boolean busy, int contacts) {}

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
        row.getBoolean("busy"),
        row.getInteger("count"));
  }
}
