package eu.callorders.console.imports;

/**
 * What is wrong with a row.
 *
 * @param row number, without the header
 * @param line of the file; 0 when unknown
 */
record RowError(int row, int line, String text) {}
