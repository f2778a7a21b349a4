package eu.callorders.bench;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/** Signals recorded per second while many persons are under way in a sequence. */
final class SignalBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int ROUNDS = 3;
  private static final int RUNNING = Scale.of(100_000);

  private static final String SEQUENCE =
      """
      {"key": "bench", "title": "A long wait", "trigger": {"signal_type": "invoice.overdue"},
       "steps": [{"id": "wait", "type": "wait", "after": {"min": "P30D"}}]}
      """;

  private static final String BODIES =
      """
      INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data)
      SELECT id, tenant_id, '{"subject": {}, "contacts": [], "context": {}}' FROM enrollment
      """;

  private static final String SIGNAL =
      """
      {"signal_type": "%s", "subject_reference": "%s", "dedupe_key": "%d"%s}
      """;

  private static final String PERSON =
      """
      , "subject": {"reference": "{reference}", "name": {"given_name": "Erika", "family_name": "Mustermann"},
         "locale": "de-DE"},
       "contacts": [{"channel": "phone", "value": "+49302{number}", "type": "landline", "priority": 1}],
       "context": {"claim": {"outstanding": {"value": "249.90", "currency": "EUR"},
         "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "purchase_contract"}}}
      """;

  private final int seconds = Scale.of(10);
  private int key;
  private int ended;

  SignalBench() throws Exception {
    super("signals", CONNECTIONS);
  }

  @Override
  void measure() throws Exception {
    api.activateSequence(SEQUENCE);
    server.execute(
        WaitingEnrollmentSeeder.enrollments("enrollment", "running", RUNNING, "interval '30 days'"),
        BODIES,
        "VACUUM ANALYZE enrollment, enrollment_body");
    Scale.warmUp(() -> send(5_000, this::mixed));
    PgBench bare = new PgBench(server, "bench_signals", PgBench.SIGNAL, true);
    Rounds commits = new Rounds(server, "pgbench, every index");
    Rounds nothing = new Rounds(server, "nothing to do");
    Rounds ending = new Rounds(server, "each ends one");
    Rounds starting = new Rounds(server, "each starts one");
    Rounds mixed = new Rounds(server, "mixed");
    for (int round = 0; round < ROUNDS; round++) {
      commits.round(() -> bare.run(seconds));
      nothing.round(() -> send(20_000, this::nothing));
      ending.round(() -> send(10_000, this::ending));
      starting.round(() -> send(10_000, this::starting));
      mixed.round(() -> send(20_000, this::mixed));
    }
    commits.report(figures);
    for (Rounds rounds : List.of(nothing, ending, starting, mixed)) {
      rounds.report(figures);
      figures.ratio(rounds.name + ", to bare", rounds.median(), "/s", commits.median(), "pgbench");
    }
    figures.add("still running", count("active"), "");
    figures.add("ended", count("exited"), "");
  }

  private ClosedLoop.Run send(int signals, Supplier<String> next) {
    return ClosedLoop.times(
        api, CONNECTIONS, Scale.of(signals), 201, () -> api.post("/v1/signals", next.get()));
  }

  private String nothing() {
    return SIGNAL.formatted("letter.sent", "unknown-" + ++key, key, "");
  }

  private String ending() {
    return SIGNAL.formatted("payment.received", "running-" + ++ended, ++key, "");
  }

  private String starting() {
    String reference = "new-" + ++key;
    String person =
        PERSON.replace("{reference}", reference).replace("{number}", "" + (1_000_000 + key));
    return SIGNAL.formatted("invoice.overdue", reference, key, person);
  }

  private String mixed() {
    return switch (key % 10) {
      case 0 -> ending();
      case 1 -> starting();
      default -> nothing();
    };
  }

  private double count(String status) throws SQLException {
    return (double) server.number("SELECT count(*) FROM enrollment WHERE status = ?", status);
  }
}
