package eu.callorders.console.connect;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The login keychain of macOS, via {@code security}. */
record MacSecretStore(CommandRunner runner) implements SecretStore {
  private static final String COMMAND = "/usr/bin/security";
  private static final String SERVICE = "call-orders-console";

  @Override
  public Optional<String> find(String name) {
    List<String> command =
        List.of(COMMAND, "find-generic-password", "-s", SERVICE, "-a", account(name), "-w");
    return runner.run(command, "").map(String::strip).filter(found -> !found.isEmpty());
  }

  /**
   * The command cannot read only the secret from its input, so all arguments go there. It does not
   * report failure, so the result is read back.
   */
  @Override
  public boolean store(String name, String secret) {
    String account = account(name).replace("\\", "\\\\").replace("\"", "\\\"");
    String hex = HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8));
    runner.run(
        List.of(COMMAND, "-i"),
        "add-generic-password -U -s %s -a \"%s\" -X %s\n".formatted(SERVICE, account, hex));
    return find(name).equals(Optional.of(secret));
  }

  @Override
  public void delete(String name) {
    runner.run(List.of(COMMAND, "delete-generic-password", "-s", SERVICE, "-a", account(name)), "");
  }

  private static String account(String name) {
    return name.replaceAll("\\p{Cntrl}", " ").strip();
  }
}
