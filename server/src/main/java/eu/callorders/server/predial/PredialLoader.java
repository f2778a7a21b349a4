package eu.callorders.server.predial;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.webhook.delivery.ActiveSecrets;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Loads what the checks before the dial need to know about a batch of orders. */
public final class PredialLoader {
  private final ActiveSecrets secrets;
  private final PredialQuestions questions;
  private final QuestionMapper mapper;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * @param environment {@code live} or {@code sandbox}
   */
  public PredialLoader(
      ActiveSecrets secrets,
      PredialQuestions questions,
      String environment,
      InstantSource realTime,
      RandomGenerator random) {
    this.secrets = secrets;
    this.questions = questions;
    this.mapper = new QuestionMapper(environment);
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Loads a batch to dial. The caller holds the locks of the orders' subjects.
   *
   * @param replies by order; those about other orders are left out
   */
  public Future<PredialBatch> load(
      SqlConnection connection, Collection<CallOrder> orders, Map<UUID, AnsweredQuestion> replies) {
    Map<UUID, AnsweredQuestion> replied = new HashMap<>(replies);
    replied.keySet().retainAll(orders.stream().map(CallOrder::id).toList());
    return settings(connection, orders)
        .compose(
            settings ->
                settings.isEmpty() && replied.isEmpty()
                    ? Future.succeededFuture(PredialContext.EMPTY)
                    : context(connection, orders, settings))
        .map(context -> batch(context, replied));
  }

  /** Loads a batch to explain: without secrets no client can be asked. */
  public Future<PredialBatch> loadToExplain(
      SqlConnection connection, Collection<CallOrder> orders) {
    return settings(connection, orders)
        .compose(
            settings ->
                states(connection, orders)
                    .map(states -> new PredialContext(settings, Map.of(), states)))
        .map(context -> batch(context, new HashMap<>()));
  }

  private static Future<Map<UUID, PredialSetting>> settings(
      SqlConnection connection, Collection<CallOrder> orders) {
    return PredialCheckStore.find(
        connection, orders.stream().map(CallOrder::tenantId).collect(Collectors.toSet()));
  }

  private static Future<Map<UUID, QuestionState>> states(
      SqlConnection connection, Collection<CallOrder> orders) {
    return QuestionStore.find(
        connection,
        orders.stream()
            .map(order -> new QuestionStore.TenantOrder(order.tenantId(), order.id()))
            .toList());
  }

  private PredialBatch batch(PredialContext context, Map<UUID, AnsweredQuestion> replies) {
    return new PredialBatch(context, replies, questions.limiter(), mapper, realTime, random);
  }

  private Future<PredialContext> context(
      SqlConnection connection, Collection<CallOrder> orders, Map<UUID, PredialSetting> settings) {
    Future<Map<UUID, QuestionState>> states = states(connection, orders);
    Map<UUID, Optional<List<SigningSecret>>> byTenant = new HashMap<>();
    List<Future<Optional<List<SigningSecret>>>> loaded =
        settings.values().stream()
            .map(
                setting ->
                    secrets
                        .load(connection, setting.tenantId(), setting.id(), setting.revision())
                        .onSuccess(active -> byTenant.put(setting.tenantId(), active)))
            .toList();
    return states.compose(
        found -> Future.join(loaded).map(all -> new PredialContext(settings, byTenant, found)));
  }
}
