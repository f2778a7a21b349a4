package eu.callorders.server.predial;

import eu.callorders.core.signing.SigningSecret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What is stored about the checks of a batch of orders.
 *
 * @param settings by tenant; absent without a check
 * @param secrets by tenant with a check; empty when they cannot be read
 * @param states by order; absent without a question
 */
record PredialContext(
    Map<UUID, PredialSetting> settings,
    Map<UUID, Optional<List<SigningSecret>>> secrets,
    Map<UUID, QuestionState> states) {
  static final PredialContext EMPTY = new PredialContext(Map.of(), Map.of(), Map.of());
}
