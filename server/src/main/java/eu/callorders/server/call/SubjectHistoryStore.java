package eu.callorders.server.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.order.Callee.LastContact;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** SQL of the attempts at subjects and phones, over all of their orders. */
public final class SubjectHistoryStore {
  /**
   * The contacts of an erased subject, by the reference or by a called phone. Of each hash the
   * newest 1,000 count, the highest daily quota. The hashes are cast before: only a comparison that
   * cannot leak hidden rows uses an index.
   */
  private static final String ERASED =
      """
      FROM unnest(requested.hashes) AS h (hash)
           CROSS JOIN LATERAL (
             (SELECT r.*
                FROM erased_contact r
               WHERE r.tenant_id = requested.tenant_id
                 AND r.reference_hash = h.hash
               ORDER BY r.ended_at DESC
               LIMIT 1000)
             UNION ALL
             (SELECT p.*
                FROM erased_contact p
               WHERE p.tenant_id = requested.tenant_id
                 AND p.phone_hash = h.hash
                 AND p.reference_hash <> ALL (requested.hashes)
               ORDER BY p.ended_at DESC
               LIMIT 1000)) AS e
      """;

  private static final String HISTORY =
      """
      WITH requested AS MATERIALIZED (
        SELECT tenant_id, reference, day, hashes::uuid[] AS hashes, place::int AS place
          FROM unnest($1::uuid[], $2::text[], $3::date[], $4::text[]) WITH ORDINALITY
                 AS given (tenant_id, reference, day, hashes, place))
      SELECT requested.place, last.ended_at, last.cause, erased.ended_at AS erased_ended_at,
             erased.cause AS erased_cause, active.phone AS active_phone,
             contacts.count + erased.count AS count
        FROM requested
        LEFT JOIN LATERAL (
             SELECT a.ended_at, a.cause
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.subject_reference = requested.reference
                AND a.ended_at IS NOT NULL
                AND a.attempt_number IS NOT NULL
              ORDER BY a.ended_at DESC
              LIMIT 1) AS last ON true
        LEFT JOIN LATERAL (
             SELECT a.phone
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.subject_reference = requested.reference
                AND a.status IN ('placing', 'placed', 'ringing', 'answered')
              LIMIT 1) AS active ON true
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.subject_reference = requested.reference
                AND a.contact_day = requested.day
                AND a.status <> 'refused') AS contacts
       CROSS JOIN LATERAL (
             SELECT count(*) FILTER (WHERE e.contact_day = requested.day)::int AS count,
                    max(e.ended_at) AS ended_at,
                    (array_agg(e.cause ORDER BY e.ended_at DESC))[1] AS cause
      """
          + ERASED
          + ") AS erased";

  private static final String WEEKS =
      """
      WITH requested AS MATERIALIZED (
        SELECT tenant_id, reference, claim_key, since, hashes::uuid[] AS hashes, place::int AS place
          FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::date[], $5::text[])
                 WITH ORDINALITY AS given (tenant_id, reference, claim_key, since, hashes, place))
      SELECT requested.place, tried.dials, tried.conversations
        FROM requested
       CROSS JOIN LATERAL (
             SELECT COALESCE(array_agg(contact_day), '{}') AS dials,
                    COALESCE(array_agg(contact_day) FILTER (WHERE answered), '{}')
                      AS conversations
               FROM (SELECT a.contact_day, a.disposition = 'answered' AS answered
                       FROM call_attempt a
                      WHERE a.tenant_id = requested.tenant_id
                        AND a.subject_reference = requested.reference
                        AND a.claim_key = requested.claim_key
                        AND a.contact_day >= requested.since
                        AND a.status <> 'refused'
                     UNION ALL
                     SELECT e.contact_day, e.answered
      """
          + ERASED
          + """
           WHERE e.claim_hash = ANY (requested.hashes)
             AND e.contact_day >= requested.since) AS contact) AS tried
          """;

  /**
   * Attempts at a phone, for whatever subject. One of them at most is active. Calls of erased
   * subjects count by their end.
   */
  public static final String PHONES =
      """
      WITH requested AS MATERIALIZED (
        SELECT tenant_id, phone, starts_at, ends_at, hashes::uuid[] AS hashes, place::int AS place
          FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[])
                 WITH ORDINALITY AS given (tenant_id, phone, starts_at, ends_at, hashes, place))
      SELECT requested.place, ended.count + active.count + erased.count AS count
        FROM requested
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.phone = requested.phone
                AND a.phone <> ''
                AND a.ended_at >= requested.starts_at
                AND a.intended_at >= requested.starts_at
                AND a.intended_at < requested.ends_at) AS ended
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.phone = requested.phone
                AND a.status IN ('placing', 'placed', 'ringing', 'answered')) AS active
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS count
               FROM unnest(requested.hashes) AS h (hash)
              CROSS JOIN LATERAL (
                    SELECT
                      FROM erased_contact e
                     WHERE e.tenant_id = requested.tenant_id
                       AND e.phone_hash = h.hash
                       AND e.ended_at >= requested.starts_at
                       AND e.ended_at < requested.ends_at) AS contact) AS erased
      """;

