package eu.callorders.server.app;

import eu.callorders.server.encryption.EncryptedTable;
import eu.callorders.server.hold.HoldKey;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import java.util.List;

/** The tables with ciphertexts of a master key. */
public final class EncryptedTables {
  static final List<EncryptedTable> ALL =
      List.of(
          EncryptedTable.ofPrivateKeys("signing_key"),
          EncryptedTable.ofPrivateKeys("evidence_key"),
          EndpointSecrets.encryptedTable(EndpointSecrets.Kind.WEBHOOK),
          EndpointSecrets.encryptedTable(EndpointSecrets.Kind.PREDIAL_CHECK),
          HoldKey.encryptedTable());

  private EncryptedTables() {}

  /** Queries for the ids of the master keys in use, in their first column. */
  public static List<String> keyQueries() {
    return ALL.stream().map(EncryptedTable::count).toList();
  }
}
