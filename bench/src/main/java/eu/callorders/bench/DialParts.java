package eu.callorders.bench;

import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.EventsAnswer;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.EmbeddedDatabase;
import eu.callorders.db.Migrate;
import eu.callorders.server.auth.MasterKeyRing;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.PersonStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.dial.GatewayWatch;
import eu.callorders.server.dial.GoneOrderAttempts;
import eu.callorders.server.dial.InboxWork;
import eu.callorders.server.dial.Intents;
import eu.callorders.server.dial.PersonErasure;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.dial.UnknownCallRecorder;
import eu.callorders.server.dial.UnknownObjectionWriter;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.order.Acceptance;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.OrderAnnouncements;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderKeyHasher;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.Situations;
import eu.callorders.server.order.TermsOfOrder;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.window.JollydayHolidays;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a node that take in an order and dial it, over a gateway that only says yes, and
 * those that record calls which the database does not know.
 *
 * @param deployment that the node takes itself for
 */
record DialParts(
    TenantStore tenants,
    OrderTypeStore types,
    Acceptance acceptance,
    Dialer dialer,
    GatewayInbox inbox,
    InboxWork inboxWork,
    CallContextCipher contexts,
    UUID deployment,
    UnknownCallProcessor unknownCalls) {

  /** What is measured in a fresh database with a template order. */
  interface Measurement {
    void run(Database database, DatabaseAddress owner, DialParts parts) throws SQLException;
  }

  /**
   * Measures in a database of its own.
   *
   * @param options of the connections, by the address of the service's role
   */
  static void measure(Function<DatabaseAddress, PgConnectOptions> options, Measurement measurement)
      throws IOException, SQLException {
    Vertx vertx = Vertx.vertx();
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        EmbeddedDatabase server = EmbeddedDatabase.start(directory.path())) {
      Migrate.run(server.owner(), server.service(), "sandbox");
      Database database = Database.open(vertx, options.apply(server.service()), 4);
      DialParts parts = over(vertx, database);
      DueOrders.template(database, parts);
      measurement.run(database, server.owner(), parts);
      database.close().await();
    } finally {
      vertx.close().await();
    }
  }

  private static DialParts over(Vertx vertx, Database database) {
    InstantSource time = InstantSource.system();
    Random random = new Random(1);
    TenantStore tenants = new TenantStore();
    OrderTypeStore types = new OrderTypeStore();
    SuppressionStore suppressions = new SuppressionStore();
    AttemptStore attempts = new AttemptStore();
    OrderStore orders = new OrderStore(attempts);
    EventStore events = new EventStore("sandbox", time, random);
    CallView calls = new CallView(() -> "http://localhost");
    OrderAnnouncements announcements = new OrderAnnouncements(new OrderView(calls), calls);
    OrderBook book = new OrderBook(orders, attempts, events, announcements);
    TermsOfOrder terms =
        new TermsOfOrder(
            new CallingWindows(
                new StatutoryWindows(CountryTable.builtIn(), new JollydayHolidays())));
    MasterKeyRing keys = MasterKeyRing.of(List.of(new byte[32]), new SecureRandom());
    Situations situations =
        new Situations(
            tenants, new PersonStore(new ContactHasher(keys)), suppressions, time, terms);
    VoiceGateway gateway = new Yes();
    GatewayInbox inbox = DialLoops.inbox(vertx);
    GatewayWatch watch = DialLoops.watch(vertx, "bench", gateway, CircuitBreaker.Rule.NEVER, time);
    watch.runOnce();
    UnknownObjectionWriter objections =
        new UnknownObjectionWriter(tenants, suppressions, events, time);
    GoneOrderAttempts goneOrders =
        new GoneOrderAttempts(attempts, tenants, events, calls, objections, time);
    InboxWork inboxWork =
        new InboxWork(
            database,
            inbox,
            watch,
            new InboxWork.OrderStores(
                attempts,
                orders,
                book,
                situations,
                suppressions,
                new TranscriptStore(),
                events,
                goneOrders,
                new NoErasure()),
            time);
    CallContextCipher contexts = new CallContextCipher(keys);
    UUID deployment = UUID.randomUUID();
    return new DialParts(
        tenants,
        types,
        new Acceptance(
            tenants,
            types,
            suppressions,
            orders,
            events,
            announcements,
            terms,
            new Acceptance.Settings(false, phone -> false),
            new OrderKeyHasher(keys),
            time,
            random),
        new Dialer(
            database,
            orders,
            book,
            situations,
            types,
            new Intents(book, "sandbox", time),
            gateway,
            watch,
            inbox,
            attempt -> {}),
        inbox,
        inboxWork,
        contexts,
        deployment,
        new UnknownCallProcessor(
            database,
            gateway,
            inbox,
            tenants,
            orders,
            objections,
            new UnknownCallRecorder(
                attempts, orders, book, situations, goneOrders, inboxWork, time),
            contexts,
            new NoErasure(),
            () -> deployment));
  }

  /** For calls that the gateway has not erased. */
  private static final class NoErasure implements PersonErasure {
    @Override
    public Future<?> request(SqlConnection connection, UUID tenantId, String reference) {
      return Future.failedFuture("no person is erased");
    }

    @Override
    public Future<?> redact(
        SqlConnection connection, UUID tenantId, String reference, UUID orderId) {
      return Future.failedFuture("no person is erased");
    }
  }

  /** Takes every call, and is never heard of again. */
  private static final class Yes implements VoiceGateway {
    @Override
    public CompletionStage<PlaceAnswer> place(PlaceCall call) {
      return CompletableFuture.completedStage(new PlaceAnswer.Accepted("yes"));
    }

    @Override
    public CompletionStage<CancelAnswer> cancel(UUID attemptId, @Nullable String gatewayRef) {
      return CompletableFuture.completedStage(CancelAnswer.ACCEPTED);
    }

    @Override
    public CompletionStage<QueryAnswer> query(UUID attemptId, @Nullable String gatewayRef) {
      return CompletableFuture.completedStage(new QueryAnswer.NotFound());
    }

    @Override
    public CompletionStage<EventsAnswer> events(@Nullable String after) {
      return CompletableFuture.completedStage(new EventsAnswer.EventPage(List.of(), ""));
    }

    @Override
    public CompletionStage<Boolean> forget(UUID attemptId) {
      return CompletableFuture.completedStage(true);
    }

    @Override
    public CompletionStage<GatewayHealth> health() {
      return CompletableFuture.completedStage(
          new GatewayHealth(GatewayHealth.State.UP, null, null));
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(false, false, true, false);
    }
  }
}
