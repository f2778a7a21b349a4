package eu.callorders.server.cli.client;

import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.Operations;
import eu.callorders.client.model.ProblemCode;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code login}: stores a profile after a successful request. */
@Command(
    name = "login",
    description = {
      "Stores a service and its credentials under a name, after they have worked once.",
      "The secret goes to the key store of the system, else to a file that you alone can read."
    },
    footer = {
      "",
      "Example:",
      "  call-orders login --profile sandbox --api-url https://sandbox.example --client-id cli_..."
    })
public final class LoginCommand extends ApiCommand {
  @Option(names = "--api-url", paramLabel = "URL", required = true, description = "The API.")
  private String apiUrl = "";

  @Option(
      names = "--auth-url",
      paramLabel = "URL",
      description = "The token issuer, when it is another address.")
  private @Nullable String authUrl;

  @Option(
      names = "--client-id",
      paramLabel = "ID",
      required = true,
      description = "The client id of the registration.")
  private String clientId = "";

  @Option(
      names = "--secret-stdin",
      description = "Reads the secret from the standard input instead of a prompt.")
  private boolean secretFromInput;

  @Override
  protected int run(ApiSession session) throws IOException {
    String issuer = authUrl == null ? apiUrl : authUrl;
    ApiConnection connection = new ApiConnection("this login", apiUrl, issuer, clientId, secret());
    session.use(connection);
    requireAccepted(session);
    String name = session.profileName();
    String place = ProfileStore.of(environment().variables()).save(name, connection);
    session.err().printf("Profile %s is stored; its secret is in %s.%n", name, place);
    session.err().flush();
    return DONE;
  }

  /** A registration without the scope of this request is valid, too. */
  private static void requireAccepted(ApiSession session) {
    try {
      session.send(Operations.getTenant());
    } catch (ApiException e) {
      if (!e.code().equals(ProblemCode.INSUFFICIENT_SCOPE)) {
        throw e;
      }
    }
  }

  private ClientEnvironment environment() {
    return (ClientEnvironment) command().root().userObject();
  }

  @SuppressWarnings("SystemConsoleNull") // it is null again in Java 25, outside of a terminal
  private String secret() throws IOException {
    Console console = System.console();
    if (secretFromInput || console == null) {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      if (line == null || line.isBlank()) {
        throw usage("No secret on the standard input.");
      }
      return line.strip();
    }
    char[] typed = console.readPassword("Client secret: ");
    if (typed == null || typed.length == 0) {
      throw usage("No secret was typed.");
    }
    return new String(typed);
  }
}
