package eu.callorders.sipgateway.agent;

/** What the agent wants next; carried out in order. */
public sealed interface AgentAction {

  /** Speaks a text; anything still being spoken stops. */
  record Say(String text) implements AgentAction {}

  /** The person objects to calls: report it at once. */
  record ReportObjection() implements AgentAction {}

  /** Ends the call when everything is spoken. */
  record HangUp() implements AgentAction {}
}
