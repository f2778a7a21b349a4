package eu.callorders.core.telephony;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a placing, for gateways with {@link Capabilities#recovery()}.
 *
 * @param deployment id of the database, stable across restores
 * @param era id of the era of the placing; the gateway refuses every other era
 * @param context data to recover the call if the database loses it: 1 to 1,024 characters of
 *     base64url, opaque to the gateway; null for none
 */
public record CallOrigin(UUID deployment, UUID era, @Nullable String context) {}
