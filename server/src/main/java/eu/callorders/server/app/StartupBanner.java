package eu.callorders.server.app;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.admin.DemoCredentials;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** The text that a start prints. */
public final class StartupBanner {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm", Locale.ENGLISH)
          .withZone(ZoneId.of("Europe/Berlin"));

  private StartupBanner() {}

  /** The addresses of a node. */
  static String of(String baseUrl, String adminUrl) {
    return """
    API             %1$s/v1
    Documentation   %1$s/docs
    Contract        %1$s/openapi.yaml
    Administration  %2$s
    """
        .formatted(baseUrl, adminUrl);
  }

  /** The sentence on a clock that stood at an hour without calls. */
  public static String clockMoved(Instant to) {
    return "The demo tenant's clock was moved to %s, since calls are not permitted now."
        .formatted(CLOCK.format(to));
  }

  /** The commands for a first order. */
  static String demo(
      String baseUrl,
      String authUrl,
      Path dataDirectory,
      DemoCredentials demo,
      Optional<Instant> movedTo) {
    return """

    The credentials of the demo tenant are in %4$s
    %5$sPaste this for a first order, and again the last line to see what happened:

    TOKEN=$(curl -s %2$s/oauth2/token -d grant_type=client_credentials \
    -d client_id=%3$s -d client_secret=%6$s | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

    curl -s %1$s/v1/call-orders -H "Authorization: Bearer $TOKEN" \
    -H 'Content-Type: application/json' -d '{"order_type":"payment_reminder",\
    "subject":{"reference":"debtor-1","name":{"family_name":"Muster"}},\
    "contacts":[{"channel":"phone","value":"+493023125021"}],\
    "context":{"claim":{"outstanding":{"value":"120.50","currency":"EUR"},\
    "creditor_name":"Stadtwerke Musterstadt","basis":{"kind":"invoice"}}}}'

    curl -s %1$s/v1/events -H "Authorization: Bearer $TOKEN"

    """
        .formatted(
            baseUrl,
            authUrl,
            IdKind.CLIENT.format(demo.clientId()),
            dataDirectory.resolve("demo-credentials.json"),
            movedTo.map(to -> clockMoved(to) + "\n").orElse(""),
            demo.secret().text());
  }
}
