package eu.callorders.client.bulk;

/**
 * What an edited row was when it was sent.
 *
 * @param entry in the {@link RowTable}; the same one for a row with a reference
 * @param isSame whether it is this row for certain, by its reference or its other content; not only
 *     by its number
 */
record EarlierRow(int entry, RowHash content, boolean isSame) {}
