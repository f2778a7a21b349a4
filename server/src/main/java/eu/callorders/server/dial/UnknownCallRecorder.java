package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.dial.Deadlines;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.Timestamps;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.GoneOrderKeyStore;
import eu.callorders.server.order.OrderBook;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.Situation;
import eu.callorders.server.order.Situations;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.tenant.Tenant;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records calls that the database has lost as the attempts that they were: with the days of their
 * own instants, and with the course that the gateway reports.
 */
public final class UnknownCallRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallRecorder.class);

  /** No backup that is restored is older, and no gateway tells of calls that are. */
  private static final Duration OLDEST = Duration.ofDays(366);

  /** How long before its last moment to begin a call can have been accepted, and some more. */
  private static final Duration LONGEST_PLACING = Duration.ofHours(1);

  private static final UUID NO_CLAIM = new UUID(0, 0);

  private final AttemptStore attempts;
  private final OrderStore orders;
  private final OrderBook book;
  private final Situations situations;
  private final GoneOrderAttempts goneOrders;
  private final InboxWork inboxWork;
  private final DialCountStore counts = new DialCountStore();
  private final UnknownCallStore calls = new UnknownCallStore();
  private final GoneOrderKeyStore goneOrderKeys = new GoneOrderKeyStore();
  private final InstantSource realTime;

  public UnknownCallRecorder(
      AttemptStore attempts,
      OrderStore orders,
      OrderBook book,
      Situations situations,
      GoneOrderAttempts goneOrders,
      InboxWork inboxWork,
      InstantSource realTime) {
    this.attempts = attempts;
    this.orders = orders;
    this.book = book;
    this.situations = situations;
    this.goneOrders = goneOrders;
    this.inboxWork = inboxWork;
    this.realTime = realTime;
  }

  /** What came of a call. */
  enum Outcome {
    RECORDED,
    /** Another attempt of the order or the person is active: try again when it has ended. */
    LATER,
    /** Nothing tells whose call it was. */
    LISTED
  }

  /**
   * A lost call.
   *
   * @param at when the gateway accepted it; real time
   */
  record Lost(UUID id, Facts facts, Instant at, List<GatewayNews> news) {
    static Lost of(UUID id, Facts facts, List<GatewayEvent> events) {
      Instant at =
          events.stream().map(event -> event.header().at()).min(Instant::compareTo).orElseThrow();
      return new Lost(
          id, facts, at, events.stream().<GatewayNews>map(GatewayNews.Told::new).toList());
    }

    /** The same call as one of another order. */
    private Lost of(UUID orderId) {
      Facts other =
          new Facts(
              orderId,
              facts.tenantId(),
              facts.to(),
              facts.attempt(),
              facts.notAfter(),
              facts.origin());
      return new Lost(id, other, at, news);
    }

    /** The same call, over for one of several persons who may have been called. */
    private Lost ended(UUID attemptId) {
      return new Lost(
          id,
          facts,
          at,
          Stream.concat(news.stream(), Stream.of(new GatewayNews.Lost(attemptId))).toList());
    }

    /** Without what one person said, where nothing tells which person it was. */
    private Lost withoutWords() {
      return new Lost(
          id,
          facts,
          at,
          news.stream()
              .filter(
                  each ->
                      each instanceof GatewayNews.Told(GatewayEvent event)
                          && !(event instanceof GatewayEvent.Objection
                              || event instanceof GatewayEvent.Report
                              || event instanceof GatewayEvent.Turns))
              .toList());
    }
  }

  /** Records the call of an order that exists. */
  Outcome record(SqlConnection connection, Lost lost, CallOrder found, Tenant tenant) {
    lockPerson(connection, found.tenantId(), found.subjectReference());
    return recordOf(connection, lost, found.id(), tenant);
  }

  /** Records the call of an order; the lock of its person is held. */
  private Outcome recordOf(SqlConnection connection, Lost lost, UUID orderId, Tenant tenant) {
    CallOrder order = BoundedWait.await(orders.load(connection, List.of(orderId))).getFirst();
    if (order.document().redacted()) {
      return Outcome.LATER;
    }
    if (order.attempts().stream().anyMatch(attempt -> attempt.id().equals(lost.id()))) {
      inboxWork.store(connection, lost.news());
      return Outcome.RECORDED;
    }
    UUID claim = WeeklyContacts.claim(order);
    if (order.state().status().terminal()) {
      return insert(connection, lost, new CallContext(order.subjectReference(), claim), tenant);
    }
    Situation situation = BoundedWait.await(situations.of(connection, List.of(order)));
    if (order.state() instanceof OrderState.Dialing
        || order.state() instanceof OrderState.InProgress
        || situation.history(order).activePhone() != null) {
      return Outcome.LATER;
    }
    OrderChange change = book.open(order, situation.now(order));
    CallContext context = new CallContext(order.subjectReference(), claim);
    CallAttempt intent = intent(lost, lost.id(), context, tenant, situation.zone(order));
    change.apply(
        new OrderCommand.Plan(new NextAttempt.At(situation.now(order), lost.facts().to())));
    change.apply(new OrderCommand.StartAttempt(lost.id()));
    change.intend(intent);
    BoundedWait.await(book.save(connection, List.of(change)));
    countDial(connection, intent, tenant);
    keepObjection(connection, lost);
    inboxWork.store(connection, lost.news());
    return Outcome.RECORDED;
  }

  /** Records the call of an order that is gone, of a person whom the gateway tells. */
  Outcome record(SqlConnection connection, Lost lost, CallContext context, Tenant tenant) {
    lockPerson(connection, tenant.id(), context.reference());
    Optional<UUID> sentAgain = sentAgain(connection, lost, context, tenant);
    if (sentAgain.isPresent()) {
      return recordOf(connection, lost.of(sentAgain.get()), sentAgain.get(), tenant);
    }
    if (context.keyHash() != null) {
      BoundedWait.await(
          goneOrderKeys.insert(connection, tenant.id(), context.keyHash(), lost.facts().orderId()));
    }
    return insert(connection, lost, context, tenant);
  }

  /** The order as it was accepted again meanwhile: under its own id, or another one. */
  private Optional<UUID> sentAgain(
      SqlConnection connection, Lost lost, CallContext context, Tenant tenant) {
    UUID goneOrder = lost.facts().orderId();
    return BoundedWait.await(orders.subjectOf(connection, tenant.id(), goneOrder))
        .map(subject -> goneOrder)
        .or(
            () ->
                context.keyHash() == null
                    ? Optional.empty()
                    : BoundedWait.await(
                        orders.withKey(
                            connection,
                            tenant.id(),
                            context.reference(),
                            context.keyHash(),
                            goneOrder)));
  }

  /**
   * Records it for each person with an open order that has the number. Without an end in the log
   * only the last of these attempts stays active: a number has one active attempt.
   */
  Outcome record(SqlConnection connection, Lost lost, Tenant tenant) {
    List<String> references =
        BoundedWait.await(calls.subjectsOfPhone(connection, tenant.id(), lost.facts().to()));
    if (references.isEmpty()) {
      return Outcome.LISTED;
    }
    BoundedWait.await(
        Locks.take(
            connection, references.stream().map(each -> Locks.person(tenant.id(), each)).toList()));
    Lost unspoken = lost.withoutWords();
    String last = references.getLast();
    for (String reference : references) {
      UUID id = AttemptIds.ofPerson(lost.id(), reference);
      Lost one = reference.equals(last) ? unspoken : unspoken.ended(id);
      insert(connection, one, id, new CallContext(reference, NO_CLAIM), tenant);
    }
    return Outcome.RECORDED;
  }

  private Outcome insert(SqlConnection connection, Lost lost, CallContext context, Tenant tenant) {
    return insert(connection, lost, lost.id(), context, tenant);
  }

  private Outcome insert(
      SqlConnection connection, Lost lost, UUID id, CallContext context, Tenant tenant) {
    Optional<CallAttempt> known = BoundedWait.await(attempts.find(connection, tenant.id(), id));
    if (known.isPresent()) {
      AttemptStore.Owner owner =
          new AttemptStore.Owner(tenant.id(), known.get().attempt().orderId(), context.reference());
      goneOrders.update(connection, id, owner, lost.news());
      return Outcome.RECORDED;
    }
    CallAttempt intent = intent(lost, id, context, tenant, tenant.timezone());
    goneOrders.insert(connection, intent, tenant, lost.news());
    countDial(connection, intent, tenant);
    keepObjection(connection, lost);
    return Outcome.RECORDED;
  }

  private CallAttempt intent(Lost lost, UUID id, CallContext context, Tenant tenant, ZoneId zone) {
    Instant realNow = realTime.instant();
    Instant notAfter =
        within(lost, lost.facts().notAfter(), realNow.minus(OLDEST), realNow.plus(LONGEST_PLACING));
    Instant placedAt = within(lost, lost.at(), notAfter.minus(LONGEST_PLACING), realNow);
    Instant at = placedAt.plus(tenant.clockOffset());
    JsonNode decision = Json.object().put("at", Timestamps.format(at)).put("restored", true);
    CallAttempt.Intent intent =
        new CallAttempt.Intent(
            tenant.id(),
            context.reference(),
            Intents.callerId(tenant),
            at,
            notAfter,
            LocalDate.ofInstant(at, zone),
            LocalDate.ofInstant(at, tenant.timezone()),
            context.claim(),
            decision);
    return CallAttempt.intended(
        intent,
        Attempt.placing(id, lost.facts().orderId(), lost.facts().to()),
        realNow.plus(Deadlines.TO_ANSWER));
  }

  /** The course of the call is held to its intent, so that the intent must be possible. */
  private static Instant within(Lost lost, Instant reported, Instant from, Instant to) {
    Instant used = reported.isBefore(from) ? from : reported.isAfter(to) ? to : reported;
    if (!used.equals(reported)) {
      LOG.warn(
          "time {} of unknown call {} is outside its possible span: {} is used",
          reported,
          lost.id(),
          used);
    }
    return used;
  }

  private void countDial(SqlConnection connection, CallAttempt intent, Tenant tenant) {
    TenantDay day = new TenantDay(tenant.id(), intent.intent().dialDay());
    Instant ends = LocalDays.nextDay(intent.intendedAt(), tenant.timezone());
    BoundedWait.await(counts.begin(connection, Map.of(day, ends)));
    BoundedWait.await(counts.add(connection, Map.of(day, 1)));
  }

  /** The entry was made before: the attempt refers to it, and does not make it again. */
  private void keepObjection(SqlConnection connection, Lost lost) {
    boolean objected =
        lost.news().stream()
            .anyMatch(
                news ->
                    news instanceof GatewayNews.Told(GatewayEvent event)
                        && event instanceof GatewayEvent.Objection);
    if (objected) {
      BoundedWait.await(
          attempts.objected(connection, lost.id(), AttemptIds.ofObjection(lost.id())));
    }
  }

  private static void lockPerson(SqlConnection connection, UUID tenantId, String reference) {
    BoundedWait.await(Locks.take(connection, Set.of(Locks.person(tenantId, reference))));
  }
}
