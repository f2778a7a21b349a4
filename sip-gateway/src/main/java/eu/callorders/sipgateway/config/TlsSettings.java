package eu.callorders.sipgateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS towards trunks, PEM files.
 *
 * @param ca null: the trust store of the JDK
 * @param certificate of this gateway; null: none
 * @param key of the certificate; null: none
 */
public record TlsSettings(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {}
