/**
 * The administration interface from a terminal: each operation of its contract is a command, whose
 * arguments and options are those of the contract.
 */
@NullMarked
package eu.callorders.server.cli.admin;

import org.jspecify.annotations.NullMarked;
