package eu.callorders.client.bulk;

/**
 * What an edited row was when it was sent.
 *
 * @param entry in the {@link RowTable}; the same one for a row with a reference
 */
record EarlierRow(int entry, RowHash content) {}
