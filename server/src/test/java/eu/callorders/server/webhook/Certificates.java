package eu.callorders.server.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Authorities and what they have signed, made by the tool of the JDK. */
public final class Certificates {
  public static final String PASSWORD = "password";

  private final Path directory;

  public Certificates(Path directory) {
    this.directory = directory;
  }

  /** An authority of its own; a PKCS#12 file. */
  public Path authority(String name) {
    Path store = directory.resolve(name + ".p12");
    keytool(
        store,
        "-genkeypair",
        "-alias",
        "key",
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
   * A key whose certificate an authority has signed.
   *
   * @param startDate as the tool takes it, for example {@code -10d}
   * @return a PKCS#12 file
   */
  public Path signed(Path authority, String name, String host, String startDate, int days) {
    Path store = directory.resolve(name + ".p12");
    Path request = directory.resolve(name + ".csr");
    Path chain = directory.resolve(name + ".pem");
    keytool(store, "-genkeypair", "-alias", "key", "-keyalg", "EC", "-dname", "CN=" + name);
    keytool(store, "-certreq", "-alias", "key", "-file", request.toString());
    String certificate =
        keytool(
            authority,
            "-gencert",
            "-rfc",
            "-alias",
            "key",
            "-infile",
            request.toString(),
            "-ext",
            "san=dns:" + host,
            "-startdate",
            startDate,
            "-validity",
            Integer.toString(days));
    write(chain, certificate + pem(authority));
    keytool(store, "-importcert", "-noprompt", "-alias", "key", "-file", chain.toString());
    return store;
  }

  /** The certificate of an authority as a file. */
  public Path trusting(Path authority) {
    return write(directory.resolve("trusted.pem"), pem(authority));
  }

  private static String pem(Path store) {
    return keytool(store, "-exportcert", "-rfc", "-alias", "key");
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String keytool(Path store, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(
        List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
    return run(all.toArray(String[]::new));
  }

  private static String run(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
