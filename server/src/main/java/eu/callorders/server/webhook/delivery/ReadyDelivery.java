package eu.callorders.server.webhook.delivery;

import eu.callorders.core.signing.SigningSecret;
import java.util.List;
import java.util.Optional;

/**
 * A delivery that may be sent now.
 *
 * @param secrets sign it; none when the endpoint is deleted, empty when unreadable
 */
record ReadyDelivery(LoadedDelivery loaded, Optional<List<SigningSecret>> secrets) {
  ClaimedDelivery claimed() {
    return loaded.claimed();
  }
}
