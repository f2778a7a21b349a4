package eu.callorders.server.recovery;

/** Why a new era begins without a recovery halt. */
enum Exemption {
  SIMULATED_GATEWAY("the gateway is a simulator inside the service"),
  WITNESSED("restart of the same server, witnessed"),
  EMPTY("no tenant yet");

  private final String why;

  Exemption(String why) {
    this.why = why;
  }

  String why() {
    return why;
  }
}
