import {
  defineDriver,
  defineFamily,
  defineModule,
  implement,
  readScalars,
  table,
  text,
} from '@linecard/driver-kit'
import { SnmpType } from '@linecard/driver-kit'
import { Type as T } from 'typebox'

const sysName = '1.3.6.1.2.1.1.5.0'
const args = T.Object({ name: T.String() }, { additionalProperties: false })

/** What a change waits for before it ends, when a test says so, and how many have come to it. */
export const gate = { opened: Promise.resolve(), reached: 0 }

/** Gives the device another name. It takes 300 ms, and as long as the gate is closed. */
export const rename = defineModule({
  name: 'acme.rename',
  kind: 'change',
  permission: 'console_execute',
  summary: 'Renames the device',
  args,
  result: args,
  example: { name: 'sw-2' },
})
export const named = defineModule({
  name: 'acme.named',
  kind: 'read',
  permission: 'device_show',
  summary: 'The name of the device',
  args: T.Object({}, { additionalProperties: false }),
  result: T.Object({ name: T.Union([T.String(), T.Null()]) }),
  example: { name: 'sw-1' },
})

/** A switch that can be renamed. */
export const driver = defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  models: [
    {
      key: 'acme_h8',
      name: 'Acme H8',
      type: 'SWITCH',
      family: defineFamily({
        id: 'held',
        modules: [
          implement(rename, async (session, { name }) => {
            await session.snmp.set([{ oid: sysName, type: SnmpType.OctetString, value: Buffer.from(name) }])
            await new Promise(resolve => setTimeout(resolve, 300))
            gate.reached++
            await gate.opened
            return { name }
          }),
          implement(named, session => readScalars(session, table({ name: text(sysName) }))),
        ],
      }),
      detect: { objectId: '1.3.6.1.4.1.99999.2.8' },
    },
  ],
})
