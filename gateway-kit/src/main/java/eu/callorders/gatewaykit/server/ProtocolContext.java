package eu.callorders.gatewaykit.server;

import eu.callorders.core.signing.MessageSignature;
import java.time.InstantSource;

/**
 * The shared context of both directions of the protocol.
 *
 * @param clock real time
 * @param storeId identifies this store's log in cursors
 */
record ProtocolContext(MessageSignature signature, InstantSource clock, String storeId) {}
