package eu.callorders.console.connect;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The login keychain of macOS, via {@code security}. */
final class MacSecretStore implements SecretStore {
  private static final String COMMAND = "/usr/bin/security";
  private static final String SERVICE = "call-orders-console";

  private final CommandRunner runner;

  MacSecretStore(CommandRunner runner) {
    this.runner = runner;
  }

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public Optional<String> find(String name) {
    return runner
        .run(
            List.of(COMMAND, "find-generic-password", "-s", SERVICE, "-a", account(name), "-w"), "")
        .map(String::strip)
        .filter(found -> !found.isEmpty());
  }

  /**
   * The command cannot read only the secret from its input, so all arguments go there. It does not
   * report failure, so the result is read back.
   */
  @Override
  public boolean store(String name, String secret) {
    String hex = HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8));
    String arguments =
        "add-generic-password -U -s "
            + SERVICE
            + " -a "
            + quoted(account(name))
            + " -X "
            + hex
            + "\n";
    runner.run(List.of(COMMAND, "-i"), arguments);
    return find(name).equals(Optional.of(secret));
  }

  @Override
  public void delete(String name) {
    runner.run(List.of(COMMAND, "delete-generic-password", "-s", SERVICE, "-a", account(name)), "");
  }

  private static String account(String name) {
    return name.replaceAll("\\p{Cntrl}", " ").strip();
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
