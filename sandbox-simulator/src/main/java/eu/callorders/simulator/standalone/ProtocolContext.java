package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.MessageSignature;
import java.time.InstantSource;

/**
 * What both directions of the protocol share.
 *
 * @param clock real time
 * @param storeId names this store's log, so that cursors of another one are told apart
 */
record ProtocolContext(MessageSignature signature, InstantSource clock, String storeId) {}
