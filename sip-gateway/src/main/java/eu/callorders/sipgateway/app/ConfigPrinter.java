package eu.callorders.sipgateway.app;

import eu.callorders.sipgateway.config.SipGatewaySettings;
import java.io.PrintStream;

/** Shows settings in effect, without secrets. */
final class ConfigPrinter {
  private ConfigPrinter() {}

  static void print(SipGatewaySettings settings, PrintStream out) {
    line(out, "listen", settings.listen());
    line(
        out,
        "public address",
        settings.publicAddress() == null ? "auto" : settings.publicAddress());
    settings.trunks().forEach(trunk -> line(out, "trunk", trunk));
    line(out, "divert", settings.divert() == null ? "none" : settings.divert());
    line(out, "caller IDs", settings.callerIds());
    line(out, "countries", settings.countries());
    line(out, "calls", settings.maxCalls() + ", " + settings.callsPerSecond() + " per second");
    line(
        out,
        "session timer",
        settings.sessionExpires() == null ? "off" : settings.sessionExpires());
    line(out, "agent", settings.agent());
    line(out, "speech", settings.speech());
    line(out, "RTP ports", settings.rtpPorts());
    line(out, "data", settings.gateway().dataDirectory());
  }

  private static void line(PrintStream out, String name, Object value) {
    out.printf("%-15s %s%n", name, value);
  }
}
