package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;

/**
 * Identifies a claim without storing its names: a digest of the case number, else the contract
 * number, else the invoice number, else the creditor's name.
 */
final class ClaimKey {
  private static final List<String> NUMBERS =
      List.of("case_number", "contract_number", "invoice_number");

  private ClaimKey() {}

  static UUID of(OrderDocument document) {
    JsonNode claim = document.json().path("context").path("claim");
    for (String member : NUMBERS) {
      String value = claim.path("reference").path(member).asText();
      if (!value.isEmpty()) {
        return digest(member + ":" + value);
      }
    }
    return digest("creditor_name:" + claim.path("creditor_name").asText());
  }

  private static UUID digest(String name) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      ByteBuffer digest = ByteBuffer.wrap(sha256.digest(name.getBytes(StandardCharsets.UTF_8)));
      return new UUID(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
