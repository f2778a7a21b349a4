/** The tasks of the README, as programs. */
package eu.callorders.client.examples;