  private final ContactHasher hasher;

  public SubjectHistoryStore(ContactHasher hasher) {
    this.hasher = hasher;
  }

  /**
   * A subject of a tenant.
   *
   * @param phones of the order; the subject may have been erased under any of them
   */
  public record Subject(UUID tenantId, String reference, Set<PhoneNumber> phones) {}

  public record SubjectDay(Subject subject, LocalDate day) {}

  /**
   * The attempts at a subject.
   *
   * @param lastContact the latest counted attempt; null for none
   * @param activePhone the phone of the active attempt; null for none
   * @param contacts attempts on the day, active ones included
   */
  public record History(
      @Nullable LastContact lastContact, @Nullable PhoneNumber activePhone, int contacts) {}

  /** A subject and a claim, from a local day of the subject on. */
  public record ClaimWeek(Subject subject, UUID claimKey, LocalDate since) {}

  /**
   * The subject's local days with attempts about the claim, unordered.
   *
   * @param dials one per attempt, active ones included
   * @param conversations one per answered attempt
   */
  public record Days(List<LocalDate> dials, List<LocalDate> conversations) {}

  /** A day of a phone, from its first instant to that of the next day; the tenant's time. */
  public record PhoneDay(UUID tenantId, PhoneNumber phone, Instant startsAt, Instant endsAt) {}

  /** The number of attempts at each phone on its day, active ones included. */
  public Future<Map<PhoneDay, Integer>> countContacts(
      SqlConnection connection, Collection<PhoneDay> days) {
    List<PhoneDay> distinct = days.stream().distinct().toList();
    return BatchStatement.of(PHONES, distinct)
        .uuids(PhoneDay::tenantId)
        .strings(day -> day.phone().e164())
        .times(PhoneDay::startsAt)
        .times(PhoneDay::endsAt)
        .strings(day -> literal(hasher.hashPhone(day.tenantId(), day.phone()).stream()))
        .execute(connection)
        .map(RowMapper.toMap(row -> requestOf(distinct, row), row -> row.getInteger("count")));
  }

  public Future<Map<ClaimWeek, Days>> loadWeeks(
      SqlConnection connection, Collection<ClaimWeek> weeks) {
    List<ClaimWeek> distinct = weeks.stream().distinct().toList();
    return BatchStatement.of(WEEKS, distinct)
        .uuids(week -> week.subject().tenantId())
        .strings(week -> week.subject().reference())
        .uuids(ClaimWeek::claimKey)
        .dates(ClaimWeek::since)
        .strings(this::hashes)
        .execute(connection)
        .map(RowMapper.toMap(row -> requestOf(distinct, row), SubjectHistoryStore::days));
  }

  private static Days days(Row row) {
    return new Days(
        List.of(row.getArrayOfLocalDates("dials")),
        List.of(row.getArrayOfLocalDates("conversations")));
  }

  public Future<Map<SubjectDay, History>> load(
      SqlConnection connection, Collection<SubjectDay> subjects) {
    List<SubjectDay> distinct = subjects.stream().distinct().toList();
    return BatchStatement.of(HISTORY, distinct)
        .uuids(each -> each.subject().tenantId())
        .strings(each -> each.subject().reference())
        .dates(SubjectDay::day)
        .strings(each -> literal(hashes(each.subject())))
        .execute(connection)
        .map(RowMapper.toMap(row -> requestOf(distinct, row), SubjectHistoryStore::history));
  }

  private static History history(Row row) {
    return new History(
        later(contact(row, "ended_at", "cause"), contact(row, "erased_ended_at", "erased_cause")),
        PhoneNumber.ofNullable(row.getString("active_phone")),
        row.getInteger("count"));
  }

  private static @Nullable LastContact contact(Row row, String endedAt, String cause) {
    String wire = row.getString(cause);
    return wire == null ? null : new LastContact(RowMapper.instant(row, endedAt), Cause.of(wire));
  }

  private static @Nullable LastContact later(
      @Nullable LastContact one, @Nullable LastContact other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.endedAt().isBefore(other.endedAt()) ? other : one;
  }

  private String hashes(ClaimWeek week) {
    Stream<UUID> ofClaim = hasher.hashClaim(week.subject().tenantId(), week.claimKey()).stream();
    return literal(Stream.concat(hashes(week.subject()), ofClaim));
  }

  private Stream<UUID> hashes(Subject person) {
    return Stream.concat(
        hasher.hashReference(person.tenantId(), person.reference()).stream(),
        person.phones().stream()
            .flatMap(phone -> hasher.hashPhone(person.tenantId(), phone).stream()));
  }

  /** An array as text, since a column parameter cannot hold arrays. */
  private static String literal(Stream<UUID> hashes) {
    return hashes.map(UUID::toString).collect(Collectors.joining(",", "{", "}"));
  }

  private static <T> T requestOf(List<T> requested, Row row) {
    return requested.get(row.getInteger("place") - 1);
  }
}
