package eu.callorders.server.webhook.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Trusted certificate authorities. */
public final class TrustStore {
  private TrustStore() {}

  /**
   * The authorities of the platform and those of a file.
   *
   * @param extra PEM; null for none
   */
  public static TrustManager with(@Nullable Path extra) {
    try {
      KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      for (X509Certificate authority : manager(null).getAcceptedIssuers()) {
        anchors.setCertificateEntry("authority-" + anchors.size(), authority);
      }
      if (extra != null) {
        try (InputStream pem = Files.newInputStream(extra)) {
          for (Certificate certificate :
              CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
            anchors.setCertificateEntry("extra-" + anchors.size(), certificate);
          }
        }
      }
      return manager(anchors);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("trusted certificates unreadable", e);
    }
  }

  /**
   * @param anchors null for those of the platform
   */
  private static X509TrustManager manager(@Nullable KeyStore anchors)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(anchors);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("the platform has no X.509 trust manager");
  }
}
