package eu.callorders.bench.webhooks;

import eu.callorders.bench.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A certificate that is its own authority (PEM), and a store with its key (PKCS#12). */
record ReceiverCertificate(Path trusted, Path store) {
  static final String PASSWORD = "password";

  static ReceiverCertificate in(Path directory) throws IOException {
    Path store = directory.resolve("receiver.p12");
    keytool(
        store,
        "-genkeypair -keyalg EC -groupname secp256r1 -dname CN=localhost -ext san=dns:localhost"
            + " -validity 30");
    Path trusted = directory.resolve("trusted.pem");
    keytool(store, "-exportcert -rfc -file " + trusted);
    return new ReceiverCertificate(trusted, store);
  }

  private static void keytool(Path store, String command) throws IOException {
    String line =
        "%s %s -alias key -keystore %s -storetype PKCS12 -storepass %s"
            .formatted(JavaProcess.program("keytool"), command, store, PASSWORD);
    Process process = new ProcessBuilder(line.split(" ", -1)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool failed: " + output);
    }
  }
}
