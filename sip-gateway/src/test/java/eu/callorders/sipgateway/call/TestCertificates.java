package eu.callorders.sipgateway.call;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** An authority and certificates of hosts, made by keytool. */
public final class TestCertificates {
  private static final String PASSWORD = "password";
  private static final String AUTHORITY = "authority";

  private final Path directory;
  private final Path authority;

  public TestCertificates(Path directory, String name) throws Exception {
    this.directory = directory;
    this.authority = directory.resolve(name + ".p12");
    keytool(authority, "-genkeypair", "-alias", AUTHORITY, "-dname", "CN=" + name, "-ext", "bc:c");
  }

  /** The certificate of the authority as a PEM file. */
  public Path trusted() throws Exception {
    Path file = Path.of(authority + ".pem");
    return Files.writeString(
        file, pem("CERTIFICATE", load(authority).getCertificate(AUTHORITY).getEncoded()));
  }

  /** Key and certificate of a host, for a server of this process. */
  public SSLContext server(String host) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(signed(host), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Key and certificates of a host, in one PEM file for other programs. */
  Path pemFile(String host) throws Exception {
    KeyStore store = signed(host);
    Key key = store.getKey(host, PASSWORD.toCharArray());
    StringBuilder text = new StringBuilder(pem("PRIVATE KEY", key.getEncoded()));
    for (Certificate certificate : store.getCertificateChain(host)) {
      text.append(pem("CERTIFICATE", certificate.getEncoded()));
    }
    return Files.writeString(directory.resolve(host + ".pem"), text);
  }

  private KeyStore signed(String host) throws Exception {
    Path store = directory.resolve(host + "-" + authority.getFileName());
    if (!Files.exists(store)) {
      Files.copy(authority, store);
      keytool(
          store,
          "-genkeypair",
          "-alias",
          host,
          "-signer",
          AUTHORITY,
          "-signerkeypass",
          PASSWORD,
          "-dname",
          "CN=" + host,
          "-ext",
          "san=dns:" + host);
    }
    KeyStore keys = load(store);
    keys.deleteEntry(AUTHORITY);
    return keys;
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(content), type);
  }

  private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
  }

  private static void keytool(Path store, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keyalg", "EC", "-validity", "30", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream in = process.getInputStream()) {
      String output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(output);
      }
    }
  }
}
