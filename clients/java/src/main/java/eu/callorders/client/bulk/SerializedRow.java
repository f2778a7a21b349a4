package eu.callorders.client.bulk;

/** A row, its body as it is sent, and the hash of that. */
final class SerializedRow {
  private final ImportRow row;
  private final byte[] json;
  private final RowHash content;

  SerializedRow(ImportRow row) {
    this.row = row;
    this.json = row.body() == null ? new byte[0] : RowHash.bytes(row.body());
    this.content = RowHash.of(json);
  }

  ImportRow row() {
    return row;
  }

  /** Empty for a row without a body. */
  byte[] json() {
    return json;
  }

  RowHash content() {
    return content;
  }
}
