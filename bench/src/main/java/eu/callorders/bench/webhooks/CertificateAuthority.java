package eu.callorders.bench.webhooks;

import eu.callorders.bench.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An authority (PEM) and a key that it has signed for {@code localhost} (PKCS#12). */
record CertificateAuthority(Path trusted, Path store) {
  static final String PASSWORD = "password";

  private static final String NEW_KEY = "-genkeypair -keyalg EC -groupname secp256r1 ";

  /** Makes both in that directory. */
  static CertificateAuthority in(Path directory) throws IOException {
    Path authority = directory.resolve("authority.p12");
    Path store = directory.resolve("receiver.p12");
    Path request = directory.resolve("receiver.csr");
    Path chain = directory.resolve("receiver.pem");
    keytool(authority, NEW_KEY + "-dname CN=bench -ext bc:c -validity 30");
    keytool(store, NEW_KEY + "-dname CN=localhost");
    keytool(store, "-certreq -file " + request);
    String certificate =
        keytool(
            authority, "-gencert -rfc -infile " + request + " -ext san=dns:localhost -validity 30");
    String own = keytool(authority, "-exportcert -rfc");
    Files.writeString(chain, certificate + own);
    keytool(store, "-importcert -noprompt -file " + chain);
    Path trusted = Files.writeString(directory.resolve("trusted.pem"), own);
    return new CertificateAuthority(trusted, store);
  }

  private static String keytool(Path store, String command) throws IOException {
    String line =
        "%s %s -alias key -keystore %s -storetype PKCS12 -storepass %s"
            .formatted(JavaProcess.program("keytool"), command, store, PASSWORD);
    Process process =
        new ProcessBuilder(line.split(" ", -1))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool failed: " + output);
    }
    return output;
  }
}
