/** SIP messages and transactions. The only package that knows JAIN-SIP. */
@NullMarked
package eu.callorders.sipgateway.sip;

import org.jspecify.annotations.NullMarked;
