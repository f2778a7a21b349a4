/** Sound of a call: SDP, RTP, G.711, keys, speech from text. */
@NullMarked
package eu.callorders.sipgateway.media;

import org.jspecify.annotations.NullMarked;
