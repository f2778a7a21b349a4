package eu.callorders.server.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.server.cli.client.ConnectionFinder.InvalidAddressException;
import eu.callorders.server.cli.client.ConnectionFinder.UnknownConnectionException;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that talks to a running service. Exit codes: 0 done, 1 refused, 2 usage, 3 unreachable.
 * A failure is one paragraph on the standard error, which says what to do.
 */
public abstract class ApiCommand implements Callable<Integer> {
  public static final int DONE = 0;
  public static final int REFUSED = 1;
  public static final int UNREACHABLE = 3;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The service that `login` has stored under this name.")
  private @Nullable String profile;

  @Option(names = "--json", description = "Prints JSON, and nothing else on the standard output.")
  private boolean json;

  /** Does the work and returns the exit code. */
  protected abstract int run(ApiSession session) throws IOException, InterruptedException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    CommandSpec command = command();
    PrintWriter err = command.commandLine().getErr();
    ClientEnvironment environment = (ClientEnvironment) command.root().userObject();
    ApiSession session =
        new ApiSession(
            new ConnectionFinder(environment), profile, json, command.commandLine().getOut(), err);
    try {
      return run(session);
    } catch (ApiException e) {
      return failed(err, session.explain(e), REFUSED);
    } catch (UnreachableException e) {
      return failed(err, session.explain(e), UNREACHABLE);
    } catch (InvalidAddressException e) {
      throw usage(String.valueOf(e.getMessage()));
    } catch (UnknownConnectionException e) {
      return failed(err, String.valueOf(e.getMessage()), REFUSED);
    } finally {
      command.commandLine().getOut().flush();
    }
  }

  private static int failed(PrintWriter err, String message, int exitCode) {
    err.println(message);
    err.flush();
    return exitCode;
  }

  protected final CommandSpec command() {
    return Objects.requireNonNull(spec);
  }

  /** The JSON of a file; {@code -} is the standard input. */
  protected final JsonNode document(Path file) throws IOException {
    byte[] bytes =
        file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(file);
    try {
      return Json.mapper().readTree(bytes);
    } catch (JsonProcessingException e) {
      throw usage("%s is no JSON: %s".formatted(file, e.getOriginalMessage()));
    }
  }

  protected final void requireConcurrency(int requests) {
    if (requests < 1) {
      throw usage("--concurrency takes a number of requests, at least 1.");
    }
  }

  /** Invalid usage: exit code 2. */
  protected final ParameterException usage(String message) {
    return new ParameterException(command().commandLine(), message);
  }
}
