import { Type as T } from 'typebox'
import {
  DeviceError,
  SnmpType,
  defineModule,
  enumeration,
  implement,
  readScalars,
  readTable,
  scaled,
  table,
  text,
  type Family,
} from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { closed, sysTemp } from '@linecard/driver-kit/modules'

const acme = '1.3.6.1.4.1.99999.2'

/** ACME-MIB acmeSensorTable: tenths of a degree, -999 for a sensor that does not work. */
const sensors = table({
  name: text(`${acme}.1.1.2`),
  value: scaled(`${acme}.1.1.3`, { by: 0.1, none: [-999] }),
})

const temperatures = implement(sysTemp, async session => {
  const rows = [...(await readTable(session, sensors)).values()].flatMap(({ name, value }) =>
    name === null ? [] : [{ name, value }],
  )
  const hottest = rows.filter(row => row.value !== null).toSorted((a, b) => b.value! - a.value!)[0]
  return {
    main: hottest?.value ?? null,
    main_from: hottest?.name ?? null,
    cpu: null,
    board: null,
    sensors: rows,
  }
})

/** A module of the vendor's own, and a change with evidence: what was written is read back. */
const locatorLed = defineModule({
  name: 'acme.locator_led',
  kind: 'change',
  permission: 'acme_locator_led',
  summary: 'Switches the blinking of the locator lamp',
  args: closed({ on: T.Boolean() }),
  result: closed({ on: T.Boolean({ description: 'State of the lamp, as read back' }) }),
  example: { on: true },
})

const led = table({ state: enumeration(`${acme}.2.0`, { 1: 'on', 2: 'off' }) })

const blink = implement(locatorLed, async (session, { on }) => {
  await session.snmp.set([{ oid: led.state.oid, type: SnmpType.Integer, value: on ? 1 : 2 }])
  const { state } = await readScalars(session, led)
  if (state !== (on ? 'on' : 'off'))
    throw new DeviceError(
      'CommandRejected',
      `the lamp is ${state ?? 'unknown'} after it was switched ${on ? 'on' : 'off'}`,
    )
  return { on }
})

export const switches: Family = {
  id: 'switch',
  snmp: { maxRepetitions: 20 },
  modules: [systemInfo({ vendor: 'Acme Networks', noEntity: true }), temperatures, blink],
}
