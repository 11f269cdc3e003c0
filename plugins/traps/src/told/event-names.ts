import type { NotificationKind } from '@linecard/driver-kit'

/** Kinds of notifications that are events, by the name of the event. */
export const eventNames: ReadonlyMap<NotificationKind, string> = new Map([
  ['fan', 'device_fan_changed'],
  ['power', 'device_power_changed'],
  ['auth', 'device_sign_in_refused'],
])
