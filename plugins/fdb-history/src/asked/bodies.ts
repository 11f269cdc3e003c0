import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, listQuery, text } from '@linecard/plugin-kit'

const moment = (description: string) => T.Optional(T.String({ format: 'date-time', description }))

/** What narrows every list of stays. */
const narrowing = {
  limit: listQuery.limit,
  offset: listQuery.offset,
  mac: T.Optional(text(100, { minLength: 1, description: 'MAC address in any notation' })),
  vlan: T.Optional(T.Integer({ minimum: 0, maximum: 4095, description: 'VLAN id; 0: no VLAN' })),
  start: moment('Stays that had not ended before this time'),
  stop: moment('Stays that had begun by this time'),
  active: T.Optional(
    T.Boolean({ description: 'true: in the last complete reading of the device; false: ended' }),
  ),
}

export const StaysQuery = closedObject({
  ...narrowing,
  device_id: T.Optional(idOf('a device')),
  interface_id: T.Optional(idOf('an interface')),
})
export type StaysQuery = Static<typeof StaysQuery>

export const DeviceStaysQuery = closedObject({
  ...narrowing,
  interface_id: StaysQuery.properties.interface_id,
})
export const InterfaceStaysQuery = closedObject(narrowing)
export const InterfaceParams = closedObject({ interfaceId: idOf('the interface') })

export const WhoQuery = closedObject({
  ip: text(60, { minLength: 1, description: 'IPv4 or IPv6 address' }),
  time: moment('When; absent: now'),
})
export type WhoQuery = Static<typeof WhoQuery>
