package eu.callorders.server.predial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Money;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.predial.PredialDecision;
import eu.callorders.core.predial.PredialFacts;
import eu.callorders.core.predial.PredialFailure;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The checks before the dial of one batch of orders: applies replies, says what the check permits,
 * and collects questions, which are sent after the commit.
 */
public final class PredialBatch {
  private final PredialContext context;
  private final Map<UUID, AnsweredQuestion> replies;
  private final PredialLimiter limiter;
  private final QuestionMapper mapper;
  private final Instant realNow;
  private final RandomGenerator random;

  /** By order, what permits the dial. */
  private final Map<UUID, PredialDecision.Dial> permitted = new HashMap<>();

  private final Map<UUID, QuestionState> changed = new HashMap<>();

  /** Questions whose replies are applied, and those of dialed orders. */
  private final Map<UUID, QuestionStore.QuestionKey> ended = new HashMap<>();

  private final Map<UUID, Integer> asked = new HashMap<>();
  private final List<PredialQuestion> questions = new ArrayList<>();

  /**
   * @param replies by order; mutable
   */
  PredialBatch(
      PredialContext context,
      Map<UUID, AnsweredQuestion> replies,
      PredialLimiter limiter,
      QuestionMapper mapper,
      InstantSource realTime,
      RandomGenerator random) {
    this.context = context;
    this.replies = replies;
    this.limiter = limiter;
    this.mapper = mapper;
    this.realNow = realTime.instant();
    this.random = random;
  }

  /** Leaves replies about these orders to a later batch. */
  public void postpone(Collection<UUID> orders) {
    replies.keySet().removeAll(orders);
  }

  /** The orders whose replies this batch applies. */
  public Set<UUID> answered() {
    return replies.keySet();
  }

  /**
   * Applies the reply about an order: restores the plan that the question has replaced, and holds
   * or ends the order if the reply says so. A reply to a question about an older revision of the
   * order, by another setting, or that is too old only restores the plan.
   *
   * @return whether there was one
   */
  public boolean resume(OrderChange change, DecisionContext decisions) {
    CallOrder order = change.order();
    AnsweredQuestion reply = replies.get(order.id());
    QuestionState state = context.states().get(order.id());
    if (reply == null
        || state == null
        || !state.questionId().equals(reply.question().id())
        || !(order.state() instanceof OrderState.Scheduled)) {
      return false;
    }
    PredialQuestion question = reply.question();
    ended.put(order.id(), QuestionStore.QuestionKey.of(state));
    if (question.entityTag() != order.entityTag()) {
      return false; // the edit has planned it
    }
    change.apply(new OrderCommand.Plan(new NextAttempt.At(question.dueAt(), question.phone())));
    if (reply.isGood(realNow)
        && question.setting().equals(context.settings().get(order.tenantId()))) {
      apply(change, decisions, reply, state);
    }
    return true;
  }

  private void apply(
      OrderChange change, DecisionContext decisions, AnsweredQuestion reply, QuestionState state) {
    PredialCheck check = reply.question().setting().check();
    CallOrder order = change.order();
    switch (PredialDecision.of(reply.reply(), check.onFailure(), state.failures(), change.now())) {
      case PredialDecision.Dial dial -> permitted.put(order.id(), dial);
      case PredialDecision.Cancel(var note) -> change.apply(new OrderCommand.Cancel(note));
      case PredialDecision.Hold hold -> {
        change.apply(new OrderCommand.Plan(decisions.earliestAttempt(order, hold.until())));
        if (change.order().state() instanceof OrderState.Scheduled) {
          changed.put(order.id(), state.held(hold, change.now(), realNow));
        }
      }
    }
  }

  /**
   * What the check says about an order.
   *
   * @param now the tenant's time
   */
  public PredialFacts facts(CallOrder order, Instant now) {
    PredialSetting setting = context.settings().get(order.tenantId());
    if (setting == null) {
      return PredialFacts.NOT_CONFIGURED;
    }
    PredialDecision.Dial dial = permitted.get(order.id());
    return dial != null
        ? new PredialFacts.Permitted(dial.failure())
        : stored(order, now).orElseGet(() -> notAsked(order, setting, now));
  }

  /** What the newest question says; empty when the client must be asked. */
  private Optional<PredialFacts> stored(CallOrder order, Instant now) {
    QuestionState state = context.states().get(order.id());
    if (state == null || ended.containsKey(order.id())) {
      return Optional.empty();
    }
    Instant heldUntil = state.heldUntil();
    if (heldUntil != null) {
      return heldUntil.isAfter(now)
          ? Optional.of(new PredialFacts.Held(heldUntil, state.failure(), state.failures()))
          : Optional.empty();
    }
    Instant askedUntil = state.askedUntil();
    return askedUntil != null
            && askedUntil.isAfter(realNow)
            && state.entityTag() == order.entityTag()
        ? Optional.of(new PredialFacts.Asked(now.plus(Duration.between(realNow, askedUntil))))
        : Optional.empty();
  }

