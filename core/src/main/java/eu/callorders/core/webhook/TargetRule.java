package eu.callorders.core.webhook;

/** The rules for the URL of an endpoint, with the message of a violation. */
public enum TargetRule {
  SYNTAX("The URL is not one: RFC 3986, in ASCII, 12 to 2048 characters."),
  SCHEME("The URL does not begin with https://."),
  USER_INFO("The URL carries user information."),
  FRAGMENT("The URL carries a fragment."),
  PORT("The port is neither 443 nor 8443."),
  HOST("The host is neither a domain name with a dot nor a public address."),
  ADDRESS("The host has no address, or one that is not on the public internet.");

  private final String message;

  TargetRule(String message) {
    this.message = message;
  }

  /** One sentence for the developer of a client. */
  public String message() {
    return message;
  }
}
