package eu.callorders.bench.siege;

import java.util.function.IntFunction;

/**
 * Requests of one kind, as costly as the contract permits.
 *
 * @param name the operation, or what the attack does
 * @param call the request of each number
 */
record Attack(String name, IntFunction<SiegeTenant.Call> call) {}
