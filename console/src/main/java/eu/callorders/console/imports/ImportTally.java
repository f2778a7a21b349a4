package eu.callorders.console.imports;

import java.util.List;

/**
 * How far a check or an import is.
 *
 * @param rows that are read
 * @param accepted rows that have become orders
 * @param refused rows that the service has refused
 * @param errorCount rows that are not sent, or are refused
 * @param errors the first of them
 * @param isLocal whether numbers are written as in the country that is offered
 */
record ImportTally(
    int rows, int accepted, int refused, int errorCount, List<RowError> errors, boolean isLocal) {
  static final ImportTally NONE = new ImportTally(0, 0, 0, 0, List.of(), false);
}
