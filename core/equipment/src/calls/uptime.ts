import { defineModule, type Implementation } from '@linecard/driver-kit'
import { closed } from '@linecard/driver-kit/modules'
import { Type as T } from 'typebox'
import type { SupportedModel } from './models.ts'

/** SNMPv2-MIB sysUpTime (RFC 3418): every agent has it. */
export const sysUpTime = '1.3.6.1.2.1.1.3.0'

/** What a poll asks first: whether the device is there, and since when. It is no module of the catalogue. */
export const uptimeModule = defineModule({
  name: 'poll',
  kind: 'read',
  permission: 'device_show',
  summary: 'The uptime of the device',
  args: closed({}),
  result: T.Union([T.Number(), T.Null()]),
  example: 8_640_000,
})

const reading: Implementation = {
  module: uptimeModule,
  run: async ({ snmp }) => {
    const cell = (await snmp.get([sysUpTime])).get(sysUpTime)
    return typeof cell?.value === 'number' && cell.value >= 0 ? cell.value : null
  },
}

const asked = new WeakMap<SupportedModel, SupportedModel>()

/** The model with the reading of its uptime as one more module. */
export function withUptime(model: SupportedModel): SupportedModel {
  const known = asked.get(model) ?? {
    ...model,
    implementations: new Map(model.implementations).set(uptimeModule.name, reading),
  }
  asked.set(model, known)
  return known
}
