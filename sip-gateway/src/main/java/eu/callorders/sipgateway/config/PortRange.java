package eu.callorders.sipgateway.config;

/** Ports for sound, both ends included; a call takes an even one and the next. */
public record PortRange(int first, int last) {}
