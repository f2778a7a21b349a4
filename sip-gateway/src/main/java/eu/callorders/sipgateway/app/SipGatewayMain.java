package eu.callorders.sipgateway.app;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.server.GatewayProcess;
import eu.callorders.gatewaykit.server.GatewayServer.HandlerContext;
import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import eu.callorders.sipgateway.call.CallObserver;
import eu.callorders.sipgateway.call.CallTimes;
import eu.callorders.sipgateway.call.SipTelephony;
import eu.callorders.sipgateway.config.ListenAddress;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;

/** The main class of the SIP gateway. */
public final class SipGatewayMain {
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_INVALID = 2;
  private static final String HELP =
      """
      Places the calls of the service over a SIP trunk.

      sip-gateway.jar [--config FILE]          starts
      sip-gateway.jar [--config FILE] config   checks the settings and shows them
      sip-gateway.jar [--config FILE] call --to NUMBER [--from NUMBER]
                                               tries the trunk by one call, and says how it went

      Settings come from the environment or from FILE, with a line KEY=VALUE for each; the
      environment takes precedence. SIPGATEWAY_SECRET, SIPGATEWAY_TRUNK and
      SIPGATEWAY_CALLER_IDS are required. docs/SIP.md lists all.
      """;

  private SipGatewayMain() {}

  public static void main(String[] args) {
    System.getProperties().putIfAbsent("logback.configurationFile", "sip-gateway-logback.xml");
    System.getProperties().putIfAbsent("vertx.disableFileCPResolving", "true");
    int status = run(args, System.getenv(), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Returns 0 once it serves, or the exit code of a start that failed. */
  static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    try {
      Arguments arguments = Arguments.parse(args);
      if (arguments.help()) {
        out.print(HELP);
        return 0;
      }
      Map<String, String> values =
          arguments.config() == null
              ? environment
              : ConfigFile.merge(arguments.config(), environment);
      SipGatewaySettings settings = SipGatewaySettings.read(values);
      return switch (arguments.command()) {
        case CONFIG -> {
          ConfigPrinter.print(settings, out);
          yield 0;
        }
        case CALL -> tryTrunk(arguments, settings, out);
        case SERVE ->
            new GatewayProcess(
                    SipGatewaySettings.PROFILE,
                    HELP,
                    context -> telephony(context, settings, out),
                    Clock.systemUTC())
                .start(new String[0], values, out, err);
      };
    } catch (IllegalArgumentException | InvalidSettingException invalid) {
      err.println(invalid.getMessage());
      return EXIT_INVALID;
    } catch (NoSuchFileException missing) {
      err.println("There is no file " + missing.getMessage() + ".");
      return EXIT_INVALID;
    } catch (IOException unreadable) {
      err.println("The configuration cannot be read: " + unreadable.getMessage());
      return EXIT_INVALID;
    }
  }

  private static int tryTrunk(Arguments arguments, SipGatewaySettings settings, PrintStream out) {
    PhoneNumber to = Objects.requireNonNull(arguments.to());
    PhoneNumber from =
        arguments.from() != null
            ? arguments.from()
            : settings.callerIds().stream().sorted().findFirst().map(PhoneNumber::new).orElse(to);
    TrialCommand command = new TrialCommand(settings, out);
    Thread hangUp = new Thread(command::stop, "hang-up");
    Runtime.getRuntime().addShutdownHook(hangUp);
    try {
      int status = command.run(to, from);
      Runtime.getRuntime().removeShutdownHook(hangUp);
      return status;
    } catch (IOException failed) {
      out.println("The call failed: " + failed.getMessage());
      return EXIT_FAILED;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return EXIT_FAILED;
    }
  }

  private static CallHandler telephony(
      HandlerContext context, SipGatewaySettings settings, PrintStream out) {
    try {
      SipTelephony telephony =
          new SipTelephony(context, settings, CallTimes.DEFAULT, CallObserver.NONE);
      context
          .router()
          .get("/metrics")
          .handler(
              request ->
                  request
                      .response()
                      .putHeader("Content-Type", "text/plain; version=0.0.4")
                      .end(telephony.metrics()));
      for (ListenAddress address : settings.listen()) {
        out.printf(
            "%-15s %s:%s:%d%n",
            "SIP",
            address.transport().wire(),
            address.host(),
            telephony.endpoint().port(address.transport().wire()));
      }
      return telephony.handler();
    } catch (IOException e) {
      throw new InvalidSettingException(
          SipGatewaySettings.PROFILE.key("LISTEN"), String.valueOf(e.getMessage()));
    }
  }
}
