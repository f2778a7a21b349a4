package eu.callorders.bench;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.dial.AttemptUpdate;
import eu.callorders.server.dial.CallContext;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How many calls of a gateway's log that the database does not know are stored and recorded per
 * second. Half of them are of open orders, half of orders that are gone.
 */
public final class RecoveryBench {
  private static final int CALLS = Math.max(Scale.of(10_000), 400);
  private static final int WARMING = 400;
  private static final int ROUNDS = 3;
  private static final int PAGE = 200;

  private static final String UNDIALED =
      """
      SELECT o.id, o.tenant_id,
             b.document::jsonb -> 'contacts' -> 0 ->> 'value' AS phone
        FROM call_order o
        JOIN call_order_body b ON b.order_id = o.id
       WHERE o.status = 'scheduled' AND o.attempt_count = 0 AND o.subject_reference LIKE 'free-%'
      """;

  private static final String TENANT = "SELECT id FROM tenant WHERE name = 'free' LIMIT 1";

  private static final String LEFT = "SELECT count(*) FROM unknown_call";

  private static final String HALT =
      """
      INSERT INTO dial_halt (id, kind, era, reason, halted_at, witnessed)
      SELECT gen_random_uuid(), 'recovery', max(number), 'a restore', now(), false FROM era
      """;

  private static final String RECORDED = "SELECT max(recorded_calls) FROM dial_halt";

  private final SqlSession owner;
  private final DialComponents parts;
  private final Random random = new Random();
  private long sequence;
  private long recorded;

  private RecoveryBench(SqlSession owner, DialComponents parts) {
    this.owner = owner;
    this.parts = parts;
  }

  public static void main(String[] arguments) throws Exception {
    DialComponents.measure((owner, parts) -> new RecoveryBench(owner, parts).measure());
  }

  private record Round(double stored, double recorded) {}

  private void measure() throws Exception {
    BenchReport figures = new BenchReport("recovery");
    owner.execute(HALT);
    Scale.warmUp(() -> round(WARMING));
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      rounds.add(round(CALLS));
    }
    if (owner.number(RECORDED) != recorded) {
      throw new IllegalStateException(
          owner.number(RECORDED) + " of " + recorded + " calls are recorded");
    }
    double stored = BenchReport.median(rounds, Round::stored);
    double recorded = BenchReport.median(rounds, Round::recorded);
    figures.add("calls stored", stored, "/s");
    figures.add("calls recorded", recorded, "/s");
    figures.add("10,000 calls stored and recorded", 10_000 / stored + 10_000 / recorded, "s");
    figures.end();
  }

  private Round round(int calls) throws Exception {
    List<List<AttemptUpdate>> log = log(calls);
    long start = System.nanoTime();
    for (List<AttemptUpdate> page : log) {
      parts.inbox().add(page, () -> {});
      parts.inboxWork().runOnce();
    }
    long stored = System.nanoTime();
    while (owner.number(LEFT) > 0) {
      parts.unknownCalls().runOnce();
    }
    long recorded = System.nanoTime();
    return new Round(perSecond(calls, stored - start), perSecond(calls, recorded - stored));
  }

  /** The pages of a log with so many calls, of which each was busy. */
  private List<List<AttemptUpdate>> log(int calls) throws Exception {
    owner.execute(DueOrderSeeder.free(calls / 2));
    owner.execute("VACUUM ANALYZE call_order, call_attempt");
    List<AttemptUpdate> events = new ArrayList<>();
    for (Facts facts : owner.rows(UNDIALED, this::undialed)) {
      addCall(events, AttemptIds.of(facts.orderId(), 1), facts);
    }
    UUID tenant = UUID.fromString(owner.texts(TENANT).getFirst());
    for (int person = 0; person < calls / 2; person++) {
      UUID goneOrder = UuidV7.at(Instant.now(), random);
      UUID attempt = AttemptIds.of(goneOrder, 1);
      CallContext context = new CallContext("gone-" + person, UUID.randomUUID());
      String ciphertext = parts.contexts().encrypt(attempt, context);
      addCall(
          events, attempt, facts(goneOrder, tenant, "+1213" + (2_000_000 + person), ciphertext));
    }
    List<List<AttemptUpdate>> pages = new ArrayList<>();
    for (int first = 0; first < events.size(); first += PAGE) {
      pages.add(events.subList(first, Math.min(first + PAGE, events.size())));
    }
    return pages;
  }

  private Facts undialed(ResultSet row) throws SQLException {
    UUID order = row.getObject("id", UUID.class);
    return facts(order, row.getObject("tenant_id", UUID.class), row.getString("phone"), null);
  }

  private Facts facts(UUID order, UUID tenant, String phone, @Nullable String context) {
    CallOrigin origin = new CallOrigin(parts.deployment(), UUID.randomUUID(), context);
    return new Facts(order, tenant, new PhoneNumber(phone), 1, Instant.now(), origin);
  }

  private void addCall(List<AttemptUpdate> events, UUID attempt, Facts facts) {
    recorded++;
    events.add(new AttemptUpdate.EventReceived(new GatewayEvent.Accepted(header(attempt), facts)));
    GatewayEvent.Header header = header(attempt);
    events.add(
        new AttemptUpdate.EventReceived(
            new GatewayEvent.Ended(
                header, Disposition.BUSY, Cause.NORMAL, null, null, header.at())));
  }

  private GatewayEvent.Header header(UUID attempt) {
    sequence++;
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return new GatewayEvent.Header("e" + sequence, attempt, "call", sequence, now);
  }

  private static double perSecond(long count, long nanos) {
    return count * 1e9 / nanos;
  }
}
