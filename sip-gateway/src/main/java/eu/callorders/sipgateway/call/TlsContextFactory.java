package eu.callorders.sipgateway.call;

import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.config.TlsSettings;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Loads the certificates of the settings. */
public final class TlsContextFactory {
  private TlsContextFactory() {}

  /** Throws {@link InvalidSettingException} for a file that cannot be used. */
  public static SSLContext create(Vertx vertx, TlsSettings settings) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keyManagers(vertx, settings.certificate(), settings.key()),
          trustManagers(vertx, settings.ca()),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has TLS", e);
    }
  }

  private static KeyManager @Nullable [] keyManagers(
      Vertx vertx, @Nullable Path certificate, @Nullable Path key) {
    if (certificate == null || key == null) {
      return null;
    }
    try {
      return new PemKeyCertOptions()
          .setCertPath(certificate.toString())
          .setKeyPath(key.toString())
          .getKeyManagerFactory(vertx)
          .getKeyManagers();
    } catch (Exception unusable) {
      throw invalid("TLS_CERT_FILE", "and its key cannot be used", unusable);
    }
  }

  /** Null: those of the platform. */
  private static TrustManager @Nullable [] trustManagers(Vertx vertx, @Nullable Path authorities) {
    if (authorities == null) {
      return null;
    }
    try {
      return new PemTrustOptions()
          .addCertPath(authorities.toString())
          .getTrustManagerFactory(vertx)
          .getTrustManagers();
    } catch (Exception unusable) {
      throw invalid("TLS_CA_FILE", "cannot be used", unusable);
    }
  }

  private static InvalidSettingException invalid(String key, String what, Exception cause) {
    InvalidSettingException invalid =
        new InvalidSettingException(
            SipGatewaySettings.PROFILE.key(key), what + ": " + cause.getMessage());
    invalid.initCause(cause);
    return invalid;
  }
}
