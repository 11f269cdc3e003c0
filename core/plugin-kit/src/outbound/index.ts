/**
 * Connections to other machines: the only way in which the service connects to a host that a person names.
 */
export { metadataAddresses } from './addresses.ts'
export { OutboundRefused, outboundAgents, type OutboundRules } from './agents.ts'
export { connectOutbound, type OutboundConnection } from './connect.ts'
export { OutboundAnswerError, sendOutbound, type OutboundAnswer, type OutboundRequest } from './send.ts'
