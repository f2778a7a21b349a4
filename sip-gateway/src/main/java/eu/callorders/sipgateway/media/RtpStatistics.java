package eu.callorders.sipgateway.media;

/** Packets of one call. */
public record RtpStatistics(long sent, long received) {}
