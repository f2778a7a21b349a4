package eu.callorders.sipgateway.sip;

/**
 * A header of RFC 4028.
 *
 * @param weRefresh whether this gateway is the refresher, and not the other side
 */
public record SessionExpires(int seconds, boolean weRefresh) {

  /** The line of our response. */
  public String answer() {
    return "Session-Expires: " + seconds + ";refresher=" + (weRefresh ? "uas" : "uac");
  }
}
