package eu.callorders.server.dial;

import java.util.UUID;

/**
 * What the service needs of a call to record it after its database has lost it.
 *
 * @param reference of the person
 * @param claim tells the claim apart that the call is about
 */
record CallContext(String reference, UUID claim) {}
