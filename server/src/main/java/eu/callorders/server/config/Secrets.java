package eu.callorders.server.config;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.db.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * The effective secrets: configured, or generated into the data directory (mode 600) at the first
 * start.
 *
 * @param masterKeys 32 bytes each; the first encrypts, all decrypt
 * @param gatewaySecrets {@code whsec_...}
 */
public record Secrets(SecretRing adminTokens, List<byte[]> masterKeys, SecretRing gatewaySecrets) {
  public static final String ADMIN_TOKEN = "admin-token";
  static final String MASTER_KEY = "master-key";
  public static final String GATEWAY_SECRET = "gateway-secret";

  private static final Function<String, List<byte[]>> MASTER_KEYS =
      ConfigParsers.list(ConfigParsers::masterKey);
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Loads the secrets and generates missing ones.
   *
   * @throws InvalidConfigException when a file in the data directory is invalid
   */
  public static Secrets of(Config config) throws IOException {
    Config.ConfiguredSecrets configured = config.secrets();
    Path directory = config.dataDirectory();
    List<byte[]> masterKeys = masterKeys(config);
    if (masterKeys.isEmpty()) {
      masterKeys = readOrGenerate(directory.resolve(MASTER_KEY), base64(), MASTER_KEYS);
    }
    SecretRing adminTokens = configured.adminTokens();
    if (adminTokens == null) {
      Path file = directory.resolve(ADMIN_TOKEN);
      adminTokens = SecretRing.of(readOrGenerate(file, urlSafe(), ConfigParsers::token));
    }
    SecretRing gatewaySecrets = configured.gatewaySecrets();
    if (gatewaySecrets == null) {
      Path file = directory.resolve(GATEWAY_SECRET);
      gatewaySecrets =
          SecretRing.of(readOrGenerate(file, "whsec_" + base64(), ConfigParsers::webhookSecret));
    }
    return new Secrets(adminTokens, masterKeys, gatewaySecrets);
  }

  /**
   * The configured master keys, or those that an earlier start has generated; empty for neither.
   *
   * @throws InvalidConfigException when the file in the data directory is invalid
   */
  public static List<byte[]> masterKeys(Config config) throws IOException {
    List<byte[]> configured = config.secrets().masterKeys();
    Path file = config.dataDirectory().resolve(MASTER_KEY);
    return configured.isEmpty() && Files.exists(file)
        ? parse(file, Files.readString(file).strip(), MASTER_KEYS)
        : configured;
  }

  /** Signs with the first gateway secret and accepts signatures of all. */
  public MessageSignature gatewaySignature() {
    return MessageSignature.ofKeyring(
        () -> gatewaySecrets.all().stream().map(SigningSecret::parse).toList());
  }

  private static <T> T readOrGenerate(Path file, String generated, Function<String, T> parse)
      throws IOException {
    return parse(file, PrivateFile.readOrCreate(file, generated), parse);
  }

  private static <T> T parse(Path file, String text, Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(List.of(file + ": " + e.getMessage()));
    }
  }

  private static String base64() {
    return Base64.getEncoder().encodeToString(random());
  }

  /** Suitable for a header, a shell and a URL. */
  private static String urlSafe() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random());
  }

  private static byte[] random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  @Override
  public String toString() {
    return "Secrets[***]";
  }
}
