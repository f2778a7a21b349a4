package eu.callorders.core.predial;

import eu.callorders.core.wire.WireEnum;

/** Why a question has no valid answer. Reveals nothing about foreign networks. */
public enum PredialFailure implements WireEnum {
  /** The URL breaks a rule, or its host has no address or one that is not public. */
  TARGET_REFUSED,
  /** Refused, closed, reset or timed out. */
  CONNECTION_FAILED,
  CERTIFICATE_REFUSED,
  /** The response is not HTTP, or its head is too large. */
  INVALID_RESPONSE,
  /** The status is not 200. */
  UNEXPECTED_STATUS,
  ANSWER_TOO_LARGE,
  /** The body is not JSON. */
  MALFORMED_ANSWER,
  /** A member of the answer breaks the contract. */
  INVALID_ANSWER,
  /** The signing secrets cannot be read. */
  UNSENDABLE,
  /** Not asked: the endpoint has failed several times in a row. */
  ENDPOINT_PAUSED;

  public static PredialFailure of(String wire) {
    return WireEnum.parse(PredialFailure.class, wire);
  }
}
