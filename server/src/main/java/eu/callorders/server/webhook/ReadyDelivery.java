package eu.callorders.server.webhook;

import eu.callorders.core.signing.SigningSecret;
import java.util.List;
import java.util.Optional;

/**
 * A delivery that may be sent now.
 *
 * @param secrets what signs it; none when the endpoint is gone, empty when they cannot be read
 */
record ReadyDelivery(LoadedDelivery loaded, Optional<List<SigningSecret>> secrets) {
  ClaimedDelivery claimed() {
    return loaded.claimed();
  }
}
