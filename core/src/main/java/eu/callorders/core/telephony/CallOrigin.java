package eu.callorders.core.telephony;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a placing comes from, for gateways with {@link Capabilities#recovery()}.
 *
 * @param deployment the database that the placing belongs to, also after a restore
 * @param era the id of the era in which it was placed; the gateway refuses every other era
 * @param context what the service needs to record the call if its database loses it: 1 to 1,024
 *     characters of base64url, opaque to the gateway; null for none
 */
public record CallOrigin(UUID deployment, UUID era, @Nullable String context) {}
