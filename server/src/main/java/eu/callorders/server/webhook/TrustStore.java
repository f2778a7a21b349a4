package eu.callorders.server.webhook;

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

/** Whose certificates are believed. */
public final class TrustStore {
  private TrustStore() {}

  /**
   * The usual authorities, and those of a file.
   *
   * @param more PEM; null for none
   */
  public static TrustManager with(@Nullable Path more) {
    try {
      KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      for (X509Certificate usual : manager(null).getAcceptedIssuers()) {
        anchors.setCertificateEntry("usual-" + anchors.size(), usual);
      }
      if (more != null) {
        try (InputStream pem = Files.newInputStream(more)) {
          for (Certificate one :
              CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
            anchors.setCertificateEntry("more-" + anchors.size(), one);
          }
        }
      }
      return manager(anchors);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the certificates to trust cannot be read", e);
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
    throw new GeneralSecurityException("the platform checks no certificates");
  }
}
