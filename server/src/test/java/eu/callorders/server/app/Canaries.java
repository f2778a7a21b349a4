package eu.callorders.server.app;

import java.util.List;

/** Conspicuous values of a subject and of a client. */
final class Canaries {
  static final String NAME = "Kanarienzeisig";
  static final String REFERENCE = "Zilpzalp";
  static final String NUMBERS = "+4922147107";

  /** Values of the subject except the reference. */
  static final List<String> PERSON =
      List.of(
          NAME,
          "Girlitzia",
          "Rotkehlchenweg",
          "Amselhausen",
          "1957-03-09",
          "zeisig@vogel",
          "Stieglitzlied",
          "Gimpelwerke",
          "Dompfaff",
          "Nachtigallenschlag",
          "Wiedehopfgrund",
          "Pirolgrund",
          NUMBERS.substring(3));

  /** Values of the client, which remain after an erasure but must not be logged. */
  static final List<String> CLIENTS =
      List.of("Zaunkoenigmeta", "Meisenreferenz", "Kuckuckschluessel", "Elsternpfad");

  private Canaries() {}

  /** An order that contains the values of the subject and of the client. */
  static OrderBody order(String code) {
    return OrderBody.of(REFERENCE + "-" + code, NUMBERS + code)
        .set("/client_reference", "Meisenreferenz")
        .set("/subject/name/family_name", NAME)
        .set("/subject/name/given_name", "Girlitzia")
        .set("/subject/date_of_birth", "1957-03-09")
        .setJson(
            "/subject/address",
            "{\"street\": \"Rotkehlchenweg\", \"city\": \"Amselhausen\", \"country\": \"DE\"}")
        .setJson("/contacts/1", "{\"channel\": \"email\", \"value\": \"zeisig@vogel.example\"}")
        .set("/context/claim/creditor_name", "Gimpelwerke")
        .setJson("/context/claim/reference", "{\"invoice_number\": \"Dompfaff-1\"}")
        .setJson("/context/variables", "{\"tune\": \"Stieglitzlied\"}")
        .set("/context/notes", "likes the Stieglitzlied")
        .setJson("/metadata", "{\"kept\": \"Zaunkoenigmeta\"}");
  }
}
