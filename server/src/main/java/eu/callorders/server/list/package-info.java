/** Lists of rows: keyset pages, cursors and exports. */
@NullMarked
package eu.callorders.server.list;

import org.jspecify.annotations.NullMarked;
