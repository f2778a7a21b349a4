package eu.callorders.server.dial;

import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.BusyNumbers;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.database.Database;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.SandboxNotice;
import eu.callorders.server.order.Situation;
import eu.callorders.server.order.Situations;
import eu.callorders.server.order.WeeklyContacts;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Tells why orders are where they are, by what a dial would be judged by. Changes nothing. */
public final class Explanations {
  private final Database database;
  private final OrderStore orders;
  private final Situations situations;
  private final GatewayWatch watch;
  private final SandboxNotice notice;
  private final DialCountStore counts = new DialCountStore();
  private final HaltStore halts = new HaltStore();

  public Explanations(
      Database database,
      OrderStore orders,
      Situations situations,
      GatewayWatch watch,
      SandboxNotice notice) {
    this.database = database;
    this.orders = orders;
    this.situations = situations;
    this.watch = watch;
    this.notice = notice;
  }

  /**
   * An order, and why it is where it is.
   *
   * @param now the tenant's time of the explanation
   * @param notice what the sandbox says of its numbers, if anything
   */
  public record Explained(
      CallOrder order, Instant now, DialExplanation explanation, Optional<String> notice) {}

  /** Empty when the tenant has no such order. */
  public Future<Optional<Explained>> of(UUID tenantId, UUID orderId) {
    return database.asTenant(
        tenantId,
        connection ->
            orders
                .load(connection, List.of(orderId))
                .compose(
                    found ->
                        found.isEmpty()
                            ? Future.succeededFuture(Optional.<Explained>empty())
                            : explained(connection, found.getFirst()).map(Optional::of)));
  }

  private Future<Explained> explained(SqlConnection connection, CallOrder order) {
    return situations
        .of(connection, List.of(order))
        .compose(
            situation ->
                explanation(connection, order, situation)
                    .map(
                        found ->
                            new Explained(order, situation.now(order), found, notice.of(order))));
  }

  private Future<DialExplanation> explanation(
      SqlConnection connection, CallOrder order, Situation situation) {
    if (order.state() instanceof OrderState.Ended ended) {
      return Future.succeededFuture(DialExplanation.ofEnded(ended, situation.now(order)));
    }
    return situations
        .weeks(connection, List.of(order), situation)
        .compose(weeks -> judgement(connection, order, situation, weeks))
        .map(judgement -> judgement.explained(order));
  }

  private Future<Judgement> judgement(
      SqlConnection connection, CallOrder order, Situation situation, WeeklyContacts weeks) {
    List<CallOrder> one = List.of(order);
    Future<Room> room = Room.look(counts, connection, Judgement.days(one, situation).keySet());
    Future<Halts> inForce = halts.inForce(connection);
    Future<BusyNumbers> busy = BusyNumbers.load(connection, Judgement.numbers(one));
    return Future.all(room, inForce, busy)
        .map(
            done ->
                new Judgement(
                    situation,
                    weeks,
                    room.result(),
                    watch::facts,
                    inForce.result(),
                    busy.result()));
  }
}
