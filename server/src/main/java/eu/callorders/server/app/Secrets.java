package eu.callorders.server.app;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.db.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * The secrets in force: configured ones, or those that a first start has generated into the data
 * directory (mode 600).
 *
 * @param masterKeys 32 bytes each; the first encrypts, all decrypt
 * @param gatewaySecrets {@code whsec_...}
 */
public record Secrets(SecretRing adminTokens, List<byte[]> masterKeys, SecretRing gatewaySecrets) {
  static final String ADMIN_TOKEN = "admin-token";
  static final String MASTER_KEY = "master-key";
  static final String GATEWAY_SECRET = "gateway-secret";

  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Generates what is neither configured nor there.
   *
   * @throws InvalidConfigException when a file in the data directory does not hold what it should
   */
  static Secrets of(Config config) throws IOException {
    Config.ConfiguredSecrets configured = config.secrets();
    Path directory = config.dataDirectory();
    List<byte[]> masterKeys = configured.masterKeys();
    if (masterKeys.isEmpty()) {
      masterKeys =
          generated(
              directory.resolve(MASTER_KEY),
              base64(),
              ConfigParsers.list(ConfigParsers::masterKey));
    }
    SecretRing adminTokens = configured.adminTokens();
    if (adminTokens == null) {
      Path file = directory.resolve(ADMIN_TOKEN);
      adminTokens = SecretRing.of(generated(file, urlSafe(), ConfigParsers::token));
    }
    SecretRing gatewaySecrets = configured.gatewaySecrets();
    if (gatewaySecrets == null) {
      Path file = directory.resolve(GATEWAY_SECRET);
      gatewaySecrets =
          SecretRing.of(generated(file, "whsec_" + base64(), ConfigParsers::webhookSecret));
    }
    return new Secrets(adminTokens, masterKeys, gatewaySecrets);
  }

  /** Signs for the gateway with the first secret, and accepts what is signed with any. */
  MessageSignature gatewaySignature() {
    return MessageSignature.ofRing(
        () -> gatewaySecrets.all().stream().map(SigningSecret::parse).toList());
  }

  private static <T> T generated(Path file, String fresh, Function<String, T> parse)
      throws IOException {
    String text = PrivateFile.readOrCreate(file, fresh);
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(List.of(file + ": " + e.getMessage()));
    }
  }

  private static String base64() {
    return Base64.getEncoder().encodeToString(random());
  }

  /** Fit for a header, a shell and a URL. */
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
