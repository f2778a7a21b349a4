package eu.callorders.sipgateway.sip;

/**
 * What all requests of one registration share.
 *
 * @param registrar URI of the domain
 * @param user address of record
 * @param tag of From
 */
public record Registration(String registrar, String user, String tag, String callId) {

  public static Registration of(String user, String domain) {
    return new Registration(
        "sip:" + domain, "sip:" + user + "@" + domain, Identifiers.tag(), Identifiers.callId());
  }
}
