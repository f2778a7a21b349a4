package eu.callorders.server.hold;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The check of a batch costs one descent of one index for each name. */
class HoldQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  static final String INSERT_TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      SELECT $1::uuid, 'Tenant', 'de-DE', 'Europe/Berlin', 'date_of_birth', '{}', 1, 1, 1, 1, 'none',
             'P90D', 'P0D', 36, true
      """;

  /**
   * Two of three end in a year; each third has ended. Person 7 has a hold for each of 200 numbers.
   */
  private static final String INSERT_HOLDS =
      """
      INSERT INTO hold (id, tenant_id, subject_reference, subject_hash, phone_hash, reason, source,
        status, until, created_at, ended_at)
      SELECT gen_random_uuid(), $1::uuid, 'person-' || n,
             CASE WHEN n % 3 > 0 THEN md5('person-' || CASE WHEN n % 100 = 1 THEN 7 ELSE n END)::uuid
             END,
             CASE WHEN n % 100 = 1 AND n % 3 > 0 THEN md5('phone-' || n)::uuid END, 'disputed',
             'api', CASE WHEN n % 3 > 0 THEN 'active' ELSE 'released' END,
             now() + interval '1 year', now(), CASE WHEN n % 3 = 0 THEN now() END
        FROM generate_series(1, 20000) AS n
      """;

  /** {@code actual rows=1.00 loops=4} of the one scan of holds. */
  private static final Pattern SCAN =
      Pattern.compile("Index Scan using (\\w+) on hold h .*actual rows=([\\d.]+) loops=(\\d+)");

  /** {@code Index Searches: 4}: descents of the scan before, in all its loops together. */
  private static final Pattern SEARCHES = Pattern.compile("Index Searches: (\\d+)");

  @AutoClose
  private static final LargeTables TABLES =
      new LargeTables(TENANT, "hold, tenant", List.of(INSERT_TENANT, INSERT_HOLDS));

  private static UUID md5(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      String hex = HexFormat.of().formatHex(digest);
      return UUID.fromString(hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5"));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void checkDescendsOneIndexOncePerName() {
    UUID[] names =
        Stream.of("person-4", "phone-1", "claim-1", "person-5", "phone-2")
            .map(HoldQueryPlanTest::md5)
            .toArray(UUID[]::new);
    UUID[] tenants = new UUID[names.length];
    Arrays.fill(tenants, TENANT);

    String plan = TABLES.executedPlan(HoldCheck.STANDING, Tuple.of(tenants, (Object) names));

    Matcher scan = SCAN.matcher(plan);
    assertThat(scan.find()).as(plan).isTrue();
    assertThat(scan.group(1)).isEqualTo("hold_unique");
    assertThat(Integer.parseInt(scan.group(3))).as(plan).isEqualTo(names.length);
    assertThat(descents(plan)).as(plan).isEqualTo(names.length);
    assertThat(scan.find()).as("another scan of holds: " + plan).isFalse();
    assertThat(plan).doesNotContain("Seq Scan on hold", "Bitmap");
  }

  @Test
  void otherHoldsOfTheNameAreNotReturned() {
    UUID[] names = {md5("person-7"), md5("phone-701")};

    String plan =
        TABLES.executedPlan(
            HoldCheck.STANDING, Tuple.of(new UUID[] {TENANT, TENANT}, (Object) names));

    assertThat(plan.lines().findFirst().orElseThrow()).contains("rows=2");
    assertThat(descents(plan)).as("200 holds on numbers of the person: " + plan).isEqualTo(2);
  }

  private static long descents(String plan) {
    return SEARCHES
        .matcher(plan)
        .results()
        .mapToLong(search -> Long.parseLong(search.group(1)))
        .sum();
  }

  @Test
  void dueHoldsAreFoundByTenantAndTime() {
    assertThat(
            TABLES.workerPlan(
                HoldDueStore.NEXT_TENANT,
                Tuple.of(new UUID(0, 0), OffsetDateTime.now(ZoneOffset.UTC))))
        .contains("hold_by_until")
        .doesNotContain("Seq Scan on hold");
    assertThat(
            TABLES.workerPlan(
                HoldDueStore.DUE, Tuple.of(TENANT, OffsetDateTime.now(ZoneOffset.UTC), 100)))
        .contains("hold_by_until")
        .doesNotContain("Seq Scan on hold");
  }

  @Test
  void wokenOrdersAreFoundByIndexes() {
    assertThat(
            TABLES.workerPlan(
                HeldOrderStore.WOKEN, Tuple.tuple().addInteger(200).addArrayOfUUID(new UUID[0])))
        .contains("hold_waking", "held_order_by_hold")
        .doesNotContain("Seq Scan on hold", "Seq Scan on call_order");
  }
}
