import { notificationKinds } from '@linecard/driver-kit'
import { Type as T, type Static } from 'typebox'
import { LogId, closedObject, idOf, listQuery, text } from '@linecard/plugin-kit'

const moment = (description: string) => T.Optional(T.String({ format: 'date-time', description }))

const narrowing = {
  limit: listQuery.limit,
  offset: listQuery.offset,
  device_id: T.Optional(idOf('a device')),
  address: T.Optional(text(60, { minLength: 2, description: 'Address of the sender' })),
  start: moment('Not before this time'),
  stop: moment('Not after this time'),
}

export const TrapsQuery = closedObject({
  ...narrowing,
  interface_id: T.Optional(idOf('an interface')),
  name: T.Optional(text(200, { minLength: 1, description: 'Name of the notification, or its OID' })),
  kind: T.Optional(
    T.Enum([...notificationKinds], { description: 'What it is about, as drivers declare it' }),
  ),
  has_errors: T.Optional(
    T.Boolean({ description: 'Only those of which something could not be read, or not' }),
  ),
  has_modules: T.Optional(T.Boolean({ description: 'Only those after which the device was asked, or not' })),
  query: T.Optional(text(200, { minLength: 2, description: 'Part of its names and values' })),
})
export type TrapsQuery = Static<typeof TrapsQuery>

export const SyslogQuery = closedObject({
  ...narrowing,
  severity: T.Optional(
    T.Integer({ minimum: 0, maximum: 7, description: 'At least so severe: 0 emergency … 7 debug' }),
  ),
  facility: T.Optional(T.Integer({ minimum: 0, maximum: 23, description: '0 kernel, 1 user … 23 local7' })),
  app: T.Optional(text(128, { minLength: 1, description: 'The program that wrote it' })),
  query: T.Optional(text(200, { minLength: 2, description: 'Part of the message' })),
})
export type SyslogQuery = Static<typeof SyslogQuery>

export const SourcesQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  protocol: T.Optional(T.Enum(['snmp', 'syslog'], { description: 'Only this protocol' })),
  known: T.Optional(T.Boolean({ description: 'true: only devices; false: only unknown senders' })),
  dropped: T.Optional(T.Boolean({ description: 'true: only those of which something was dropped' })),
})
export type SourcesQuery = Static<typeof SourcesQuery>

export const NamesQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  query: T.Optional(text(200, { minLength: 1, description: 'Part of the name or the OID' })),
})
export type NamesQuery = Static<typeof NamesQuery>

export const TrapParams = closedObject({ id: T.Integer({ ...LogId, description: 'Id of the trap' }) })
