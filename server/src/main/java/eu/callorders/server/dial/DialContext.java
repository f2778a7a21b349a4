package eu.callorders.server.dial;

import eu.callorders.server.call.BusyPhones;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.NumberContacts;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import eu.callorders.server.predial.PredialBatch;
import java.util.List;
import java.util.Map;

/**
 * Due orders and what their dials depend on, read under locks that hold until the transaction ends.
 *
 * @param due scheduled orders whose subjects and phones are locked
 * @param types the order types in the versions that the orders have pinned
 */
record DialContext(
    List<CallOrder> due,
    DecisionContext decisions,
    ActiveHalts halts,
    Map<PinnedType, OrderType> types,
    DialQuotas quotas,
    BusyPhones busyPhones,
    WeeklyContacts weeklyContacts,
    NumberContacts numberContacts,
    PredialBatch predial) {}
