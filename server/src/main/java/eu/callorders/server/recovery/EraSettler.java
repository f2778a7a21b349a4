package eu.callorders.server.recovery;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.InstanceCheck;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.PrimaryServer;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Begins a new era when the server is another instance than that of the newest era. A database
 * cannot detect that it is an older copy, so each new instance counts as one, and dialing waits for
 * the gateway's log unless {@link Exemptions} apply.
 */
public final class EraSettler implements InstanceCheck {
  private static final Logger LOG = LoggerFactory.getLogger(EraSettler.class);

  /** Writers hold their locks for up to ten seconds. */
  private static final String BOUNDS =
      """
      SELECT set_config('lock_timeout', '15s', true), set_config('statement_timeout', '15s', true),
             set_config('app.worker', 'on', true)
      """;

  /** The border between two eras: each event is written either before or after it. */
  private static final String LOCK = "LOCK TABLE ONLY event IN SHARE ROW EXCLUSIVE MODE";

  private final Vertx vertx;
  private final PrimaryServer server;
  private final Exemptions exemptions;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Eras eras;
  private volatile @Nullable UUID settled;
  private volatile Runnable clearCaches = () -> {};

  /**
   * @param eras updated with what other nodes record about the newest era
   */
  public EraSettler(
      Vertx vertx,
      PrimaryServer server,
      Exemptions exemptions,
      Eras eras,
      InstantSource realTime,
      RandomGenerator random) {
    this.vertx = vertx;
    this.server = server;
    this.exemptions = exemptions;
    this.eras = eras;
    this.realTime = realTime;
    this.random = random;
  }

  @Override
  public Future<Boolean> isCurrent(SqlClient connection) {
    return EraStore.observe(connection)
        .map(
            instance -> {
              // Even if another node began the era, this one must settle it.
              boolean settledHere = instance.current() && instance.eraId().equals(settled);
              eras.invalidateIfChanged(instance);
              if (settledHere) {
                exemptions.observe(instance);
              }
              return settledHere;
            });
  }

  @Override
  public void beforeNewEra(Runnable callback) {
    this.clearCaches = callback;
  }

  @Override
  public Future<Void> settle() {
    return inTransaction(this::settle);
  }

  /** Begins an era above one that the gateway has granted to another copy of the database. */
  public Future<Void> settleAbove(int number) {
    return inTransaction(
        connection ->
            connection
                .query(BOUNDS)
                .execute()
                .compose(limited -> EraStore.observe(connection))
                .compose(
                    instance ->
                        instance.era() > number
                            ? Future.succeededFuture(instance.eraId())
                            : settleExclusively(connection, number)));
  }

  private Future<Void> inTransaction(Function<SqlConnection, Future<UUID>> work) {
    return server
        .connect(vertx)
        .compose(
            connection ->
                connection
                    .begin()
                    .compose(
                        transaction ->
                            work.apply(connection)
                                .compose(
                                    era ->
                                        EraStore.recordSettled(connection, exemptions.node())
                                            .map(era))
                                .compose(
                                    era ->
                                        transaction
                                            .commit()
                                            .onSuccess(done -> settled(era))
                                            .compose(done -> isCurrent(connection)),
                                    failure ->
                                        transaction
                                            .rollback()
                                            .transform(any -> Future.failedFuture(failure))))
                    .eventually(connection::close))
        .mapEmpty();
  }

  /** Returns the id of the era. */
  private Future<UUID> settle(SqlConnection connection) {
    return connection
        .query(BOUNDS)
        .execute()
        .compose(bounded -> EraStore.observe(connection))
        .compose(
            instance ->
                instance.current()
                    ? lift(connection, instance)
                    : settleExclusively(connection, -1));
  }

  /**
   * The lock stops writers of events, and no event is written on a server without an era: the
   * values read stay valid.
   */
  private Future<UUID> settleExclusively(SqlConnection connection, int minimum) {
    return EraStore.knownUntil(connection)
        .compose(
            knownUntil ->
                Locks.acquire(connection, Set.of(Locks.dialing()))
                    .compose(locked -> connection.query(LOCK).execute())
                    .compose(locked -> EraStore.observe(connection))
                    .compose(
                        instance ->
                            instance.current() && instance.era() > minimum
                                ? lift(connection, instance)
                                : begin(connection, instance, knownUntil, minimum)));
  }

  private Future<UUID> begin(
      SqlConnection connection,
      ServerInstance instance,
      @Nullable Instant knownUntil,
      int minimum) {
    int number = Math.max(instance.era(), minimum) + 1;
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    UUID id = UuidV7.at(now, random);
    return exemptions
        .find(connection, instance, number)
        .compose(
            exemption -> {
              String why = exemption.map(Exemption::why).orElse("another server instance");
              Era era = new Era(number, id, now, knownUntil, why);
              return EraStore.insert(connection, era, instance)
                  .compose(inserted -> startHalt(connection, era, exemption))
                  .compose(begun -> contradict(connection, instance, number));
            })
        .map(id);
  }

  private Future<Void> startHalt(SqlConnection connection, Era era, Optional<Exemption> exemption) {
    LogLine.info(LOG)
        .with(LogField.ERA, era.number())
        .with(LogField.REASON, era.why())
        .log("new era begun");
    if (exemption.isPresent() && exemption.get() != Exemption.WITNESSED) {
      return lift(connection, era.number(), exemption.get());
    }
    return RecoveryHalt.begin(connection, era).onSuccess(halted -> warn(era));
  }

  private static void warn(Era era) {
    LogLine.at(era.isWitnessed() ? Level.INFO : Level.WARN, LOG)
        .with(LogField.ERA, era.number())
        .with(LogField.KNOWN_UNTIL, era.knownUntil())
        .log("dialing halted until the gateway's log has been read");
  }

  /** Another node may have begun this era without this node's evidence. */
  private Future<UUID> lift(SqlConnection connection, ServerInstance instance) {
    return exemptions
        .find(connection, instance, instance.era())
        .compose(
            exemption ->
                exemption.isPresent()
                    ? lift(connection, instance.era(), exemption.get())
                    : contradict(connection, instance, instance.era()))
        .map(instance.eraId());
  }

  /** This node's evidence counts even if the node that began the era has less. */
  private Future<Void> contradict(SqlConnection connection, ServerInstance instance, int era) {
    return exemptions
        .contradicts(connection, instance, era)
        .compose(
            contradicts ->
                contradicts
                    ? RecoveryHalt.contradict(
                            connection, era, exemptions.node(), realTime.instant())
                        .onSuccess(stored -> warnOfContradiction(era))
                    : Future.succeededFuture());
  }

  private void settled(UUID era) {
    clearCaches.run();
    settled = era;
    exemptions.settled();
  }

  private static void warnOfContradiction(int era) {
    LogLine.warn(LOG)
        .with(LogField.ERA, era)
        .log("node has seen a later state of the database, or another server");
  }

  private Future<Void> lift(SqlConnection connection, int era, Exemption exemption) {
    return switch (exemption) {
      case SIMULATED_GATEWAY -> RecoveryHalt.lift(connection, era, exemption.why()).mapEmpty();
      case EMPTY -> RecoveryHalt.liftOfEra(connection, era, exemption.why()).mapEmpty();
      case WITNESSED -> RecoveryHalt.witness(connection, era);
    };
  }
}
