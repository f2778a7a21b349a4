package eu.callorders.bench.webhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An authority of its own and a certificate for {@code localhost} that it has signed, made by the
 * tool of the JDK.
 *
 * @param trusted the authority's certificate, PEM
 * @param store key and certificate of the receiver, PKCS#12
 */
record CertificateAuthority(Path trusted, Path store) {
  static final String PASSWORD = "password";

  /** Makes both in that directory. */
  static CertificateAuthority in(Path directory) throws IOException {
    Path authority = directory.resolve("authority.p12");
    Path store = directory.resolve("receiver.p12");
    Path request = directory.resolve("receiver.csr");
    Path chain = directory.resolve("receiver.pem");
    keytool(
        authority,
        "-genkeypair",
        "-alias",
        "key",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        "CN=bench",
        "-ext",
        "bc:c",
        "-validity",
        "30");
    keytool(
        store,
        "-genkeypair",
        "-alias",
        "key",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        "CN=localhost");
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
            "san=dns:localhost",
            "-validity",
            "30");
    String own = keytool(authority, "-exportcert", "-rfc", "-alias", "key");
    Files.writeString(chain, certificate + own);
    keytool(store, "-importcert", "-noprompt", "-alias", "key", "-file", chain.toString());
    return new CertificateAuthority(
        Files.writeString(directory.resolve("trusted.pem"), own), store);
  }

  private static String keytool(Path store, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(
        List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool failed: " + output);
    }
    return output;
  }
}
