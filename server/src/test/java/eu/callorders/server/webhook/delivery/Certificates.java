package eu.callorders.server.webhook.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Creates certificate authorities and certificates with keytool. */
public final class Certificates {
  public static final String PASSWORD = "password";

  private final Path directory;

  public Certificates(Path directory) {
    this.directory = directory;
  }

  /** Creates an authority; returns a PKCS#12 file. */
  public Path authority(String name) {
    Path store = directory.resolve(name + ".p12");
    keytool(
        store,
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "bc:c",
        "-validity",
        "30");
    return store;
  }

  /**
   * Creates a key with a certificate signed by an authority.
   *
   * @param startDate in keytool's form, for example {@code -10d}
   * @return a PKCS#12 file
   */
  public Path signed(Path authority, String name, String host, String startDate, int days) {
    Path store = directory.resolve(name + ".p12");
    try {
      Files.copy(authority, store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    keytool(
        store,
        "-genkeypair",
        "-alias",
        alias(store),
        "-signer",
        alias(authority),
        "-signerkeypass",
        PASSWORD,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=dns:" + host,
        "-startdate",
        startDate,
        "-validity",
        Integer.toString(days));
    removeEntry(store, alias(authority));
    return store;
  }

  /** The certificate of an authority as a PEM file. */
  public Path trustFile(Path authority) {
    return write(directory.resolve("trusted.pem"), pem(authority));
  }

  /** A store has one entry, named like its file. */
  private static String alias(Path store) {
    return store.getFileName().toString().replace(".p12", "");
  }

  private static String pem(Path store) {
    try {
      byte[] certificate = load(store).getCertificate(alias(store)).getEncoded();
      String base64 = Base64.getMimeEncoder().encodeToString(certificate);
      return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void removeEntry(Path store, String alias) {
    KeyStore keys = load(store);
    try (OutputStream out = Files.newOutputStream(store)) {
      keys.deleteEntry(alias);
      keys.store(out, PASSWORD.toCharArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore load(Path store) {
    try {
      return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void keytool(Path store, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(
        List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
    run(all.toArray(String[]::new));
  }

  private static void run(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
