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
import eu.callorders.server.auth.MasterKeyRing;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallView;
import eu.callorders.server.call.PersonStore;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.Dialer;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.dial.GatewayWatch;
import eu.callorders.server.dial.Intents;
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
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The parts of a node that take in an order and dial it, over a gateway that only says yes. */
record DialParts(TenantStore tenants, OrderTypeStore types, Acceptance acceptance, Dialer dialer) {

  static DialParts over(Vertx vertx, Database database) {
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
    Situations situations = new Situations(tenants, new PersonStore(), suppressions, time, terms);
    VoiceGateway gateway = new Yes();
    GatewayInbox inbox = DialLoops.inbox(vertx);
    GatewayWatch watch = DialLoops.watch(vertx, "bench", gateway, CircuitBreaker.Rule.NEVER, time);
    watch.runOnce();
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
            new OrderKeyHasher(MasterKeyRing.of(List.of(new byte[32]), new SecureRandom())),
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
            attempt -> {}));
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
