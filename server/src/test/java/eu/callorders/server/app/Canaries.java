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
}
