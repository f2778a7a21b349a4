package eu.callorders.bench;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.db.EmbeddedDatabase;
import eu.callorders.db.Migrator;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.ContactHasher;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.CallOrigins;
import eu.callorders.server.dial.CallPlacer;
import eu.callorders.server.dial.ClaimLead;
import eu.callorders.server.dial.DialContextLoader;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.DueTenants;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.GoneOrderAttempts;
import eu.callorders.server.dial.InboxProcessor;
import eu.callorders.server.dial.IntentWriter;
import eu.callorders.server.dial.OutcomeRecorder;
import eu.callorders.server.dial.SubjectErasure;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.dial.UnknownCallRecorder;
import eu.callorders.server.dial.UnknownObjectionWriter;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.evidence.EvidenceKeys;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.hold.HoldCheck;
import eu.callorders.server.hold.HoldKey;
import eu.callorders.server.hold.HoldStore;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.order.OrderTracer;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.predial.PredialLoader;
import eu.callorders.server.predial.PredialQuestions;
import eu.callorders.server.tracing.Traces;
import eu.callorders.server.webhook.delivery.ActiveSecrets;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.window.JollydayHolidays;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parts of a node that dial over a gateway that says yes, and record unknown calls. */
record DialComponents(
    Database database,
    OrderAcceptor acceptance,
    Dialer dialer,
    GatewayInbox inbox,
    InboxProcessor inboxWork,
    CallContextCipher contexts,
    UUID deployment,
    UnknownCallProcessor unknownCalls) {

  /** What is measured in a fresh database with a template order. */
  interface Measurement {
    void run(SqlSession owner, DialComponents parts) throws Exception;
  }

  /** Something in a fresh database, over a pool in this process. */
  interface DatabaseMeasurement {
    void run(Vertx vertx, SqlSession owner, Database database) throws Exception;
  }

  static void measure(Measurement measurement) throws Exception {
    measure(
        Map.of(),
        (vertx, owner, database) -> {
          DialComponents parts = over(vertx, database);
          DueOrderSeeder.template(parts);
          measurement.run(owner, parts);
        });
  }

  static void measure(Map<String, String> settings, DatabaseMeasurement measurement)
      throws Exception {
    Vertx vertx = Vertx.vertx();
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        EmbeddedDatabase server = EmbeddedDatabase.start(directory.path());
        SqlSession owner = SqlSession.open(server.owner())) {
      SqlSession.allowCheckpoints(directory.path(), server.owner());
      Migrator.run(server.owner(), server.service(), "sandbox");
      PgConnectOptions options =
          ConnectOptions.to(server.service()).setCachePreparedStatements(true);
      settings.forEach(options::addProperty);
      Database database = Database.open(vertx, options, 4);
      measurement.run(vertx, owner, database);
      database.close().await();
    } finally {
      vertx.close().await();
    }
  }

  private static DialComponents over(Vertx vertx, Database database) {
    InstantSource time = InstantSource.system();
    Random random = new Random(1);
    EventStore events = new EventStore("sandbox", time, random);
    CallView calls = new CallView(() -> "http://localhost");
    OrderView view = new OrderView(calls);
    OrderTracer tracer = new OrderTracer(Traces.OFF, time);
    OrderWriter book = new OrderWriter(events, view, tracer);
    CountryRules countries = new CountryRules(new JollydayHolidays());
    Keyring keys = Keyring.of(List.of(new byte[32]), new SecureRandom());
    HoldKey holdKey = new HoldKey(keys, new SecureRandom());
    BoundedWait.await(holdKey.create(database));
    HoldCheck holds = new HoldCheck(holdKey);
    SubjectHistoryStore histories = new SubjectHistoryStore(new ContactHasher(keys));
    DecisionContextLoader loader = new DecisionContextLoader(histories, holds, time, countries);
    VoiceGateway gateway = new AcceptingGateway();
    GatewayInbox inbox = DialLoops.newInbox(vertx);
    GatewayMonitor watch =
        DialLoops.newMonitor(vertx, "bench", gateway, CircuitBreaker.Rule.NEVER, time);
    watch.runOnce();
    UnknownObjectionWriter objections = new UnknownObjectionWriter(events, time);
    HoldWriter holdWriter = new HoldWriter(new HoldStore(holdKey), events, time, random);
    OutcomeRecorder outcomes = new OutcomeRecorder(holdWriter);
    EvidenceKeys evidenceKeys = new EvidenceKeys(database, keys, time);
    EvidenceWriter evidence =
        new EvidenceWriter(evidenceKeys, keys, "sandbox", () -> "http://localhost", time);
    GoneOrderAttempts gone =
        new GoneOrderAttempts(events, calls, objections, outcomes, evidence, time);
    NoErasure erasure = new NoErasure();
    InboxProcessor.OrderParts stores =
        new InboxProcessor.OrderParts(book, loader, evidence, events, outcomes, gone, erasure);
    InboxProcessor worker = new InboxProcessor(database, inbox, watch, stores, null, time);
    OrderAcceptor.Settings settings = new OrderAcceptor.Settings(false, phone -> false);
    OrderAcceptor acceptor =
        new OrderAcceptor(events, view, loader, settings, keys, tracer, time, random);
    IntentWriter intents = new IntentWriter(book, "sandbox", time);
    PredialQuestions questions =
        new PredialQuestions(asked -> Future.failedFuture("no client is asked"), time, () -> {});
    EndpointSecrets secrets =
        new EndpointSecrets(EndpointSecrets.Kind.PREDIAL_CHECK, keys, new SecureRandom());
    PredialLoader checks =
        new PredialLoader(new ActiveSecrets(secrets, time), questions, "sandbox", time, random);
    DialContextLoader dials = new DialContextLoader(loader, checks);
    CallPlacer placer =
        new CallPlacer(database, holds, gateway, watch, inbox, CallOrigins.NONE, Traces.OFF, time);
    Dialer dialer =
        new Dialer(
            database,
            dials,
            intents,
            watch,
            placer,
            questions,
            attempt -> {},
            new ClaimLead(),
            DueTenants.WITHOUT_PREDIAL_CHECK);
    CallContextCipher contexts = new CallContextCipher(keys);
    UUID deployment = UUID.randomUUID();
    UnknownCallRecorder recorder = new UnknownCallRecorder(book, loader, gone, worker, time);
    Supplier<UUID> id = () -> deployment;
    UnknownCallProcessor unknown =
        new UnknownCallProcessor(
            database, gateway, inbox, objections, recorder, contexts, erasure, id);
    return new DialComponents(
        database, acceptor, dialer, inbox, worker, contexts, deployment, unknown);
  }

  /** For calls that the gateway has not erased. */
  private static final class NoErasure implements SubjectErasure {
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
  private static final class AcceptingGateway implements VoiceGateway {
    @Override
    public CompletionStage<PlaceResult> place(PlaceCall call) {
      return CompletableFuture.completedStage(new PlaceResult.Accepted("yes"));
    }

    @Override
    public CompletionStage<CancelResult> cancel(UUID attemptId, @Nullable String gatewayRef) {
      return CompletableFuture.completedStage(CancelResult.ACCEPTED);
    }

    @Override
    public CompletionStage<QueryResult> query(UUID attemptId, @Nullable String gatewayRef) {
      return CompletableFuture.completedStage(new QueryResult.NotFound());
    }

    @Override
    public CompletionStage<EventsResult> events(@Nullable String after) {
      return CompletableFuture.completedStage(new EventsResult.EventPage(List.of(), ""));
    }

    @Override
    public CompletionStage<Boolean> erase(UUID attemptId) {
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