  private PredialFacts notAsked(CallOrder order, PredialSetting setting, Instant now) {
    Optional<Instant> pausedUntil = limiter.pausedUntil(order.tenantId());
    if (pausedUntil.isEmpty()) {
      return new PredialFacts.NotAsked();
    }
    return switch (setting.check().onFailure()) {
      case HOLD -> new PredialFacts.Paused(now.plus(Duration.between(realNow, pausedUntil.get())));
      case PROCEED -> {
        permitted.put(order.id(), new PredialDecision.Dial(null, PredialFailure.ENDPOINT_PAUSED));
        yield new PredialFacts.Permitted(PredialFailure.ENDPOINT_PAUSED);
      }
    };
  }

  /** Whether the client must be asked before the dial of an order that all rules permit. */
  public boolean mustAsk(CallOrder order) {
    return context.settings().containsKey(order.tenantId()) && !permitted.containsKey(order.id());
  }

  /**
   * Asks about a due order, which is planned for the end of its question until the answer comes.
   *
   * @param calls of the tenant at once
   * @return whether the endpoint and the tenant's channels have capacity
   */
  public boolean ask(OrderChange change, PhoneNumber phone, Tenant tenant, Quota calls) {
    UUID tenantId = tenant.id();
    PredialSetting setting = context.settings().get(tenantId);
    int askedNow = asked.getOrDefault(tenantId, 0);
    int channels = calls.limit() - calls.used() - limiter.inFlight(tenantId);
    if (setting == null || askedNow >= Math.min(limiter.capacity(tenantId), channels)) {
      return false;
    }
    asked.put(tenantId, askedNow + 1);
    Duration lease = setting.check().timeout().plus(PredialDecision.GOOD_FOR);
    PredialQuestion question = question(change, phone, setting, tenant.clockOffset());
    questions.add(question);
    changed.put(question.orderId(), QuestionState.asked(question, realNow, lease));
    change.apply(new OrderCommand.Plan(new NextAttempt.At(change.now().plus(lease), phone)));
    return true;
  }

  private PredialQuestion question(
      OrderChange change, PhoneNumber phone, PredialSetting setting, Duration clockOffset) {
    CallOrder order = change.order();
    UUID id = UuidV7.at(realNow, random);
    QuestionState before = context.states().get(order.id());
    return new PredialQuestion(
        id,
        setting,
        order.id(),
        order.entityTag(),
        phone,
        ((OrderState.Scheduled) order.state()).nextAttemptAt(),
        QuestionMapper.outstanding(order),
        before == null ? 0 : before.failures(),
        clockOffset,
        mapper.body(id, order, change.now()),
        context.secrets().getOrDefault(setting.tenantId(), Optional.empty()));
  }

  /** Records a dial: no question about the order is of use any more. */
  public void recordDial(CallOrder order) {
    QuestionState state = context.states().get(order.id());
    if (state != null) {
      ended.put(order.id(), QuestionStore.QuestionKey.of(state));
    }
  }

  /** What the client says is outstanding; null for what the order says. */
  public @Nullable Money outstanding(CallOrder order) {
    PredialDecision.Dial dial = permitted.get(order.id());
    return dial == null ? null : dial.outstanding();
  }

  /** The check of a dial, for the stored decision; empty without one. */
  public Optional<ObjectNode> decision(CallOrder order) {
    return Optional.ofNullable(permitted.get(order.id()))
        .map(dial -> DialDecisionJson.write(dial, replies.get(order.id())));
  }

  /** The questions to send after the commit. */
  public List<PredialQuestion> questions() {
    return questions;
  }

  /** Saves the changes; an order that is dialed or has ended keeps no row. */
  public Future<Void> save(SqlConnection connection) {
    return Future.join(
            QuestionStore.delete(connection, unneeded()),
            QuestionStore.save(connection, changed.values()))
        .mapEmpty();
  }

  /** Also those of orders that were canceled while they were asked about. */
  private List<QuestionStore.QuestionKey> unneeded() {
    Stream<QuestionStore.QuestionKey> replied =
        replies.values().stream().map(reply -> QuestionStore.QuestionKey.of(reply.question()));
    return Stream.concat(ended.values().stream(), replied)
        .distinct()
        .filter(key -> !changed.containsKey(key.orderId()))
        .toList();
  }
}
